/// What people read, in their language.
///
/// It is handed in by whoever makes a view, and never changes while that is shown. What stands in braces in a word is given with
/// it: `words[.hideTopic, ["topic": name]]`, `words[.headlines, 3]`.
package struct Words: Sendable {
  /// A word in that language, by what it is in English; in English where the language has no word for it.
  private let word: @Sendable (_ english: String) -> String
  /// What the language says of a number.
  private let counted: @Sendable (_ one: String, _ several: String, _ count: Int) -> String
  /// The language is written from right to left: what comes first stands at the right.
  package let isRightToLeft: Bool

  /// As the table has them.
  package static let english = Words(word: { $0 }, counted: { $2 == 1 ? $0 : $1 })

  /// - Parameters:
  ///   - word: what a word of English is in that language.
  ///   - counted: what is said of a number, by what English says of one and of any other.
  package init(
    word: @escaping @Sendable (_ english: String) -> String,
    counted: @escaping @Sendable (_ one: String, _ several: String, _ count: Int) -> String
  ) {
    (self.word, self.counted) = (word, counted)
    isRightToLeft = word(Word.direction.rawValue).hasSuffix("RTL")
  }

  package subscript(_ word: Word, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(self.word(word.rawValue), values.map { ($0.key, $0.value) })
  }

  /// - Parameter count: chooses the form, and stands for `{count}`.
  package subscript(_ word: CountedWord, _ count: Int, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(counted(word.one, word.several, count), [("count", String(count))] + values.map { ($0.key, $0.value) })
  }

  // MARK: - Filling in

  /// What is filled in is taken as it is: braces in it stay.
  private func filled(_ text: String, _ values: [(name: String, value: String)]) -> String {
    guard !values.isEmpty, text.contains("{") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      guard let value = values.first(where: { $0.name == name })?.value else {
        result += rest[...close]
        rest = rest[rest.index(after: close)...]
        continue
      }
      result += rest[..<open]
      // Else a name in another script would turn the whole sentence around.
      if result.isEmpty, needsIsolation(value) { result += mark }
      result += isolated(value)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Things side by side, with a dot between; what is not ours keeps its own direction.
  package func joined(_ parts: [String]) -> String {
    let text = parts.map(isolated).joined(separator: " · ")
    guard let first = parts.first, needsIsolation(first) else { return text }
    return mark + text
  }

  /// Gives a text that begins with another script the direction of the language.
  private var mark: String { isRightToLeft ? "\u{200f}" : "\u{200e}" }

  /// A text of anybody's among words: in isolates (UAX #9) where it may be written the other way.
  package func isolated(_ text: String) -> String { needsIsolation(text) ? "\u{2068}\(text)\u{2069}" : text }

  private func needsIsolation(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.isRightToLeft != isRightToLeft && $0.properties.isAlphabetic }
  }
}

extension Unicode.Scalar {
  /// Of a script that is written from right to left: Hebrew to Arabic Extended-A, their presentation forms, and those of the
  /// supplementary planes.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfefe, 0x10800...0x10fff, 0x1e800...0x1efff: true
    default: false
    }
  }
}
