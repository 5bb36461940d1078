internal import Glibc

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

  /// Lets `read` put bytes into the free room (never empty) and returns what `read` returned: how many
  /// it put there, or 0 or less for none. Pointers from `next` are void afterwards.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom()
    let count = read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    if count > 0 { end += count }
    if isAtBeginning, end - start >= 3 { skipByteOrderMark() }
    return count
  }

  /// The next whole line, or nil when more bytes are needed. Valid until the next `fill`.
  mutating func next() -> UnsafeRawBufferPointer? {
    while let length = distanceToLineEnd() {
      let line = start..<(start + length)
      start = line.upperBound + 1
      searched = start
      isAtBeginning = false
      if skipsToLineEnd {
        skipsToLineEnd = false
      } else {
        return bytes(line)
      }
    }
    return cutOverlongLine()
  }

  /// What is left when no more bytes will come: the last line if it has no end.
  mutating func rest() -> UnsafeRawBufferPointer? {
    defer {
      start = end
      searched = end
      isAtBeginning = true
      skipsToLineEnd = false
    }
    return start == end || skipsToLineEnd ? nil : bytes(start..<end)
  }

  /// All unread bytes, cut nowhere; nil where there are none. Valid until the next `fill`.
  mutating func takeAll() -> UnsafeRawBufferPointer? {
    guard start < end else { return nil }
    defer {
      start = end
      searched = end
      isAtBeginning = false
    }
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
    if start == end {
      start = 0
      end = 0
      searched = 0
    }
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
