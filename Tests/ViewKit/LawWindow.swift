package import Scene
package import ScrollCore
package import Testing

/// A view in a window without a screen that draws as a real one does: only when the view has said that it changes, or
/// was changed. An eager one asks the view in every refresh.
package final class LawWindow<Content: SceneView> {
  package let view: Content
  package let context = ViewContext()
  package let typesetter = FixedTypesetter()
  package private(set) var place: Rect
  private let isEager: Bool
  private let kept = KeptFrame(size: Size(width: 1000, height: 800), background: .black)
  /// The events that it has told, and its requests to the window.
  private(set) var news: [String] = []

  package init(_ view: Content, in place: Rect, isEager: Bool) {
    (self.view, self.place, self.isEager) = (view, place, isEager)
  }

  /// Gives the view another place.
  package func resize(to place: Rect) {
    self.place = place
    context.setNeedsLayout()
  }

  package func handle(_ event: InputEvent, at t: Seconds) {
    context.time = t
    _ = view.handle(event, by: Bindings(), in: context.event)
    news += context.takeActions().map { "\($0)" }
  }

  package func refresh(at t: Seconds) {
    context.time = t
    if context.needsLayout {
      view.layout(in: place, with: typesetter, at: t)
      context.didLayOut()
    }
    let isRedraw = isEager || context.needsDisplay
    if kept.advance(to: t, isRedraw: isRedraw) == .redraw {
      kept.draw(at: t, isRedraw: isRedraw) { view.draw(into: &$0, at: t) }
      news += kept.frame.events.map { "\($0)" } + kept.frame.actions.map { "\($0)" }
      context.didDraw()
    }
    if isEager { _ = view.accessibleNode(at: t) }
  }

  /// What has been told and requested since the last call.
  package func takeNews() -> [String] {
    defer { news = [] }
    return news
  }

  package var nextChange: Seconds { kept.frame.nextChange }

  /// Records an issue if it shows something else than another one.
  package func showsTheSame(
    as other: LawWindow, _ moment: String, _ sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let (shown, expected) = (picture, other.picture)
    if shown == expected { return true }
    Issue.record("\(moment): \(shown.difference(from: expected))", sourceLocation: sourceLocation)
    return false
  }

  /// What the window shows.
  package var picture: Picture { Picture(kept.frame) }
}

/// What a frame shows, whatever view has drawn it: no contents by their IDs, and nothing that is out of sight.
package struct Picture: Equatable {
  private var size: Size
  private var background: Color
  private(set) var layers: [Sight]

  struct Sight: Equatable {
    var clip: Rect
    var background: Color?
    var opacity: Double
    var fade: Fade
    var erases: Bool
    var items: [Item]
    var sprites: [Sprite]
  }

  struct Item: Equatable {
    var element: Element
    var anchor: Point
    var size: Size

    static func == (a: Item, b: Item) -> Bool {
      a.element == b.element && a.anchor.isNear(b.anchor) && abs(a.size.width - b.size.width) < 1e-3
        && abs(a.size.height - b.size.height) < 1e-3
    }
  }

  package init(_ frame: borrowing Frame) {
    (size, background, layers) = (frame.size, frame.background, [])
    for layer in frame.layers {
      var sight = Sight(
        clip: layer.clip, background: layer.content.background, opacity: (layer.opacity * 1e6).rounded() / 1e6,
        fade: layer.fade, erases: false, items: [], sprites: [])
      switch layer.kind {
      case .copy(let copy):
        sight.erases = copy.erases
        sight.items = Self.items(of: layer.content, at: copy.origin, in: layer.clip)
      case .instances(let range):
        for instance in frame.instances[range] {
          sight.items += Self.items(of: layer.content, at: instance.origin, in: instance.clip)
        }
      case .sprites(let batch):
        sight.sprites = frame.sprites[batch.sprites].map { sprite in
          var sprite = sprite
          func near(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
          sprite.origin = Point(x: near(sprite.origin.x), y: near(sprite.origin.y))
          sprite.fraction = near(sprite.fraction)
          return sprite
        }
        sight.items = layer.content.primitives.map { Item(element: $0.element, anchor: $0.anchor, size: .zero) }
      }
      if sight.items.isEmpty, sight.sprites.isEmpty, sight.background == nil, sight.fade.length == 0 { continue }
      layers.append(sight)
    }
  }

  /// Those of which more is seen than what a rounding decides.
  private static func items(of content: Scene.Content, at origin: Point, in clip: Rect) -> [Item] {
    content.primitives.compactMap { primitive in
      let bounds = primitive.bounds.offsetBy(dx: origin.x, dy: origin.y)
      let seen = bounds.intersection(clip)
      guard seen.width > 0.02, seen.height > 0.02 else { return nil }
      let anchor = Point(x: primitive.anchor.x + origin.x, y: primitive.anchor.y + origin.y)
      return Item(element: primitive.element, anchor: anchor, size: bounds.size)
    }
  }

  /// The first layers that are different.
  package func difference(from other: Picture) -> String {
    if layers.count != other.layers.count {
      return "\(layers.map(\.summary)) instead of \(other.layers.map(\.summary))"
    }
    for (i, (one, two)) in zip(layers, other.layers).enumerated() where one != two {
      let items = zip(one.items, two.items).first { $0 != $1 }.map { "; \($0) is not \($1)" } ?? ""
      return "layer \(i): \(one.summary) instead of \(two.summary)\(items)"
    }
    return "size or background"
  }
}

extension Picture.Sight {
  var summary: String {
    let items = items.map { "\($0.element.name) \(shortest($0.anchor.x)),\(shortest($0.anchor.y))" }
    let place = "\(shortest(clip.minX)),\(shortest(clip.minY)) \(shortest(clip.width))×\(shortest(clip.height))"
    return "[\(place) \(shortest(opacity)) \(items.joined(separator: "; ")) \(sprites.count)]"
  }
}

extension Point {
  fileprivate func isNear(_ other: Point) -> Bool { abs(x - other.x) < 0.02 && abs(y - other.y) < 0.02 }
}
