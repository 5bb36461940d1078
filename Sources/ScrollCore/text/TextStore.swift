/// Many texts in little room: clean UTF-8 packed into blocks, and sixteen bytes about each chunk.
///
/// A text that enters is an item. It is cleaned (see `TextCleaner`) and cut into chunks of at most `longestChunk` bytes,
/// at spaces where there are any. The ids of chunks grow by one each and are never used again. Beyond the limits of the
/// store the oldest chunks are dropped.
package struct TextStore: Sendable {
  /// What a store holds at most; the oldest goes first.
  package struct Limits: Equatable, Sendable {
    package var chunks: Int
    package var bytes: Int

    package init(chunks: Int, bytes: Int) {
      self.chunks = chunks
      self.bytes = bytes
    }

    /// For lines that come without an end: 100,000 chunks (a line of up to 512 bytes is one), 16 MiB of text.
    package static let stream = Limits(chunks: 100_000, bytes: 16 << 20)
    /// For a text that is whole: never cut.
    package static let none = Limits(chunks: .max, bytes: .max)
    /// For a text that is kept from its beginning: two million chunks, which take 32 MB and fewer blocks than can be
    /// numbered.
    package static let text = Limits(chunks: 2_000_000, bytes: .max)
  }

  /// The bytes of a chunk's text at most.
  package static let longestChunk = 512
  /// Markup cannot be cut; a text of it may have so many bytes, and is plain beyond.
  package static let longestMarkup = 32_768
  /// Texts that come are markup, but for those that are said to be plain.
  package var readsMarkup = false
  /// Texts keep the spaces at their ends, as long as there is anything else.
  package var keepsSpaces = false

  package var limits: Limits {
    didSet { shrink() }
  }
  /// Lines keep their indentation, and those without text are kept.
  package var keepsBlankLines = false
  /// Lines keep their tabs.
  package var keepsTabs: Bool {
    get { cleaner.keepsTabs }
    set { cleaner.keepsTabs = newValue }
  }
  /// Where all but the newest text is put; to be set before any is added. Without one it is all held in memory.
  package var spill: (any SpillStore)? {
    get { blocks.spill }
    set { blocks.spill = newValue }
  }
  /// Beyond the limit of chunks what comes is left out, instead of what is oldest.
  package var keepsOldest = false
  /// Something was left out for that.
  package private(set) var hasLeftOut = false
  /// Items that are held, whole or in part.
  package private(set) var itemCount = 0

  private(set) var records = Queue<Record>()
  private(set) var blocks = TextBlocks()
  /// The id of the next chunk: it grows with all that comes.
  package private(set) var nextID = 0
  private var cleaner = TextCleaner(.paragraph)
  /// The item that is being added.
  private var isOpen = false
  private var openTopic: Int?
  private var openLink: [UInt8] = []
  private var openKind: Kind?

  package init(limits: Limits = .stream) { self.limits = limits }

  struct Record: Sendable {
    static let noTopic = UInt16.max

    /// The low bits of the id.
    var id: UInt32
    var place: TextBlocks.Place
    var textLength: UInt16
    var linkLength: UInt16
    var topic: UInt16
    var kind: Kind
    var isContinued: Bool
  }

  /// What a text may have in it.
  package enum Kind: UInt8, Sendable {
    /// Every character stands for itself, whatever the others are read as.
    case plain
    /// It would be read as markup, but none was asked for when it came.
    case open
    /// It is read as markup, and so is not cut.
    case markup
  }

  // MARK: - Keeping

  /// Adds a chunk; `bytes` are clean, and with the link they fit into a block.
  private mutating func add(_ bytes: Span<UInt8>, link: Span<UInt8>, topic: Int?, kind: Kind, isContinued: Bool) {
    if keepsOldest, records.count >= limits.chunks {
      hasLeftOut = true
      return
    }
    records.append(
      Record(
        id: UInt32(truncatingIfNeeded: nextID), place: blocks.append(bytes, link), textLength: UInt16(bytes.count),
        linkLength: UInt16(link.count), topic: topic.flatMap { UInt16(exactly: $0) } ?? Record.noTopic,
        kind: kind, isContinued: isContinued))
    nextID += 1
    if !isContinued { itemCount += 1 }
    shrink()
  }

  /// Drops the oldest chunks until the limits are kept; one chunk is always left.
  private mutating func shrink() {
    while records.count > 1, records.count > limits.chunks || byteCount > limits.bytes || blocks.isFull {
      blocks.dropChunk(at: records[0].place)
      records.removeFirst()
      if records[0].isContinued {
        records[0].isContinued = false
      } else {
        itemCount -= 1
      }
    }
  }

  /// Removes whole items, chosen by the id and the topic of their first chunks.
  package mutating func removeItems(where isRemoved: (_ id: Int, _ topic: Int?) -> Bool) {
    var kept = Queue<Record>()
    var removes = false
    for number in 0..<records.count {
      let record = records[number]
      if number == 0 || !record.isContinued {
        removes = isRemoved(id(ofChunk: number), topic(ofChunk: number))
        if removes { itemCount -= 1 }
      }
      if removes { blocks.dropChunk(at: record.place) } else { kept.append(record) }
    }
    records = kept
    isOpen = isOpen && !removes
  }

  /// Forgets everything; ids go on.
  package mutating func removeAll() {
    var empty = TextStore(limits: limits)
    (empty.nextID, empty.keepsBlankLines, empty.keepsTabs, empty.spill) = (nextID, keepsBlankLines, keepsTabs, spill)
    (empty.readsMarkup, empty.keepsSpaces, empty.keepsOldest) = (readsMarkup, keepsSpaces, keepsOldest)
    self = empty
  }

  // MARK: - Adding

  /// Adds an item; line ends in it count as spaces. A text without anything to show adds nothing.
  ///
  /// - Parameters:
  ///   - topic: an index below 65,535.
  ///   - link: left out where it is longer than 4,096 bytes.
  /// - Returns: the id of the item's first chunk.
  @discardableResult
  package mutating func append(
    _ text: String, topic: Int? = nil, link: String? = nil, isPlain: Bool = false
  ) -> Int? {
    append(Array(text.utf8).span, topic: topic, link: link, isPlain: isPlain)
  }

  /// Puts another text in the place of the only one, under its id.
  ///
  /// - Returns: false where there is not just one, of one chunk, and nothing has changed then; false also where the text has
  ///   nothing to show or takes more than a chunk, and the old one is gone then.
  package mutating func replaceOnly(with text: String, isPlain: Bool) -> Bool {
    guard itemCount == 1, records.count == 1 else { return false }
    let (id, next) = (id(ofChunk: 0), nextID)
    removeAll()
    nextID = id
    append(text, isPlain: isPlain)
    nextID = max(nextID, next)
    return records.count == 1
  }

  /// Adds an item from its bytes.
  @discardableResult
  package mutating func append(
    _ bytes: Span<UInt8>, topic: Int? = nil, link: String? = nil, isPlain: Bool = false
  ) -> Int? {
    finishLine()
    let first = nextID
    openTopic = topic
    openLink = Array((link ?? "").utf8.prefix(Self.longestLink + 1))
    if openLink.count > Self.longestLink { openLink = [] }
    openKind = isPlain ? .plain : bytes.count > Self.longestMarkup ? .open : nil
    take(bytes, from: 0, to: bytes.count)
    finishLine()
    (openTopic, openLink) = (nil, [])
    return nextID > first ? first : nil
  }

  /// Adds the next part of a stream of lines, each an item. A line may go on in the next part; of one that is
  /// longer than a chunk, the chunks that are complete are there at once.
  package mutating func append(lines bytes: Span<UInt8>) {
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
      if isPlain, isWhole, !isOpen, cleaner.isIdle, end - start <= Self.longestChunk {
        addPlain(bytes, from: start, to: end)
      } else {
        take(bytes, from: start, to: end)
        if isWhole { finishItem() }
      }
      start = end + 1
    }
  }

  /// Ends a line that has no line end: the end of the stream.
  package mutating func finishLine() {
    if isOpen || !cleaner.isIdle { finishItem() }
  }

  private mutating func finishItem() {
    cleaner.finish()
    let isBlank = cleaner.output.allSatisfy { $0 == Self.space }
    while !keepsSpaces || isBlank, cleaner.output.last == Self.space { cleaner.output.removeLast() }
    if !isOpen, keepsBlankLines, cleaner.output.isEmpty { addPlain([UInt8]().span, from: 0, to: 0) }
    flush(cleaner.output.count)
    (isOpen, openKind) = (false, nil)
  }

  /// What the item is that is being added.
  private var presentKind: Kind { openKind ?? (readsMarkup ? .markup : .open) }

  /// Adds a whole line of printable ASCII, the common case: copied as it is.
  private mutating func addPlain(_ bytes: Span<UInt8>, from: Int, to: Int) {
    var (from, to) = (from, to)
    let whole = (from, to)
    while !keepsBlankLines, from < to, bytes[from] == Self.space { from += 1 }
    while from < to, bytes[to - 1] == Self.space { to -= 1 }
    guard from < to || keepsBlankLines else { return }
    if keepsSpaces { (from, to) = whole }
    add(bytes.extracting(from..<to), link: [UInt8]().span, topic: nil, kind: presentKind, isContinued: false)
  }

  private mutating func take(_ bytes: Span<UInt8>, from: Int, to: Int) {
    for i in from..<to {
      cleaner.append(bytes[i])
      let length = cleaner.output.count
      if length == 1, !isOpen, !keepsBlankLines, !keepsSpaces, cleaner.output[0] == Self.space {
        cleaner.output.removeLast()
      } else if presentKind == .markup, length > Self.longestMarkup {
        // It is longer than it may be, or broken bytes have grown as they were cleaned.
        openKind = .open
        while cleaner.output.count >= Self.longestChunk { flush(cut()) }
      } else if length >= Self.longestChunk, presentKind != .markup {
        flush(cut())
      }
    }
  }

  /// Makes the first bytes of what is waiting a chunk.
  private mutating func flush(_ count: Int) {
    guard count > 0 else { return }
    // Taken out, so that it can be read while the store changes.
    var (waiting, link) = ([UInt8](), [UInt8]())
    swap(&waiting, &cleaner.output)
    if !isOpen { swap(&link, &openLink) }
    add(
      waiting.span.extracting(0..<count), link: link.span, topic: openTopic, kind: presentKind,
      isContinued: isOpen)
    waiting.removeSubrange(..<count)
    swap(&waiting, &cleaner.output)
    isOpen = true
  }

  /// Where to cut: after a space, else between two characters.
  private func cut() -> Int {
    var end = min(cleaner.output.count, Self.longestChunk + 16)
    while end < cleaner.output.count, cleaner.output[end] & 0xc0 == 0x80 { end -= 1 }
    let waiting = cleaner.output[..<end]
    if let space = waiting.lastIndex(of: Self.space), space >= waiting.count / 2 { return space + 1 }
    let text = String(decoding: waiting, as: UTF8.self)
    let last = waiting.count - (text.last?.utf8.count ?? 0)
    if last >= waiting.count / 2 { return last }
    // A single character of hundreds of bytes: at least between two scalars.
    return waiting.lastIndex { $0 & 0xc0 != 0x80 } ?? waiting.count
  }

  private static let newline: UInt8 = 0x0a
  private static let space: UInt8 = 0x20
  private static let longestLink = 4096
}
