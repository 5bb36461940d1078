import ScrollCore

/// The headlines of a crawl in order, with the layouts of those near the view: the content of its train.
///
/// A headline keeps its ID when its text changes. The store splits long texts into numbered pieces; the ID of a
/// headline is the number of its first piece, unless it came with one.
final class Headlines {
  var store = TextStore(limits: .stream)
  /// The headlines whose order differs from the store's.
  var order = InsertionOrder()
  var topics: [Topic] = []
  var font = FontSpec(size: 17)
  var foreground = Color.white
  /// The colour of headlines that have been read.
  var readColor = Color.white
  var typesetter: (any Typesetter)?
  /// The language of the labels of new headlines.
  let words: Words
  /// The markup of texts that are not plain, and the parameters for laying out lines of bar markup.
  var markup = MarkupStyle()
  var barRoom = BarRoom()
  let barResources = BarResources()
  /// The numbers of placeholders and rows; nil without any.
  var values: InlineValues?
  /// Whether braces in texts are placeholders.
  var readsPlaceholders = false
  /// The rows of headlines that have one, by their first pieces, and the kinds to lay them out.
  var rows: [Int: Row] = [:]
  /// The number of rows after the last purge.
  var rowsHeld = 0
  var rowKinds: [String: RowKind] = [:]
  /// The height of the view, which bounds pictures, in pixels.
  var height = 0.0
  /// Returns the image at a path, or nil.
  var picture: (String) -> SizedImage? = { _ in nil }
  /// Layouts of pieces near the view and some others, by piece, including some that the store has dropped.
  private(set) var layouts: [Int: HeadlineLayout] = [:] {
    didSet { layoutsRevision += 1 }
  }
  private(set) var layoutsRevision = 0
  /// The drawn pieces, with gaps for their numbers.
  var placed: Set<Int> = []

  /// The IDs of headlines by their first pieces, and the reverse, where the two differ.
  private var ids: [Int: Int] = [:]
  private var firstPieces: [Int: Int] = [:]
  /// The IDs of headlines marked as new, and of read ones; some of them may have been removed.
  private var newIDs: Set<Int> = []
  private var readIDs: Set<Int> = []
  /// The last used headline with several pieces, up to the last known piece.
  private var lastLong: (headline: ShownHeadline, direction: TextDirection, pieces: ClosedRange<Int>)?

  init(words: Words = .english) { self.words = words }

  // MARK: Identity

  /// The first piece of a headline, whether it is held or not.
  func firstPiece(of id: Int) -> Int { firstPieces[id] ?? id }

  /// The numbers of a headline's chunks; nil if it no longer exists.
  private func chunks(of id: Int) -> Range<Int>? { store.find(firstPiece(of: id)).map(store.item(ofChunk:)) }

  /// The IDs of all headlines, in order of arrival.
  var allIDs: [Int] {
    (0..<store.chunkCount).filter { !store.isContinued(chunk: $0) }.map { store.id(ofChunk: $0) }.map { ids[$0] ?? $0 }
  }

  /// The IDs of all headlines, in the order in which they run.
  var idsInOrder: [Int] {
    if order.isEmpty { return allIDs }
    return allIDs.map { (id: $0, place: order.place(of: firstPiece(of: $0))) }.sorted { $0.place < $1.place }.map(\.id)
  }

  /// The IDs of the newest headlines, in order of arrival.
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

  /// The text of a headline without its markup: its first pieces, up to a limit in bytes.
  func readText(of id: Int, atMost bytes: Int) -> String {
    guard let chunks = chunks(of: id) else { return "" }
    if let text = rowText(of: id) { return text }
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

  /// Adds a headline at the end. Returns its ID; nil if it is empty.
  func append(_ headline: Headline) -> Int? {
    let text = headline.row == nil ? headline.text : rowText(headline.text)
    let piece = store.append(text, topic: headline.topic, link: headline.link, isPlain: headline.isPlain)
    guard let piece else { return nil }
    let id = headline.id ?? piece
    if let row = headline.row { keep(row, of: piece) }
    if id != piece { (ids[piece], firstPieces[id]) = (id, piece) }
    if headline.isNew {
      if newIDs.count > 2 * store.chunkCount { newIDs = newIDs.filter { chunks(of: $0) != nil } }
      newIDs.insert(id)
    }
    return id
  }

  /// Gives a headline of one piece the ID and the place of a removed one, whose layout may still be on screen, and has its
  /// link, topic and mark from now on. Returns false if that is impossible.
  func move(_ id: Int, to old: Int) -> Bool {
    let row = rows[id]
    guard ids[id] == nil, store.move(id, to: old) else { return false }
    forgetRows { $0 == id }
    if let row { keep(row, of: old) }
    if newIDs.remove(id) != nil { newIDs.insert(old) } else { newIDs.remove(old) }
    lastLong = nil
    if let layout = layouts[old], let number = store.find(old) {
      layout.headline = headline(ofChunk: number).headline
      measure(layout)
      layoutsRevision += 1
    }
    return true
  }

  /// Replaces all headlines. Returns their IDs; nil for empty ones.
  func replaceAll(with headlines: [Headline]) -> [Int?] {
    store.removeAll()
    order.removeAll()
    forgetRows { _ in true }
    (ids, firstPieces, lastLong) = ([:], [:], nil)
    return headlines.map { append($0) }
  }

  /// Removes headlines from the order; their layouts stay until `forgetLayouts`.
  func remove(where isRemoved: (_ id: Int, _ topic: Int?) -> Bool) {
    store.removeItems { piece, topic in isRemoved(ids[piece] ?? piece, topic) }
    for (piece, id) in ids where store.find(piece) == nil { (ids[piece], firstPieces[id]) = (nil, nil) }
    lastLong = nil
  }

  /// Replaces the text of the only headline, of one piece; see `TextStore.replaceOnly`.
  func replaceOnly(with headline: Headline) -> Bool {
    lastLong = nil
    return store.replaceOnly(with: headline.text, isPlain: headline.isPlain)
  }

  // MARK: Reading

  /// The text of a headline; nil if it no longer exists.
  func text(of id: Int) -> String? { chunks(of: id).map { rowText(of: id) ?? text(ofChunks: $0) } }

  /// A headline as given; nil if it no longer exists.
  func headline(of id: Int) -> Headline? {
    guard let chunks = chunks(of: id) else { return nil }
    let first = chunks.lowerBound
    var headline = Headline(
      text(ofChunks: chunks), topic: store.topic(ofChunk: first), link: store.link(ofChunk: first),
      isPlain: store.kind(ofChunk: first) == .plain)
    (headline.id, headline.row) = (id, row(of: id))
    return headline
  }

  /// Whether a headline has further pieces.
  func hasMorePieces(_ id: Int) -> Bool { chunks(of: id).map { $0.count > 1 } ?? false }

  /// The start of a chunk in its headline's text, in bytes.
  func offset(ofChunk number: Int) -> Int {
    (store.firstChunk(ofItemOf: number)..<number).reduce(0) { $0 + store.text(ofChunk: $1).utf8.count }
  }

  private func text(ofChunks chunks: Range<Int>) -> String { chunks.map { store.text(ofChunk: $0) }.joined() }

  /// The headline of a chunk, and the direction of its text, which its first piece determines.
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

  /// The layout of a piece; nil if it is gone.
  func layout(of piece: Int) -> HeadlineLayout? {
    if let layout = layouts[piece] { return layout }
    guard let number = store.find(piece) else { return nil }
    let layout = makeLayout(number)
    layouts[piece] = layout
    return layout
  }

  /// The layout of a headline's first piece.
  func layout(ofHeadline id: Int) -> HeadlineLayout? { layout(of: firstPiece(of: id)) }

  /// Drops the layouts of other pieces than these, once there are many.
  func keepLayouts(of pieces: some Sequence<Int>, atMost most: Int) {
    guard layouts.count > most else { return }
    let kept = Set(pieces)
    layouts = layouts.filter { kept.contains($0.key) }
  }

  func keep(_ layout: HeadlineLayout, of piece: Int) { layouts[piece] = layout }

  func forgetLayouts(where isForgotten: (_ piece: Int) -> Bool) {
    layouts = layouts.filter { !isForgotten($0.key) }
  }

  /// Measures all layouts again after a change of font, colour or topics.
  func restyle() {
    placed.removeAll()
    for layout in layouts.values {
      layout.text.font = font
      layout.text.color = color(of: layout)
      measure(layout)
    }
  }

  /// Sets which headlines have been read, by ID: their colour changes, and nothing is measured. Those that have left the
  /// list stay as they are. Returns whether a layout looks different.
  func setRead(_ ids: Set<Int>) -> Bool {
    let gone = layouts.values.lazy.map(\.headline.id).filter { [readIDs] in
      readIDs.contains($0) && !ids.contains($0) && self.chunks(of: $0) == nil
    }
    let ids = ids.union(gone)
    guard ids != readIDs else { return false }
    readIDs = ids
    let changed = layouts.values.filter { $0.text.color != color(of: $0) }
    for layout in changed {
      layout.text.color = color(of: layout)
      if layout.bar != nil { layout.bar = barLayout(of: layout) }
    }
    return !changed.isEmpty
  }

  func color(of layout: HeadlineLayout) -> Color { readIDs.contains(layout.headline.id) ? readColor : foreground }

  func isNew(_ id: Int) -> Bool { newIDs.contains(id) }

  /// Ends the marks of headlines that were new, whose layouts are forgotten.
  func unmark(_ ids: Set<Int>) {
    newIDs.subtract(ids)
    layouts = layouts.filter { !ids.contains($0.value.headline.id) }
  }

  /// The width of all headlines with their gaps in another font size, up to `limit`.
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
