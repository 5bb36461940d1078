import Scene
import ScrollCore
import ViewKit

extension ViewHarness where Content == CounterScene {
  static func counter(
    _ text: String?, width: Double = 320, height: Double = 80, _ change: (inout CounterProperties) -> Void = { _ in }
  ) -> ViewHarness<CounterScene> {
    var properties = CounterProperties()
    properties.margin = 0
    change(&properties)
    let view = CounterScene(properties: properties)
    if let text { view.show(text: text, at: 0) }
    let harness = ViewHarness(
      view, in: Rect(x: 0, y: 0, width: width, height: height), window: Size(width: 1000, height: 100),
      typesetter: FixedTypesetter(spacesLetters: false))
    harness.layOut()
    return harness
  }

  /// One line a layer: its columns of pixels, and what can be seen in them at which y from the view's top.
  func picture(at t: Seconds) -> [String] { frame(at: t).layers.map(describe) }

  private func describe(_ layer: Layer) -> String {
    var line = "\(shortest(layer.clip.minX))..<\(shortest(layer.clip.maxX))"
    for sight in Self.sights(of: layer.content, at: layer.origin, in: layer.clip) {
      let y = ((sight.bounds.minY - bounds.minY) * 100).rounded() / 100
      line += " \(sight.element.name)@\(shortest(y))"
    }
    if layer.opacity < 1 { line += " \(shortest((layer.opacity * 100).rounded()))%" }
    if layer.fade.length > 0 { line += " fade \(shortest(layer.fade.length))" }
    return line
  }
}
