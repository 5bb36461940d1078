package import Base

/// The argument vector of a command as users write it: words separated by blanks, with quotes and backslashes as in a
/// shell. There are no variables, pipes or patterns, and no shell.
package struct CommandWords: Equatable, Sendable {
  package let words: [String]

  /// - Throws: `Failure` for an unbalanced quote, a backslash at the end, or a text without words.
  package init(_ text: String) throws(Failure) {
    var splitter = Splitter()
    for (index, character) in text.enumerated() { splitter.read(character, at: index + 1) }
    words = try splitter.finished()
  }

  /// The text that splits into these words.
  package static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"'\"\\".utf8.contains($0) } && !word.isEmpty
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private struct Splitter {
    private var words: [String] = []
    /// The current word; nil between words. A quote may start an empty one.
    private var word: String?
    private var quote: (mark: Character, place: Int)?
    private var isEscaped = false

    mutating func read(_ character: Character, at place: Int) {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash escapes only special characters.
        if quote != nil, !"\"\\$`".contains(character) { word?.append("\\") }
        word = (word ?? "") + String(character)
      } else if character == "\\", quote?.mark != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if character == open.mark { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = (character, place)
        word = word ?? ""
      } else if character.isWhitespace {
        endWord()
      } else {
        word = (word ?? "") + String(character)
      }
    }

    mutating func finished() throws(Failure) -> [String] {
      if let quote { throw Failure.usage("the \(quote.mark) at character \(quote.place) is not closed") }
      if isEscaped { throw Failure.usage("nothing follows the backslash at its end") }
      endWord()
      guard words.first?.isEmpty == false else { throw Failure.usage("no program is named; write it as 'nproc --all'") }
      return words
    }

    private mutating func endWord() {
      if let word { words.append(word) }
      word = nil
    }
  }
}
