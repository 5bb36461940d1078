package import Base
internal import Glibc

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

/// Cuts a stream of bytes into lines: at `\n` or `\r\n`; a last line without an end counts.
///
/// Lines are handed out in place, without a copy. A line longer than `longestLine` is cut there, at a
/// character of UTF-8, and the rest of it is skipped.
struct LineBuffer: ~Copyable {
  static let longestLine = 1 << 20

  private var storage: UnsafeMutableRawBufferPointer
  /// The unread bytes.
  private var start = 0
  private var end = 0
  /// Up to where the unread bytes are known to hold no `\n`.
  private var searched = 0
  private var skipsToLineEnd = false
  private var isAtBeginning = true
  /// Set when a line was cut; the owner reports and clears it.
  var hasCutLine = false

  init(capacity: Int = 64 << 10) {
    storage = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit { storage.deallocate() }

  var isEmpty: Bool { start == end }

  /// Lets `read` put bytes into the free room (never empty) and returns what `read` returned. Pointers from `next` are
  /// void afterwards.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> ReadResult) -> ReadResult {
    makeRoom()
    let result = read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    if case .bytes(let count) = result { end += count }
    if isAtBeginning, end - start >= 3 { skipByteOrderMark() }
    return result
  }

  /// The next whole line, or nil when more bytes are needed. Valid until the next `fill`.
  mutating func next() -> UnsafeRawBufferPointer? {
    while let length = distanceToLineEnd() {
      let line = start..<(start + length)
      start = line.upperBound + 1
      searched = start
      isAtBeginning = false
      if !skipsToLineEnd { return bytes(line) }
      skipsToLineEnd = false
    }
    return cutOverlongLine()
  }

  /// What is left when no more bytes will come: the last line if it has no end.
  mutating func rest() -> UnsafeRawBufferPointer? {
    defer { (start, searched, isAtBeginning, skipsToLineEnd) = (end, end, true, false) }
    return start == end || skipsToLineEnd ? nil : bytes(start..<end)
  }

  /// All unread bytes, cut nowhere; nil where there are none. Valid until the next `fill`.
  mutating func takeAll() -> UnsafeRawBufferPointer? {
    guard start < end else { return nil }
    defer { (start, searched, isAtBeginning) = (end, end, false) }
    return UnsafeRawBufferPointer(rebasing: storage[start..<end])
  }

  /// Drops an end of line at the front of the unread bytes; false where there is none.
  mutating func skipLineEnd() -> Bool {
    if start < end, storage[start] == 0x0D { start += 1 }
    guard start < end, storage[start] == 0x0A else { return false }
    start += 1
    searched = start
    return true
  }

  private mutating func distanceToLineEnd() -> Int? {
    guard searched < end, let base = storage.baseAddress else { return nil }
    guard let found = memchr(base + searched, 0x0A, end - searched) else {
      searched = end
      return nil
    }
    return found - (base + start)
  }

  private mutating func cutOverlongLine() -> UnsafeRawBufferPointer? {
    if skipsToLineEnd {
      start = end
      return nil
    }
    guard end - start > Self.longestLine else { return nil }
    var cut = start + Self.longestLine
    while cut > start, storage[cut] & 0xC0 == 0x80 { cut -= 1 }
    let line = start..<cut
    start = end
    skipsToLineEnd = true
    hasCutLine = true
    return bytes(line)
  }

  private func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    let hasReturn = !range.isEmpty && storage[range.upperBound - 1] == 0x0D
    return UnsafeRawBufferPointer(rebasing: storage[range.lowerBound..<(range.upperBound - (hasReturn ? 1 : 0))])
  }

  private mutating func skipByteOrderMark() {
    isAtBeginning = false
    if storage[start] == 0xEF, storage[start + 1] == 0xBB, storage[start + 2] == 0xBF {
      start += 3
      searched = start
    }
  }

  /// Moves the unread bytes to the front, and doubles the storage when they fill it. It stays bounded
  /// because `next` cuts a line that is too long.
  private mutating func makeRoom() {
    if start == end { (start, end, searched) = (0, 0, 0) }
    guard storage.count - end < storage.count / 4 + 1 else { return }
    if start > 0, let base = storage.baseAddress {
      memmove(base, base + start, end - start)
      searched -= start
      end -= start
      start = 0
    }
    guard storage.count - end < storage.count / 4 + 1 else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: storage.count * 2, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<end]))
    storage.deallocate()
    storage = larger
  }
}
