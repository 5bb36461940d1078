internal import Scene
internal import ScrollCore

/// A custom view's drawing, kept as contents. Only changed ones are drawn again.
final class DrawnContent: SceneView {
  weak var view: View?
  /// The view inside its border, in window coordinates and whole pixels; partly outside of the window, perhaps.
  var box = Rect.zero
  private var place = VisibleFrame()
  private var contents: [Content] = []
  private let kept = KeptFrame()
  private var typography = Typography(nil)
  /// Measures text since the first layout.
  private(set) weak var typesetter: (any Typesetter)? {
    didSet { if typesetter !== oldValue { typography = Typography(typesetter) } }
  }
  /// The button that is held, and whether it was pressed here.
  private var heldButton: Int?

  // MARK: - Layout

  func naturalSize(in context: MeasureContext) -> Size {
    guard let view else { return context.area }
    self.typesetter = context.typesetter
    return Self.bounded(view.sizeThatFits(context.area), in: context.area)
  }

  func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    var context = context
    context.area.width = width
    return naturalSize(in: context).height
  }

  /// A size that a window can have; an infinite length becomes all of the room.
  private static func bounded(_ size: Size, in area: Size) -> Size {
    func length(_ length: Double, _ room: Double) -> Double {
      length.isNaN ? 0 : min(max(0, length), max(0, room), View.lengths.upperBound)
    }
    return Size(width: length(size.width, area.width), height: length(size.height, area.height))
  }

  func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    self.typesetter = typesetter
  }

  // MARK: - Drawing

  func draw(into frame: inout Frame, at t: Seconds) {
    guard let view, !place.inner.isEmpty else { return }
    kept.add(to: &frame, at: t) { frame in
      var canvas = Canvas(size: box.size, time: t, unixTime: view.unixTime(at: t), typography: typography)
      view.draw(in: &canvas)
      frame.change(at: t + canvas.wait)
      for (number, layer) in canvas.picture.enumerated() { add(layer, number, to: &frame, at: t) }
    }
  }

  private func add(_ layer: CanvasLayer, _ number: Int, to frame: inout Frame, at t: Seconds) {
    let content = content(number, for: layer)
    guard !content.isBlank, layer.opacity > 0 else { return }
    let origin = box.origin + layer.origin
    let places = (layer.places ?? [.zero]).map { $0 + origin }
    let (ink, isWhole) = (layer.ink(with: typesetter), layer.background != nil)
    if layer.velocity == .zero {
      let shown = places.compactMap { place -> Instance? in
        let clip = isWhole ? self.place.inner : visible(ink, at: place)
        return clip.isEmpty ? nil : Instance(clip: clip, origin: place)
      }
      return show(content, at: shown, layer, to: &frame)
    }
    let trip = Trip(of: ink, from: places, by: layer.velocity, through: place.inner)
    if trip.start > 0, !isWhole { return frame.change(at: t + trip.start) }
    if trip.end <= 0, !isWhole { return }
    let velocity = trip.end > 0 ? content.axis.turned(layer.velocity.x, layer.velocity.y).along : 0
    let shown = places.map { Instance(clip: self.place.inner, origin: $0) }
    show(content, at: shown, layer, velocity: velocity, to: &frame)
    if trip.end <= 0 { return }
    if layer.velocity.x != 0, layer.velocity.y != 0 { return frame.change(at: t) }
    frame.change(at: t, after: SteadyRun(velocity: velocity, end: t + trip.end))
  }

  private func show(
    _ content: Content, at places: [Instance], _ layer: CanvasLayer, velocity: Double = 0, to frame: inout Frame
  ) {
    guard !places.isEmpty else { return }
    if layer.places != nil, layer.opacity == 1 {
      let clip = places.reduce(Rect.zero) { $0.union($1.clip) }
      return frame.add(content, at: places, clip: clip, speed: abs(velocity), velocity: velocity)
    }
    for place in places {
      frame.add(
        Layer(
          content, clip: place.clip, origin: place.origin, opacity: layer.opacity, speed: abs(velocity),
          velocity: velocity))
    }
  }

  /// The whole pixels of the view that ink at a place touches.
  private func visible(_ ink: Rect, at place: Point) -> Rect {
    ink.offsetBy(dx: place.x, dy: place.y).pixels.intersection(self.place.inner)
  }

  /// The content of a layer, which stays the same while it moves alike.
  private func content(_ number: Int, for layer: CanvasLayer) -> Content {
    while contents.count <= number {
      contents.append(Content(axis: layer.axis ?? .horizontal, rests: layer.axis == nil))
    }
    if let axis = layer.axis, contents[number].axis != axis || contents[number].rests {
      contents[number] = Content(axis: axis)
    }
    contents[number].show(layer.primitives, on: layer.background)
    return contents[number]
  }

  // MARK: - Input

  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    guard let view else { return false }
    switch event {
    case .pressed(let point, let button, let modifiers):
      let point = point - box.origin
      if let (dx, dy) = Self.wheel(button) { return view.handle(.scrolled(point, dx: dx, dy: dy)) }
      heldButton = heldButton ?? button
      return view.handle(.pressed(point, button: button, modifiers.known))
    case .released(let point, let button, let modifiers):
      if Self.wheel(button) != nil { return false }
      if heldButton == button { heldButton = nil }
      return view.handle(.released(point - box.origin, button: button, modifiers.known))
    case .pointerMoved(let point):
      if let heldButton { return view.handle(.dragged(point - box.origin, button: heldButton)) }
      return view.handle(.moved(point - box.origin))
    case .pointerLeft: return view.handle(.left)
    case .keyPressed(let key, let text, let modifiers):
      return view.handle(.key(key, text: text, modifiers.known))
    case .pasted(let text, _): return view.handle(.pasted(text))
    case .focused(let isFocused): return view.handle(.focused(isFocused))
    case .composing, .appeared, .command, .suggestionChosen: return false
    }
  }

  /// The notches of the wheel that X reports as a button.
  static func wheel(_ button: Int) -> (dx: Double, dy: Double)? {
    switch button {
    case 4: (0, -1)
    case 5: (0, 1)
    case 6: (-1, 0)
    case 7: (1, 0)
    default: nil
    }
  }

  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let view else { return nil }
    return view.accessibilityLabel.map { AccessibleNode(0, view.accessibleRole, $0, at: place.inner) }
  }
}

/// When something that moves steadily comes into sight, and when it has gone, in seconds from now.
private struct Trip {
  private(set) var start = Seconds.infinity
  private(set) var end = -Seconds.infinity

  /// - Parameters:
  ///   - ink: The moving area, relative to its place.
  ///   - places: Its present places.
  ///   - velocity: In pixels per second.
  ///   - view: The area in which it is visible.
  init(of ink: Rect, from places: [Point], by velocity: Point, through view: Rect) {
    for place in places {
      let ink = ink.offsetBy(dx: place.x, dy: place.y)
      let x = Self.passage(of: (ink.minX, ink.maxX), at: velocity.x, through: (view.minX, view.maxX))
      let y = Self.passage(of: (ink.minY, ink.maxY), at: velocity.y, through: (view.minY, view.maxY))
      let (first, last) = (max(x.start, y.start), min(x.end, y.end))
      guard last > max(0, first) else { continue }
      (start, end) = (min(start, first), max(end, last))
    }
  }

  /// When a stretch overlaps another one.
  private static func passage(
    of ink: (low: Double, high: Double), at velocity: Double, through view: (low: Double, high: Double)
  ) -> (start: Seconds, end: Seconds) {
    let (coming, going) = (view.low - ink.high, view.high - ink.low)
    if velocity == 0 { return going > 0 && coming < 0 ? (-.infinity, .infinity) : (.infinity, -.infinity) }
    let (first, last) = velocity > 0 ? (coming, going) : (going, coming)
    return (first / velocity, last / velocity)
  }
}
