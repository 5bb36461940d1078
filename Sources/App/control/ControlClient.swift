internal import Base
internal import Glibc

/// Somebody who has connected to the window's socket: lines come from there, and answers and events go back.
final class ControlClient {
  private let socket: Descriptor
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  /// The names of the events that are told there; nil: nobody has asked.
  var subscription: Set<String>?
  /// Nothing comes from there any more, or nothing goes there.
  private(set) var isGone = false
  /// When it last asked for something, or connected, on the monotonic clock.
  private(set) var lastRequest = monotonicNow()
  /// All that has come is answered before it is left.
  private var hasEnded = false

  /// Bytes of a line.
  static let longestLine = 1 << 20
  /// Bytes that wait to be read there; a client that is slower is left.
  private static let mostWaiting = 1 << 20

  init(_ socket: consuming Descriptor) { self.socket = socket }

  var descriptor: pollfd {
    let events = (hasEnded || isFull ? 0 : POLLIN) | (output.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: socket.raw, events: Int16(events), revents: 0)
  }

  /// Nothing is on its way between here and there, and it waits for no event: it can be left without a loss.
  var isIdle: Bool { subscription == nil && output.isEmpty && !isReadable(socket.raw) }

  /// Answers wait, and nothing more is taken.
  private var isFull: Bool { output.count > Self.mostWaiting / 4 }

  /// Reads what has come, and hands over whole lines until the time is over. True where more is waiting.
  func serve(within budget: Budget, _ take: (UnsafeRawBufferPointer) -> String?) -> Bool {
    flush()
    while !isGone, !isFull {
      guard handOver(within: budget, take) else { return true }
      if hasEnded { break }
      guard read() else { return false }
    }
    flush()
    if hasEnded, output.isEmpty || isFull { isGone = true }
    return false
  }

  /// Hands over the lines that are there; false where the time was over before.
  private func handOver(within budget: Budget, _ take: (UnsafeRawBufferPointer) -> String?) -> Bool {
    var start = 0
    defer { input.removeFirst(start) }
    while !isFull, !isGone, let end = input[start...].firstIndex(of: 0x0A) {
      let line = start..<end
      lastRequest = monotonicNow()
      start = end + 1
      if let answer = input.withUnsafeBytes({ take(UnsafeRawBufferPointer(rebasing: $0[line])) }) { send(answer) }
      if budget.isSpent { return false }
    }
    if input.count - start > Self.longestLine {
      send(ControlRequest.answer(ControlError("the line is longer than \(sizeText(Self.longestLine))")))
      flush()
      isGone = true
    }
    return true
  }

  /// False where nothing is there now.
  private func read() -> Bool {
    var part = [UInt8](repeating: 0, count: 16 << 10)
    switch ReadResult(Glibc.read(socket.raw, &part, part.count)) {
    case .bytes(let count): input += part[..<count]
    case .nothing: return false
    case .end: hasEnded = true
    case .failed: isGone = true
    }
    return true
  }

  func send(_ line: String) {
    guard !isGone else { return }
    // An answer may be longer by itself, as that about the properties of many views.
    guard output.isEmpty || output.count + line.utf8.count <= Self.mostWaiting else {
      isGone = true
      return
    }
    output += line.utf8
    output.append(0x0A)
  }

  /// Writes what can be written without waiting.
  func flush() {
    while !output.isEmpty, !isGone {
      let count = output.withUnsafeBytes { Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        output.removeFirst(count)
      } else if errno != EINTR {
        isGone = isGone || errno != EAGAIN
        return
      }
    }
  }
}
