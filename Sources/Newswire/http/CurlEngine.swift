internal import Base
internal import CCurl
internal import Glibc

/// A multi handle of libcurl with its sockets.
final class CurlEngine {
  /// The sockets to poll. There are few, as connections are limited.
  private(set) var sockets: [pollfd] = []
  /// When curl's timers are due.
  private(set) var deadline = 0.0
  private let multi: UnsafeMutableRawPointer
  private var runningCount: Int32 = 0

  init(connections: Int) throws(Failure) {
    guard newsreel_curl_library() != nil else {
      throw Failure(of: "libcurl", reason: "libcurl is not installed: feeds over the network need libcurl.so.4")
    }
    // Safe to repeat: curl counts.
    guard newsreel_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = newsreel_multi_init() else {
      throw Failure(of: "libcurl", reason: "libcurl cannot be initialised")
    }
    self.multi = multi
    let data = Unmanaged.passUnretained(self).toOpaque()
    _ = newsreel_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
    _ = newsreel_multi_set_long(multi, CURLMOPT_MAXCONNECTS, connections)
    _ = newsreel_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, data)
    _ = newsreel_multi_set_socket_call(multi, CURLMOPT_SOCKETFUNCTION) { _, socket, wanted, data, _ in
      Unmanaged<CurlEngine>.object(data)?.watch(socket, wanted)
      return 0
    }
    _ = newsreel_multi_set_pointer(multi, CURLMOPT_TIMERDATA, data)
    _ = newsreel_multi_set_timer_call(multi, CURLMOPT_TIMERFUNCTION) { _, timeout, data in
      Unmanaged<CurlEngine>.object(data)?.setTimer(milliseconds: timeout)
      return 0
    }
  }

  deinit {
    newsreel_multi_cleanup(multi)
    newsreel_global_cleanup()
  }

  func add(_ handle: UnsafeMutableRawPointer) { newsreel_multi_add_handle(multi, handle) }

  func remove(_ handle: UnsafeMutableRawPointer) { newsreel_multi_remove_handle(multi, handle) }

  /// Lets curl handle ready sockets, one at a time. Returns false if the budget ends before that.
  func service(now: Double, budget: borrowing Budget) -> Bool {
    if now >= deadline {
      deadline = .infinity
      newsreel_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &runningCount)
    }
    var ready = sockets
    guard poll(&ready, nfds_t(ready.count), 0) > 0 else { return true }
    for socket in ready where socket.revents != 0 {
      if budget.isSpent { return false }
      // An earlier call may have closed this socket.
      guard sockets.contains(where: { $0.fd == socket.fd }) else { continue }
      let events = Int32(socket.revents)
      var flags: Int32 = 0
      if events & POLLIN != 0 { flags |= Int32(CURL_CSELECT_IN) }
      if events & POLLOUT != 0 { flags |= Int32(CURL_CSELECT_OUT) }
      if events & (POLLERR | POLLHUP | POLLNVAL) != 0 { flags |= Int32(CURL_CSELECT_ERR) }
      newsreel_multi_socket_action(multi, socket.fd, flags, &runningCount)
    }
    return true
  }

  /// Returns the transfers that have ended since the last call.
  func removeFinished() -> [(handle: UnsafeMutableRawPointer, code: CURLcode)] {
    var finished: [(UnsafeMutableRawPointer, CURLcode)] = []
    var left: Int32 = 0
    while let message = newsreel_multi_info_read(multi, &left) {
      if message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle {
        finished.append((handle, message.pointee.data.result))
      }
    }
    return finished
  }

  fileprivate func watch(_ socket: Int32, _ wanted: Int32) {
    sockets.removeAll { $0.fd == socket }
    var events: Int32 = 0
    if wanted & Int32(CURL_POLL_IN) != 0 { events |= POLLIN }
    if wanted & Int32(CURL_POLL_OUT) != 0 { events |= POLLOUT }
    if wanted != Int32(CURL_POLL_REMOVE) { sockets.append(pollfd(fd: socket, events: Int16(events), revents: 0)) }
  }

  fileprivate func setTimer(milliseconds: Int) {
    deadline = milliseconds < 0 ? .infinity : monotonicNow() + Double(milliseconds) / 1000
  }
}

extension Unmanaged {
  /// Returns the object behind a C library's user pointer.
  static func object(_ data: UnsafeMutableRawPointer?) -> Instance? {
    data.map { fromOpaque($0).takeUnretainedValue() }
  }
}
