internal import Scene
internal import ScrollCore

/// What was wrong with values, for whoever wants to hear of it, each once.
final class Refusals {
  /// Hears at once of what was wrong before it was there, the last of each property.
  var handler: ((ValueError) -> Void)? {
    didSet {
      let earlier = untold
      untold = []
      for error in earlier { tell(error) }
    }
  }
  private var untold: [ValueError] = []

  func tell(_ error: ValueError) {
    if let handler { return handler(error) }
    untold.removeAll { $0.name == error.name }
    untold.append(error)
  }
}

/// What views do with values that they cannot take.
extension View {
  /// Of pixels that X can count.
  static let lengths = 0...32767.0

  /// The number where it is in the range; else its near end, or nil for what is no number, and it is told.
  final func bounded(_ number: Double?, of name: String, in range: ClosedRange<Double>) -> Double? {
    guard let number, !range.contains(number) else { return number }
    do throws(ValueError) { _ = try PropertyKind.number(range).check(.number(number), ifBelow: "") } catch {
      refuse(error.named(name))
    }
    return number.isNaN ? nil : min(max(number, range.lowerBound), range.upperBound)
  }
}

/// What the body returns; its errors name properties of `Owner` as a program does: `minFontSize`, not `min-font-size`.
func inOwnWords<Owner: HasProperties, Result>(
  _ owner: Owner.Type, _ body: () throws(ValueError) -> Result
) throws(ValueError) -> Result {
  do { return try body() } catch { throw error.inOwnWords(Owner.self) }
}

extension ValueError {
  func inOwnWords<Owner: HasProperties>(_ owner: Owner.Type) -> ValueError {
    let reason = Owner.properties.reduce(self.reason) { reason, property in
      property.flag.contains("-") ? reason.replacing(word: property.flag, with: property.name) : reason
    }
    return ValueError(name: name, reason: reason)
  }
}

extension String {
  /// The same with another word in the place of one that has hyphens, where it stands by itself.
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
  /// What its border takes of its size.
  var edges: Size {
    Size(
      width: border.width(of: .left) + border.width(of: .right),
      height: border.width(of: .top) + border.width(of: .bottom))
  }
}

extension Size {
  /// What others leave of it.
  static func - (size: Size, other: Size) -> Size {
    Size(width: max(0, size.width - other.width), height: max(0, size.height - other.height))
  }
}
