/// The border of a view or a window: a line inside the bounds, above the content.
public struct Border: HasProperties, Equatable, Sendable {
  /// How its line is drawn.
  public enum Style: String, CaseIterable, Sendable {
    /// One colour, or strokes of it.
    case solid, dashed
    /// Two lines of a third of the width each; solid below 3 px and at corners between sides of different widths.
    case double
    /// From `color` to `endColor`, along `gradient`; the sides' own colours are ignored.
    case gradient
  }

  /// Which way a gradient runs.
  public enum Direction: String, CaseIterable, Sendable {
    /// From the left to the right.
    case horizontal
    /// From the top to the bottom.
    case vertical
  }

  /// One of the four lines.
  public enum Side: CaseIterable, Sendable {
    /// Named by its edge.
    case top, right, bottom, left
  }

  /// The corner between two lines.
  public enum Corner: CaseIterable, Sendable {
    /// Named by its edges.
    case topLeft, topRight, bottomRight, bottomLeft
  }

  /// Width of the border inside the bounds, in pixels.
  public var width = 0.0
  /// Colour of the border.
  public var color = Color.black
  /// Radius of the outer corners, in pixels.
  public var radius = 0.0
  /// How the border's line is drawn.
  public var style = Style.solid
  /// Second colour of a gradient border.
  public var endColor = Color.white
  /// Which way a gradient border changes its colour.
  public var gradient = Direction.horizontal
  /// Width of the border at the top, in pixels; -1: as `width`.
  public var topWidth = -1.0
  /// Width of the border at the right, in pixels; -1: as `width`.
  public var rightWidth = -1.0
  /// Width of the border at the bottom, in pixels; -1: as `width`.
  public var bottomWidth = -1.0
  /// Width of the border at the left, in pixels; -1: as `width`.
  public var leftWidth = -1.0
  /// Colour of the border at the top; nil: as `color`.
  public var topColor: Color?
  /// Colour of the border at the right; nil: as `color`.
  public var rightColor: Color?
  /// Colour of the border at the bottom; nil: as `color`.
  public var bottomColor: Color?
  /// Colour of the border at the left; nil: as `color`.
  public var leftColor: Color?

  /// An invisible border with square corners.
  public init() {}

  /// A border with the same lines on all sides: `Border(color: .tomato, radius: 6)`.
  ///
  /// - Parameters:
  ///   - width: In pixels, inside the bounds; 0 for round corners without a line.
  ///   - color: The colour of the line.
  ///   - radius: The radius of the outer corners, in pixels.
  ///   - style: How the line is drawn.
  public init(width: Double = 1, color: Color = .black, radius: Double = 0, style: Style = .solid) {
    (self.width, self.color, self.radius, self.style) = (width, color, radius, style)
  }

  /// The requested width, in pixels.
  public func width(of side: Side) -> Double {
    let own =
      switch side {
      case .top: topWidth
      case .right: rightWidth
      case .bottom: bottomWidth
      case .left: leftWidth
      }
    let width = own < 0 ? self.width : own
    return width > 0 ? min(width, Self.widest) : 0
  }

  /// The colour of a side's line.
  public func color(of side: Side) -> Color {
    let own =
      switch side {
      case .top: topColor
      case .right: rightColor
      case .bottom: bottomColor
      case .left: leftColor
      }
    return own ?? color
  }

  /// The gradient's colour at a share (0 to 1) of the way through the bounds.
  public func gradientColor(at share: Double) -> Color { color.mixed(with: endColor, share: share) }

  // MARK: - The table

  /// All properties, in the order of the help.
  public static var properties: [Property<Border>] { table }

  /// Made once: each key of a theme's file, and each change, looks into it.
  private static let table: [Property<Border>] =
    [
      .number("borderWidth", \.width, range: 0...widest, unit: "px", "Width of the border inside the bounds"),
      .color("borderColor", \.color, "Colour of the border"),
      .number("cornerRadius", \.radius, range: 0...widest, unit: "px", "Radius of the outer corners"),
      .choice("borderStyle", \.style, "How the border's line is drawn"),
      .color("borderEndColor", \.endColor, "Second colour of a gradient border"),
      .choice("borderGradient", \.gradient, "Which way a gradient border changes its colour"),
      side("borderTopWidth", \.topWidth, "top"), side("borderRightWidth", \.rightWidth, "right"),
      side("borderBottomWidth", \.bottomWidth, "bottom"), side("borderLeftWidth", \.leftWidth, "left"),
      side("borderTopColor", \.topColor, "top"), side("borderRightColor", \.rightColor, "right"),
      side("borderBottomColor", \.bottomColor, "bottom"), side("borderLeftColor", \.leftColor, "left"),
    ]

  /// X's limit of coordinates.
  private static let widest = 32767.0

  private static func side(
    _ name: String, _ path: WritableKeyPath<Border, Double> & Sendable, _ side: String
  ) -> Property<Border> {
    .number(
      name, path, range: -1...widest, unit: "px",
      "Width of the border at the \(side); -1: as border-width")
  }

  private static func side(
    _ name: String, _ path: WritableKeyPath<Border, Color?> & Sendable, _ side: String
  ) -> Property<Border> {
    Property(
      name, path, .text, "Colour of the border at the \(side); empty: as border-color",
      wrap: { .text($0?.text ?? "") },
      unwrap: { value throws(ValueError) in
        try value.asText.map { text throws(ValueError) in text.trimmed.isEmpty ? nil : try Color(parsing: text) }
      })
  }
}

/// The geometry of a border: straight sides between corners, and the inner rectangle. In the coordinate space of the
/// bounds.
package struct BorderGeometry: Equatable, Sendable {
  package let bounds: Rect
  /// The outer radius, at most half of the shorter side.
  package let radius: Double
  /// The widths, shrunk in proportion if opposite sides would overlap.
  package let widths: Insets

  package init(_ border: Border, in bounds: Rect) {
    self.bounds = bounds
    radius = max(0, min(border.radius, bounds.width / 2, bounds.height / 2))
    widths = Insets(
      top: border.width(of: .top), right: border.width(of: .right), bottom: border.width(of: .bottom),
      left: border.width(of: .left)
    ).fitted(into: bounds.size)
  }

  /// The rectangle inside the border, of the view's W and H.
  package var inner: Rect { bounds.inset(by: widths) }

  /// `inner`, grown to whole pixels, so that no background shows between a border of a fractional width and the content.
  package var innerPixels: Rect {
    let (x, y) = (inner.minX.rounded(.down), inner.minY.rounded(.down))
    return Rect(x: x, y: y, width: inner.maxX.rounded(.up) - x, height: inner.maxY.rounded(.up) - y)
  }

  package func width(of side: Border.Side) -> Double {
    switch side {
    case .top: widths.top
    case .right: widths.right
    case .bottom: widths.bottom
    case .left: widths.left
    }
  }

  /// max(0, radius - width), for the wider of the two sides.
  package func innerRadius(at corner: Border.Corner) -> Double {
    max(0, radius - max(width(of: corner.sides.horizontal), width(of: corner.sides.vertical)))
  }

  /// The corner's rectangle in whole pixels: as large as radius and widths demand, at most half of the bounds.
  package func corner(_ corner: Border.Corner) -> Rect {
    let size = Size(
      width: extent(width(of: corner.sides.vertical), of: bounds.width, isFirst: corner.isLeft),
      height: extent(width(of: corner.sides.horizontal), of: bounds.height, isFirst: corner.isTop))
    return Rect(
      origin: Point(
        x: corner.isLeft ? bounds.minX : bounds.maxX - size.width,
        y: corner.isTop ? bounds.minY : bounds.maxY - size.height), size: size)
  }

  /// The side that paints a corner between different colours or widths: the wider one, else top or bottom.
  package func owner(of corner: Border.Corner) -> Border.Side {
    let (horizontal, vertical) = corner.sides
    return width(of: vertical) > width(of: horizontal) ? vertical : horizontal
  }

  /// The straight part of a side. A square corner (`isSquare`) belongs to its owner's side.
  package func straight(_ side: Border.Side, isSquare: (Border.Corner) -> Bool) -> Rect {
    let thickness = width(of: side)
    let isAcross = side == .top || side == .bottom
    func taken(at end: Border.Corner) -> Double {
      if isSquare(end), owner(of: end) == side { return 0 }
      let rect = corner(end)
      return isAcross ? rect.width : rect.height
    }
    let start = taken(at: side.corners.first)
    let end = taken(at: side.corners.last)
    let length = max(0, (isAcross ? bounds.width : bounds.height) - start - end)
    return switch side {
    case .top: Rect(x: bounds.minX + start, y: bounds.minY, width: length, height: thickness)
    case .bottom: Rect(x: bounds.minX + start, y: bounds.maxY - thickness, width: length, height: thickness)
    case .left: Rect(x: bounds.minX, y: bounds.minY + start, width: thickness, height: length)
    case .right: Rect(x: bounds.maxX - thickness, y: bounds.minY + start, width: thickness, height: length)
    }
  }

  private func extent(_ width: Double, of length: Double, isFirst: Bool) -> Double {
    let half = (length / 2).rounded(.down)
    return min(max(radius, width).rounded(.up), isFirst ? half : length - half)
  }
}

extension Border.Corner {
  package var isLeft: Bool { self == .topLeft || self == .bottomLeft }
  package var isTop: Bool { self == .topLeft || self == .topRight }

  /// The sides that meet here: top or bottom, and left or right.
  package var sides: (horizontal: Border.Side, vertical: Border.Side) {
    (isTop ? .top : .bottom, isLeft ? .left : .right)
  }
}

extension Border.Side {
  /// The corners at its ends, from left to right or from the top down.
  package var corners: (first: Border.Corner, last: Border.Corner) {
    switch self {
    case .top: (.topLeft, .topRight)
    case .bottom: (.bottomLeft, .bottomRight)
    case .left: (.topLeft, .bottomLeft)
    case .right: (.topRight, .bottomRight)
    }
  }
}

// MARK: - Patterns along a side

extension BorderGeometry {
  /// The dashes of a straight side, in whole pixels from its start: half a dash at each end, continued by the corner,
  /// and between them dashes of three widths with evenly spread gaps of about two.
  package static func dashes(along length: Double, width: Double) -> [Range<Double>] {
    let dash = 3 * max(1, width)
    guard length > dash + 1 else { return length > 0 ? [0..<length] : [] }
    let half = (dash / 2).rounded()
    let gap = dash * 2 / 3
    let count = max(0, ((length - 2 * half - gap) / (dash + gap)).rounded())
    let space = max(1, (length - 2 * half - count * dash) / (count + 1))
    var dashes = [0..<half]
    for i in 0..<count.wholeBelow {
      let start = half + space + Double(i) * (dash + space)
      dashes.append(start.rounded()..<(start + dash).rounded())
    }
    dashes.append(length - half..<length)
    return dashes
  }

  /// A gradient's steps from `start` to `end` (pixels on its axis of `length`): one for each distinct shade, at least a
  /// pixel wide, at most `limit`.
  package static func steps(
    of border: Border, from start: Double, to end: Double, length: Double, limit: Int = 256
  ) -> [(range: Range<Double>, color: Color)] {
    guard end > start, length > 0 else { return [] }
    let (first, last) = (border.gradientColor(at: start / length), border.gradientColor(at: end / length))
    let wanted = min(limit, distance(first, last) + 1, max(1, end - start).wholeBelow)
    return (0..<wanted).map { step in
      let low = start + ((end - start) * Double(step) / Double(wanted)).rounded()
      let high = start + ((end - start) * Double(step + 1) / Double(wanted)).rounded()
      return (low..<high, border.gradientColor(at: (low + high) / 2 / length))
    }
  }

  /// The largest difference in a channel.
  private static func distance(_ a: Color, _ b: Color) -> Int {
    func apart(_ x: UInt8, _ y: UInt8) -> Int { abs(Int(x) - Int(y)) }
    return max(apart(a.red, b.red), apart(a.green, b.green), apart(a.blue, b.blue), apart(a.alpha, b.alpha))
  }
}
