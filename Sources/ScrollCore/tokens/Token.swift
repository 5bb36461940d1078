/// A small picture before a label. It has its place before it is there, so that nothing moves when it comes.
public struct LabelPicture: Hashable, Sendable {
  /// Of its file; nil where it is still to come.
  public var path: String?

  public init(path: String? = nil) { self.path = path }
}

/// A chip's content.
public struct Token: Equatable, Sendable, Identifiable {
  /// Unique in its field, for as long as the field lives; 0 until it belongs to one.
  public internal(set) var id = 0
  /// Trimmed, on one line.
  public let label: String
  /// False: the user cannot remove it.
  public let isEditable: Bool
  /// A dot before the label.
  public let dot: Color?
  /// In the dot's place.
  public let picture: LabelPicture?
  /// Whatever its owner knows it by.
  public let tag: Int?
  /// Equal for labels that are duplicates of each other.
  let key: String

  public init(
    _ label: String, isEditable: Bool = true, dot: Color? = nil, picture: LabelPicture? = nil, tag: Int? = nil
  ) {
    self.label = singleLine(label).trimmed
    self.isEditable = isEditable
    self.dot = dot
    self.picture = picture
    self.tag = tag
    key = folded(self.label)
  }
}

/// The chip that flashes, because somebody tried to add its like.
public struct TokenFlash: Equatable, Sendable {
  /// How long it lasts.
  public static let duration: Seconds = 0.6
  public let id: Int
  public let start: Seconds

  /// 1 at the start, 0 at the end.
  public func strength(at t: Seconds) -> Double {
    guard t < start + Self.duration else { return 0 }
    let left = min(1, 1 - (t - start) / Self.duration)
    return left * left
  }
}

/// The text with its case folded as Unicode says, so that "STRASSE" and "Straße" are equal. Strings compare by
/// canonical equivalence, so nothing has to be normalised.
func folded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var result = ""
  for scalar in text.unicodeScalars {
    // The one letter whose capital is another letter's too.
    if scalar == "ı" {
      result.unicodeScalars.append(scalar)
    } else {
      result += scalar.properties.uppercaseMapping.lowercased()
    }
  }
  return result
}
