import ScrollCore

/// The lines of a text near the view, wrapped on demand.
///
/// Their y is relative to the whole text. The height beyond the last known paragraph is estimated from the mean of the
/// known ones.
struct CreditsPage {
  /// Consecutive pieces of the store, wrapped together, with their lines.
  struct Paragraph {
    var pieces: Range<Int>
    var y: Double
    var lines: [Line]
    var height: Double
  }

  struct Line {
    var run: TextRun
    var x: Double
    /// The baseline, from the paragraph's top.
    var y: Double
    /// The line's top from the paragraph's top, and the distance to the next line's.
    var top: Double
    var height: Double
    var width: Double
    var metrics: FontMetrics
  }

  /// A font with its metrics.
  struct Face {
    var font = FontSpec(size: 18)
    var color = Color.white
    var metrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
    /// The distance of baselines, in whole pixels.
    var lineHeight = 1.0

    init() {}

    init(_ font: FontSpec, _ color: Color, spacing: Double, with typesetter: any Typesetter) {
      (self.font, self.color, metrics) = (font, color, typesetter.metrics(of: font))
      lineHeight = max(1, (metrics.lineHeight * spacing).rounded())
    }

    /// From the top of a line, in whole pixels.
    var baseline: Double { ((lineHeight - metrics.lineHeight) / 2 + metrics.ascent).rounded() }
  }

  /// How to set the text.
  struct Setting {
    var body = Face()
    /// The style of roles and headings, if they are set.
    var roles: (color: Color, heading: Face)?
    var isMarkup = false
    var alignment = Alignment.center
    /// The left end of lines in pixels from the view's left edge.
    var left = 0.0
    var width = 0.0
  }

  /// A column for text, in pixels.
  private struct Column {
    var left: Double
    var width: Double
    var alignment: Alignment
  }

  var setting = Setting()
  private(set) var paragraphs: [Paragraph] = []
  /// Changes with `paragraphs`.
  private(set) var revision = 0
  private var measured = (pieces: 0, height: 0.0)

  /// The height of the whole text; exact once its end is known.
  func height(of store: TextStore) -> Double {
    let known = paragraphs.last.map { ($0.pieces.upperBound, $0.y + $0.height) } ?? (0, 0)
    return known.1 + Double(store.chunkCount - known.0) * meanHeight
  }

  /// Wraps the text between two heights, and drops lines above it. Returns whether anything changed.
  mutating func cover(from top: Double, to bottom: Double, of store: TextStore, with typesetter: any Typesetter) {
    leap(to: top, of: store)
    if paragraphs.isEmpty { add(at: 0, y: 0, of: store, with: typesetter) }
    while let first = paragraphs.first, first.y > top, first.pieces.lowerBound > 0 {
      insert(before: first, of: store, with: typesetter)
    }
    guard let last = paragraphs.last, last.y + last.height < bottom,
      last.pieces.upperBound < store.chunkCount
    else { return }
    // Wraps some more, so that the picture does not change with every line.
    while let last = paragraphs.last, last.y + last.height < bottom + Self.batch,
      last.pieces.upperBound < store.chunkCount
    {
      add(at: last.pieces.upperBound, y: last.y + last.height, of: store, with: typesetter)
    }
    let passed = paragraphs.prefix { $0.y + $0.height < top - Self.batch }.count
    if passed > 0, passed < paragraphs.count { paragraphs.removeFirst(passed) }
  }

  /// Wraps everything again, keeping the place of the paragraph at `top`.
  mutating func rewrap(at top: Double, of store: TextStore, with typesetter: any Typesetter) {
    let anchor = paragraphs.first { $0.y + $0.height > top }
    forget()
    guard let anchor, anchor.pieces.lowerBound > 0 else { return }
    add(at: anchor.pieces.lowerBound, y: anchor.y, of: store, with: typesetter)
  }

  mutating func forget() {
    paragraphs = []
    measured = (0, 0)
    revision += 1
  }

  private var meanHeight: Double {
    measured.pieces > 0 ? measured.height / Double(measured.pieces) : setting.body.lineHeight
  }

  /// Goes to a distant place without wrapping the text in between.
  private mutating func leap(to top: Double, of store: TextStore) {
    let far = 64 * 1024.0
    if let last = paragraphs.last, top > last.y + last.height + far {
      let skipped = Int((top - last.y - last.height) / meanHeight)
      let number = min(last.pieces.upperBound + skipped, store.chunkCount)
      let y = last.y + last.height + Double(number - last.pieces.upperBound) * meanHeight
      paragraphs = [Paragraph(pieces: number..<number, y: y, lines: [], height: 0)]
      revision += 1
    } else if let first = paragraphs.first,
      first.y > top + far || top <= 0 && first.y > top && first.y > far / 16
    {
      paragraphs = []
      revision += 1
    }
  }

  private mutating func add(at number: Int, y: Double, of store: TextStore, with typesetter: any Typesetter) {
    guard number < store.chunkCount else { return }
    var end = number + 1
    while end < store.chunkCount, store.isContinued(chunk: end), end - number < Self.longest {
      end += 1
    }
    let paragraph = wrap(number..<end, y: y, of: store, with: typesetter)
    measured.pieces += end - number
    measured.height += paragraph.height
    paragraphs.append(paragraph)
    revision += 1
  }

  private mutating func insert(before first: Paragraph, of store: TextStore, with typesetter: any Typesetter) {
    let end = first.pieces.lowerBound
    var number = end - 1
    while number > 0, store.isContinued(chunk: number), end - number < Self.longest { number -= 1 }
    var paragraph = wrap(number..<end, y: 0, of: store, with: typesetter)
    paragraph.y = first.y - paragraph.height
    paragraphs.insert(paragraph, at: 0)
    revision += 1
  }

  private func wrap(
    _ pieces: Range<Int>, y: Double, of store: TextStore, with typesetter: any Typesetter
  ) -> Paragraph {
    var text = ""
    for number in pieces { text += store.text(ofChunk: number) }
    let all = Column(left: setting.left, width: setting.width, alignment: setting.alignment)
    let body = setting.body
    var (lines, face): ([Line], Face) = ([], body)
    if let roles = setting.roles, text.hasPrefix("# ") {
      face = roles.heading
      lines = set(String(text.dropFirst(2)), face, color: face.color, in: all, with: typesetter)
    } else if let roles = setting.roles, let tab = text.firstIndex(of: "\t") {
      let (role, name) = columns(gap: body.font.size)
      let rest = text[tab...].drop { $0 == "\t" }
      lines = set(String(text[..<tab]), body, color: roles.color, in: role, with: typesetter)
      lines += set(String(rest), body, color: body.color, in: name, with: typesetter)
    } else {
      lines = set(text, body, color: body.color, in: all, with: typesetter)
    }
    let bottom = lines.map { $0.y - face.baseline + face.lineHeight }.max() ?? face.lineHeight
    return Paragraph(pieces: pieces, y: y, lines: lines, height: bottom)
  }

  /// Roles end and names begin in the middle.
  private func columns(gap: Double) -> (role: Column, name: Column) {
    let width = max(1, (setting.width - gap) / 2)
    return (
      Column(left: setting.left, width: width, alignment: .right),
      Column(left: setting.left + width + gap, width: width, alignment: .left)
    )
  }

  /// The lines of a text in a column.
  private func set(
    _ text: String, _ face: Face, color: Color, in column: Column, with typesetter: any Typesetter
  ) -> [Line] {
    guard !text.isEmpty else { return [] }
    let text = text.replacing("\t", with: " ")
    var run = TextRun(text, font: face.font, color: color, isMarkup: setting.isMarkup)
    run.direction = typesetter.direction(of: text)
    return typesetter.lines(of: run, width: max(1, column.width)).enumerated().map { row, line in
      var line = line
      while line.text.last == " " { line.text.removeLast() }
      let width = typesetter.width(of: line)
      let top = Double(row) * face.lineHeight
      return Line(
        run: line, x: x(ofLine: width, in: column), y: top + face.baseline, top: top, height: face.lineHeight,
        width: width, metrics: face.metrics)
    }
  }

  private func x(ofLine width: Double, in column: Column) -> Double {
    switch column.alignment {
    case .left: column.left
    case .center: (column.left + (max(1, column.width) - width) / 2).rounded()
    case .right: column.left + max(1, column.width) - width
    }
  }

  private static let batch = 128.0
  /// The limit for pieces wrapped together.
  private static let longest = 32
}
