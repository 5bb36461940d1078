/// The position of a rectangle: *in* a container, or *on* the outside of a sibling.
///
/// A placement sets the origin, never the size, and only in the directions it names: `inLeft` and `onRight` set
/// x and leave y alone, `inMidY` sets y. Corners and the centre set both.
public enum Placement: String, CaseIterable, Sendable {
  /// Inside, at an edge: the other coordinate does not change.
  case inLeft, inRight, inTop, inBottom
  /// Inside, in a corner.
  case inTopLeft, inTopRight, inBottomLeft, inBottomRight
  /// In the middle, of both directions or of one.
  case inCenter, inMidX, inMidY
  /// Outside, beside an edge: the other coordinate does not change.
  case onLeft, onRight, onTop, onBottom
  /// Outside, at a corner.
  case onTopLeft, onTopRight, onBottomLeft, onBottomRight

  /// The same as `inCenter`: the middle of something is in it and on it alike.
  public static var onCenter: Placement { .inCenter }
  /// The same as `inMidX`.
  public static var onMidX: Placement { .inMidX }
  /// The same as `inMidY`.
  public static var onMidY: Placement { .inMidY }

  /// The spelling in options:
  public var name: String { kebabCase(rawValue) }
}

extension Placement {
  /// `rect` placed in or on `reference`, in one coordinate space. `dx` and `dy` are added in the directions that the
  /// placement sets, so inwards from right and bottom is negative.
  public func place(_ rect: Rect, at reference: Rect, dx: Double = 0, dy: Double = 0) -> Rect {
    var placed = rect
    if let x = horizontal?.start(of: rect.width, from: reference.minX, to: reference.maxX) { placed.origin.x = x + dx }
    if let y = vertical?.start(of: rect.height, from: reference.minY, to: reference.maxY) { placed.origin.y = y + dy }
    return placed
  }

  /// The alignment of a length within a span.
  private enum Alignment {
    case before, start, middle, end, after

    func start(of length: Double, from low: Double, to high: Double) -> Double {
      switch self {
      case .before: low - length
      case .start: low
      case .middle: low + (high - low - length) / 2
      case .end: high - length
      case .after: high
      }
    }
  }

  private var horizontal: Alignment? {
    switch self {
    case .inLeft, .inTopLeft, .inBottomLeft: .start
    case .inRight, .inTopRight, .inBottomRight: .end
    case .inCenter, .inMidX: .middle
    case .onLeft, .onTopLeft, .onBottomLeft: .before
    case .onRight, .onTopRight, .onBottomRight: .after
    case .inTop, .inBottom, .inMidY, .onTop, .onBottom: nil
    }
  }

  private var vertical: Alignment? {
    switch self {
    case .inTop, .inTopLeft, .inTopRight: .start
    case .inBottom, .inBottomLeft, .inBottomRight: .end
    case .inCenter, .inMidY: .middle
    case .onTop, .onTopLeft, .onTopRight: .before
    case .onBottom, .onBottomLeft, .onBottomRight: .after
    case .inLeft, .inRight, .inMidX, .onLeft, .onRight: nil
    }
  }

  // MARK: - Reading

  /// Reads `in-bottom`, `on-top-left`, `in-center` or `in-centre`, in any case and with spaces or underscores
  /// for hyphens. `on-center`, `on-mid-x` and `on-mid-y` are those with *in*.
  public init(parsing text: String) throws(ValueError) {
    let words = text.prefix(100).lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }
    let name = words.map { $0 == "centre" ? "center" : String($0) }.joined(separator: "-")
    let same = ["on-center": Placement.onCenter, "on-mid-x": .onMidX, "on-mid-y": .onMidY]
    guard let placement = same[name] ?? Placement.allCases.first(where: { $0.name == name }) else {
      throw ValueError("'\(text)' is not a placement\(Placement.hint(for: name))")
    }
    self = placement
  }

  private static func hint(for name: String) -> String {
    guard name.utf8.count <= 64 else { return "" }
    let names = allCases.map(\.name)
    let words = name.split(separator: "-")
    let swapped = words.count == 3 ? "\(words[0])-\(words[2])-\(words[1])" : name
    for candidate in ["in-" + name, swapped] where names.contains(candidate) {
      return "; did you mean '\(candidate)'?"
    }
    if let near = nearest(to: name, in: names) ?? nearest(to: "in-" + name, in: names) {
      return "; did you mean '\(near)'?"
    }
    return "; it is one of \(names.joined(separator: ", "))"
  }
}

extension Property {
  /// A property that takes a placement in every spelling that `Placement(parsing:)` reads.
  public static func placement(
    _ name: String, _ path: WritableKeyPath<Owner, Placement> & Sendable, _ meaning: String
  ) -> Property {
    Property(
      name, path, .text, meaning, wrap: { .text($0.name) },
      unwrap: { value throws(ValueError) in try value.asText.map(Placement.init(parsing:)) })
  }
}

/// The properties of a badge: an image and a label as one group, centred in its container.
public struct Badge: HasProperties, Equatable, Sendable {
  /// The badge's text; empty for none.
  public var text = ""
  /// The image's path, or empty.
  public var image = ""
  /// Font of the label, as Pango writes it: Sans Bold 12; a size in it overrides `fontSize`.
  public var font = "Noto Sans, Sans"
  /// Size of the label's font, in pixels.
  public var fontSize = 17.0
  /// Colour of the label.
  public var textColor = Color.white
  /// The content that fills the container behind the badge.
  public var background = Color.clear
  /// How far the badge stands to the right of the centre, in pixels.
  public var offsetX = 0.0
  /// How far the badge stands below the centre, in pixels.
  public var offsetY = 0.0
  /// The gap between image and label, and after the label, in pixels.
  public var spacing = 5.0
  /// How to interpret the label: as plain text, or as Pango markup.
  public var markup = TextMarkup.none

  /// The defaults.
  public init() {}

  /// All properties, in the order of the help.
  public static var properties: [Property<Badge>] {
    [
      .text("label", \.text, "The badge's text"), .text("image", \.image, "Path of the badge's image"),
      .text("font", \.font, kind: .font, "Font of the label"),
      .number("fontSize", \.fontSize, range: 1...1000, unit: "px", "Size of the label's font"),
      .color("textColor", \.textColor, "Colour of the label"),
      .color("background", \.background, "What fills the container behind the badge"),
      .number("offsetX", \.offsetX, range: -32767...32767, unit: "px", "Shifts the badge to the right of the centre"),
      .number("offsetY", \.offsetY, range: -32767...32767, unit: "px", "Shifts the badge down from the centre"),
      .number("spacing", \.spacing, range: 0...32767, unit: "px", "Between image and label, and after the label"),
      .choice(
        "markup", \.markup, among: [.none, .pango], "How the label is read: as it is, or as Pango markup",
        ifNone: "lines of bars are for strip and crawl"),
    ]
  }
}

/// The places of a badge's parts in its container, whose origin is (0, 0). Not rounded.
public struct BadgeLayout: Equatable, Sendable {
  /// Image, label and the gaps.
  public var group: Rect
  /// Vertically centred in the group; empty without an image.
  public var image: Rect
  /// As wide as the label or the remaining width, as high as the group. A label that is wider is ellipsised.
  public var label: Rect

  /// - Parameters:
  ///   - image: The image's size as shown; nil without an image, which then has no gap.
  ///   - labelSize: The label's full width and its line height, in pixels.
  ///   - container: The size to centre in.
  ///   - spacing: The gap between image and label, and after the label, in pixels.
  ///   - dx: Added to x, as far as the group stays in the container.
  ///   - dy: Added to y.
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
