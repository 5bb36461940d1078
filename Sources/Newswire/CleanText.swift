/// Text from outside as it may be shown: one line, no control characters, no escape sequences, nothing that
/// turns the direction of what stands beside it, no invisible carriers, no runs of blanks; at most `limit`
/// characters (extended grapheme clusters), and at most 16 scalars in each of them.
package func cleanText(_ text: String, limit: Int = 1000) -> String {
  var cleaner = TextCleaner(limit: limit)
  for scalar in text.unicodeScalars where !cleaner.isFull { cleaner.append(scalar) }
  return cleaner.text
}

/// Takes scalars one by one and keeps those that may be shown.
struct TextCleaner {
  private var scalars = String.UnicodeScalarView()
  private var count = 0
  private var marks = 0
  private var hasBlank = false
  private var escape = Escape.none
  private let limit: Int

  private enum Escape { case none, start, sequence, string, stringEnd }

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { count > limit * 16 }

  /// What was taken, with an ellipsis where it was cut.
  var text: String {
    let text = String(scalars)
    guard count > limit, let cut = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      cut < text.endIndex
    else { return text }
    return text[..<cut] + "…"
  }

  /// Private characters from here stand for the 32 controls where those cannot pass (XML).
  static let controlStandIn: UInt32 = 0xE000

  mutating func append(_ given: Unicode.Scalar) {
    let isStandIn = (Self.controlStandIn..<(Self.controlStandIn + 0x20)).contains(given.value)
    let scalar = isStandIn ? Unicode.Scalar(given.value - Self.controlStandIn) ?? given : given
    guard !continuesEscape(scalar) else { return }
    if Self.isBlank(scalar) || scalar == "\u{200B}" {
      hasBlank = hasBlank || (count > 0 && scalar != "\u{200B}")
      return
    }
    guard Self.mayBeShown(scalar) else { return }
    marks = Self.isMark(scalar) ? marks + 1 : 0
    guard marks <= 15 else { return }
    if hasBlank {
      scalars.append(" ")
      count += 1
    }
    hasBlank = false
    scalars.append(scalar)
    count += 1
  }

  /// Escape sequences of terminals (ECMA-48) vanish whole, not only their first character.
  private mutating func continuesEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch (escape, scalar.value) {
    case (.string, 0x07), (.stringEnd, 0x5C): escape = .none
    case (.string, 0x1B): escape = .stringEnd
    case (.string, 0x0A), (.string, 0x0D): escape = .none
    case (.string, _): break
    case (.stringEnd, _): escape = .string
    case (_, 0x1B): escape = .start
    case (.start, 0x5B): escape = .sequence
    case (.start, 0x5D), (.start, 0x50), (.start, 0x58), (.start, 0x5E), (.start, 0x5F): escape = .string
    case (.start, 0x20...0x2F): break
    case (.start, 0x30...0x7E): escape = .none
    case (.sequence, 0x20...0x3F): break
    case (.sequence, 0x40...0x7E): escape = .none
    case (.none, 0x9B): escape = .sequence
    default:
      escape = .none
      return false
    }
    return true
  }

  private static func mayBeShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F: false  // controls
    case 0x202A...0x202E, 0x2066...0x206F: false  // direction that reaches beyond its place
    case 0x00AD, 0x180E, 0x2060...0x2064, 0xFEFF, 0xFFF9...0xFFFC: false  // invisible or annotation
    case 0xE0020...0xE007F: true  // flags of regions
    case 0xE0000...0xE0FFF, 0xF0000...: false  // tags, private planes
    case 0xE000...0xF8FF: false  // private use: icons of a font that nobody has
    default: scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark || category == .spacingMark
  }
}
