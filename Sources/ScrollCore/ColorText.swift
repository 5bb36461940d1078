/// A text that is no colour: what was wrong and, where one is near, the right spelling.
public struct ColorError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// "'text' is not a colour: reason; did you mean 'hint'?"
  init(_ text: String, _ reason: String, hint: String? = nil) {
    self.init("'\(text)' is not a colour: \(reason)" + (hint.map { "; did you mean '\($0)'?" } ?? ""))
  }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  public var text: String {
    "#" + hex(red) + hex(green) + hex(blue) + (isOpaque ? "" : hex(alpha))
  }

  private func hex(_ channel: UInt8) -> String {
    let digits = String(channel, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` (with commas or with
  /// spaces and `/`), `transparent`, and the names of CSS and X11 in any case and with spaces. Where the two
  /// clash CSS wins; `x11:gray` asks for the other. Columns in errors count characters from 1.
  public init(parsing text: String) throws(ColorError) {
    let trimmed = text.trimmed
    if trimmed.isEmpty {
      throw ColorError(text, "it is empty; write #rgb, #rrggbb, rgb(), hsl() or a name such as 'tomato'")
    } else if trimmed.hasPrefix("#") {
      self = try Color.hexadecimal(text)
    } else if trimmed.contains("(") {
      self = try ColorFunction(text).color()
    } else if let named = ColorNames.color(named: trimmed) {
      self = named
    } else {
      throw ColorError(text, "there is no such name" + Color.ways(near: trimmed), hint: Color.meant(by: trimmed))
    }
  }

  /// The colour spelling nearest to a word that is none.
  private static func meant(by word: String) -> String? {
    let isHexadecimal = word.allSatisfy(\.isASCIIHexDigit)
    if isHexadecimal, [3, 4, 6, 8].contains(word.count) { return "#" + word }
    let key = ColorNames.folded(word)
    let limit = key.count < 3 ? 1 : max(2, key.count / 3)
    return nearest(to: key, in: ColorNames.all.filter { abs($0.count - key.count) <= limit }, within: limit)
  }

  private static func ways(near word: String) -> String {
    meant(by: word) == nil ? "; write #rgb, #rrggbb, rgb(), hsl() or a name such as 'tomato'" : ""
  }
}

// MARK: - Hexadecimal

extension Color {
  private static func hexadecimal(_ text: String) throws(ColorError) -> Color {
    let digits = Array(text.trimmed.dropFirst())
    let first = text.prefix { $0 != "#" }.count + 2
    if let wrong = digits.firstIndex(where: { !$0.isASCIIHexDigit }) {
      throw ColorError(
        text, "'\(digits[wrong])' in column \(first + wrong) is no hexadecimal digit", hint: repaired(digits))
    }
    guard [3, 4, 6, 8].contains(digits.count) else {
      throw ColorError(
        text, "it has \(digits.count) \(digits.count == 1 ? "digit" : "digits") and needs 3, 4, 6 or 8",
        hint: repaired(digits))
    }
    let values = digits.compactMap(\.hexDigitValue).map(UInt8.init)
    var channels: [UInt8] = []
    if values.count <= 4 {
      channels = values.map { $0 * 17 }
    } else {
      for i in stride(from: 0, to: values.count, by: 2) { channels.append(values[i] * 16 + values[i + 1]) }
    }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
  }

  /// The nearest right spelling: letters that look like digits become these, the rest the nearest digit; a
  /// missing end repeats the last digit, and what is too much goes.
  private static func repaired(_ digits: [Character]) -> String? {
    let likeness: [Character: Character] = ["o": "0", "i": "1", "l": "1", "z": "2", "s": "5"]
    var right = digits.compactMap { digit -> Character? in
      if digit.isASCIIHexDigit { return digit }
      guard digit.isASCII, digit.isLetter, let lower = digit.lowercased().first else { return nil }
      return likeness[lower] ?? "f"
    }
    guard let last = right.last else { return nil }
    let wanted = [3, 4, 6, 8].first { $0 >= right.count && ($0 != 4 || right.count == 4) } ?? 8
    while right.count < wanted { right.append(last) }
    return "#" + String(right.prefix(wanted))
  }
}

extension Character {
  fileprivate var isASCIIHexDigit: Bool { isASCII && isHexDigit }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
