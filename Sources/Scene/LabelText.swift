package import ScrollCore

/// How a label looks. Lengths in pixels.
package struct LabelStyle: Equatable, Sendable {
  package var font: FontSpec
  package var color: Color
  /// The block behind the text; nil: none.
  package var background: Color?
  /// On each side of the text.
  package var padding: Double

  package init(font: FontSpec, color: Color, background: Color? = nil, padding: Double = 0) {
    self.font = font
    self.color = color
    self.background = background
    self.padding = padding
  }
}

/// The one line of a label, as it is measured and drawn.
struct LabelText {
  var text: String
  var style: LabelStyle

  /// Of the whole text, in pixels; 0 without text.
  func width(with typesetter: any Typesetter) -> Double {
    text.isEmpty ? 0 : max(0, typesetter.width(of: run) - trailingSpace)
  }

  /// The text from `x` on, ellipsised where it is wider than `room`. Nil where there is nothing to show.
  func piece(at x: Double, baseline: Double, room: Double, with typesetter: any Typesetter) -> Primitive? {
    guard !text.isEmpty, room > 0 else { return nil }
    var run = self.run
    run.maxWidth = room + trailingSpace
    return Primitive(
      text: run, baseline: Point(x: x.rounded(), y: baseline.rounded()), width: typesetter.width(of: run),
      metrics: typesetter.metrics(of: style.font))
  }

  private var run: TextRun { TextRun(text, font: style.font, color: style.color) }

  /// Letter-spacing comes after each character; what follows the last one would put the text off centre.
  var trailingSpace: Double { style.font.letterSpacing * style.font.size }
}

/// The baseline, in pixels from the top, that puts the capitals in the middle of `height`.
func opticalBaseline(of metrics: FontMetrics, in height: Double) -> Double { (height + metrics.capHeight) / 2 }

extension VisibleFrame {
  /// The baseline, in window coordinates, of text in the middle of its height.
  func baseline(of metrics: FontMetrics) -> Double {
    seen(outer.minY + opticalBaseline(of: metrics, in: outer.height), of: metrics)
  }

  /// Where text on that baseline is to stand, so that all of its ink is seen.
  func seen(_ baseline: Double, of metrics: FontMetrics) -> Double {
    baseline + shift(ofInkFrom: baseline - metrics.inkAscent, to: baseline + metrics.inkDescent)
  }
}
