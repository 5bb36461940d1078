extension ValueError {
  /// "'text' is not a colour: reason; did you mean 'hint'?"
  fileprivate init(_ text: String, _ reason: String, hint: String? = nil) {
    self.init("'\(text)' is not a colour: \(reason)" + (hint.map { "; did you mean '\($0)'?" } ?? ""))
  }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  public var text: String { "#" + hex(red) + hex(green) + hex(blue) + (isOpaque ? "" : hex(alpha)) }

  private func hex(_ channel: UInt8) -> String { (channel < 16 ? "0" : "") + String(channel, radix: 16) }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` (with commas or with spaces
  /// and `/`), `transparent`, and the names of CSS and X11 in any case and with spaces. If the two clash, CSS wins;
  /// `x11:gray` asks for the other. Columns in errors count characters from 1.
  public init(parsing text: String) throws(ValueError) {
    let trimmed = text.trimmed
    if trimmed.isEmpty {
      throw ValueError(text, "it is empty" + Color.ways)
    } else if trimmed.hasPrefix("#") {
      self = try Color.hexadecimal(text)
    } else if trimmed.contains("(") {
      self = try ColorFunction(text).color()
    } else if let named = ColorNames.color(named: trimmed) {
      self = named
    } else {
      let meant = Color.meant(by: trimmed)
      throw ValueError(text, "there is no such name" + (meant == nil ? Color.ways : ""), hint: meant)
    }
  }

  /// The colour of a text that others have written, or nil for one that is none.
  package init?(ifValid text: String) {
    guard let color = try? Color(parsing: text) else { return nil }
    self = color
  }

  /// The colour of a name of CSS or X11, as `init(parsing:)` reads it; nil for any other text, without the cost of an
  /// error that names the nearest one.
  package init?(named name: String) {
    guard let color = ColorNames.color(named: name.trimmed) else { return nil }
    self = color
  }

  /// The nearest colour spelling to an unknown word.
  private static func meant(by word: String) -> String? {
    if word.allSatisfy(\.isASCIIHexDigit), [3, 4, 6, 8].contains(word.count) { return "#" + word }
    let key = ColorNames.folded(word)
    let limit = key.count < 3 ? 1 : max(2, key.count / 3)
    return nearest(to: key, in: ColorNames.all.filter { abs($0.count - key.count) <= limit }, within: limit)
  }

  private static let ways = "; write #rgb, #rrggbb, rgb(), hsl() or a name such as 'tomato'"

  // MARK: - Hexadecimal

  private static func hexadecimal(_ text: String) throws(ValueError) -> Color {
    let digits = Array(text.trimmed.dropFirst())
    let first = text.prefix { $0 != "#" }.count + 2
    if let wrong = digits.firstIndex(where: { !$0.isASCIIHexDigit }) {
      throw ValueError(
        text, "'\(digits[wrong])' in column \(first + wrong) is not a hexadecimal digit", hint: repaired(digits))
    }
    guard [3, 4, 6, 8].contains(digits.count) else {
      throw ValueError(
        text, "it has \(digits.count) \(digits.count == 1 ? "digit" : "digits") and needs 3, 4, 6 or 8",
        hint: repaired(digits))
    }
    let values = digits.compactMap(\.hexDigitValue).map(UInt8.init)
    let isShort = values.count <= 4
    let channels: [UInt8] = stride(from: 0, to: values.count, by: isShort ? 1 : 2).map { i in
      values[i] * 16 + values[isShort ? i : i + 1]
    }
    return Color(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
  }

  /// The nearest valid spelling. Letters that look like digits become these, others the nearest digit. A missing end
  /// repeats the last digit, and surplus digits are dropped.
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

/// Reads `rgb()`, `rgba()`, `hsl()` and `hsla()` in both of CSS's spellings: `rgb(1, 2, 3, 50%)` and
/// `rgb(1 2 3 / 50%)`.
private struct ColorFunction {
  private let text: String
  private let characters: [Character]
  /// Whether errors suggest a spelling; false while a suggestion is tried.
  private let proposes: Bool

  init(_ text: String, proposes: Bool = true) {
    self.text = text
    self.proposes = proposes
    characters = Array(text)
  }

  func color() throws(ValueError) -> Color {
    let name = try functionName()
    let names =
      name.hasPrefix("rgb") ? ["red", "green", "blue", "alpha"] : ["hue", "saturation", "lightness", "alpha"]
    let words = try components(of: name, names: names)
    var values: [Double] = []
    for (name, word) in zip(names, words) { values.append(try value(of: name, word)) }
    try checkPercentages(of: name, zip(names, words))
    let alpha = UInt8(((values.count == 4 ? values[3] : 1) * 255).rounded())
    if name.hasPrefix("hsl") {
      return Color(hue: values[0], saturation: values[1], lightness: values[2], alpha: alpha)
    }
    let channels = values.prefix(3).map { UInt8($0.rounded()) }
    return Color(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  // MARK: - Taking it apart

  /// A part of the text: a component, "," or "/".
  private struct Word {
    var text: String
    /// Indices into `characters`.
    var range: Range<Int>
    var column: Int { range.lowerBound + 1 }
  }

  private func functionName() throws(ValueError) -> String {
    let name = String(characters.prefix { $0 != "(" }).trimmed.lowercased()
    let names = ["rgb", "rgba", "hsl", "hsla"]
    guard names.contains(name) else {
      let rest = String(characters.drop { $0 != "(" })
      throw ValueError(
        text, "there is no function '\(name)', only \(names.joined(separator: ", "))",
        hint: nearest(to: name, in: names).flatMap { tried($0 + rest) })
    }
    guard text.trimmed.last == ")" else {
      throw ValueError(text, "')' is missing in column \(characters.count + 1)", hint: tried(text.trimmed + ")"))
    }
    return name
  }

  /// The three or four components, after checking the separators.
  private func components(of function: String, names: [String]) throws(ValueError) -> [Word] {
    let words = self.words()
    let hasCommas = words.contains { $0.text == "," }
    var found: [Word] = []
    var needsSeparator = false
    func wrong(_ reason: String) -> ValueError { ValueError(text, reason, hint: respelled(function, words)) }
    for word in words {
      let isAlpha = found.count == 3
      switch word.text {
      case ",", "/":
        guard needsSeparator, word.text == (hasCommas ? "," : "/"), hasCommas || isAlpha else {
          throw wrong("'\(word.text)' does not belong in column \(word.column)")
        }
        needsSeparator = false
      default:
        guard found.count < 4 else {
          throw wrong("nothing may follow alpha, but '\(word.text)' stands in column \(word.column)")
        }
        guard !needsSeparator || (!hasCommas && !isAlpha) else {
          throw wrong("'\(hasCommas ? "," : "/")' is missing before '\(word.text)' in column \(word.column)")
        }
        found.append(word)
        needsSeparator = true
      }
    }
    guard found.count >= 3, needsSeparator else {
      let missing = found.count < 4 ? names[found.count] : "alpha"
      let end = (characters.lastIndex(of: ")") ?? characters.count) + 1
      throw wrong("\(missing) is missing in column \(end)")
    }
    return found
  }

  private func words() -> [Word] {
    var words: [Word] = []
    var start: Int?
    let open = (characters.firstIndex(of: "(") ?? -1) + 1
    let close = characters.lastIndex(of: ")") ?? characters.count
    for i in open...close {
      let character = i < close ? characters[i] : " "
      let isSeparator = character == "," || character == "/"
      guard character.isWhitespace || isSeparator else {
        start = start ?? i
        continue
      }
      if let from = start { words.append(Word(text: String(characters[from..<i]), range: from..<i)) }
      start = nil
      if isSeparator { words.append(Word(text: String(character), range: i..<i + 1)) }
    }
    return words
  }

  /// The components respelled with commas; nil if there are too few.
  private func respelled(_ function: String, _ words: [Word]) -> String? {
    let parts = words.map(\.text).filter { $0 != "," && $0 != "/" }
    guard parts.count >= 3 else { return nil }
    return tried("\(function)(\(parts.prefix(4).joined(separator: ", ")))")
  }

  // MARK: - Numbers

  /// Red, green, blue: 0 to 255; hue: degrees from 0 up to 360; the rest: 0 to 1.
  private func value(of name: String, _ word: Word) throws(ValueError) -> Double {
    if name == "hue" { return try degrees(word) }
    let isPercentage = word.text.hasSuffix("%")
    guard let number = plainNumber(isPercentage ? String(word.text.dropLast()) : word.text) else {
      throw ValueError(
        text, "\(name) in column \(word.column) is '\(word.text)', neither a number nor a percentage",
        hint: numberHint(word))
    }
    let isChannel = name == "red" || name == "green" || name == "blue"
    let top = isPercentage || name == "saturation" || name == "lightness" ? 100.0 : isChannel ? 255 : 1
    guard (0...top).contains(number) else {
      let bound = number < 0 ? 0 : top
      let clamped = shortest(bound) + (isPercentage ? "%" : "")
      throw ValueError(
        text, "\(name) in column \(word.column) is \(word.text), \(number < 0 ? "below" : "above") \(clamped)",
        hint: tried(replacing(word, with: clamped)))
    }
    return number / top * (isChannel ? 255 : 1)
  }

  /// With commas, the components are all numbers or all percentages, as in CSS. Without commas they may be mixed.
  private func checkPercentages(
    of function: String, _ components: Zip2Sequence<[String], [Word]>
  ) throws(ValueError) {
    let alike = components.prefix(3).filter { $0.0 != "hue" }
    guard text.contains(","), let first = alike.first,
      let other = alike.first(where: { $0.1.text.hasSuffix("%") != first.1.text.hasSuffix("%") })
    else { return }
    let isPercentage = first.1.text.hasSuffix("%")
    throw ValueError(
      text, "\(other.0) in column \(other.1.column) is \(isPercentage ? "no" : "a") percentage, unlike \(first.0)",
      hint: tried(function + "(" + components.map(\.1.text).joined(separator: " ") + ")"))
  }

  private func degrees(_ word: Word) throws(ValueError) -> Double {
    let turns = [("deg", 360.0), ("grad", 400), ("rad", 2 * Double.pi), ("turn", 1), ("", 360)]
    let lowered = word.text.lowercased()
    for (unit, turn) in turns where lowered.hasSuffix(unit) {
      guard let number = plainNumber(String(lowered.dropLast(unit.count))) else { break }
      let degrees = number.truncatingRemainder(dividingBy: turn) * 360 / turn
      return degrees < 0 ? degrees + 360 : degrees
    }
    throw ValueError(
      text, "hue in column \(word.column) is '\(word.text)', not an angle such as 210 or 210deg", hint: numberHint(word)
    )
  }

  /// A number in CSS: digits, a point followed by digits, a sign, an exponent; not "inf", "nan" or "0x10".
  private func plainNumber(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }), let number = Double(text),
      number.isFinite, !text.lowercased().split(separator: "e").contains(where: { $0.hasSuffix(".") })
    else { return nil }
    return number
  }

  /// The colour with only the number's own characters kept; nil if that is invalid too.
  private func numberHint(_ word: Word) -> String? {
    tried(replacing(word, with: word.text.filter { $0.isASCII && ($0.isNumber || ".-%".contains($0)) }))
  }

  /// The suggestion, if it is a colour.
  private func tried(_ hint: String) -> String? {
    // A hint that is not a colour is ignored.
    proposes && (try? ColorFunction(hint, proposes: false).color()) != nil ? hint : nil
  }

  private func replacing(_ word: Word, with replacement: String) -> String {
    String(characters[..<word.range.lowerBound]) + replacement + String(characters[word.range.upperBound...])
  }
}

extension Color {
  /// `hue` in degrees, the others from 0 to 1.
  init(hue: Double, saturation: Double, lightness: Double, alpha: UInt8) {
    let amplitude = saturation * min(lightness, 1 - lightness)
    func channel(_ n: Double) -> UInt8 {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      return UInt8(((lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))) * 255).rounded())
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }
}

extension Color: ExpressibleByStringLiteral {
  /// A colour written in a program: `"#e5484d"`, `"tomato"`. Use `init(parsing:)` with a text that comes from elsewhere.
  ///
  /// A literal that is not a colour is transparent. A property does not take it: it keeps its value, and says so to
  /// `onInvalidValue`.
  public init(stringLiteral text: String) {
    do throws(ValueError) { self = try Color(parsing: text) } catch { self = .unreadable }
  }

  /// The colour of a literal that is not a colour: transparent.
  package static let unreadable = Color(red: 0xBA, green: 0xD0, blue: 0x1C, alpha: 0)
}
