import ScrollCore

/// The layout of a piece of a headline: a label, if it is the first one, and a text with or without live numbers. In
/// pixels from the piece's left end.
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

  let headline: ShownHeadline
  let direction: TextDirection
  /// Whether it is the first piece of its headline in reading direction.
  let isFirst: Bool
  /// The topic's name.
  fileprivate(set) var label: TextRun?
  fileprivate var labelWidth = 0.0
  /// The left end of the label with its picture. They are at the right of right-to-left text.
  fileprivate(set) var labelBlock = 0.0
  /// The label's left end, relative to the block's.
  fileprivate var labelStart = 0.0
  /// The picture's path.
  fileprivate var picture: String?
  fileprivate(set) var textStart = 0.0
  var text: TextRun
  /// The width of the text without live numbers.
  fileprivate(set) var textWidth = 0.0
  /// From left to right.
  var numbers: [Number] = []
  /// The texts around the numbers, first to last, and the width of the last one.
  var texts: [TextRun] = []
  fileprivate var tail = 0.0
  /// The parsed line of bar markup, and its layout; nil for other text.
  fileprivate(set) var line: BarLine?
  var bar: BarLayout?
  /// The width without the live numbers.
  fileprivate(set) var width = 0.0

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
    if !text.isMarkup, line == nil { findNumbers(in: layout) }
    measure(layout)
    return layout
  }

  /// Sets a layout's label and widths.
  func measure(_ layout: HeadlineLayout) {
    addLabel(to: layout)
    layout.width = layout.textStart
    guard !layout.numbers.isEmpty else {
      layout.bar = barLayout(of: layout)
      layout.textWidth = layout.bar?.width ?? typesetter?.width(of: layout.text) ?? 0
      layout.width += layout.textWidth
      if layout.label != nil, typesetter?.direction(of: layout.text.text) == .rightToLeft {
        (layout.labelBlock, layout.textStart) = (layout.textWidth + Self.labelGap * font.size, 0)
      }
      return
    }
    for i in layout.texts.indices {
      (layout.texts[i].font, layout.texts[i].color) = (font, layout.text.color)
      // Whole pixels: see `InlineDigits`.
      let width = (typesetter?.width(of: layout.texts[i]) ?? 0).rounded(.up)
      if layout.numbers.indices.contains(i) { layout.numbers[i].lead = width } else { layout.tail = width }
      layout.width += width
    }
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
    if !layout.numbers.isEmpty { layout.textStart.round(.up) }
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
  fileprivate var pictureSize: Double { (Self.pictureSize * font.size).rounded() }

  private static let pictureSize = 15.0 / 18
  private static let pictureGap = 5.0 / 18
  /// In em: the label's size, its letter-spacing (of its own em), its distance from the headline.
  private static let labelSize = 12.0 / 18
  private static let labelSpacing = 0.06
  private static let labelGap = 10.0 / 18
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
    layout.texts = [empty]
    for part in parts {
      switch part {
      case .text(let text): layout.texts[layout.texts.count - 1].text += text
      case .value(let name):
        layout.numbers.append(HeadlineLayout.Number(number: values.number(of: name)))
        layout.texts.append(empty)
      }
    }
    if empty.direction == .rightToLeft {
      layout.numbers.reverse()
      layout.texts.reverse()
    }
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
    if let values, !layout.numbers.isEmpty {
      run.text = layout.texts.enumerated().map { index, part in
        part.text + (layout.numbers.indices.contains(index) ? values.text(of: layout.numbers[index].number) : "")
      }.joined()
    }
    return run
  }
}

// MARK: - Drawing

/// The line on which headlines are drawn.
struct HeadlineLine {
  /// From the top of the view including its surroundings, in whole pixels.
  var baseline: Double
  var metrics: FontMetrics
  var labelMetrics: FontMetrics

  func primitive(_ run: TextRun, at x: Double, width: Double) -> Primitive {
    Primitive(text: run, baseline: Point(x: x, y: baseline), width: width, metrics: metrics)
  }
}

extension Headlines {
  /// The static primitives of a piece, from `x` on: everything but its numbers.
  func primitives(of layout: HeadlineLayout, at x: Double, on line: HeadlineLine) -> [Primitive] {
    let label = labelPrimitives(of: layout, at: x + layout.labelBlock, on: line)
    if let bar = layout.bar, layout.numbers.isEmpty {
      return label + bar.primitives.map { $0.moved(by: x + layout.textStart) }
    }
    guard !layout.numbers.isEmpty else {
      return label + [line.primitive(layout.text, at: x + layout.textStart, width: layout.textWidth)]
    }
    var x = x + layout.textStart
    return label
      + layout.texts.enumerated().compactMap { i, text in
        let number = layout.numbers.indices.contains(i) ? layout.numbers[i] : nil
        let (start, width) = (x, number?.lead ?? layout.tail)
        x += width + (number?.gap ?? 0)
        return text.text.isEmpty ? nil : line.primitive(text, at: start, width: width)
      }
  }

  /// The topic's label, with the picture before it.
  func labelPrimitives(of layout: HeadlineLayout, at x: Double, on line: HeadlineLine) -> [Primitive] {
    guard let label = layout.label else { return [] }
    let text = Primitive(
      text: label, baseline: Point(x: x + layout.labelStart, y: line.baseline), width: layout.labelWidth,
      metrics: line.labelMetrics)
    guard let picture = layout.picture else { return [text] }
    let side = pictureSize
    let y = (line.baseline - (line.labelMetrics.capHeight + side) / 2).rounded()
    return [Primitive(.image(picture), in: Rect(x: x, y: y, width: side, height: side)), text]
  }
}
