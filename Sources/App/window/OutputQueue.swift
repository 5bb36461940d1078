internal import Base
internal import Glibc

/// Lines for standard output. Where nobody reads them they wait here, and the window does not.
final class OutputQueue: LoopSource {
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var hasWarned = false
  /// Why nothing can be written any more; nil where something can.
  private(set) var failure: Failure?
  /// It is because whoever read it has gone.
  private(set) var isAlone = false

  /// The most bytes that wait; lines beyond are left out.
  private static let most = 1 << 20
  /// What a pipe takes at once as soon as it takes anything (`PIPE_BUF`).
  private static let part = 4096

  init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// Writes whole lines, or keeps them until somebody reads.
  func write(_ lines: String) {
    guard failure == nil else { return }
    if waiting.count + lines.utf8.count > Self.most {
      if !hasWarned { reportError("standard output is not read: what would be printed now is left out") }
      hasWarned = true
      return
    }
    waiting += lines.utf8
    flush()
  }

  /// Writes what can be written without waiting.
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

  /// Gives whoever reads a moment to take the rest.
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
