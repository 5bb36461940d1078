extension PropertyKind {
  /// Parses a value in the user's spelling.
  public func parse(_ text: String) throws(ValueError) -> PropertyValue {
    switch self {
    case .flag:
      switch text.lowercased() {
      case "true", "yes", "on", "1": return .flag(true)
      case "false", "no", "off", "0": return .flag(false)
      default: throw ValueError("'\(text)' is neither true nor false")
      }
    case .integer:
      guard let integer = Int(text) else { throw ValueError("'\(text)' is not a whole number") }
      return .integer(integer)
    case .number(let range):
      // A share may be written in percent.
      let isPercent = text.hasSuffix("%") && range == 0...1
      guard let number = Double(isPercent ? String(text.dropLast()) : text), number.isFinite else {
        throw ValueError("'\(text)' is not a number")
      }
      return .number(isPercent ? number / 100 : number)
    case .text, .font, .choice: return .text(text)
    case .color: return .color(try Color(parsing: text))
    }
  }

  /// Returns the value if it is of this kind and in its range. Numbers are converted if that is exact, and a text is
  /// read as a colour.
  ///
  /// - Parameter remedy: The remedy for a value below the range or an unknown word.
  package func check(_ value: PropertyValue, ifBelow remedy: String) throws(ValueError) -> PropertyValue {
    switch (self, value) {
    case (.color, .color(.unreadable)):
      throw ValueError("the literal is not a colour; Color(parsing:) says what is wrong with it")
    case (.flag, .flag), (.text, .text), (.font, .text), (.color, .color): return value
    case (.color, .text(let text)): return try parse(text)
    case (.integer(let range), .integer(let integer)):
      guard range.contains(integer) else { throw outOfRange("\(integer)", integer < range.lowerBound ? remedy : "") }
      return value
    case (.number, .integer(let integer)):
      return try check(.number(Double(integer)), ifBelow: remedy)
    case (.number(let range), .number(let number)):
      guard range.contains(number) else { throw outOfRange(shortest(number), number < range.lowerBound ? remedy : "") }
      return value
    case (.choice(let choices), .text(let text)):
      guard choices.contains(text) else {
        let hint = nearest(to: text, in: choices).map { "; did you mean '\($0)'?" } ?? ""
        let rest = hint.isEmpty && !remedy.isEmpty ? "; " + remedy : hint
        throw ValueError("'\(text)' is not one of \(choices.joined(separator: ", "))\(rest)")
      }
      return value
    default: throw ValueError("takes \(typeName), not \(value.text)")
    }
  }

  /// "number", "colour", … as the property table shows it.
  public var typeName: String {
    switch self {
    case .flag: "true or false"
    case .integer: "whole number"
    case .number: "number"
    case .text: "text"
    case .font: "font"
    case .color: "colour"
    case .choice(let choices): choices.joined(separator: "|")
    }
  }

  /// "0 to 10", "from 0", or empty without a bound.
  public var rangeText: String {
    var (low, high): (String?, String?)
    if case .integer(let range) = self {
      if range.lowerBound != .min { low = "\(range.lowerBound)" }
      if range.upperBound != .max { high = "\(range.upperBound)" }
    } else if case .number(let range) = self {
      if range.lowerBound != -.greatestFiniteMagnitude { low = shortest(range.lowerBound) }
      if range.upperBound != .greatestFiniteMagnitude { high = shortest(range.upperBound) }
      if range.lowerBound == .leastNonzeroMagnitude { return "above 0" + (high.map { ", to \($0)" } ?? "") }
    }
    return switch (low, high) {
    case (let low?, let high?): "\(low) to \(high)"
    case (let low?, nil): "from \(low)"
    case (nil, let high?): "up to \(high)"
    case (nil, nil): ""
    }
  }

  private func outOfRange(_ value: String, _ remedy: String) -> ValueError {
    ValueError("\(value) is out of range (\(rangeText))" + (remedy.isEmpty ? "" : "; " + remedy))
  }
}

extension PropertyValue {
  /// The value in the user's spelling.
  public var text: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let integer): "\(integer)"
    case .number(let number): shortest(number)
    case .text(let text): text
    case .color(let color): color.text
    case .list(let items): items.map(\.text).joined(separator: ", ")
    case .table(let members): members.map { "\($0.name)=\($0.value?.text ?? "")" }.joined(separator: " ")
    }
  }

  /// The text of a text value; nil for other kinds.
  package var asText: String? { if case .text(let text) = self { text } else { nil } }

  /// A number, whole or not; nil for other kinds.
  package var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}

/// A number without a needless ".0".
package func shortest(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
  return "\(number)"
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

extension String {
  /// The text cut to at most `limit` bytes of UTF-8, at a character boundary; nil if it is not longer.
  package func cut(toBytes limit: Int) -> String? {
    guard utf8.count > limit else { return nil }
    let most = utf8.index(startIndex, offsetBy: limit)
    // A character of very many marks is cut too.
    let steps = sequence(first: most) { $0 > startIndex ? utf8.index(before: $0) : nil }
    let end =
      steps.prefix(64).first { String.Index($0, within: self) != nil }
      ?? steps.first { $0.samePosition(in: unicodeScalars) != nil }
    return String(self[..<(end ?? startIndex)])
  }
}

/// `scrollTime` as `scroll-time`.
package func kebabCase(_ name: String) -> String {
  var words: [UInt8] = []
  for byte in name.utf8 {
    if (0x41...0x5A).contains(byte) { words += [0x2D, byte | 0x20] } else { words.append(byte) }
  }
  return String(decoding: words, as: UTF8.self)
}

/// The candidate with the smallest edit distance (insert, delete, replace, swap neighbours), if it is close enough: at
/// most `limit` away; nil allows a third of the word, at least one. Among equals, one that only adds letters comes
/// first.
package func nearest(to word: String, in candidates: some Sequence<String>, within limit: Int? = nil) -> String? {
  // Longer words cannot be misspelt names, and the cost grows with their length.
  guard word.utf8.count <= 64 else { return nil }
  let lowered = Array(word.lowercased())
  var best: (distance: Int, isChanged: Bool, candidate: String)?
  for candidate in candidates {
    let letters = Array(candidate.lowercased())
    let distance = editDistance(lowered, letters)
    let isChanged = distance != letters.count - lowered.count
    if best.map({ distance < $0.distance || (distance == $0.distance && $0.isChanged && !isChanged) }) ?? true {
      best = (distance, isChanged, candidate)
    }
  }
  guard let best, best.distance <= limit ?? max(1, lowered.count / 3) else { return nil }
  return best.candidate
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var before = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], before[j - 2] + 1) }
    }
    (before, last) = (last, row)
  }
  return last[b.count]
}
