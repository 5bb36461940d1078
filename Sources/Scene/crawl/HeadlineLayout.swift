import ScrollCore

/// The layout of a piece of a headline: a label, if it is the first one, and a text, a text with live numbers, or a row.
/// In pixels from the piece's left end.
final class HeadlineLayout {
  /// A live number in the text.
  struct Number {
    /// See `InlineValues.number(of:)`.
    let number: Int
    /// The width of the text before it.
    var lead = 0.0
    /// The width of its gap in the drawn text; nil if it has not been drawn.
    var gap: Double?
  }

  /// Texts and pictures side by side.
  struct Stretch {
    var marks: [Mark] = []
    /// In whole pixels, so that all numbers have the same subpixel phase.
    var width = 0.0
  }

  struct Mark {
    enum Ink {
      case text(TextRun)
      /// An image file.
      case picture(String, Size)
    }

    var ink: Ink
    /// The colour of a text; nil for that of the headline.
    var color: Color?
    /// From the left end of its stretch.
    var left = 0.0
    var width = 0.0
  }

  var headline: ShownHeadline
  let direction: TextDirection
  /// Whether it is the first piece of its headline in reading direction.
  let isFirst: Bool
  /// The topic's name.
  fileprivate(set) var label: TextRun?
  fileprivate(set) var labelWidth = 0.0
  /// The left end of the label with its picture. They are at the right of right-to-left text.
  fileprivate(set) var labelBlock = 0.0
  /// The label's left end, relative to the block's.
  fileprivate(set) var labelStart = 0.0
  /// The picture's path.
  fileprivate(set) var picture: String?
  fileprivate(set) var textStart = 0.0
  var text: TextRun
  /// The width of the text without live numbers.
  fileprivate(set) var textWidth = 0.0
  /// From left to right.
  var numbers: [Number] = []
  /// The parts before, between and behind the numbers, one more than there are numbers; empty for a text without numbers.
  var stretches: [Stretch] = []
  /// The boxes behind parts of a row.
  var boxes: [RowBox] = []
  /// Whether it is a row, whose stretches are made again when it is measured.
  var isRow = false
  /// The parsed line of bar markup, and its layout; nil for other text.
  fileprivate(set) var line: BarLine?
  var bar: BarLayout?
  /// The width without the live numbers.
  fileprivate(set) var width = 0.0
  /// The distances of its ink from its left and right ends; nil if not measured yet.
  fileprivate var ink: (left: Double, right: Double)?

  fileprivate init(_ headline: ShownHeadline, _ direction: TextDirection, _ text: TextRun, isFirst: Bool) {
    (self.headline, self.direction, self.text, self.isFirst) = (headline, direction, text, isFirst)
  }
}

// MARK: - Measuring

extension Headlines {
  func makeLayout(_ number: Int) -> HeadlineLayout {
    let (headline, direction) = headline(ofChunk: number)
    let (written, isMarkup) = (store.text(ofChunk: number), store.kind(ofChunk: number) == .markup)
    let line = isMarkup ? markup.kind.line(written, side: markup.side) : nil
    for problem in line?.problems ?? [] { barResources.onProblem(problem) }
    let text = TextRun(
      line?.text ?? written, font: font, color: foreground, isMarkup: isMarkup && markup.kind == .pango,
      direction: direction)
    let layout = HeadlineLayout(headline, direction, text, isFirst: !store.isContinued(chunk: number))
    layout.line = line
    layout.text.color = color(of: layout)
    if !showsRow(layout), readsPlaceholders, !text.isMarkup, line == nil { findNumbers(in: layout) }
    measure(layout)
    return layout
  }

  /// Sets a layout's label and widths.
  func measure(_ layout: HeadlineLayout) {
    layOutRow(layout)
    layout.ink = nil
    addLabel(to: layout)
    layout.width = layout.textStart
    guard !layout.stretches.isEmpty else {
      layout.bar = barLayout(of: layout)
      layout.textWidth = layout.bar?.width ?? typesetter?.width(of: layout.text) ?? 0
      layout.width += layout.textWidth
      if layout.label != nil, typesetter?.direction(of: layout.text.text) == .rightToLeft {
        (layout.labelBlock, layout.textStart) = (layout.textWidth + Self.labelGap * font.size, 0)
      }
      return
    }
    for i in layout.stretches.indices {
      if !layout.isRow { measure(&layout.stretches[i]) }
      let width = layout.stretches[i].width
      if layout.numbers.indices.contains(i) { layout.numbers[i].lead = width }
      layout.width += width
    }
    layout.textWidth = layout.width - layout.textStart
  }

  /// Measures a stretch of a text with placeholders.
  private func measure(_ stretch: inout HeadlineLayout.Stretch) {
    guard let mark = stretch.marks.first, case .text(var run) = mark.ink else { return }
    run.font = font
    let width = typesetter?.width(of: run) ?? 0
    // The windows of numbers show nothing else, so glyphs that reach beyond their advances have room of their own.
    let ink = typesetter?.ink(of: run) ?? .zero
    let lead = max(0, -ink.minX).rounded()
    stretch.marks = [HeadlineLayout.Mark(ink: .text(run), left: lead, width: width)]
    stretch.width = (lead + max(width, ink.maxX)).rounded(.up)
  }

  private func addLabel(to layout: HeadlineLayout) {
    (layout.label, layout.picture) = (nil, nil)
    (layout.labelBlock, layout.labelStart, layout.textStart) = (0, 0, 0)
    guard layout.isFirst, let topic = layout.headline.topic, topics.indices.contains(topic),
      !topics[topic].name.isEmpty
    else { return }
    let name = topics[topic].name + (isNew(layout.headline.id) ? " • \(words[.new])" : "")
    let label = TextRun(name.uppercased(), font: labelFont, color: topics[topic].color)
    layout.label = label
    layout.labelWidth = typesetter?.width(of: label) ?? 0
    if let picture = topics[topic].picture {
      layout.picture = picture.path
      layout.labelStart = pictureSize + (Self.pictureGap * font.size).rounded()
    }
    layout.textStart = layout.labelStart + layout.labelWidth + Self.labelGap * font.size
    if layout.isRow || !layout.numbers.isEmpty { layout.textStart.round(.up) }
  }

  /// Lays out a line of bar markup. It stands still if it is the only headline.
  func barLayout(of layout: HeadlineLayout) -> BarLayout? {
    guard let line = layout.line, let typesetter else { return nil }
    var room = barRoom
    (room.font, room.foreground) = (font, layout.text.color)
    let isAlone = room.standsWhereItFits && store.itemCount == 1 && layout.label == nil
    return BarLayout(line, in: room, alone: isAlone, barResources, with: typesetter)
  }

  var labelFont: FontSpec {
    var label = font
    label.size = font.size * Self.labelSize
    label.weight = 700
    label.letterSpacing = Self.labelSpacing
    return label
  }

  /// The size of the picture before a label.
  var pictureSize: Double { (Self.pictureSize * font.size).rounded() }

  private static let pictureSize = 15.0 / 18
  private static let pictureGap = 5.0 / 18
  /// In em: the label's size, its letter-spacing (of its own em), its distance from the headline.
  private static let labelSize = 12.0 / 18
  private static let labelSpacing = 0.06
  private static let labelGap = 10.0 / 18
}

// MARK: - Ink

extension Headlines {
  /// The distances of a piece's ink from its left and right ends, in pixels.
  func ink(of layout: HeadlineLayout) -> (left: Double, right: Double) {
    if let known = layout.ink { return known }
    let ink = measureInk(of: layout)
    layout.ink = ink
    return ink
  }

  private func measureInk(of layout: HeadlineLayout) -> (left: Double, right: Double) {
    // Numbers, shapes and pictures reach their ends.
    guard let typesetter, layout.bar == nil, layout.stretches.isEmpty, !layout.isRow else { return (0, 0) }
    let text = typesetter.ink(of: layout.text)
    var ink = text.minX + layout.textStart...text.maxX + layout.textStart
    if let label = layout.label {
      let own = typesetter.ink(of: label)
      let start = layout.labelBlock + (layout.picture == nil ? own.minX : 0)
      ink = min(ink.lowerBound, start)...max(ink.upperBound, layout.labelBlock + layout.labelStart + own.maxX)
    }
    return (ink.lowerBound, width(of: layout) - ink.upperBound)
  }
}

// MARK: - Live numbers

extension Headlines {
  /// Splits a text at its placeholders, if any.
  private func findNumbers(in layout: HeadlineLayout) {
    guard let values else { return }
    let parts = TextPart.parts(of: layout.text.text)
    guard parts.contains(where: { if case .value(_) = $0 { true } else { false } }) else { return }
    var empty = layout.text
    empty.text = ""
    if empty.direction == .automatic { empty.direction = typesetter?.direction(of: layout.text.text) ?? .leftToRight }
    var texts = [empty]
    for part in parts {
      switch part {
      case .text(let text): texts[texts.count - 1].text += text
      case .value(let name):
        layout.numbers.append(HeadlineLayout.Number(number: values.number(of: name)))
        texts.append(empty)
      }
    }
    if empty.direction == .rightToLeft {
      layout.numbers.reverse()
      texts.reverse()
    }
    layout.stretches = texts.map { HeadlineLayout.Stretch(marks: [HeadlineLayout.Mark(ink: .text($0))]) }
  }

  /// The width with the numbers at rest.
  func width(of layout: HeadlineLayout) -> Double {
    var width = layout.width
    for number in layout.numbers { width += values?.width(of: number.number) ?? 0 }
    return width
  }

  /// Sets each number's gap to its current width.
  func measureGaps(of layout: HeadlineLayout) {
    for i in layout.numbers.indices { layout.numbers[i].gap = values?.width(of: layout.numbers[i].number) ?? 0 }
  }

  /// How much narrower than its final width a piece is at `t`.
  func lag(of layout: HeadlineLayout, at t: Seconds) -> Double {
    guard let values else { return 0 }
    var lag = 0.0
    for number in layout.numbers { lag += values.lag(of: number.number, at: t) }
    return lag
  }

  /// The distance of a number's end from the piece's leading edge, with the numbers at rest.
  func end(ofNumber index: Int, of layout: HeadlineLayout, leftwards: Bool) -> Double {
    var x = layout.textStart
    for (i, number) in layout.numbers.enumerated() where i <= index {
      x += number.lead
      if leftwards || i < index { x += values?.width(of: number.number) ?? 0 }
    }
    return leftwards ? x : width(of: layout) - x
  }

  /// The text with its current numbers.
  func text(of layout: HeadlineLayout) -> TextRun {
    var run = layout.text
    if layout.isRow, let text = rowText(of: layout.headline.id) {
      run.text = text
    } else if let values, !layout.numbers.isEmpty {
      run.text = layout.stretches.enumerated().map { index, stretch in
        stretch.marks.map { if case .text(let run) = $0.ink { run.text } else { "" } }.joined()
          + (layout.numbers.indices.contains(index) ? values.text(of: layout.numbers[index].number) : "")
      }.joined()
    }
    return run
  }
}
