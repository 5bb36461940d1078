/// The border of a view or a window: a line inside the bounds, above the content.
public struct Border: HasProperties, Equatable, Sendable {
  public enum Style: String, CaseIterable, Sendable {
    case solid, dashed
    /// Two lines of a third of the width each; solid below 3 px and at corners between sides of different widths.
    case double
    /// From `borderColor` to `borderEndColor`, along `borderGradient`; the sides' own colours count for nothing.
    case gradient
  }

  public enum Direction: String, CaseIterable, Sendable {
    /// From the left to the right.
    case horizontal
    /// From the top to the bottom.
    case vertical
  }

  public enum Side: CaseIterable, Sendable {
    case top, right, bottom, left
  }

  public enum Corner: CaseIterable, Sendable {
    case topLeft, topRight, bottomRight, bottomLeft
  }

  public var borderWidth = 0.0
  public var borderColor = Color.black
  public var cornerRadius = 0.0
  public var borderStyle = Style.solid
  public var borderEndColor = Color.white
  public var borderGradient = Direction.horizontal
  /// -1: as `borderWidth`.
  public var borderTopWidth = -1.0
  public var borderRightWidth = -1.0
  public var borderBottomWidth = -1.0
  public var borderLeftWidth = -1.0
  /// Nil: as `borderColor`.
  public var borderTopColor: Color?
  public var borderRightColor: Color?
  public var borderBottomColor: Color?
  public var borderLeftColor: Color?

  public init() {}

  public init(width: Double, color: Color = .black, radius: Double = 0, style: Style = .solid) {
    borderWidth = width
    borderColor = color
    cornerRadius = radius
    borderStyle = style
  }

  /// The width that was asked for, in pixels.
  public func width(of side: Side) -> Double {
    let own =
      switch side {
      case .top: borderTopWidth
      case .right: borderRightWidth
      case .bottom: borderBottomWidth
      case .left: borderLeftWidth
      }
    return max(0, own < 0 ? borderWidth : own)
  }

  public func color(of side: Side) -> Color {
    let own =
      switch side {
      case .top: borderTopColor
      case .right: borderRightColor
      case .bottom: borderBottomColor
      case .left: borderLeftColor
      }
    return own ?? borderColor
  }

  /// The gradient's colour at a share (0 to 1) of the way through the bounds.
  public func gradientColor(at share: Double) -> Color { borderColor.mixed(with: borderEndColor, share: share) }
}

// MARK: - The table

extension Border {
  public static var properties: [Property<Border>] {
    [
      .number("borderWidth", \.borderWidth, unit: "px", "Width of the border inside the bounds"),
      .color("borderColor", \.borderColor, "Colour of the border"),
      .number("cornerRadius", \.cornerRadius, unit: "px", "Radius of the outer corners"),
      .choice("borderStyle", \.borderStyle, "How the border's line is drawn"),
      .color("borderEndColor", \.borderEndColor, "Second colour of a gradient border"),
      .choice("borderGradient", \.borderGradient, "Which way a gradient border changes its colour"),
      side("borderTopWidth", \.borderTopWidth, "top"), side("borderRightWidth", \.borderRightWidth, "right"),
      side("borderBottomWidth", \.borderBottomWidth, "bottom"), side("borderLeftWidth", \.borderLeftWidth, "left"),
      side("borderTopColor", \.borderTopColor, "top"), side("borderRightColor", \.borderRightColor, "right"),
      side("borderBottomColor", \.borderBottomColor, "bottom"), side("borderLeftColor", \.borderLeftColor, "left"),
    ]
  }

  private static func side(
    _ name: String, _ path: WritableKeyPath<Border, Double> & Sendable, _ side: String
  ) -> Property<Border> {
    .number(
      name, path, range: -1...Double.greatestFiniteMagnitude, unit: "px",
      "Width of the border at the \(side); -1: as border-width")
  }

  private static func side(
    _ name: String, _ path: WritableKeyPath<Border, Color?> & Sendable, _ side: String
  ) -> Property<Border> {
    Property(
      name: name, kind: .text, meaning: "Colour of the border at the \(side); empty: as border-color",
      get: { .text($0[keyPath: path]?.text ?? "") },
      set: { (border: inout Border, value: PropertyValue) throws(PropertyError) in
        guard case .text(let text) = value else { return }
        do throws(ColorError) {
          border[keyPath: path] = text.trimmed.isEmpty ? nil : try Color(parsing: text)
        } catch {
          throw PropertyError(name: name, reason: error.description)
        }
      })
  }
}
