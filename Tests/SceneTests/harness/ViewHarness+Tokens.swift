import Scene
import ScrollCore
import ViewKit

extension ViewHarness where Content == TokensView {
  /// Chips in a font of 10 px, so that a character is 5 px wide.
  static func tokens(
    _ labels: [String], in bounds: Rect = Rect(x: 0, y: 0, width: 300, height: 30),
    _ adjust: (inout TokenFieldProperties) -> Void = { _ in }
  ) -> ViewHarness<TokensView> {
    var properties = TokenFieldProperties()
    properties.textMargin = 10
    adjust(&properties)
    let view = TokensView(properties: properties, font: FontSpec(size: 10))
    view.change(at: 0) { $0.setTokens(labels.map { Token($0) }) }
    let harness = ViewHarness(view, in: bounds, window: Size(width: 600, height: 100))
    harness.layOut()
    _ = view.drainEvents()
    return harness
  }

  /// Chips as in the strip.
  static func stripTokens(_ labels: [String], width: Double = 400) -> ViewHarness<TokensView> {
    tokens(labels, in: Rect(x: 100, y: 6, width: width, height: 24)) { $0 = .strip }
  }

  /// The layers: what text (| for a caret or a flash), where, and how much of it.
  func picture(at t: Seconds) -> [String] {
    frame(at: t).layers.map { layer in
      let texts = layer.content.primitives.compactMap { $0.element.run?.text }
      func place(_ number: Double) -> String { shortest((number * 1000).rounded() / 1000) }
      let share = layer.opacity == 1 ? "" : " \(shortest((layer.opacity * 100).rounded(.down)))%"
      let what = texts.isEmpty ? "|" : texts.joined()
      return "\(what) \(place(layer.origin.x)),\(place(layer.origin.y))\(share)"
    }
  }

  func revisions(at t: Seconds) -> [Int] { frame(at: t).layers.map(\.content.revision) }

  func pieces(of label: String, at t: Seconds) -> [Primitive] {
    frame(at: t).layers.first { $0.shows(label) }?.content.primitives ?? []
  }

  func place(of label: String, at t: Seconds) -> Rect {
    guard let layer = frame(at: t).layers.first(where: { $0.shows(label) }),
      let box = layer.content.primitives.first?.bounds
    else { return .zero }
    return box.offsetBy(dx: layer.origin.x, dy: layer.origin.y)
  }

  func click(on label: String, at t: Seconds, holding modifiers: Modifiers = []) {
    let place = place(of: label, at: t)
    click(Point(x: place.minX + 5, y: place.midY), at: t, holding: modifiers)
  }

  func clickRemove(of label: String, at t: Seconds) {
    let place = place(of: label, at: t)
    click(Point(x: place.maxX - 12, y: place.midY), at: t)
  }
}
