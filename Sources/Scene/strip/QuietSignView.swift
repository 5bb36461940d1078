import ScrollCore

/// The sign of do not disturb on a strip, and how many headlines wait for its end.
final class QuietSignView: SceneView {
  struct Style: Equatable {
    var font: FontSpec
    var color: Color
    var background: Color
    /// The diameter of the sign, and the gap before the text, in pixels.
    var size: Double
    var gap: Double
  }

  var style = Style(font: FontSpec(size: 1), color: .white, background: .black, size: 0, gap: 0)
  /// Beside the sign; empty for none.
  var text = ""
  private var content = Content(rests: true)
  private(set) var place = VisibleFrame()

  private var run: TextRun { TextRun(text, font: style.font, color: style.color) }

  /// In whole pixels.
  func naturalWidth(with typesetter: any Typesetter) -> Double {
    style.size + (text.isEmpty ? 0 : style.gap + typesetter.width(of: run).rounded(.up))
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    let (bounds, metrics) = (frame.inner, typesetter.metrics(of: style.font))
    let disc = Rect(x: 0, y: ((bounds.height - style.size) / 2).rounded(), width: style.size, height: style.size)
    let bar = Size(width: (style.size * 0.56).rounded(), height: max(1, (style.size * 0.16).rounded()))
    let place = Rect(
      x: ((style.size - bar.width) / 2).rounded(), y: (disc.midY - bar.height / 2).rounded(), width: bar.width,
      height: bar.height)
    var primitives = [
      Primitive(.box(radius: style.size / 2, fill: style.color), in: disc),
      Primitive(.box(radius: 0, fill: style.background), in: place),
    ]
    if !text.isEmpty {
      let baseline = Point(x: style.size + style.gap, y: opticalBaseline(of: metrics, in: bounds.height).rounded())
      primitives.append(
        Primitive(text: run, baseline: baseline, width: typesetter.width(of: run), metrics: metrics))
    }
    content.show(primitives, on: style.background.solid)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    guard !place.inner.isEmpty else { return }
    frame.add(Layer(content, clip: place.inner, origin: place.inner.origin))
  }
}
