internal import CBase
internal import Glibc

/// A set of descriptors behind one (`epoll(7)`), which is readable when any of them is ready.
final class EpollSet {
  let raw: Int32
  /// Whether it includes regular files, which are always ready and not supported by epoll.
  private(set) var hasPlainFiles = false
  private var watched: [Int32: Int16] = [:]

  /// Calls `epoll_create1(2)`; nil without free descriptors.
  init?() {
    raw = epoll_create1(Int32(EPOLL_CLOEXEC))
    if raw < 0 { return nil }
  }

  deinit { _ = Glibc.close(raw) }

  /// Replaces the watched descriptors (`epoll_ctl(2)`).
  func watch(_ descriptors: [pollfd]) {
    hasPlainFiles = false
    let wanted = Dictionary(descriptors.map { ($0.fd, $0.events) }, uniquingKeysWith: |)
    for descriptor in watched.keys where wanted[descriptor] == nil {
      // A closed one has been removed automatically.
      epoll_ctl(raw, EPOLL_CTL_DEL, descriptor, nil)
    }
    for (descriptor, events) in wanted {
      var event = epoll_event(events: UInt32(UInt16(bitPattern: events)), data: epoll_data_t(fd: descriptor))
      if epoll_ctl(raw, EPOLL_CTL_MOD, descriptor, &event) == 0 { continue }
      if epoll_ctl(raw, EPOLL_CTL_ADD, descriptor, &event) != 0, errno == EPERM { hasPlainFiles = true }
    }
    watched = wanted
  }
}
