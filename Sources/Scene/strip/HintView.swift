import ScrollCore

/// A short text over an end of the headlines, about an action that failed.
final class HintView: SceneView {
  struct Style: Equatable {
    var font: FontSpec
    var color: Color
    var background: Color
    var border: Color
    var lineWidth: Double
    var height: Double
    var padding: Double
  }

  var style: Style?
  /// The text, and since when it is shown.
  private(set) var hint: (text: String, since: Seconds)?

  private var content = Content(rests: true)
  private var place = VisibleFrame()
  private var box = Rect.zero
  private var typesetter: (any Typesetter)?

  /// The duration of its appearance, in seconds.
  private static let appearing = 0.12
  /// The limit for its width, as a share of its place.
  private static let share = 0.97

  /// Whether it is at the left end.
  private var isAtLeft = false

  /// Changes or removes the text.
  func show(_ text: String?, atLeft: Bool, at t: Seconds) {
    isAtLeft = atLeft
    hint = text.map { ($0, t) }
    compose()
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    self.typesetter = typesetter
    compose()
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    guard let hint, !box.isEmpty else { return }
    let opacity = max(0, min(1, (t - hint.since) / Self.appearing))
    if opacity < 1 { frame.change(at: t) }
    frame.add(Layer(content, clip: box, origin: box.origin, opacity: opacity))
  }

  private func compose() {
    guard let hint, let style, let typesetter, !place.inner.isEmpty else {
      box = .zero
      return
    }
    var run = TextRun(hint.text, font: style.font, color: style.color)
    run.maxWidth = max(1, place.inner.width * Self.share - 2 * style.padding)
    let width = typesetter.width(of: run).rounded(.up)
    let metrics = typesetter.metrics(of: style.font)
    let size = Size(width: width + 2 * style.padding, height: style.height)
    let inner = place.inner
    let x = isAtLeft ? inner.minX + style.padding / 2 : inner.maxX - size.width - style.padding / 2
    box = Rect(
      x: x.rounded(), y: (inner.midY - size.height / 2).rounded(),
      width: size.width, height: size.height)
    let all = Rect(origin: .zero, size: size)
    let baseline = ((size.height + metrics.capHeight) / 2).rounded()
    content.show(
      [
        Primitive(.box(radius: size.height / 4, fill: style.background), in: all),
        Primitive(.outline(radius: size.height / 4, width: style.lineWidth, color: style.border), in: all),
        Primitive(text: run, baseline: Point(x: style.padding, y: baseline), width: width, metrics: metrics),
      ], on: nil)
  }
}
