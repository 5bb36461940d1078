import ScrollCore

/// A box behind parts of a row. It grows and shrinks with the numbers in it.
struct RowBox {
  /// A place in a stretch, in pixels from its left end.
  struct End {
    var stretch: Int
    var x: Double
  }

  var from: End
  var to: End
  var fill: Color
  var radius: Double
  /// From its top to the baseline, and to its bottom.
  var ascent: Double
  var height: Double
}

/// Lays out a row, part by part from left to right.
struct RowPen {
  private let headlines: Headlines
  private let values: InlineValues
  private let typesetter: any Typesetter
  private let piece: Int
  private let isMirrored: Bool
  private(set) var stretches = [HeadlineLayout.Stretch()]
  private(set) var numbers: [HeadlineLayout.Number] = []
  private(set) var boxes: [RowBox] = []
  /// The place in the current stretch.
  private var x = 0.0
  /// The part to the left.
  private var last: RowPart?
  /// How many bytes of text the row may still have.
  private var room = TextStore.longestChunk

  init(
    _ headlines: Headlines, _ values: InlineValues, _ typesetter: any Typesetter, piece: Int, isMirrored: Bool
  ) {
    (self.headlines, self.values, self.typesetter) = (headlines, values, typesetter)
    (self.piece, self.isMirrored) = (piece, isMirrored)
  }

  /// The name of a number. It contains spaces, so no placeholder can have it.
  static func name(_ piece: Int, _ field: String, _ index: Int) -> String { "\(piece) \(field) \(index)" }

  mutating func draw(_ part: RowPart, of row: Row) {
    let texts = row.texts(of: part.field)
    let image = part.picture == nil ? nil : texts.first.flatMap(headlines.picture)
    if texts.isEmpty || part.picture != nil && image == nil { return }
    // The space is before a part in reading order.
    if let last { x += ((isMirrored ? last.space : part.space) * em).rounded() }
    last = part
    let start = RowBox.End(stretch: stretches.count - 1, x: x)
    let fill = part.badge.color?.opaque
    if fill != nil { x += padding }
    if let image {
      add(image, part)
    } else if let field = part.number {
      add(texts, field, part, on: fill)
    } else {
      add(texts.joined(separator: " "), part)
    }
    guard let fill else { return }
    x += padding
    boxes.append(box(fill, part, from: start))
  }

  /// Ends the last stretch.
  mutating func finish() { stretches[stretches.count - 1].width = x }

  private var em: Double { headlines.font.size }
  /// The space between a box and its content, and the radius of its corners.
  private var padding: Double { (0.4 * em).rounded() }
  private var radius: Double { (0.2 * em).rounded() }

  private func font(_ part: RowPart) -> FontSpec { part.isBold ? headlines.font.bold : headlines.font }

  // MARK: Parts

  private mutating func add(_ text: String, _ part: RowPart) {
    let text = text.cut(toBytes: room) ?? text
    room = max(0, room - text.utf8.count)
    guard !text.isEmpty else { return }
    let run = TextRun(text, font: font(part), color: part.color.color ?? headlines.foreground)
    let width = typesetter.width(of: run)
    add(HeadlineLayout.Mark(ink: .text(run), color: part.color.color, left: x, width: width))
    x += width.rounded(.up)
  }

  private mutating func add(_ texts: [String], _ field: String, _ part: RowPart, on fill: Color?) {
    let all = texts.enumerated().compactMap { i, text in RowNumber(text).map { (index: i, number: $0) } }
    for (place, item) in (isMirrored ? all.reversed() : all).enumerated() {
      if place > 0 { add(part.between, part) }
      let look = NumberLook(
        isBold: part.isBold, color: part.color.color, fill: fill, suffix: item.number.suffix + part.suffix,
        trend: part.trend)
      let number = values.number(
        of: Self.name(piece, field, item.index), look, showing: item.number.digits)
      finish()
      numbers.append(HeadlineLayout.Number(number: number))
      stretches.append(HeadlineLayout.Stretch())
      x = 0
    }
  }

  private mutating func add(_ image: SizedImage, _ part: RowPart) {
    let height = min(part.height * em, headlines.height).rounded()
    let ratio = image.size.width / max(1, image.size.height)
    // A banner gets lower instead of wider.
    let width = min(max(1, height * ratio), Self.widest * height).rounded(.up)
    let size = Size(width: width, height: min(height, max(1, (width / ratio).rounded())))
    add(HeadlineLayout.Mark(ink: .picture(image.path, size), left: x, width: width))
    x += width
  }

  /// The widest picture, in its heights.
  private static let widest = 6.0

  private mutating func add(_ mark: HeadlineLayout.Mark) { stretches[stretches.count - 1].marks.append(mark) }

  /// As high as its rolling digits.
  private func box(_ fill: Color, _ part: RowPart, from start: RowBox.End) -> RowBox {
    let metrics = typesetter.metrics(of: font(part))
    let height = max(1, metrics.lineHeight.rounded(.up))
    return RowBox(
      from: start, to: RowBox.End(stretch: stretches.count - 1, x: x), fill: fill, radius: radius,
      ascent: ((height - metrics.lineHeight) / 2 + metrics.ascent).rounded(), height: height)
  }
}
