internal import Scene
internal import ScrollCore

/// Reports invalid values to a handler, each once.
final class InvalidValues {
  /// A new handler gets earlier errors at once, the last one of each property.
  var handler: ((ValueError) -> Void)? {
    didSet {
      let earlier = pending
      pending = []
      for error in earlier { tell(error) }
    }
  }
  private var pending: [ValueError] = []
  private var nesting = 0
  /// How often a closure of the program's may lead to itself, by changing what it is told of.
  static let deepest = 8

  /// While a value is put right: how often, and what is to be told then.
  private var holds = 0
  private var held: [ValueError] = []

  /// Tells nothing until `release()`.
  func hold() { holds += 1 }

  func release() {
    holds -= 1
    guard holds == 0 else { return }
    let errors = held
    held = []
    for error in errors { tell(error) }
  }

  func tell(_ error: ValueError) {
    guard holds == 0 else { return held.append(error) }
    if let handler, nesting < Self.deepest {
      nesting += 1
      defer { nesting -= 1 }
      return handler(error)
    }
    pending.removeAll { $0.name == error.name }
    pending.append(error)
  }
}

/// Clamping invalid values.
extension View {
  /// The lengths that X can count, in pixels.
  static let lengths = 0...32767.0

  /// Clamps a number to a range, and reports it if it was outside. NaN becomes nil.
  final func bounded(_ number: Double?, of name: String, in range: ClosedRange<Double>) -> Double? {
    guard let number, !range.contains(number) else { return number }
    do throws(ValueError) { _ = try PropertyKind.number(range).check(.number(number), ifBelow: "") } catch {
      refuse(error.named(name))
    }
    return number.isNaN ? nil : min(max(number, range.lowerBound), range.upperBound)
  }
}

/// Runs `body`. In its errors properties of `Owner` have their Swift names: `minFontSize`, not `min-font-size`.
func withSwiftNames<Owner: HasProperties, Result>(
  _ owner: Owner.Type, _ body: () throws(ValueError) -> Result
) throws(ValueError) -> Result {
  do { return try body() } catch { throw error.withSwiftNames(Owner.self) }
}

extension ValueError {
  /// An unknown property, with the one that may be meant.
  static func noProperty(_ name: String, among names: [String]) -> ValueError {
    let hint = nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    return ValueError(name: name, reason: "there is no such property" + hint)
  }

  func withSwiftNames<Owner: HasProperties>(_ owner: Owner.Type) -> ValueError {
    let reason = Owner.properties.reduce(self.reason) { reason, property in
      reason.replacing(word: property.flag, with: property.swiftName)
    }
    let property = Owner.property(named: name)
    return ValueError(name: property?.swiftName ?? name, reason: reason)
  }
}

extension Property {
  /// Its name in Swift, where that differs from the one that flags, files and `View.set(_:to:)` share.
  var swiftName: String { PropertyNames.swift["\(Owner.self).\(name)"] ?? name }
}

/// The properties that have another name in Swift than in flags and files, which came first.
enum PropertyNames {
  static let swift = [
    "CrawlStyle.foreground": "textColor", "CrawlStyle.trendMarks": "showsTrendMarks",
    "AutoScrollStyle.foreground": "textColor", "CounterProperties.backgroundColor": "background",
    "CounterProperties.trendColor": "showsTrendColor", "CounterProperties.trendMark": "showsTrendMark",
    "StripStyle.counter": "showsCounter", "StripStyle.chips": "showsChips", "StripStyle.trendMarks": "showsTrendMarks",
    "Badge.label": "text", "Border.borderWidth": "border.width", "Border.borderColor": "border.color",
    "Border.cornerRadius": "border.radius", "Border.borderStyle": "border.style",
    "Border.borderEndColor": "border.endColor",
    "Border.borderGradient": "border.gradient", "Border.borderTopWidth": "border.topWidth",
    "Border.borderRightWidth": "border.rightWidth", "Border.borderBottomWidth": "border.bottomWidth",
    "Border.borderLeftWidth": "border.leftWidth", "Border.borderTopColor": "border.topColor",
    "Border.borderRightColor": "border.rightColor", "Border.borderBottomColor": "border.bottomColor",
    "Border.borderLeftColor": "border.leftColor",
  ]
}

extension HasProperties {
  /// The property with this name: Swift's, or that of flags and files.
  static func known(_ name: String) -> Property<Self>? {
    property(named: name) ?? properties.first { $0.swiftName == name || kebabCase($0.swiftName) == name }
  }
}

extension String {
  /// Replaces a hyphenated word, but not inside a longer one.
  fileprivate func replacing(word: String, with other: String) -> String {
    split(separator: " ", omittingEmptySubsequences: false).map { part in
      let bare = part.trimmingSuffix { ",;.:)".contains($0) }.trimmingPrefix { "(".contains($0) }
      guard bare == word else { return String(part) }
      return part[..<bare.startIndex] + other + part[bare.endIndex...]
    }.joined(separator: " ")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isSuffix: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !isSuffix($0) }) else { return self[..<startIndex] }
    return self[...last]
  }
}

extension View {
  /// The size that its border and its padding take.
  var edges: Size {
    let padding = contentPadding
    return Size(
      width: border.width(of: .left) + border.width(of: .right) + padding.left + padding.right,
      height: border.width(of: .top) + border.width(of: .bottom) + padding.top + padding.bottom)
  }
}

extension Size {
  /// The rest of a size, at least 0.
  static func - (size: Size, other: Size) -> Size {
    Size(width: max(0, size.width - other.width), height: max(0, size.height - other.height))
  }
}
