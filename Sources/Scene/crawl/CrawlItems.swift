import ScrollCore

/// What a crawl view's train carries: the items' texts, and how those near the view look and measure.
final class CrawlItems {
  /// A piece of an item as it is shown.
  final class Look {
    let item: Item
    /// The topic's name.
    var label: TextRun?
    var labelWidth = 0.0
    /// The left end of the label and the picture before it, in pixels from the piece's: a text that runs from right to
    /// left has them at its right.
    var labelBlock = 0.0
    /// The label's left end, in pixels from the block's.
    var labelStart = 0.0
    /// Its path.
    var picture: String?
    /// The text's left end, in pixels from the piece's.
    var textStart = 0.0
    var text: TextRun
    /// Where it has no live numbers.
    var textWidth = 0.0
    /// Its live numbers, from left to right.
    var numbers: [Number] = []
    /// Where it has some: the texts between them, from the one before the first to the one behind the last.
    var texts: [TextRun] = []
    /// A line of a bar's markup, as it was read, and as it is drawn; nil for another text.
    var line: BarLine?
    var bar: BarLayout?
    /// The width of the last of these texts.
    var tail = 0.0
    /// Without the live numbers.
    var width = 0.0
    /// It is the first piece of its item, as one reads.
    let isFirst: Bool

    init(item: Item, text: TextRun, isFirst: Bool) {
      self.item = item
      self.text = text
      self.isFirst = isFirst
    }
  }

  /// A live number of a piece.
  struct Number {
    /// See `InlineValues.number(of:)`.
    let number: Int
    /// The width of the text before it.
    var lead = 0.0
    /// The room that it has among what is drawn once; nil where it has not been drawn.
    var gap: Double?
  }

  /// What the pieces of an item share.
  struct Item {
    /// That of the first piece.
    var id: Int
    var topic: Int?
    var link: String?
    var direction: TextDirection
  }

  var store = TextStore(limits: .stream)
  var topics: [Topic] = []
  var font = FontSpec(size: 17)
  var foreground = Color.white
  /// Of headlines that have been read.
  var readColor = Color.white
  var typesetter: (any Typesetter)?
  /// How texts are read that are no plain ones, and what lines of a bar's markup are laid out for.
  var markup = MarkupStyle()
  var barRoom = BarRoom()
  let barResources = BarResources()
  /// The live numbers; nil where braces are text.
  var values: InlineValues?
  /// Of pieces near the view and a few more, by id; also of some that the store has dropped.
  private(set) var looks: [Int: Look] = [:] {
    didSet { looksRevision += 1 }
  }
  private(set) var looksRevision = 0
  /// Pieces that are drawn, with their gaps.
  var placed: Set<Int> = []
  /// The item of several pieces that was last met, up to the last piece known then.
  private var lastLong: (item: Item, ids: ClosedRange<Int>)?
  /// Items that have a place of their own in the order.
  var order = InsertionOrder()

  /// The items whose labels say that they are new, by id; also some that the store has dropped.
  private var newItems: Set<Int> = []
  /// Those that have been read.
  private var readItems: Set<Int> = []

  /// Adds a headline at the end; nil where there is nothing in it to show.
  func append(_ headline: Headline) -> Int? {
    let id = store.append(headline.text, topic: headline.topic, link: headline.link, isPlain: headline.isPlain)
    if headline.isNew, let id {
      if newItems.count > 2 * store.chunkCount { newItems = newItems.filter { store.find($0) != nil } }
      newItems.insert(id)
    }
    return id
  }

  /// How a piece looks; nil where it is gone.
  func look(of id: Int) -> Look? {
    if let look = looks[id] { return look }
    guard let number = store.find(id) else { return nil }
    let look = makeLook(number)
    looks[id] = look
    return look
  }

  /// Forgets the looks of pieces that are not among `ids`, once there are many.
  func keepLooks(of ids: some Sequence<Int>, atMost most: Int) {
    guard looks.count > most else { return }
    let kept = Set(ids)
    looks = looks.filter { kept.contains($0.key) }
  }

  func keep(_ look: Look, of id: Int) { looks[id] = look }

  func forgetLooks(where isForgotten: (_ id: Int) -> Bool) {
    looks = looks.filter { !isForgotten($0.key) }
  }

  /// Font, colour or topics have changed: what is known is drawn and measured anew.
  func restyle() {
    placed.removeAll()
    for look in looks.values {
      look.text.font = font
      look.text.color = color(of: look)
      dress(look)
    }
  }

  /// Gives those that have been read, and no others, the colour for that. Nothing is measured. Returns whether what is
  /// known looks different.
  func setRead(_ ids: Set<Int>) -> Bool {
    guard ids != readItems else { return false }
    readItems = ids
    let changed = looks.values.filter { $0.text.color != color(of: $0) }
    for look in changed {
      look.text.color = color(of: look)
      for i in look.texts.indices { look.texts[i].color = look.text.color }
      if look.bar != nil { look.bar = barLayout(of: look) }
    }
    return !changed.isEmpty
  }

  private func color(of look: Look) -> Color { readItems.contains(look.item.id) ? readColor : foreground }

  /// The width of all items and their gaps in another font size, as far as `limit`.
  func length(in size: Double, spacing: Double, upTo limit: Double) -> Double {
    let present = font
    defer { font = present }
    font.size = size
    var length = 0.0
    for number in 0..<store.chunkCount where length <= limit {
      length += width(of: makeLook(number))
      if number > 0, !store.isContinued(chunk: number) { length += spacing }
    }
    return length
  }

  /// The item of a piece.
  func item(ofChunk number: Int) -> Item {
    let id = store.id(ofChunk: number)
    if let lastLong, lastLong.ids.contains(id) { return lastLong.item }
    let pieces = store.item(ofChunk: number)
    let first = pieces.lowerBound
    var item = Item(
      id: store.id(ofChunk: first), topic: store.topic(ofChunk: first),
      link: store.link(ofChunk: first),
      direction: .automatic)
    if pieces.count > 1 {
      item.direction = typesetter?.direction(of: store.text(ofChunk: first)) ?? .leftToRight
      lastLong = (item, item.id...store.id(ofChunk: pieces.upperBound - 1))
    }
    return item
  }

  func forgetItem() { lastLong = nil }

  private func makeLook(_ number: Int) -> Look {
    let item = item(ofChunk: number)
    let (written, isMarkup) = (store.text(ofChunk: number), store.kind(ofChunk: number) == .markup)
    let line = isMarkup ? markup.kind.line(written, side: markup.side) : nil
    for problem in line?.problems ?? [] { barResources.onProblem(problem) }
    let text = TextRun(
      line?.text ?? written, font: font, color: foreground, isMarkup: isMarkup && markup.kind == .pango,
      direction: item.direction)
    let look = Look(item: item, text: text, isFirst: !store.isContinued(chunk: number))
    look.line = line
    look.text.color = color(of: look)
    if !text.isMarkup, line == nil { findNumbers(in: look) }
    dress(look)
    return look
  }

  /// Gives a look its label and its measures.
  private func dress(_ look: Look) {
    look.label = nil
    look.picture = nil
    (look.labelBlock, look.labelStart, look.textStart) = (0, 0, 0)
    if look.isFirst, let topic = look.item.topic, topics.indices.contains(topic),
      !topics[topic].name.isEmpty
    {
      let name = topics[topic].name + (newItems.contains(look.item.id) ? " • new" : "")
      let label = TextRun(name.uppercased(), font: labelFont, color: topics[topic].color)
      look.label = label
      look.labelWidth = typesetter?.width(of: label) ?? 0
      if let picture = topics[topic].picture {
        look.picture = picture.path
        look.labelStart = pictureSize + (Self.pictureGap * font.size).rounded()
      }
      look.textStart = look.labelStart + look.labelWidth + Self.labelGap * font.size
      if !look.numbers.isEmpty { look.textStart.round(.up) }
    }
    look.width = look.textStart
    guard !look.numbers.isEmpty else {
      look.bar = barLayout(of: look)
      look.textWidth = look.bar?.width ?? typesetter?.width(of: look.text) ?? 0
      look.width += look.textWidth
      if look.label != nil, typesetter?.direction(of: look.text.text) == .rightToLeft {
        (look.labelBlock, look.textStart) = (look.textWidth + Self.labelGap * font.size, 0)
      }
      return
    }
    for i in look.texts.indices {
      (look.texts[i].font, look.texts[i].color) = (font, look.text.color)
      // Whole pixels: see `InlineDigits`.
      let width = (typesetter?.width(of: look.texts[i]) ?? 0).rounded(.up)
      if look.numbers.indices.contains(i) { look.numbers[i].lead = width } else { look.tail = width }
      look.width += width
    }
  }

  /// A line of a bar's markup stands where it says if it is the only one.
  private func barLayout(of look: Look) -> BarLayout? {
    guard let line = look.line, let typesetter else { return nil }
    var room = barRoom
    (room.font, room.foreground) = (font, look.text.color)
    let isAlone = room.standsWhereItFits && store.itemCount == 1 && look.label == nil
    return BarLayout(line, in: room, alone: isAlone, barResources, with: typesetter)
  }

  var labelFont: FontSpec {
    var label = font
    label.size = font.size * Self.labelSize
    label.weight = 700
    label.letterSpacing = Self.labelSpacing
    return label
  }

  /// In pixels: the side of the picture before a label.
  var pictureSize: Double { (Self.pictureSize * font.size).rounded() }

  private static let pictureSize = 15.0 / 18
  private static let pictureGap = 5.0 / 18
  /// In em: the label's size, its letter spacing (of its own em), its distance from the headline.
  private static let labelSize = 12.0 / 18
  private static let labelSpacing = 0.06
  private static let labelGap = 10.0 / 18
}

extension ShownHeadline {
  init(_ item: CrawlItems.Item) { self.init(id: item.id, topic: item.topic, link: item.link) }
}
