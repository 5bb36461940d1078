/// The properties of a badge: an image and a label as one group, centred in its container.
public struct Badge: HasProperties, Equatable, Sendable {
  public var label = ""
  /// The image's path; empty where there is none.
  public var image = ""
  public var font = "Noto Sans, Sans"
  public var fontSize = 17.0
  public var textColor = Color.white
  public var background = Color.clear
  public var offsetX = 0.0
  public var offsetY = 0.0
  public var spacing = 5.0

  public init() {}

  public static var properties: [Property<Badge>] {
    [
      .text("label", \.label, "The badge's text"), .text("image", \.image, "Path of the badge's image"),
      .text("font", \.font, kind: .font, "Font of the label"),
      .number("fontSize", \.fontSize, range: 1...1000, unit: "px", "Size of the label's font"),
      .color("textColor", \.textColor, "Colour of the label"),
      .color("background", \.background, "What fills the container behind the badge"),
      .number("offsetX", \.offsetX, range: -32767...32767, unit: "px", "Shifts the badge to the right of the centre"),
      .number("offsetY", \.offsetY, range: -32767...32767, unit: "px", "Shifts the badge down from the centre"),
      .number("spacing", \.spacing, unit: "px", "Between image and label, and after the label"),
    ]
  }
}

/// Where a badge's parts are, in its container's coordinate space, which begins at (0, 0). Exact, not rounded.
public struct BadgeLayout: Equatable, Sendable {
  /// Image, label and the gaps.
  public var group: Rect
  public var image: Rect
  /// As wide as the label or what is left for it; as tall as the group. Narrower than the label: it is ellipsised.
  public var label: Rect

  /// - Parameters:
  ///   - image: The image's size as shown; nil: there is none, and no gaps either.
  ///   - labelSize: The label's full width and its line height, in pixels.
  public init(image: Size?, labelSize: Size, in container: Size, spacing: Double = 5, dx: Double = 0, dy: Double = 0) {
    let gap = image == nil ? 0 : spacing
    let picture = image ?? .zero
    let labelWidth = min(labelSize.width, max(0, container.width - picture.width - 2 * gap))
    let size = Size(width: picture.width + gap + labelWidth + gap, height: max(picture.height, labelSize.height))
    let centred = Placement.inCenter.place(
      Rect(origin: .zero, size: size), at: Rect(origin: .zero, size: container), dx: dx, dy: dy)
    let x = max(0, centred.minX)
    group = centred.offsetBy(dx: x - centred.minX, dy: 0)
    self.image = Rect(x: x, y: group.midY - picture.height / 2, width: picture.width, height: picture.height)
    label = Rect(x: self.image.maxX + gap, y: group.minY, width: labelWidth, height: size.height)
  }
}

extension Size {
  /// Shrunk in proportion to fit into `box`; never enlarged.
  public func fitted(in box: Size) -> Size {
    guard width > 0, height > 0 else { return .zero }
    let scale = min(1, max(0, box.width) / width, max(0, box.height) / height)
    return Size(width: width * scale, height: height * scale)
  }
}
