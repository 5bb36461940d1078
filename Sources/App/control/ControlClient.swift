internal import Base
internal import Glibc

/// A client of the window's socket: sends lines, and receives answers and events.
final class ControlClient {
  private let socket: LineSocket
  /// The names of the events that it subscribed to, or nil.
  var subscription: Set<String>?
  /// Whether to drop it: it has ended and every answer is sent, or it is too slow.
  var isGone: Bool { isDropped || socket.failure != nil }
  private var isDropped = false
  /// The time of its last request, or of its connection, on the monotonic clock.
  private(set) var lastRequest = monotonicNow()

  /// The limit for a line, in bytes.
  static let longestLine = 1 << 20
  /// The limit for unsent bytes; a slower client is dropped.
  private static let mostWaiting = 1 << 20

  init(_ socket: consuming Descriptor) { self.socket = LineSocket(socket, longestLine: Self.longestLine) }

  var descriptor: pollfd { socket.descriptor(reads: !isFull) }

  /// Whether it can be dropped without loss: nothing is in transit, and it waits for no event.
  var isIdle: Bool { subscription == nil && socket.unsent == 0 && !socket.isReadable }

  /// Whether too many answers wait for it to accept another request.
  private var isFull: Bool { socket.unsent > Self.mostWaiting / 4 }

  /// Reads, and passes whole lines to `answer` until the budget is spent. Returns whether more is waiting.
  func serve(within budget: Budget, _ answer: (UnsafeRawBufferPointer) -> String?) -> Bool {
    flush()
    repeat {
      while !isFull, let line = socket.nextLine() {
        lastRequest = monotonicNow()
        if let reply = line.withUnsafeBytes(answer) { send(reply) }
        if budget.isSpent { return true }
      }
      if socket.isLineTooLong {
        send(ControlRequest.refusal(.usage("the line is longer than \(sizeText(Self.longestLine))"), to: nil))
        flush()
        isDropped = true
      }
    } while !isFull && !isDropped && socket.receive()
    flush()
    if socket.hasEnded, socket.unsent == 0 || isFull { isDropped = true }
    return false
  }

  func send(_ line: String) {
    // A single answer may be longer, such as the properties of many views.
    guard socket.unsent == 0 || socket.unsent + line.utf8.count <= Self.mostWaiting else {
      isDropped = true
      return
    }
    socket.send(line)
  }

  /// Writes as much as it can without blocking.
  func flush() { socket.flush() }
}
