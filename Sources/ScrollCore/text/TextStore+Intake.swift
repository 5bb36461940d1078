// How text enters the store.

extension TextStore {
  /// Adds an item; line ends in it count as spaces. A text without anything to show adds nothing.
  ///
  /// - Parameters:
  ///   - topic: an index below 65,535.
  ///   - link: left out where it is longer than 4,096 bytes.
  /// - Returns: the id of the item's first piece.
  @discardableResult
  public mutating func append(
    _ text: String, topic: Int? = nil, link: String? = nil, isMarkup: Bool = false
  ) -> Int? {
    append(Array(text.utf8).span, topic: topic, link: link, isMarkup: isMarkup)
  }

  /// Adds an item from its bytes.
  @discardableResult
  public mutating func append(
    _ bytes: Span<UInt8>, topic: Int? = nil, link: String? = nil, isMarkup: Bool = false
  ) -> Int? {
    finishLine()
    let first = nextID
    openTopic = topic
    openLink = Array((link ?? "").utf8.prefix(Self.longestLink + 1))
    if openLink.count > Self.longestLink { openLink = [] }
    isOpenMarkup = isMarkup && bytes.count <= Self.longestMarkup
    take(bytes, from: 0, to: bytes.count)
    finishLine()
    (openTopic, openLink, isOpenMarkup) = (nil, [], false)
    return nextID > first ? first : nil
  }

  /// Adds the next part of a stream of lines, each an item. A line may go on in the next part; of one that is
  /// longer than a piece, the pieces that are complete are there at once.
  public mutating func append(lines bytes: Span<UInt8>) {
    let count = bytes.count
    var start = 0
    while start < count {
      var end = start
      var isPlain = true
      while end < count, bytes[end] != Self.newline {
        isPlain = isPlain && bytes[end] &- 0x20 < 0x5f
        end += 1
      }
      let isWhole = end < count
      if isPlain, isWhole, !isOpen, cleaner.isIdle, end - start <= Self.longestPiece {
        addPlain(bytes, from: start, to: end)
      } else {
        take(bytes, from: start, to: end)
        if isWhole { finishItem() }
      }
      start = end + 1
    }
  }

  /// Ends a line that has no line end: the end of the stream.
  public mutating func finishLine() {
    if isOpen || !cleaner.isIdle { finishItem() }
  }

  private mutating func finishItem() {
    cleaner.finish()
    while cleaner.output.last == Self.space { cleaner.output.removeLast() }
    if !isOpen, keepsBlankLines, cleaner.output.isEmpty { addPlain([UInt8]().span, from: 0, to: 0) }
    flush(cleaner.output.count)
    isOpen = false
  }

  /// Adds a whole line of printable ASCII, the common case: copied as it is.
  private mutating func addPlain(_ bytes: Span<UInt8>, from: Int, to: Int) {
    var (from, to) = (from, to)
    while !keepsBlankLines, from < to, bytes[from] == Self.space { from += 1 }
    while from < to, bytes[to - 1] == Self.space { to -= 1 }
    guard from < to || keepsBlankLines else { return }
    add(
      bytes.extracting(from..<to), link: [UInt8]().span, topic: nil, isContinued: false,
      isMarkup: false)
  }

  private mutating func take(_ bytes: Span<UInt8>, from: Int, to: Int) {
    for i in from..<to {
      cleaner.append(bytes[i])
      let length = cleaner.output.count
      if length == 1, !isOpen, !keepsBlankLines, cleaner.output[0] == Self.space {
        cleaner.output.removeLast()
      } else if length >= Self.longestPiece, !isOpenMarkup {
        flush(cut())
      }
    }
  }

  /// Makes the first bytes of what is waiting a piece.
  private mutating func flush(_ count: Int) {
    guard count > 0 else { return }
    // Taken out, so that it can be read while the store changes.
    var (waiting, link) = ([UInt8](), [UInt8]())
    swap(&waiting, &cleaner.output)
    if !isOpen { swap(&link, &openLink) }
    add(
      waiting.span.extracting(0..<count), link: link.span, topic: openTopic, isContinued: isOpen,
      isMarkup: isOpenMarkup)
    waiting.removeSubrange(..<count)
    swap(&waiting, &cleaner.output)
    isOpen = true
  }

  /// Where to cut: after a space, else between two characters.
  private func cut() -> Int {
    let waiting = cleaner.output
    if let space = waiting.lastIndex(of: Self.space), space >= waiting.count / 2 {
      return space + 1
    }
    let text = String(decoding: waiting, as: UTF8.self)
    let last = waiting.count - (text.last?.utf8.count ?? 0)
    if last >= waiting.count / 2 { return last }
    // A single character of hundreds of bytes: at least between two scalars.
    return waiting.lastIndex { $0 & 0xc0 != 0x80 } ?? waiting.count
  }

  private static let newline: UInt8 = 0x0a
  private static let space: UInt8 = 0x20
  static let longestLink = 4096
}
