public import ScrollCore

/// How a label looks. Lengths in pixels.
public struct LabelStyle: Equatable, Sendable {
  public var font: FontSpec
  public var color: Color
  /// The block behind the text; nil: none.
  public var background: Color?
  /// On each side of the text.
  public var padding: Double

  public init(font: FontSpec, color: Color, background: Color? = nil, padding: Double = 0) {
    self.font = font
    self.color = color
    self.background = background
    self.padding = padding
  }
}

/// A line of text in the middle of a block: the strip's label, the counter's caption. It is ellipsised where it
/// does not fit.
public final class LabelView: View {
  /// Both take effect at the next `layout`.
  public var text: String
  public var style: LabelStyle

  private var content: Content
  private var bounds = Rect.zero

  public init(_ text: String, style: LabelStyle, ids: inout ContentIDs) {
    self.text = text
    self.style = style
    content = Content(id: ids.next())
  }

  /// The width that shows the whole text, in whole pixels; 0 without text.
  public func naturalWidth(with typesetter: any Typesetter) -> Double {
    guard !text.isEmpty else { return 0 }
    return (typesetter.width(of: run) - trailingSpace + 2 * style.padding).rounded(.up)
  }

  public func layout(in bounds: Rect, with typesetter: any Typesetter) {
    self.bounds = bounds
    content.background = style.background
    let pieces = self.pieces(with: typesetter)
    if content.pieces != pieces { content.pieces = pieces }
  }

  public func draw(into frame: inout Frame, at t: Seconds) {
    guard !bounds.isEmpty, content.background != nil || !content.pieces.isEmpty else { return }
    frame.add(Layer(content, clip: bounds, origin: bounds.origin))
  }

  private func pieces(with typesetter: any Typesetter) -> [Piece] {
    let room = bounds.width - 2 * style.padding
    guard !text.isEmpty, room > 0 else { return [] }
    var run = self.run
    run.maxWidth = room + trailingSpace
    let width = typesetter.width(of: run)
    let metrics = typesetter.metrics(of: style.font)
    let x = style.padding + (room - (width - trailingSpace)) / 2
    let baseline = Point(x: x.rounded(), y: opticalBaseline(of: metrics, in: bounds.height))
    return [Piece(text: run, baseline: baseline, width: width, metrics: metrics)]
  }

  private var run: TextRun { TextRun(text, font: style.font, color: style.color) }

  /// Letter-spacing comes after each character; what follows the last one would put the text off centre.
  private var trailingSpace: Double { style.font.letterSpacing * style.font.size }
}

/// The baseline, in whole pixels from the top, that puts the capitals in the middle of `height`.
func opticalBaseline(of metrics: FontMetrics, in height: Double) -> Double {
  ((height + metrics.capHeight) / 2).rounded()
}
