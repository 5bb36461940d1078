package import Base
internal import Glibc

/// The events of a source of lines.
package enum LineEvent {
  /// A line without its end. The bytes come from outside: valid during the call, not necessarily UTF-8.
  case line(UnsafeRawBufferPointer)
  /// The next bytes including line ends, for `LineDelivery.parts`. Valid during the call.
  case part(UnsafeRawBufferPointer)
  /// The earlier lines are obsolete, as the file was replaced or truncated, or the command runs again. The lines up to
  /// the next `pause` are the new content.
  case restart
  /// The content is complete for now: the end of a watched file, or of a run of a command.
  case pause
  /// An error, reported once. The source continues unless `end` follows.
  case error(Failure)
  /// The last event.
  case end
}

/// How a source of lines delivers its input.
package enum LineDelivery: Sendable {
  case lines
  /// In chunks, for a consumer that splits lines itself and accepts any length and rate.
  case parts
}

package typealias SourceHandler = (LineEvent) -> Void

/// The buffered input of a source, and its delivery to the handler.
///
/// The handler may pause or close the output during a delivery.
final class LineOutput {
  /// Whether delivery is suspended.
  var isPaused = false
  /// Whether delivery has ended.
  var isClosed = false
  var buffer = LineBuffer()
  /// Whether a delivery stopped before the last whole line in the buffer.
  private(set) var hasLines = false

  private let name: String
  private let delivery: LineDelivery
  private let handler: SourceHandler
  private var hasWarned = false

  /// - Parameter name: The name of the source in messages.
  init(name: String, delivery: LineDelivery, handler: @escaping SourceHandler) {
    self.name = name
    self.delivery = delivery
    self.handler = handler
  }

  /// Sends an event, unless the output is closed.
  func send(_ event: LineEvent) { if !isClosed { handler(event) } }

  /// Delivers the whole lines in the buffer, or all bytes as one chunk. Returns false if it was interrupted: paused,
  /// closed, or out of budget.
  func deliver(within budget: borrowing Budget) -> Bool {
    if delivery == .parts {
      if isOpen, let part = buffer.drain() { handler(.part(part)) }
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

  /// Delivers the rest as the last line, at the end of the input. Returns false if there is none.
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

/// Splits a stream of bytes into lines, at `\n`, `\r\n` or `\r`. A last line without an end counts. A line that ends in
/// `\r`, as programs write that overwrite their last one, is there at once; an empty one of these is none.
///
/// Lines are passed in place, without a copy. A line longer than `longestLine` is cut at a UTF-8 character boundary,
/// and the rest of it is skipped.
struct LineBuffer: ~Copyable {
  static let longestLine = 1 << 20

  private var storage: UnsafeMutableRawBufferPointer
  /// The start of the unread bytes.
  private var start = 0
  private var end = 0
  /// The unread bytes before this offset contain no line end.
  private var searched = 0
  /// The first `\n` from there on, if it is known; otherwise there is none before `feedSearched`.
  private var feed: Int?
  private var feedSearched = 0
  /// The last line ended in `\r`: a `\n` that follows belongs to it.
  private var hasReturned = false
  private var skipsToLineEnd = false
  private var isAtBeginning = true
  /// Set after a line was cut. The owner reports and clears it.
  var hasCutLine = false

  init(capacity: Int = 64 << 10) {
    storage = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit { storage.deallocate() }

  var isEmpty: Bool { start == end }

  /// Calls `read` with the free space, which is never empty, and returns its result. Invalidates pointers from `next`.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> ReadResult) -> ReadResult {
    makeRoom()
    let result = read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    if case .bytes(let count) = result { end += count }
    if isAtBeginning, end - start >= 3 { skipByteOrderMark() }
    return result
  }

  /// Returns the next whole line; nil if more bytes are needed. Valid until the next `fill`.
  mutating func next() -> UnsafeRawBufferPointer? {
    while let length = distanceToLineEnd() {
      let line = start..<(start + length)
      start = line.upperBound + 1
      searched = start
      isAtBeginning = false
      hasReturned = storage[line.upperBound] == 0x0D
      let isOverwritten = hasReturned && line.isEmpty && start < end && storage[start] != 0x0A
      if !skipsToLineEnd, !isOverwritten { return bytes(line) }
      skipsToLineEnd = false
    }
    return cutOverlongLine()
  }

  /// Returns the last line without an end, once no more bytes follow.
  mutating func rest() -> UnsafeRawBufferPointer? {
    defer { (start, searched, isAtBeginning, skipsToLineEnd, hasReturned) = (end, end, true, false, false) }
    return start == end || skipsToLineEnd ? nil : bytes(start..<end)
  }

  /// Returns all unread bytes without splitting; nil if there are none. Valid until the next `fill`.
  mutating func drain() -> UnsafeRawBufferPointer? {
    guard start < end else { return nil }
    defer { (start, searched, isAtBeginning) = (end, end, false) }
    return UnsafeRawBufferPointer(rebasing: storage[start..<end])
  }

  /// Skips a line end at the front of the unread bytes. Returns false if there is none.
  mutating func skipLineEnd() -> Bool {
    if start < end, storage[start] == 0x0D { start += 1 }
    guard start < end, storage[start] == 0x0A else { return false }
    start += 1
    searched = start
    return true
  }

  private mutating func distanceToLineEnd() -> Int? {
    if hasReturned, start < end {
      hasReturned = false
      if storage[start] == 0x0A { start += 1 }
      searched = max(searched, start)
    }
    guard searched < end else { return nil }
    if feed.map({ $0 < searched }) ?? true {
      let from = max(feedSearched, searched)
      feed = offset(of: 0x0A, in: from..<end)
      feedSearched = feed.map { $0 + 1 } ?? end
    }
    guard let found = offset(of: 0x0D, in: searched..<(feed ?? end)) ?? feed else {
      searched = end
      return nil
    }
    // The next byte decides whether an empty line counts.
    if found == start, storage[found] == 0x0D, found + 1 == end, !skipsToLineEnd { return nil }
    return found - start
  }

  private func offset(of byte: Int32, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let base = storage.baseAddress else { return nil }
    return memchr(base + range.lowerBound, byte, range.count).map { $0 - UnsafeMutableRawPointer(base) }
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

  /// Moves the unread bytes to the front, and doubles the storage if they fill it. It is bounded, as `next` cuts long
  /// lines.
  private mutating func makeRoom() {
    if start == end { (start, end, searched, feed, feedSearched) = (0, 0, 0, nil, 0) }
    guard storage.count - end < storage.count / 4 + 1 else { return }
    if start > 0, let base = storage.baseAddress {
      memmove(base, base + start, end - start)
      searched -= start
      (feed, feedSearched) = (feed.map { $0 - start }, max(0, feedSearched - start))
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
