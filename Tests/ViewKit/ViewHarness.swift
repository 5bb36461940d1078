package import Scene
package import ScrollCore

/// A view in a window without a screen, and its user: the test says what happens when, and looks at what is shown.
package final class ViewHarness<Content: SceneView> {
  package let view: Content
  /// Where the view stands in the window.
  package private(set) var bounds: Rect
  package let typesetter: FixedTypesetter
  /// What was drawn last.
  package private(set) var frame: Frame
  /// What the view has asked for.
  package let context = ViewContext()
  /// What keys and buttons stand for.
  package var bindings = Bindings()
  private var isLaidOut = false
  private var hasHandled = false

  /// Gives the view a part of a black window; it is laid out before it is first drawn, or when the test says so.
  /// - Parameters:
  ///   - window: the window's size; by default it ends where the view does.
  package init(
    _ view: Content, in bounds: Rect, window: Size? = nil, typesetter: FixedTypesetter = FixedTypesetter()
  ) {
    (self.view, self.bounds, self.typesetter) = (view, bounds, typesetter)
    frame = Frame(size: window ?? Size(width: bounds.maxX, height: bounds.maxY), background: .black)
  }

  /// Gives the view a window of its size.
  package convenience init(_ view: Content, size: Size) {
    self.init(view, in: Rect(origin: .zero, size: size))
  }

  // MARK: - What the window does

  /// Lays the view out again, at a new place if one is given.
  package func layOut(in place: Rect? = nil, at t: Seconds = 0) {
    if let place { bounds = place }
    view.layout(in: bounds, with: typesetter, at: t)
    isLaidOut = true
    context.didLayOut()
  }

  package func draw(at t: Seconds) {
    if !isLaidOut || hasHandled && context.needsLayout { layOut(at: t) }
    frame.clear()
    view.draw(into: &frame, at: t)
  }

  /// What is shown at `t`, as a frame of its own.
  package func frame(at t: Seconds) -> Frame {
    if !isLaidOut || hasHandled && context.needsLayout { layOut(at: t) }
    var frame = Frame(size: frame.size, background: frame.background)
    view.draw(into: &frame, at: t)
    return frame
  }

  /// The lowest layer of what is shown at `t`.
  @discardableResult
  package func layer(at t: Seconds) -> Layer? {
    draw(at: t)
    return frame.layers.first
  }

  // MARK: - What the user does

  package func perform(_ event: InputEvent, at t: Seconds) {
    context.time = t
    if !hasHandled { context.didLayOut() }
    hasHandled = true
    _ = view.handle(event, by: bindings, in: context.event)
  }

  package func click(_ point: Point, at t: Seconds, holding modifiers: Modifiers = []) {
    perform(.pointerMoved(point), at: t)
    perform(.pressed(point, button: 1, modifiers: modifiers), at: t)
    perform(.released(point, button: 1, modifiers: modifiers), at: t)
  }

  package func press(_ key: Key, _ modifiers: Modifiers = [], at t: Seconds) {
    perform(.keyPressed(key, text: "", modifiers: modifiers), at: t)
  }

  package func type(_ text: String, at t: Seconds) {
    for character in text { perform(.keyPressed(nil, text: String(character), modifiers: []), at: t) }
  }

  // MARK: - What the user sees

  /// Something drawn, as far as its layer lets it be seen.
  package struct Sight {
    package let element: Element
    /// Coordinates of the window.
    package let bounds: Rect
    package let anchor: Point
    /// The part of the window that may show it.
    package let clip: Rect
  }

  /// What is seen at `t`, layer by layer; sprites aside.
  package func sights(at t: Seconds) -> [Sight] {
    draw(at: t)
    return frame.layers.flatMap { layer -> [Sight] in
      let instances: [Instance]
      switch layer.kind {
      case .copy(let copy): instances = [Instance(clip: layer.clip, origin: copy.origin)]
      case .instances(let range): instances = Array(frame.instances[range])
      case .sprites: return []
      }
      return instances.flatMap { Self.sights(of: layer.content, at: $0.origin, in: $0.clip) }
    }
  }

  /// Those primitives of a content that touch the clip where the content stands at `origin`.
  package static func sights(of content: Scene.Content, at origin: Point, in clip: Rect) -> [Sight] {
    content.primitives.compactMap { primitive in
      let bounds = primitive.bounds.offsetBy(dx: origin.x, dy: origin.y)
      guard bounds.intersects(clip) else { return nil }
      let anchor = Point(x: primitive.anchor.x + origin.x, y: primitive.anchor.y + origin.y)
      return Sight(element: primitive.element, bounds: bounds, anchor: anchor, clip: clip)
    }
  }
}

extension Element {
  /// In a golden: a text as it is, a shape by its name.
  package var name: String {
    switch self {
    case .text(let run): run.text
    case .box: "box"
    case .outline: "outline"
    case .diamond: "diamond"
    case .cross: "cross"
    case .triangle(let up, _): up ? "up" : "down"
    case .image(let path): path
    case .polygon: "polygon"
    case .stroke: "stroke"
    }
  }

  package var run: TextRun? { if case .text(let run) = self { run } else { nil } }
}

extension Layer {
  /// Whether a primitive of it is just this text.
  package func shows(_ text: String) -> Bool { content.primitives.contains { $0.element.run?.text == text } }
}
