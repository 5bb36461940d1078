internal import Base
internal import Glibc

/// Somebody who has connected to the window's socket: lines come from there, and answers and events go back.
final class ControlClient {
  private let socket: LineSocket
  /// The names of the events that are told there; nil: nobody has asked.
  var subscription: Set<String>?
  /// It is to be left: it has ended and all is answered, or it does not keep up.
  var isGone: Bool { isDropped || socket.failure != nil }
  private var isDropped = false
  /// When it last asked for something, or connected, on the monotonic clock.
  private(set) var lastRequest = monotonicNow()

  /// Bytes of a line.
  static let longestLine = 1 << 20
  /// Bytes that wait to be read there; a client that is slower is left.
  private static let mostWaiting = 1 << 20

  init(_ socket: consuming Descriptor) { self.socket = LineSocket(socket, longestLine: Self.longestLine) }

  var descriptor: pollfd { socket.descriptor(reads: !isFull) }

  /// Nothing is on its way between here and there, and it waits for no event: it can be left without a loss.
  var isIdle: Bool { subscription == nil && socket.unsent == 0 && !socket.isReadable }

  /// Answers wait, and nothing more is taken.
  private var isFull: Bool { socket.unsent > Self.mostWaiting / 4 }

  /// Reads what has come, and hands over whole lines until the time is over. True where more is waiting.
  func serve(within budget: Budget, _ take: (UnsafeRawBufferPointer) -> String?) -> Bool {
    flush()
    repeat {
      while !isFull, let line = socket.nextLine() {
        lastRequest = monotonicNow()
        if let answer = line.withUnsafeBytes(take) { send(answer) }
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
    // An answer may be longer by itself, as that about the properties of many views.
    guard socket.unsent == 0 || socket.unsent + line.utf8.count <= Self.mostWaiting else {
      isDropped = true
      return
    }
    socket.send(line)
  }

  /// Writes what can be written without waiting.
  func flush() { socket.flush() }
}
