/// The texts that people read, in their language.
///
/// Passed to a view at its creation, and constant while that is shown. Values for placeholders in braces follow a word:
/// `words[.switchTopicOff, ["topic": name]]`, `words[.headlines, 3]`.
package struct Words: Sendable {
  /// Returns a word in that language by its English form; the English one if it has no translation.
  private let word: @Sendable (_ english: String) -> String
  /// Returns the plural form for a number.
  private let counted: @Sendable (_ one: String, _ several: String, _ count: Int) -> String
  /// Whether the language is written from right to left.
  package let isRightToLeft: Bool

  /// The words of the table.
  package static let english = Words(word: { $0 }, counted: { $2 == 1 ? $0 : $1 })

  /// - Parameters:
  ///   - word: Translates an English word.
  ///   - counted: Translates by the English singular and plural, and a number.
  package init(
    word: @escaping @Sendable (_ english: String) -> String,
    counted: @escaping @Sendable (_ one: String, _ several: String, _ count: Int) -> String
  ) {
    (self.word, self.counted) = (word, counted)
    isRightToLeft = word(Word.direction.rawValue).hasSuffix("RTL")
  }

  package subscript(_ word: Word, _ values: KeyValuePairs<String, String> = [:]) -> String { text(of: word, values) }

  package func text(of word: some TableWord, _ values: KeyValuePairs<String, String>) -> String {
    directed(filled(untouched(word), values.map { ($0.key, $0.value) }))
  }

  /// Translates a text of a declaration; one that is not in the table stays English.
  package func said(_ english: String) -> String {
    let text = word(english)
    return text == english ? english : directed(text)
  }

  /// An untranslated word is its key, without the context.
  package func untouched(_ word: some TableWord) -> String {
    let text = self.word(word.rawValue)
    return text.utf8.contains(4) ? String(text.split(separator: "\u{4}").last ?? "") : text
  }

  /// - Parameter count: Selects the plural form, and replaces `{count}`.
  package subscript(_ word: CountedWord, _ count: Int, _ values: KeyValuePairs<String, String> = [:]) -> String {
    text(of: word, count, values)
  }

  package func text(of word: some CountedTableWord, _ count: Int, _ values: KeyValuePairs<String, String>) -> String {
    let values = [("count", String(count))] + values.map { ($0.key, $0.value) }
    return directed(filled(counted(word.one, word.several, count), values))
  }

  // MARK: - Placeholders

  /// Replaces placeholders. Braces in values are kept.
  package func filled(_ text: String, _ values: [(name: String, value: String)]) -> String {
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
      result += isolated(value)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Joins parts with a dot; foreign ones keep their own direction.
  package func joined(_ parts: [String]) -> String {
    directed(parts.map(isolated).joined(separator: " · "))
  }

  /// A text that begins with another script has the direction of the language all the same, by a mark before it: else a name
  /// would turn the whole sentence around.
  package func directed(_ text: String) -> String {
    let letters = text.unicodeScalars.lazy.filter(\.properties.isAlphabetic)
    guard letters.first.map({ $0.isRightToLeft != isRightToLeft }) == true,
      letters.contains(where: { $0.isRightToLeft == isRightToLeft })
    else { return text }
    return (isRightToLeft ? "\u{200f}" : "\u{200e}") + text
  }

  /// Isolates a foreign text among words (UAX #9) if it may have the other direction.
  package func isolated(_ text: String) -> String { needsIsolation(text) ? "\u{2068}\(text)\u{2069}" : text }

  private func needsIsolation(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.isRightToLeft != isRightToLeft && $0.properties.isAlphabetic }
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to a right-to-left script: Hebrew to Arabic Extended-A, their presentation forms, and those of
  /// the supplementary planes.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfefe, 0x10800...0x10fff, 0x1e800...0x1efff: true
    default: false
    }
  }
}
