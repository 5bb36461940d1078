package import Base
package import Glibc

/// The lines of an open descriptor: standard input, a pipe, a fifo, a terminal, a socket or a plain file.
///
/// Lines are those of `LineBuffer`: ended by `\n` or `\r\n`, at most 1 MiB long. What the consumer cannot
/// take it need not: while `isPaused`, nothing is read and the writer waits, so nothing is lost.
package final class LineSource: LoopSource {
  /// While true nothing is read or delivered. May be set by the handler, in the middle of a delivery.
  package var isPaused = false

  private let name: String
  private let delivery: LineDelivery
  private let handler: SourceHandler
  /// What is polled and read: a descriptor of our own, or the shared one.
  private let polled: Int32
  private var own: Descriptor?
  private let isShared: Bool
  private var buffer = LineBuffer()
  private var state = State.open
  private var hasWarned = false

  private enum State { case open, drained, closed }

  /// Reads lines from `descriptor`, which stays the caller's and whose flags are left alone.
  /// `name` stands in messages, as "standard input".
  package init(
    descriptor: Int32, name: String, delivery: LineDelivery = .lines, handler: @escaping SourceHandler
  ) {
    self.name = name
    self.delivery = delivery
    self.handler = handler
    let raw = isPlainFile(descriptor) ? nil : Descriptor.reopenNonBlocking(descriptor)
    polled = raw ?? descriptor
    isShared = raw == nil
    own = raw.map { Descriptor($0) }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    guard state == .open, !isPaused else { return }
    descriptors.append(pollfd(fd: polled, events: Int16(POLLIN), revents: 0))
  }

  /// Undelivered lines need no descriptor: they are due as soon as the pause ends.
  package var deadline: Double {
    !isPaused && (state == .drained || hasBufferedLines) ? 0 : .infinity
  }

  package func service(now: Double) -> ServiceResult {
    let budget = Budget()
    var remaining = Budget.bytes
    while state != .closed {
      guard deliver(within: budget) else { return isPaused ? .idle : state == .closed ? .finished : .more }
      if state == .drained { return finish() }
      if remaining <= 0 || budget.isSpent { return .more }
      switch read() {
      case .bytes(let count): remaining -= count
      case .nothing: return .idle
      case .end: state = .drained
      case .failed(let code):
        handler(.error(Failure(of: name, doing: "cannot read", errno: code)))
        if state == .open { state = .drained }
      }
    }
    return .finished
  }

  package func close() {
    state = .closed
    own = nil
  }

  /// Whether `deliver` stopped before the buffer had no whole line left.
  private var hasBufferedLines = false

  /// Delivers the whole lines that are buffered. False when it had to stop before the last one.
  private func deliver(within budget: borrowing Budget) -> Bool {
    if delivery == .parts {
      if !isPaused, let part = buffer.takeAll() { handler(.part(part)) }
      return !isPaused && state != .closed
    }
    hasBufferedLines = true
    var count = 0
    while !isPaused, state != .closed {
      guard let line = buffer.next() else {
        hasBufferedLines = false
        return true
      }
      handler(.line(line))
      warnOfCutLine()
      count += 1
      if count & 63 == 0, budget.isSpent { return false }
    }
    return false
  }

  private func warnOfCutLine() {
    guard buffer.hasCutLine, !hasWarned, state != .closed else { return }
    hasWarned = true
    handler(.error(.lineTooLong(source: name)))
  }

  private func finish() -> ServiceResult {
    if let line = buffer.rest() { handler(.line(line)) }
    if state != .closed { handler(.end) }
    state = .closed
    return .finished
  }

  private func read() -> ReadResult {
    if isShared, !isReadable(polled) { return .nothing }
    return ReadResult(buffer.fill { Glibc.read(polled, $0.baseAddress, $0.count) })
  }
}

extension Failure {
  static func lineTooLong(source: String) -> Failure {
    Failure(of: source, reason: "a line longer than \(LineBuffer.longestLine) bytes was cut")
  }
}

/// Plain files never block, and a descriptor of our own would begin at their beginning, not where
/// the shared one stands.
private func isPlainFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
