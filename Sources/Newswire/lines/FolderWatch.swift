package import Base
package import Glibc

/// Reports which files of a directory have been written, replaced or removed, by `inotify(7)`; collects changes for a
/// moment.
package final class FolderWatch: LoopSource {
  private let descriptor: Int32
  private let handler: (Set<String>) -> Void
  private var names: Set<String> = []
  private var isClosed = false
  package private(set) var deadline = Double.infinity

  /// The time to collect changes, in seconds.
  private static let settling = 0.2
  private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

  /// - Throws: `Failure` if it cannot be watched, or does not exist.
  package init(_ folder: String, handler: @escaping (Set<String>) -> Void) throws(Failure) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.handler = handler
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, Self.events) >= 0 else {
      let code = errno
      throw Failure(of: folder, doing: "cannot be watched", errno: code)
    }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
  }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    if drain() { deadline = min(deadline, now + Self.settling) }
    if now >= deadline {
      deadline = .infinity
      let changed = names
      names = []
      handler(changed)
    }
    return isClosed ? .finished : .idle
  }

  package func close() { isClosed = true }

  /// Reads the reported names. Returns false if there are none.
  private func drain() -> Bool {
    var hasNews = false
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      var offset = 0
      let head = MemoryLayout<inotify_event>.size
      while count > 0, offset + head <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + head + Int(event.len)
        guard end <= count else { return }
        let name = buffer[(offset + head)..<end].prefix { $0 != 0 }
        names.insert(String(decoding: name, as: UTF8.self))
        hasNews = true
        offset = end
      }
    }
    return hasNews
  }
}
