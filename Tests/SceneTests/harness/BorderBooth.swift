import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// A view with a border around it, at a place of its own in a window.
struct BorderBooth<Content: SceneView> {
  let view: Content
  private let harness: ViewHarness<BorderView>

  init(width: Double, height: Double, _ make: () -> Content) {
    view = make()
    harness = ViewHarness(
      BorderView(view), in: Rect(x: 3, y: 2, width: width, height: height),
      window: Size(width: 1100, height: 200), typesetter: .noto)
  }

  private var bounds: Rect { harness.bounds }

  /// A layer of the content: what it shows in the window, but for what the widest border of the test covers.
  struct Shown: Equatable {
    var content: Int
    var background: Color?
    var part: Rect
    var ink: [String]
    var opacity: Double
    var fades: [Double]
  }

  func shot(_ width: Double, at t: Seconds) -> [Shown] {
    let inner = bounds.insetBy(dx: 6, dy: 6)
    return frame(Border(width: width), at: t) { frame in
      contentLayers(of: frame).compactMap { shown($0, of: frame, in: inner) }
    }
  }

  /// 0 → 6 → 0 → 6: the same picture inside, and under the border nothing that moves.
  func expectNothingMoves(
    at t: Seconds, besides background: Color? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func picture(_ width: Double) -> [Shown] {
      shot(width, at: t).filter { $0.background != background || background == nil }
    }
    let before = picture(0)
    #expect(!before.isEmpty, sourceLocation: sourceLocation)
    for width in [6.0, 0, 6] {
      let after = picture(width)
      guard after != before else { continue }
      let (new, old) = (after.filter { !before.contains($0) }, before.filter { !after.contains($0) })
      Issue.record("a border of \(width) at \(t): \(new) instead of \(old)", sourceLocation: sourceLocation)
      return
    }
    let inner = bounds.insetBy(dx: 6, dy: 6)
    frame(Border(width: 6), at: t) { frame in
      for layer in contentLayers(of: frame) {
        #expect(inner.intersection(layer.clip) == layer.clip, "\(layer.clip)", sourceLocation: sourceLocation)
      }
    }
  }

  /// What the primitives cover.
  func ink(_ border: Border, at t: Seconds) -> Rect {
    frame(border, at: t) { frame in
      contentLayers(of: frame).reduce(Rect.zero) { rect, layer in
        layer.content.primitives.reduce(rect) {
          $0.union($1.bounds.offsetBy(dx: layer.origin.x - bounds.minX, dy: layer.origin.y - bounds.minY))
        }
      }
    }
  }

  func fontSize(_ border: Border, at t: Seconds) -> Double {
    frame(border, at: t) { frame in
      for primitive in frame.layers[0].content.primitives {
        if case .text(let run) = primitive.element { return run.font.size }
      }
      return 0
    }
  }

  private func frame<Result>(_ border: Border, at t: Seconds, _ body: (borrowing Frame) -> Result) -> Result {
    harness.view.border = border
    harness.layOut(at: t)
    return body(harness.frame(at: t))
  }

  private func contentLayers(of frame: borrowing Frame) -> [Layer] {
    let sides = BorderPart.all(of: harness.view.border, harness.view.geometry, outside: nil)
    return Array(frame.layers.dropLast(sides.count))
  }

  private func shown(_ layer: Layer, of frame: borrowing Frame, in inner: Rect) -> Shown? {
    let part = layer.clip.intersection(inner)
    if part.isEmpty { return nil }
    var ink = [String]()
    var clip = layer.clip
    switch layer.kind {
    case .copy(let copy): ink = primitives(of: layer.content, at: copy.origin, in: part)
    case .instances(let range):
      for instance in frame.instances[range] {
        ink += primitives(of: layer.content, at: instance.origin, in: instance.clip.intersection(part))
      }
    case .sprites(let batch):
      clip = frame.instances[batch.windows].first?.clip ?? clip
      ink = frame.sprites[batch.sprites].map {
        "\($0.cell), \($0.next) at \(shortest($0.fraction)) at \(text($0.origin))"
      }
    }
    let (fade, faded) = (layer.fade.length, layer.fade.bounds ?? clip)
    let fades = fade > 0 && layer.content.axis == .vertical ? [fade, faded.minY, faded.maxY] : []
    return Shown(
      content: layer.content.id, background: layer.content.background, part: part, ink: ink,
      opacity: layer.opacity, fades: fades)
  }

  /// The primitives that are seen, each at its place in the window.
  private func primitives(of content: Scene.Content, at origin: Point, in part: Rect) -> [String] {
    ViewHarness<BorderView>.sights(of: content, at: origin, in: part).map { sight in
      let size = Point(x: sight.bounds.width, y: sight.bounds.height)
      return "\(name(of: sight.element)) at \(text(sight.anchor)), \(text(size))"
    }
  }

  private func name(of element: Element) -> String {
    if case .text(let run) = element { return "'\(run.text)' \(shortest(run.font.size)) \(shortest(run.maxWidth))" }
    return "\(element)"
  }

  /// To a millionth of a pixel.
  private func text(_ point: Point) -> String {
    func text(_ value: Double) -> String { shortest((value * 1e6).rounded() / 1e6 + 0) }
    return "(\(text(point.x)), \(text(point.y)))"
  }
}
