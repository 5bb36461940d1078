/// A compact store of texts: clean UTF-8 packed into blocks, and sixteen bytes per chunk.
///
/// Each text is an item. It is cleaned (see `TextCleaner`) and cut into chunks of at most `longestChunk` bytes, at
/// spaces if possible. Chunk ids increase by one and are never reused. Beyond the store's limits the oldest chunks are
/// dropped.
package struct TextStore: Sendable {
  /// The most bytes of a chunk's text.
  package static let longestChunk = 512
  /// The longest markup in bytes, because it cannot be cut. Longer texts are plain.
  package static let longestMarkup = 32_768
  /// Whether new texts are markup, unless marked as plain.
  package var readsMarkup = false
  /// Whether texts keep spaces at their ends, unless they are all blank.
  package var keepsSpaces = false

  package var limits: Limits {
    didSet { shrink() }
  }
  /// Whether lines keep their indentation, and blank lines are kept.
  package var keepsBlankLines = false
  /// Whether lines keep their tabs.
  package var keepsTabs: Bool {
    get { cleaner.keepsTabs }
    set { cleaner.keepsTabs = newValue }
  }
  /// The storage for all but the newest text. Set it before adding any. Nil keeps everything in memory.
  package var spill: (any SpillStore)? {
    get { blocks.spill }
    set { blocks.spill = newValue }
  }
  /// Whether new text is dropped beyond the limit of chunks, instead of the oldest.
  package var keepsOldest = false
  /// Whether `keepsOldest` has dropped anything.
  package private(set) var hasLeftOut = false
  /// The number of items, whole or in part.
  package private(set) var itemCount = 0

  private(set) var records = Queue<Record>()
  private(set) var blocks = TextBlocks()
  /// The id of the next chunk.
  package private(set) var nextID = 0
  private var cleaner = TextCleaner(.paragraph)
  /// The item that is being added.
  private var isOpen = false
  /// The last line of a stream ended in a carriage return: a line feed that follows belongs to it.
  private var hasReturned = false
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

    /// Bytes of the text and its link.
    var byteCount: Int { Int(textLength) + Int(linkLength) }
  }

  /// How a text is read.
  package enum Kind: UInt8, Sendable {
    /// Always as plain characters.
    case plain
    /// As plain characters, because markup was off when it was added.
    case open
    /// As markup, which is never cut.
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

  /// Drops the oldest chunks until the limits hold, but never the last one.
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
    pack()
  }

  /// Compacts the texts once few are left among removed ones. So the work is less than that of adding the removed ones.
  private mutating func pack() {
    let bytes = (0..<records.count).reduce(0) { $0 + records[$1].byteCount }
    guard blocks.isSparse(holding: bytes) else { return }
    var packed = TextBlocks()
    for number in 0..<records.count {
      records[number].place = packed.append(records[number].byteCount, at: records[number].place, of: blocks)
    }
    blocks = packed
  }

  /// Removes everything; ids continue.
  package mutating func removeAll() {
    var empty = TextStore(limits: limits)
    (empty.nextID, empty.keepsBlankLines, empty.keepsTabs, empty.spill) = (nextID, keepsBlankLines, keepsTabs, spill)
    (empty.readsMarkup, empty.keepsSpaces, empty.keepsOldest) = (readsMarkup, keepsSpaces, keepsOldest)
    self = empty
  }

  // MARK: - Adding

  /// Adds an item; line ends in it count as spaces. A text without visible characters adds nothing.
  ///
  /// - Parameters:
  ///   - topic: An index below 65,535.
  ///   - link: Dropped if longer than 4,096 bytes.
  /// - Returns: The id of the item's first chunk.
  @discardableResult
  package mutating func append(
    _ text: String, topic: Int? = nil, link: String? = nil, isPlain: Bool = false
  ) -> Int? {
    append(Array(text.utf8).span, topic: topic, link: link, isPlain: isPlain)
  }

  /// Replaces the text of the only item, under its id.
  ///
  /// - Returns: False, without a change, if the store does not hold exactly one item of one chunk. False too if the new
  ///   text is blank or longer than a chunk; then the old one is gone.
  package mutating func replaceOnly(with text: String, isPlain: Bool) -> Bool {
    guard itemCount == 1, records.count == 1 else { return false }
    let (id, next) = (id(ofChunk: 0), nextID)
    removeAll()
    nextID = id
    append(text, isPlain: isPlain)
    nextID = max(nextID, next)
    return records.count == 1
  }

  /// Gives an item of one chunk the id and with it the place of one that is gone. Returns false, without a change, if it has
  /// more chunks or is not there, or the id is not free or comes after its own.
  package mutating func move(_ id: Int, to free: Int) -> Bool {
    guard (0..<id).contains(free), find(free) == nil, !isOpen, let old = find(id), item(ofChunk: old).count == 1 else {
      return false
    }
    var moved = records[old]
    moved.id = UInt32(truncatingIfNeeded: free)
    let place = number(of: free)
    var others = Queue<Record>()
    for number in 0..<records.count {
      if number == place { others.append(moved) }
      if number != old { others.append(records[number]) }
    }
    records = others
    return true
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
    append(part: bytes, from: 0, to: bytes.count)
    finishLine()
    (openTopic, openLink) = (nil, [])
    return nextID > first ? first : nil
  }

  /// Adds the next part of a stream of lines, each an item. A line may continue in the next part. Complete chunks of a
  /// long line are available at once.
  package mutating func append(lines bytes: Span<UInt8>) {
    let count = bytes.count
    var start = 0
    if hasReturned, count > 0 {
      hasReturned = false
      if bytes[0] == Self.newline { start = 1 }
    }
    while start < count {
      var end = start
      var isPlain = true
      while end < count, bytes[end] != Self.newline, bytes[end] != Self.carriageReturn {
        isPlain = isPlain && bytes[end] &- 0x20 < 0x5f
        end += 1
      }
      let isWhole = end < count
      if isPlain, isWhole, !isOpen, cleaner.isIdle, end - start <= Self.longestChunk {
        addPlain(bytes, from: start, to: end)
      } else {
        append(part: bytes, from: start, to: end)
        if isWhole { finishItem() }
      }
      start = end + 1
      guard isWhole, bytes[end] == Self.carriageReturn else { continue }
      if start == count { hasReturned = true } else if bytes[start] == Self.newline { start += 1 }
    }
  }

  /// Ends the last line at the end of the stream.
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

  /// How the item being added is read.
  private var presentKind: Kind { openKind ?? (readsMarkup ? .markup : .open) }

  /// Adds a whole line of printable ASCII, the common case, without cleaning.
  private mutating func addPlain(_ bytes: Span<UInt8>, from: Int, to: Int) {
    var (from, to) = (from, to)
    let whole = (from, to)
    while !keepsBlankLines, from < to, bytes[from] == Self.space { from += 1 }
    while from < to, bytes[to - 1] == Self.space { to -= 1 }
    guard from < to || keepsBlankLines else { return }
    if keepsSpaces { (from, to) = whole }
    add(bytes.extracting(from..<to), link: [UInt8]().span, topic: nil, kind: presentKind, isContinued: false)
  }

  private mutating func append(part bytes: Span<UInt8>, from: Int, to: Int) {
    for i in from..<to {
      cleaner.append(bytes[i])
      let length = cleaner.output.count
      if length == 1, !isOpen, !keepsBlankLines, !keepsSpaces, cleaner.output[0] == Self.space {
        cleaner.output.removeLast()
      } else if presentKind == .markup, length > Self.longestMarkup {
        // It is too long, or malformed bytes have grown while being cleaned.
        openKind = .open
        while cleaner.output.count >= Self.longestChunk { flush(cut()) }
      } else if length >= Self.longestChunk, presentKind != .markup {
        flush(cut())
      }
    }
  }

  /// Makes a chunk of the first pending bytes.
  private mutating func flush(_ count: Int) {
    guard count > 0 else { return }
    // Moved out, so that they can be read while the store changes.
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

  /// Where to cut: after a space, or between two characters.
  private func cut() -> Int {
    var end = min(cleaner.output.count, Self.longestChunk + 16)
    while end < cleaner.output.count, cleaner.output[end] & 0xc0 == 0x80 { end -= 1 }
    let waiting = cleaner.output[..<end]
    if let space = waiting.lastIndex(of: Self.space), space >= waiting.count / 2 { return space + 1 }
    let text = String(decoding: waiting, as: UTF8.self)
    let last = waiting.count - (text.last?.utf8.count ?? 0)
    if last >= waiting.count / 2 { return last }
    // A character of hundreds of bytes: cuts between two scalars.
    return waiting.lastIndex { $0 & 0xc0 != 0x80 } ?? waiting.count
  }

  private static let newline: UInt8 = 0x0a
  private static let carriageReturn: UInt8 = 0x0d
  private static let space: UInt8 = 0x20
  private static let longestLink = 4096
}
