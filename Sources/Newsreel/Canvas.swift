internal import Scene
public import ScrollCore

/// A custom view's drawing for one moment.
///
///     override func draw(in canvas: inout Canvas) {
///       canvas.fill(Rect(x: 0, y: 0, width: level * canvas.size.width, height: canvas.size.height), .green)
///       canvas.draw(Text("Level"), at: Point(x: 4, y: 16))
///     }
///
/// Lengths are in pixels from the view's top left corner, inside its border; x grows right, y grows down. Later drawing
/// covers earlier. Drawing is clipped to the view. Shapes with invalid numbers are ignored.
///
/// The view draws again after ``View/setNeedsDisplay()``, or at the time set by ``redraw(after:)``. Only changed parts cost
/// anything.
public struct Canvas {
  /// The view's size inside its border, in pixels.
  public let size: Size
  /// The drawn moment, in seconds of the monotonic clock (`CLOCK_MONOTONIC`); in tests the harness's clock.
  public let time: Seconds
  /// The same moment in seconds since 1970, for views that show the time of day.
  public let unixTime: Seconds
  /// The colour behind everything, over the whole view; nil is transparent. With an opaque one, a layer that moves over
  /// the whole view is a plain copy.
  public var background: Color?

  let typography: Typography
  private var layers: [CanvasLayer] = []
  /// Whether the next drawing goes into the last layer.
  private var isOpen = false
  /// Seconds until the view should draw again.
  private(set) var wait = Seconds.infinity

  init(size: Size, time: Seconds, unixTime: UnixTime, typography: Typography) {
    (self.size, self.time, self.unixTime, self.typography) = (size, time, unixTime.seconds, typography)
  }

  /// The layers from back to front, with the background.
  var picture: [CanvasLayer] {
    guard let background else { return layers }
    var layers = layers
    if layers.first?.isPlain != true { layers.insert(CanvasLayer(), at: 0) }
    layers[0].background = background
    return layers
  }

  mutating func add(_ primitive: Primitive?) {
    guard let primitive else { return }
    if !isOpen { layers.append(CanvasLayer()) }
    isOpen = true
    layers[layers.count - 1].primitives.append(primitive)
  }
}

// MARK: - Time

extension Canvas {
  /// Schedules the next drawing. Without it, the picture stays until the view calls ``View/setNeedsDisplay()``, and costs
  /// nothing.
  ///
  /// - Parameter seconds: From ``time`` on; 0 means every refresh of the screen.
  public mutating func redraw(after seconds: Seconds = 0) {
    if !seconds.isNaN { wait = min(wait, max(0, seconds)) }
  }
}

// MARK: - Layers

extension Canvas {
  /// Adds a layer with a place of its own, which is drawn once and then only moved.
  ///
  /// With a `velocity` it moves by itself from ``time`` on, by fractions of a pixel, and the view need not draw again; call
  /// ``redraw(after:)`` for the time when it turns. A layer that has left the view costs nothing. For any other motion pass
  /// the place at ``time``, and call `redraw()`.
  ///
  /// - Parameters:
  ///   - origin: The place of the layer's (0, 0), in pixels. Coordinates in the layer may be negative.
  ///   - velocity: In pixels per second, to the right and down.
  ///   - opacity: 0 to 1.
  ///   - draw: Draws on the layer's canvas, of the same size; do not use the outer canvas in it. Layers can be nested.
  public mutating func layer(
    at origin: Point = .zero, velocity: Point = .zero, opacity: Double = 1, _ draw: (inout Canvas) -> Void
  ) {
    guard let origin = bounded(origin), let velocity = bounded(velocity) else { return }
    let opacity = opacity.isNaN ? 1 : min(1, max(0, opacity))
    for var layer in parts(draw) {
      layer.origin = layer.origin + origin
      layer.velocity = layer.velocity + velocity
      layer.opacity *= opacity
      layers.append(layer)
    }
  }

  /// Draws something once and shows it at several places: stars, marks, raindrops.
  ///
  /// - Parameters:
  ///   - places: The places of its (0, 0), in pixels; at most 10,000.
  ///   - velocity: Of all of them, in pixels per second, to the right and down.
  ///   - draw: Draws one of them on a canvas of the same size.
  public mutating func sprites(at places: [Point], velocity: Point = .zero, _ draw: (inout Canvas) -> Void) {
    let places = places.prefix(10_000).compactMap { bounded($0) }
    guard let velocity = bounded(velocity), !places.isEmpty else { return }
    var sprite = CanvasLayer()
    (sprite.velocity, sprite.places) = (velocity, places)
    for layer in parts(draw) { sprite.primitives += layer.placedPrimitives }
    layers.append(sprite)
  }

  /// The layers of a nested canvas.
  private mutating func parts(_ draw: (inout Canvas) -> Void) -> [CanvasLayer] {
    var canvas = Canvas(
      size: size, time: time, unixTime: UnixTime(seconds: unixTime), typography: typography)
    draw(&canvas)
    wait = min(wait, canvas.wait)
    isOpen = false
    return canvas.picture
  }
}

// MARK: - Shapes

extension Canvas {
  /// Fills a box. A `radius` of half of a square's side makes a disc.
  public mutating func fill(_ rect: Rect, _ color: Color, radius: Double = 0) {
    guard let rect = bounded(rect), let radius = bounded(radius) else { return }
    add(Primitive(.box(radius: max(0, radius), fill: color), in: rect))
  }

  /// Fills a closed shape with these corners, at most 4,000. There is no rotation: pass turned corners.
  public mutating func fill(_ points: [Point], _ color: Color) {
    guard points.count > 2, let (bounds, points) = bounded(points, limit: 4000) else { return }
    add(Primitive(.polygon(points, fill: color), in: bounds))
  }

  /// Draws a line just inside the edge of a box, whose corners have a radius.
  public mutating func stroke(_ rect: Rect, _ color: Color, width: Double = 1, radius: Double = 0) {
    guard let rect = bounded(rect), let radius = bounded(radius), let width = bounded(width), width > 0 else { return }
    add(Primitive(.outline(radius: max(0, radius), width: width, color: color), in: rect))
  }

  /// Draws a line through points, at most 2,000, with round joints and ends.
  public mutating func stroke(_ points: [Point], _ color: Color, width: Double = 1) {
    guard let width = bounded(width), width > 0, var (bounds, points) = bounded(points, limit: 2000) else { return }
    points = points.map { $0 + Point(x: width / 2, y: width / 2) }
    bounds = Rect(
      x: bounds.minX - width / 2, y: bounds.minY - width / 2, width: bounds.width + width,
      height: bounds.height + width)
    add(Primitive(.stroke(points, width: width, color: color), in: bounds))
  }

  /// Draws a picture from a file (PNG, JPEG, WebP, GIF), scaled to fit a box, in its middle. An unreadable one is ignored.
  public mutating func image(_ path: String, in rect: Rect) {
    guard let rect = bounded(rect), let own = typography.imageSize(path), own.width > 0, own.height > 0 else { return }
    let scale = min(rect.width / own.width, rect.height / own.height)
    let size = Size(width: own.width * scale, height: own.height * scale)
    let origin = Point(x: rect.midX - size.width / 2, y: rect.midY - size.height / 2)
    add(Primitive(.image(path), in: Rect(origin: origin, size: size)))
  }
}

// MARK: - Text

extension Canvas {
  /// Draws a line of text at a baseline, on whole pixels of its layer.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - point: On the baseline: the line's start, or the part named by `align`.
  ///   - align: Which part of the line is at the point.
  public mutating func draw(_ text: Text, at point: Point, align: Alignment = .left) {
    guard let point = bounded(point) else { return }
    add(typography.primitive(text, at: point, align))
  }

  /// Draws a line of text in a box, with its capitals in the vertical middle. One that is too long ends in an ellipsis.
  public mutating func draw(_ text: Text, in rect: Rect, align: Alignment = .left) {
    guard let rect = bounded(rect) else { return }
    var text = text
    text.maxWidth = min(text.maxWidth, rect.width)
    let x =
      switch align {
      case .left: rect.minX
      case .center: rect.midX
      case .right: rect.maxX
      }
    draw(text, at: Point(x: x, y: rect.midY + measure(text).capHeight / 2), align: align)
  }

  /// The size of a line of text.
  public func measure(_ text: Text) -> TextSize { typography.size(of: text) }
}
