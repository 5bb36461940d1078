/// Many texts in little room: clean UTF-8 packed into segments, and sixteen bytes about each piece.
///
/// A text that enters is an item. It is cleaned (see `TextCleaner`) and cut into pieces of at most `longestPiece`
/// bytes, at spaces where there are any. Pieces have ids that grow by one each and are never used again, up to the
/// bound of the store: beyond its limits the oldest pieces are dropped.
public struct TextStore: Sendable {
  /// What a store holds at most; the oldest goes first.
  public struct Limits: Equatable, Sendable {
    public var pieces: Int
    public var bytes: Int

    public init(pieces: Int, bytes: Int) {
      self.pieces = pieces
      self.bytes = bytes
    }

    /// For lines that come without an end: 100,000 pieces (a line of up to 512 bytes is one), 16 MiB of text.
    public static let stream = Limits(pieces: 100_000, bytes: 16 << 20)
    /// For a text that is whole: never cut.
    public static let none = Limits(pieces: .max, bytes: .max)
  }

  /// The bytes of a piece's text at most.
  public static let longestPiece = 512
  /// Markup cannot be cut; a text of it may have so many bytes, and is plain beyond.
  public static let longestMarkup = 32_768

  public var limits: Limits {
    didSet { shrink() }
  }
  /// Lines keep their indentation, and those without text are kept.
  public var keepsBlankLines = false
  /// Where all but the newest text is put; to be set before any is added. Without one it is all held in memory.
  public var shelf: (any TextShelf)?
  /// Items that are held, whole or in part.
  public private(set) var itemCount = 0

  var records = PieceQueue<Record>()
  var segments = PieceQueue<Segment>()
  /// The number of the first segment, among all that ever were.
  var firstSegment = 0
  /// Segments that hold bytes.
  private var usedSegments = 0
  private(set) var nextID = 0
  var cleaner = TextCleaner(.paragraph)
  /// The item that is being added.
  var isOpen = false
  var openTopic: Int?
  var openLink: [UInt8] = []
  var isOpenMarkup = false

  public init(limits: Limits = .stream) { self.limits = limits }

  struct Record: Sendable {
    static let noTopic = UInt16.max

    /// The low bits of the id.
    var id: UInt32
    /// The low bits of the segment's number, and the offset in it.
    var segment: UInt16
    var offset: UInt16
    var textLength: UInt16
    var linkLength: UInt16
    var topic: UInt16
    var isContinued: Bool
    var isMarkup: Bool
  }

  struct Segment: Sendable {
    static let capacity = 1 << 16

    var bytes: [UInt8] = []
    var pieces = 0
    /// Where the bytes are on the shelf.
    var place: Int?
  }
}

// MARK: - Asking

extension TextStore {
  public var pieceCount: Int { records.count }
  public var isEmpty: Bool { records.isEmpty }
  /// Bytes of memory that the texts take, whole segments.
  public var byteCount: Int { usedSegments * Segment.capacity }

  /// The id of the piece with that number.
  public func id(ofPiece number: Int) -> Int {
    let record = records[number]
    return nextID - Int(UInt32(truncatingIfNeeded: nextID) &- record.id)
  }

  /// How many pieces stand before `id`, whether it is held or not.
  public func number(of id: Int) -> Int {
    guard !records.isEmpty else { return 0 }
    let first = self.id(ofPiece: 0)
    guard id > first else { return 0 }
    // Where nothing has been removed from the middle, ids and numbers run in step.
    var (low, high) = (max(0, records.count - max(0, nextID - id)), min(records.count, id - first))
    if low < high, self.id(ofPiece: low) == id { return low }
    while low < high {
      let middle = (low + high) / 2
      if self.id(ofPiece: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of the piece with that id; nil where it is gone.
  public func find(_ id: Int) -> Int? {
    let number = number(of: id)
    return number < records.count && self.id(ofPiece: number) == id ? number : nil
  }

  /// Whether the piece goes on with the item of the piece before it.
  public func isContinued(piece number: Int) -> Bool { number > 0 && records[number].isContinued }

  public func isMarkup(piece number: Int) -> Bool { records[number].isMarkup }

  public func topic(ofPiece number: Int) -> Int? {
    let topic = records[number].topic
    return topic == Record.noTopic ? nil : Int(topic)
  }

  /// The text of a piece; a new string.
  public func text(ofPiece number: Int) -> String {
    let record = records[number]
    return string(record, from: 0, count: Int(record.textLength))
  }

  /// Where the piece's item leads to; held with its first piece.
  public func link(ofPiece number: Int) -> String? {
    let record = records[number]
    guard record.linkLength > 0 else { return nil }
    return string(record, from: Int(record.textLength), count: Int(record.linkLength))
  }

  /// The numbers of the pieces of the item that a piece belongs to.
  public func item(ofPiece number: Int) -> Range<Int> { firstPiece(ofItemOf: number)..<endPiece(ofItemOf: number) }

  /// The number of the first piece of a piece's item.
  public func firstPiece(ofItemOf number: Int) -> Int {
    var first = number
    while isContinued(piece: first) { first -= 1 }
    return first
  }

  /// The number of the piece behind the last one of a piece's item.
  public func endPiece(ofItemOf number: Int) -> Int {
    var end = number + 1
    while end < records.count, records[end].isContinued { end += 1 }
    return end
  }

  private func string(_ record: Record, from: Int, count: Int) -> String {
    let start = Int(record.offset) + from
    let index = segmentIndex(of: record)
    if let shelf, let place = segments[index].place {
      return String(decoding: shelf.bytes(at: place + start, count: count), as: UTF8.self)
    }
    return String(decoding: segments[index].bytes[start..<start + count], as: UTF8.self)
  }

  private func segmentIndex(of record: Record) -> Int {
    Int(record.segment &- UInt16(truncatingIfNeeded: firstSegment))
  }
}

// MARK: - Keeping

extension TextStore {
  /// Adds a piece; `bytes` are clean and at most a segment long.
  mutating func add(
    _ bytes: Span<UInt8>, link: Span<UInt8>, topic: Int?, isContinued: Bool, isMarkup: Bool
  ) {
    let room = bytes.count + link.count
    if segments.isEmpty || segments[segments.count - 1].bytes.count + room > Segment.capacity {
      shelve()
      segments.append(Segment())
      segments[segments.count - 1].bytes.reserveCapacity(Segment.capacity)
      usedSegments += 1
    }
    let last = segments.count - 1
    let record = Record(
      id: UInt32(truncatingIfNeeded: nextID),
      segment: UInt16(truncatingIfNeeded: firstSegment + last),
      offset: UInt16(segments[last].bytes.count), textLength: UInt16(bytes.count),
      linkLength: UInt16(link.count),
      topic: topic.flatMap { UInt16(exactly: $0) } ?? Record.noTopic, isContinued: isContinued,
      isMarkup: isMarkup)
    segments[last].append(bytes)
    segments[last].append(link)
    segments[last].pieces += 1
    records.append(record)
    nextID += 1
    if !isContinued { itemCount += 1 }
    if records.count > limits.pieces || byteCount > limits.bytes
      || segments.count > Self.mostSegments
    {
      shrink()
    }
  }

  /// Puts the oldest segment that is whole and still in memory on the shelf, once there are many.
  private mutating func shelve() {
    let index = segments.count - Self.segmentsInMemory
    guard let shelf, index >= 0, segments[index].place == nil, !segments[index].bytes.isEmpty,
      let place = shelf.put(segments[index].bytes)
    else { return }
    segments[index].place = place
    segments[index].bytes = []
  }

  /// Four megabytes.
  private static let segmentsInMemory = 64

  /// Drops the oldest pieces until the limits are kept; one piece is always left.
  private mutating func shrink() {
    while records.count > 1,
      records.count > limits.pieces || byteCount > limits.bytes
        || segments.count > Self.mostSegments
    {
      drop(records[0])
      records.removeFirst()
      if records[0].isContinued {
        records[0].isContinued = false
      } else {
        itemCount -= 1
      }
    }
  }

  /// Removes whole items, told by the id and the topic of their first pieces.
  public mutating func removeItems(where isRemoved: (_ id: Int, _ topic: Int?) -> Bool) {
    var kept = PieceQueue<Record>()
    var removes = false
    for number in 0..<records.count {
      let record = records[number]
      if number == 0 || !record.isContinued {
        removes = isRemoved(id(ofPiece: number), topic(ofPiece: number))
        if removes { itemCount -= 1 }
      }
      if !removes { kept.append(record) }
    }
    guard kept.count < records.count else { return }
    var next = 0
    for number in 0..<records.count {
      if next < kept.count, kept[next].id == records[number].id {
        next += 1
      } else {
        drop(records[number])
      }
    }
    records = kept
    isOpen = isOpen && !removes
  }

  /// Forgets everything; ids go on.
  public mutating func removeAll() {
    let (keepsBlankLines, shelf) = (keepsBlankLines, shelf)
    self = TextStore(limits: limits, nextID: nextID)
    (self.keepsBlankLines, self.shelf) = (keepsBlankLines, shelf)
  }

  private init(limits: Limits, nextID: Int) {
    self.limits = limits
    self.nextID = nextID
  }

  /// Gives up a piece's bytes, and with the last one its segment.
  private mutating func drop(_ record: Record) {
    let index = segmentIndex(of: record)
    segments[index].pieces -= 1
    guard segments[index].pieces == 0, index < segments.count - 1 else { return }
    release(index)
    while segments.count > 1, segments[0].pieces == 0 {
      release(0)
      segments.removeFirst()
      firstSegment += 1
    }
  }

  private mutating func release(_ index: Int) {
    guard !segments[index].bytes.isEmpty || segments[index].place != nil else { return }
    segments[index].bytes = []
    segments[index].place = nil
    usedSegments -= 1
  }

  /// Segments, empty ones included, that sixteen bits can number.
  private static let mostSegments = 1 << 15
}

extension TextStore.Segment {
  mutating func append(_ span: Span<UInt8>) {
    guard span.count > 0 else { return }
    for i in 0..<span.count { bytes.append(span[i]) }
  }
}

/// A place outside of memory, for the parts of a long text that are far from use.
public protocol TextShelf: AnyObject, Sendable {
  /// Keeps bytes; returns where, or nil where there is no room.
  func put(_ bytes: [UInt8]) -> Int?

  /// The bytes that were kept from there on; fewer where they cannot be read any more.
  func bytes(at place: Int, count: Int) -> [UInt8]
}

/// A list that grows at its end and shrinks at its front, both in constant time on the average.
struct PieceQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get { elements[start + index] }
    _modify { yield &elements[start + index] }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    start += 1
    if start > 32, start > elements.count / 2 {
      elements.removeSubrange(..<start)
      start = 0
    }
  }
}
