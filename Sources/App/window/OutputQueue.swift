internal import Base
internal import Glibc

/// A queue of lines for standard output. A slow reader does not block the window.
final class OutputQueue: LoopSource {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var hasWarned = false
  /// Why nothing more can be written, or nil.
  private(set) var failure: Failure?
  /// Whether the reader has closed the pipe.
  private(set) var isAlone = false

  /// The limit for queued bytes; further lines are dropped.
  private static let most = 1 << 20
  /// The size that a writable pipe accepts without blocking (`PIPE_BUF`).
  private static let part = 4096

  /// Whether everything has been written.
  var isIdle: Bool { waiting.isEmpty }

  init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// Writes whole lines, or queues them.
  func write(_ lines: String) {
    guard failure == nil else { return }
    if waiting.count + lines.utf8.count > Self.most {
      if !hasWarned { reportError("standard output is not read: further output is dropped") }
      hasWarned = true
      return
    }
    waiting += lines.utf8
    flush()
  }

  /// Writes as much as it can without blocking.
  private func flush() {
    var start = 0
    while start < waiting.count, failure == nil, isWritable(descriptor) {
      let end = min(start + Self.part, waiting.count)
      if waiting[start..<end].withUnsafeBytes({ writeAll($0, to: descriptor) }) {
        start = end
      } else {
        isAlone = errno == EPIPE
        let failure = Failure(of: "standard output", doing: "cannot be written")
        self.failure = failure
        reportError(failure.description)
      }
    }
    waiting.removeFirst(start)
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    guard !waiting.isEmpty, failure == nil else { return }
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
  }

  var deadline: Double { .infinity }

  func service(now: Double) -> ServiceResult {
    flush()
    return .idle
  }

  /// Gives the reader a moment for the rest.
  func close() {
    let end = monotonicNow() + 0.5
    flush()
    while !waiting.isEmpty, failure == nil, monotonicNow() < end {
      usleep(5000)
      flush()
    }
    waiting = []
  }
}
