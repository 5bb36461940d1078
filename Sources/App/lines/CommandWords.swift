package import Base

/// Splits a command line into arguments: words separated by blanks, with quotes and backslashes as in a shell. There
/// are no variables, pipes or patterns, and no shell.
package struct CommandWords: Equatable, Sendable {
  package let words: [String]

  /// - Throws: `Failure` for an unbalanced quote, a backslash at the end, or a text without words.
  package init(_ text: String) throws(Failure) {
    var splitter = Splitter()
    // Not by characters: a mark that combines with a quote would hide it.
    for (index, scalar) in text.unicodeScalars.enumerated() { splitter.read(scalar, at: index + 1) }
    words = try splitter.finished()
  }

  /// The text that splits into these words.
  package static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  static func quoted(_ word: String) -> String {
    let scalars = word.unicodeScalars
    let isPlain = scalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && !"'\"\\".unicodeScalars.contains($0) && !$0.properties.isWhitespace
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + scalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  private struct Splitter {
    private var words: [String] = []
    /// The current word; nil between words. A quote may start an empty one.
    private var word: String.UnicodeScalarView?
    private var quote: (mark: Unicode.Scalar, place: Int)?
    private var isEscaped = false

    mutating func read(_ scalar: Unicode.Scalar, at place: Int) {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash escapes only special characters.
        if quote != nil, !"\"\\$`".unicodeScalars.contains(scalar) { word?.append("\\") }
        append(scalar)
      } else if scalar == "\\", quote?.mark != "'" {
        isEscaped = true
        word = word ?? String.UnicodeScalarView()
      } else if let open = quote {
        if scalar == open.mark { quote = nil } else { append(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = (scalar, place)
        word = word ?? String.UnicodeScalarView()
      } else if scalar.properties.isWhitespace {
        endWord()
      } else {
        append(scalar)
      }
    }

    mutating func finished() throws(Failure) -> [String] {
      if let quote { throw Failure.usage("the \(quote.mark) at character \(quote.place) is not closed") }
      if isEscaped { throw Failure.usage("nothing follows the backslash at its end") }
      endWord()
      guard words.first?.isEmpty == false else { throw Failure.usage("no program is named; write it as 'nproc --all'") }
      return words
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      word = word ?? String.UnicodeScalarView()
      word?.append(scalar)
    }

    private mutating func endWord() {
      if let word { words.append(String(word)) }
      word = nil
    }
  }
}
