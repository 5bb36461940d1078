package import Base

/// What a source of lines delivers.
package enum SourceEvent {
  /// One line without its end. The bytes are the sender's: valid during the call, not necessarily UTF-8.
  case line(UnsafeRawBufferPointer)
  /// The next bytes as they came, line ends and all, where `LineDelivery.parts` was asked for. Valid during the call.
  case part(UnsafeRawBufferPointer)
  /// What was delivered so far is superseded (the file was replaced or truncated, the command ran again):
  /// the lines that follow, up to the next `pause`, are the new whole.
  case restart
  /// A whole has been delivered for now (end of a watched file, of one run of a command).
  case pause
  /// Something went wrong; each is said once. The source goes on unless `end` follows.
  case error(Failure)
  /// Nothing more will come.
  case end
}

/// How a source of lines hands over what it has read.
package enum LineDelivery: Sendable {
  case lines
  /// For a consumer that finds the lines itself, and takes them at any length and rate.
  case parts
}

package typealias SourceHandler = (SourceEvent) -> Void

/// What a source of lines has read and not delivered yet, and its way to the source's handler.
///
/// The handler may pause or close the output in the middle of a delivery.
final class LineOutput {
  /// While true nothing is delivered.
  var isPaused = false
  /// Nothing is delivered any more.
  var isClosed = false
  var buffer = LineBuffer()
  /// A delivery stopped before the last whole line that is buffered.
  private(set) var hasLines = false

  private let name: String
  private let delivery: LineDelivery
  private let handler: SourceHandler
  private var hasWarned = false

  /// - Parameter name: What the source is called in messages.
  init(name: String, delivery: LineDelivery, handler: @escaping SourceHandler) {
    self.name = name
    self.delivery = delivery
    self.handler = handler
  }

  /// Hands an event on, unless the output is closed.
  func send(_ event: SourceEvent) { if !isClosed { handler(event) } }

  /// Delivers the whole lines that are buffered, or all bytes as one part. False where it had to stop: the output was
  /// paused or closed, or the budget is spent.
  func deliver(within budget: borrowing Budget) -> Bool {
    if delivery == .parts {
      if isOpen, let part = buffer.takeAll() { handler(.part(part)) }
      return isOpen
    }
    hasLines = true
    var count = 0
    while isOpen {
      guard let line = buffer.next() else {
        hasLines = false
        return true
      }
      handler(.line(line))
      warnOfCutLine()
      count += 1
      if count & 7 == 0, budget.isSpent { return false }
    }
    return false
  }

  /// Delivers what is left as the last line, where no more bytes will come. False where there is nothing.
  @discardableResult
  func deliverRest() -> Bool {
    guard !isClosed, let line = buffer.rest() else { return false }
    handler(.line(line))
    return true
  }

  private var isOpen: Bool { !isPaused && !isClosed }

  private func warnOfCutLine() {
    guard buffer.hasCutLine, !hasWarned else { return }
    hasWarned = true
    send(.error(Failure(of: name, reason: "a line longer than \(LineBuffer.longestLine) bytes was cut")))
  }
}
