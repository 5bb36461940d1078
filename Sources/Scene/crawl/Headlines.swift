import ScrollCore

/// The headlines of a crawl in their order, and the layouts of those near the view: what its train carries.
///
/// A headline has one id as long as it is there, whatever becomes of its text. The store cuts long texts into pieces, which
/// have numbers of their own; the id of a headline is the number of its first piece, unless it came with an id.
final class Headlines {
  var store = TextStore(limits: .stream)
  /// Headlines that come elsewhere in the order than in the store.
  var order = InsertionOrder()
  var topics: [Topic] = []
  var font = FontSpec(size: 17)
  var foreground = Color.white
  /// Of headlines that have been read.
  var readColor = Color.white
  var typesetter: (any Typesetter)?
  /// What the label of a headline says that has just come.
  let words: Words
  /// How texts are read that are not plain, and the room that lines of a bar's markup are laid out for.
  var markup = MarkupStyle()
  var barRoom = BarRoom()
  let barResources = BarResources()
  /// The live numbers; nil where braces are text.
  var values: InlineValues?
  /// Layouts of pieces near the view and a few more, by the pieces' numbers; also of some that the store has dropped.
  private(set) var layouts: [Int: HeadlineLayout] = [:] {
    didSet { layoutsRevision += 1 }
  }
  private(set) var layoutsRevision = 0
  /// Pieces that are drawn, with gaps for their numbers.
  var placed: Set<Int> = []

  /// The ids of headlines by their first pieces, and the other way round, where the two differ.
  private var ids: [Int: Int] = [:]
  private var firstPieces: [Int: Int] = [:]
  /// The ids of headlines whose labels say that they are new, and of those that have been read; also of some that are gone.
  private var newIDs: Set<Int> = []
  private var readIDs: Set<Int> = []
  /// The headline of several pieces that was met last, up to the last piece known then.
  private var lastLong: (headline: ShownHeadline, direction: TextDirection, pieces: ClosedRange<Int>)?

  init(words: Words = .english) { self.words = words }

  // MARK: Identity

  /// The first piece of a headline, whether it is held or not.
  func firstPiece(of id: Int) -> Int { firstPieces[id] ?? id }

  /// The numbers of a headline's chunks; nil where it is gone.
  private func chunks(of id: Int) -> Range<Int>? { store.find(firstPiece(of: id)).map(store.item(ofChunk:)) }

  /// The ids of all headlines, in the order in which they came.
  var allIDs: [Int] {
    (0..<store.chunkCount).filter { !store.isContinued(chunk: $0) }.map { store.id(ofChunk: $0) }.map { ids[$0] ?? $0 }
  }

  /// The ids of the newest headlines, in the order in which they came.
  func newestIDs(atMost most: Int) -> [Int] {
    var newest: [Int] = []
    var number = store.chunkCount
    while number > 0, newest.count < most {
      number = store.firstChunk(ofItemOf: number - 1)
      let piece = store.id(ofChunk: number)
      newest.append(ids[piece] ?? piece)
    }
    return newest.reversed()
  }

  /// What is read of a headline, without its markup: its first pieces, as long as they have no more bytes than that.
  func readText(of id: Int, atMost bytes: Int) -> String {
    guard let chunks = chunks(of: id) else { return "" }
    var text = ""
    for number in chunks where text.utf8.count < bytes || number == chunks.lowerBound {
      let written = store.text(ofChunk: number)
      let isMarkup = store.kind(ofChunk: number) == .markup
      text += isMarkup ? markup.kind.plainText(of: written) : written
    }
    return text
  }

  func isRead(_ id: Int) -> Bool { readIDs.contains(id) }

  // MARK: Adding and removing

  /// Adds a headline at the end. Returns its id; nil where it has nothing to show.
  func append(_ headline: Headline) -> Int? {
    let piece = store.append(
      headline.text, topic: headline.topic, link: headline.link, isPlain: headline.isPlain)
    guard let piece else { return nil }
    let id = headline.id ?? piece
    if id != piece { (ids[piece], firstPieces[id]) = (id, piece) }
    if headline.isNew {
      if newIDs.count > 2 * store.chunkCount { newIDs = newIDs.filter { chunks(of: $0) != nil } }
      newIDs.insert(id)
    }
    return id
  }

  /// Puts headlines in the place of all others. Returns their ids; nil for those with nothing to show.
  func replaceAll(with headlines: [Headline]) -> [Int?] {
    store.removeAll()
    order.removeAll()
    (ids, firstPieces, lastLong) = ([:], [:], nil)
    return headlines.map { append($0) }
  }

  /// Removes headlines from the order; their layouts stay until `forgetLayouts`.
  func remove(where isRemoved: (_ id: Int, _ topic: Int?) -> Bool) {
    store.removeItems { piece, topic in isRemoved(ids[piece] ?? piece, topic) }
    for (piece, id) in ids where store.find(piece) == nil { (ids[piece], firstPieces[id]) = (nil, nil) }
    lastLong = nil
  }

  /// Puts another text in the place of the only headline, of one piece; see `TextStore.replaceOnly`.
  func replaceOnly(with headline: Headline) -> Bool {
    lastLong = nil
    return store.replaceOnly(with: headline.text, isPlain: headline.isPlain)
  }

  // MARK: Asking

  /// The text of a headline; nil where it is gone.
  func text(of id: Int) -> String? { chunks(of: id).map(text(ofChunks:)) }

  /// A headline as it was given; nil where it is gone.
  func headline(of id: Int) -> Headline? {
    guard let chunks = chunks(of: id) else { return nil }
    let first = chunks.lowerBound
    var headline = Headline(
      text(ofChunks: chunks), topic: store.topic(ofChunk: first), link: store.link(ofChunk: first),
      isPlain: store.kind(ofChunk: first) == .plain)
    headline.id = id
    return headline
  }

  /// Whether a headline has pieces besides its first.
  func hasMorePieces(_ id: Int) -> Bool { chunks(of: id).map { $0.count > 1 } ?? false }

  /// Where the bytes of a headline's text begin that a chunk holds.
  func offset(ofChunk number: Int) -> Int {
    (store.firstChunk(ofItemOf: number)..<number).reduce(0) { $0 + store.text(ofChunk: $1).utf8.count }
  }

  private func text(ofChunks chunks: Range<Int>) -> String { chunks.map { store.text(ofChunk: $0) }.joined() }

  /// The headline of a chunk, and which way its text runs: as its first piece says.
  func headline(ofChunk number: Int) -> (headline: ShownHeadline, direction: TextDirection) {
    let piece = store.id(ofChunk: number)
    if let lastLong, lastLong.pieces.contains(piece) { return (lastLong.headline, lastLong.direction) }
    let chunks = store.item(ofChunk: number)
    let (first, firstPiece) = (chunks.lowerBound, store.id(ofChunk: chunks.lowerBound))
    let headline = ShownHeadline(
      id: ids[firstPiece] ?? firstPiece, topic: store.topic(ofChunk: first), link: store.link(ofChunk: first))
    guard chunks.count > 1 else { return (headline, .automatic) }
    let direction = typesetter?.direction(of: store.text(ofChunk: first)) ?? .leftToRight
    lastLong = (headline, direction, firstPiece...store.id(ofChunk: chunks.upperBound - 1))
    return (headline, direction)
  }

  // MARK: Layouts

  /// How a piece is laid out; nil where it is gone.
  func layout(of piece: Int) -> HeadlineLayout? {
    if let layout = layouts[piece] { return layout }
    guard let number = store.find(piece) else { return nil }
    let layout = makeLayout(number)
    layouts[piece] = layout
    return layout
  }

  /// The layout of a headline's first piece.
  func layout(ofHeadline id: Int) -> HeadlineLayout? { layout(of: firstPiece(of: id)) }

  /// Forgets the layouts of pieces that are not among `pieces`, once there are many.
  func keepLayouts(of pieces: some Sequence<Int>, atMost most: Int) {
    guard layouts.count > most else { return }
    let kept = Set(pieces)
    layouts = layouts.filter { kept.contains($0.key) }
  }

  func keep(_ layout: HeadlineLayout, of piece: Int) { layouts[piece] = layout }

  func forgetLayouts(where isForgotten: (_ piece: Int) -> Bool) {
    layouts = layouts.filter { !isForgotten($0.key) }
  }

  /// Measures all known layouts again: font, colour or topics have changed.
  func restyle() {
    placed.removeAll()
    for layout in layouts.values {
      layout.text.font = font
      layout.text.color = color(of: layout)
      measure(layout)
    }
  }

  /// Says which headlines have been read, by their ids: their colour changes, and nothing is measured. Returns whether a
  /// known layout looks different.
  func setRead(_ ids: Set<Int>) -> Bool {
    guard ids != readIDs else { return false }
    readIDs = ids
    let changed = layouts.values.filter { $0.text.color != color(of: $0) }
    for layout in changed {
      layout.text.color = color(of: layout)
      for i in layout.texts.indices { layout.texts[i].color = layout.text.color }
      if layout.bar != nil { layout.bar = barLayout(of: layout) }
    }
    return !changed.isEmpty
  }

  func color(of layout: HeadlineLayout) -> Color { readIDs.contains(layout.headline.id) ? readColor : foreground }

  func isNew(_ id: Int) -> Bool { newIDs.contains(id) }

  /// The width of all headlines and their gaps in another font size, as far as `limit`.
  func length(in size: Double, spacing: Double, upTo limit: Double) -> Double {
    let present = font
    defer { font = present }
    font.size = size
    var length = 0.0
    for number in 0..<store.chunkCount where length <= limit {
      length += width(of: makeLayout(number))
      if number > 0, !store.isContinued(chunk: number) { length += spacing }
    }
    return length
  }
}
