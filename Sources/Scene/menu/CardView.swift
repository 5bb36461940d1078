package import ScrollCore

/// A card with a headline, its summary and its source.
package final class CardView: SceneView {
  private let card: HeadlineCard
  private let style: MenuStyle
  private var content = Content(axis: .vertical)
  private var place = VisibleFrame()

  private struct Line {
    var run: TextRun
    var width: Double
    /// The space before it, in pixels.
    var space: Double
  }

  /// The limit for the width of text, in pixels at 96 dots per inch, and for the lines of a part.
  private static let widest = 400.0
  private static let most = (title: 3, summary: 6)

  package init(_ card: HeadlineCard, style: MenuStyle) {
    (self.card, self.style) = (card, style)
  }

  /// A failure is read out at once.
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, card.isFailure ? .notification : .toolTip, card.title, at: place.outer)
    node.details = [card.summary, card.details].filter { !$0.isEmpty }.joined(separator: ", ")
    return node
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    let lines = lines(in: min(style.length(Self.widest), context.area.width - 2 * margin), with: context.typesetter)
    let height = lines.reduce(0) { $0 + $1.space + rowHeight }
    return Size(
      width: ((lines.map(\.width).max() ?? 0) + 2 * margin).rounded(.up),
      height: min(context.area.height, (height + 2 * margin).rounded(.up)))
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    let metrics = typesetter.metrics(of: style.font)
    var y = margin
    let pieces = lines(in: frame.outer.width - 2 * margin + 1, with: typesetter).map { line in
      y += line.space
      defer { y += rowHeight }
      let baseline = Point(x: margin, y: (y + (rowHeight + metrics.capHeight) / 2).rounded())
      let piece = Primitive(text: line.run, baseline: baseline, width: line.width, metrics: metrics)
      return style.isMirrored ? piece.mirrored(in: frame.outer.width) : piece
    }
    content.show(pieces, on: style.background)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    frame.add(Layer(content, clip: place.inner, origin: place.outer.origin))
  }

  private var margin: Double { style.length(12) }
  private var rowHeight: Double { (style.font.size * 1.4).rounded() }

  private func lines(in width: Double, with typesetter: any Typesetter) -> [Line] {
    var titleFont = style.font
    titleFont.weight = 600
    let small = style.length(4)
    var all =
      lines(of: card.title, titleFont, style.textColor, atMost: Self.most.title, in: width, typesetter)
      + lines(of: card.summary, style.font, style.textColor, atMost: Self.most.summary, in: width, typesetter, small)
      + lines(of: card.details, style.font, style.faintColor, atMost: 1, in: width, typesetter, small)
    if !all.isEmpty { all[0].space = 0 }
    return all
  }

  /// The lines of a part; the last one is ellipsised if there are more.
  private func lines(
    of text: String, _ font: FontSpec, _ color: Color, atMost most: Int, in width: Double,
    _ typesetter: any Typesetter, _ space: Double = 0
  ) -> [Line] {
    guard !text.isEmpty, width > 0 else { return [] }
    var run = TextRun(text, font: font, color: color)
    run.direction = typesetter.direction(of: text)
    let breaks = typesetter.lineBreaks(of: run, width: width)
    return breaks.prefix(most).enumerated().map { row, range in
      var line = run
      let isCut = row == most - 1 && breaks.count > most
      let bytes = text.utf8.dropFirst(range.lowerBound).prefix(isCut ? text.utf8.count : range.count)
      line.text = String(decoding: bytes, as: UTF8.self)
      while line.text.last == " " { line.text.removeLast() }
      line.maxWidth = width
      return Line(run: line, width: min(width, typesetter.width(of: line)), space: row == 0 ? space : 0)
    }
  }
}
