package import ScrollCore

/// The picture at one moment: layers on a background, later ones above earlier ones.
///
/// A frame is refilled for every moment. It keeps its storage, so that filling does not allocate, and is noncopyable,
/// as sharing the storage would force a reallocation.
package struct Frame: ~Copyable, Sendable {
  package var size: Size
  package var background: Color
  /// Whether anything but time may have changed since the view was last drawn; see `KeptFrame`.
  package var isRedraw = true
  /// The number of times it has been filled. Frames of the same filling differ only in places.
  package private(set) var filling = 0
  package internal(set) var layers: [Layer] = []
  /// The instances of all layers; each layer has a range of them.
  package private(set) var instances: [Instance] = []
  package private(set) var sprites: [Sprite] = []
  /// The time of the next visible change: infinity if nothing moves, the frame's own time or earlier if every refresh
  /// differs.
  package var nextChange: Seconds { min(nextTurn, runs) }
  /// The time of the next visible change other than steady motion; see `Layer.velocity`.
  package private(set) var nextTurn: Seconds = .infinity
  /// When steady layers move next, at the earliest.
  private(set) var runs: Seconds = .infinity
  /// Whether something else follows the steady layers.
  private(set) var hasFollowers = false
  /// The layers that have run on since the frame was filled.
  package private(set) var runners: [Runner] = []
  /// The events since the last frame.
  package private(set) var events: [ViewEvent] = []
  /// Requests to the window that follow from motion.
  package private(set) var actions: [WindowRequest] = []

  package init(size: Size, background: Color) {
    self.size = size
    self.background = background
  }

  package mutating func clear() {
    filling += 1
    layers.removeAll(keepingCapacity: true)
    if !instances.isEmpty { instances.removeAll(keepingCapacity: true) }
    if !sprites.isEmpty { sprites.removeAll(keepingCapacity: true) }
    if !events.isEmpty { events.removeAll() }
    if !actions.isEmpty { actions.removeAll() }
    if !runners.isEmpty { runners.removeAll(keepingCapacity: true) }
    (nextTurn, runs, hasFollowers) = (.infinity, .infinity, false)
  }

  /// Adds a layer. A fade into a translucent colour becomes one into its blend with an opaque background.
  package mutating func add(_ layer: Layer) {
    layers.append(layer)
    guard case .copy(var copy) = layer.kind, copy.fade.length > 0, !copy.fade.color.isOpaque, background.isOpaque else {
      return
    }
    copy.fade.color = copy.fade.color.over(background)
    layers[layers.count - 1].kind = .copy(copy)
  }

  /// Adds a content that is shown at several places, as a single layer with an instance for each.
  ///
  /// - Parameters:
  ///   - speed: See `Layer.speed`.
  ///   - velocity: See `Layer.velocity`.
  package mutating func add(
    _ content: Content, at places: [Instance], clip: Rect, speed: Double = 0, velocity: Double = 0
  ) {
    var layer = Layer(content, clip: clip, .instances(append(places)), speed: speed)
    layer.velocity = velocity
    layers.append(layer)
  }

  /// Adds sprites of an atlas as a single layer, cut by the clip.
  ///
  /// - Parameter speed: See `Layer.speed`.
  package mutating func add(
    _ atlas: Atlas, _ group: SpriteGroup, clip: Rect, _ style: SpriteStyle, speed: Double = 0
  ) {
    let first = sprites.count
    sprites.append(contentsOf: group.sprites)
    let batch = SpriteBatch(
      grid: atlas.grid, style: style, sprites: first..<sprites.count, windows: append(group.windows))
    layers.append(Layer(atlas.content, clip: clip, .sprites(batch), speed: speed))
  }

  /// Adds the layers of another frame, without its events and actions.
  mutating func add(_ other: borrowing Frame) {
    let first = takeParts(of: other)
    for i in other.layers.indices { layers.append(other.layers[i].numbered(from: first)) }
  }

  /// Adds the layers of another frame, squeezed to a narrower place.
  mutating func add(_ other: borrowing Frame, squeezed squeeze: Squeeze) {
    let first = takeParts(of: other)
    for i in other.layers.indices {
      var layer = other.layers[i].numbered(from: first)
      guard let (clip, dx) = squeeze.place(layer.clip) else { continue }
      layer.clip = clip
      switch layer.kind {
      case .copy(var copy):
        copy.origin.x += dx
        copy.fade.bounds = copy.fade.bounds.flatMap { squeeze.place($0)?.clip }
        layer.kind = .copy(copy)
      case .instances(let range): move(instances: range, dx: dx, dy: 0, into: clip)
      case .sprites(var batch):
        move(instances: batch.windows, dx: dx, dy: 0, into: clip)
        move(sprites: batch.sprites, by: Point(x: dx, y: 0))
        batch.style.fade.bounds = batch.style.fade.bounds.flatMap { squeeze.place($0)?.clip }
        layer.kind = .sprites(batch)
      }
      layers.append(layer)
    }
  }

  /// Adds the times, instances and sprites of another frame. Returns the offsets of the latter two.
  mutating func takeParts(of other: borrowing Frame) -> (instances: Int, sprites: Int) {
    change(at: other.nextTurn)
    runs = min(runs, other.runs)
    hasFollowers = hasFollowers || other.hasFollowers
    let first = (instances.count, sprites.count)
    if !other.instances.isEmpty { instances.append(contentsOf: other.instances) }
    if !other.sprites.isEmpty { sprites.append(contentsOf: other.sprites) }
    return first
  }

  /// Moves instances; their clips become whole pixels in `clip`.
  mutating func move(instances range: Range<Int>, dx: Double, dy: Double, into clip: Rect) {
    for i in range {
      instances[i].origin = Point(x: instances[i].origin.x + dx, y: instances[i].origin.y + dy)
      instances[i].clip = instances[i].clip.offsetBy(dx: dx, dy: dy).pixels.intersection(clip)
    }
  }

  /// Moves sprites.
  mutating func move(sprites range: Range<Int>, by offset: Point) {
    for i in range {
      sprites[i].origin = Point(x: sprites[i].origin.x + offset.x, y: sprites[i].origin.y + offset.y)
    }
  }

  mutating func append(_ new: [Instance]) -> Range<Int> {
    instances.append(contentsOf: new)
    return instances.count - new.count..<instances.count
  }

  /// Moves the events and actions of another frame to this one.
  mutating func takeNews(of other: inout Frame) {
    events += other.takeEvents(after: 0)
    actions += other.actions
    other.actions.removeAll()
  }

  /// Adds an event.
  package mutating func tell(_ event: ViewEvent) { events.append(event) }

  /// Removes and returns the events after the first `count`.
  mutating func takeEvents(after count: Int) -> [ViewEvent] {
    defer { events.removeLast(events.count - count) }
    return Array(events[count...])
  }

  /// Adds a request to the window.
  package mutating func perform(_ action: WindowRequest) { actions.append(action) }

  /// Requests a redraw at `time`.
  package mutating func change(at time: Seconds) {
    nextTurn = min(nextTurn, time)
  }

  /// Requests a redraw for every moment at which steady layers move, since something else follows them.
  mutating func follow() { hasFollowers = true }

  /// Whether steady layers have run on since it was filled.
  package var hasRunOn: Bool { !runners.isEmpty }

  /// Moves steady layers to their places `seconds` after the frame was filled, without asking the views.
  package mutating func run(on seconds: Seconds) {
    if runners.isEmpty {
      for i in layers.indices where layers[i].velocity != 0 {
        runners.append(Runner(layer: i, start: layers[i].origin, place: layers[i].origin))
      }
    }
    for i in runners.indices {
      let layer = runners[i].layer
      runners[i].place = layers[layer].content.axis.point(
        along: layers[layer].velocity * seconds, of: runners[i].start)
      layers[layer].move(to: runners[i].place)
    }
  }

  /// A layer that runs on, with its place when the frame was filled and its current place: at hand for every tick.
  package struct Runner: Sendable {
    package let layer: Int
    fileprivate let start: Point
    package fileprivate(set) var place: Point
  }

  /// Requests a redraw when steady layers move, by their `velocity`, and when they turn.
  package mutating func change(at time: Seconds, after run: SteadyRun?) {
    guard let run else { return change(at: time) }
    runs = min(runs, time)
    change(at: run.end)
  }
}

/// A content in a part of the window: one copy, several, or sprites of an atlas.
package struct Layer: Sendable {
  package var content: Content
  /// The part of the window that the layer may mark, in whole pixels.
  package var clip: Rect
  package internal(set) var kind: Kind
  /// The steady speed of the content along its axis while nothing holds it, in pixels per second; 0 for none. It
  /// determines the subpixel positions needed for equal steps.
  package var speed: Double
  /// The velocity along the content's axis, in pixels per second, that alone determines its place until the frame's
  /// `nextTurn`; 0 if there is none.
  package var velocity = 0.0

  package enum Kind: Equatable, Sendable {
    /// The content, once.
    case copy(Copy)
    /// The content at several places: a range of the frame's `instances`, with clips inside the layer's.
    case instances(Range<Int>)
    /// Cells of an atlas, which is the content.
    case sprites(SpriteBatch)
  }

  package struct Copy: Equatable, Sendable {
    /// The place of the content's (0, 0), in window coordinates. May be fractional along the content's axis; rounded
    /// across it.
    package var origin: Point
    /// 0 to 1.
    package var opacity: Double
    package var fade: Fade
    /// Whether it erases everything below where the content covers it: this makes the round corners of a translucent
    /// window.
    package var erases: Bool
    /// Whether it has the colour around its view, and stays opaque where that is translucent.
    package var isOutside = false
  }

  package init(
    _ content: Content, clip: Rect, origin: Point, opacity: Double = 1, fade: Fade = Fade(), erases: Bool = false,
    isOutside: Bool = false, speed: Double = 0, velocity: Double = 0
  ) {
    let copy = Copy(origin: origin, opacity: opacity, fade: fade, erases: erases, isOutside: isOutside)
    self.init(content, clip: clip, .copy(copy), speed: speed)
    self.velocity = velocity
  }

  init(_ content: Content, clip: Rect, _ kind: Kind, speed: Double) {
    self.content = content
    self.clip = clip
    self.kind = kind
    self.speed = speed
  }

  /// Moves a copy's origin.
  mutating func move(to origin: Point) {
    guard case .copy(var copy) = kind else { return }
    copy.origin = origin
    kind = .copy(copy)
  }

  /// A copy's origin; that of the clip for other layers.
  package var origin: Point { if case .copy(let copy) = kind { copy.origin } else { clip.origin } }

  /// A copy's opacity; 1 for other layers.
  package var opacity: Double { if case .copy(let copy) = kind { copy.opacity } else { 1 } }

  /// The fade at the layer's ends.
  package var fade: Fade {
    switch kind {
    case .copy(let copy): copy.fade
    case .instances(_): Fade()
    case .sprites(let batch): batch.style.fade
    }
  }

  /// Whether it hides everything below its clip.
  package var isOpaque: Bool {
    guard case .copy(let copy) = kind, let background = content.background else { return false }
    return background.isOpaque && copy.opacity >= 1 && !copy.erases
  }

  /// The layer with indices of instances and sprites offset by `first`.
  func numbered(from first: (instances: Int, sprites: Int)) -> Layer {
    var layer = self
    switch kind {
    case .copy: break
    case .instances(let range): layer.kind = .instances(range.moved(by: first.instances))
    case .sprites(var batch):
      batch.windows = batch.windows.moved(by: first.instances)
      batch.sprites = batch.sprites.moved(by: first.sprites)
      layer.kind = .sprites(batch)
    }
    return layer
  }

  /// Whether it would look the same as `other`, apart from the places of instances and sprites.
  package func looksLike(_ other: Layer) -> Bool {
    guard content.id == other.content.id, content.revision == other.content.revision, clip == other.clip,
      speed == other.speed
    else { return false }
    switch (kind, other.kind) {
    case (.copy(let copy), .copy(let other)): return copy == other
    case (.instances(let range), .instances(let other)): return range.count == other.count
    case (.sprites(let batch), .sprites(let other)):
      return batch.style == other.style && batch.sprites.count == other.sprites.count
        && batch.windows.count == other.windows.count
    default: return false
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Range { lowerBound + offset..<upperBound + offset }
}
