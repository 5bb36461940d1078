/// A text in quotes in a source, with the function whose argument it is.
struct TextLiteral {
  let line: Int
  /// The name before the innermost open parenthesis, as it is written; empty without one.
  let callee: String
  /// What stands between the quotes, with a ⟨⟩ for each interpolation.
  let text: String

  /// Whether it looks like something to be read, and not like a name: several words, a capitalised one, or a word beside
  /// something that is filled in.
  var isProse: Bool {
    [/[A-Za-z]{2,}[^A-Za-z]* [^A-Za-z]*[A-Za-z]{2,}/, /^[A-Z][a-z]+/, /⟨⟩ [a-z]{2,}/, /[a-z]{2,} ⟨⟩/].contains {
      text.contains($0)
    }
  }

  /// All of a source. Comments are none; literals within an interpolation are part of it.
  static func all(in source: String) -> [TextLiteral] {
    var scanner = Scanner(source: Array(source))
    return scanner.literals()
  }

  private struct Scanner {
    let source: [Character]
    var place = 0
    var line = 1
    private var callees: [String] = []

    init(source: [Character]) { self.source = source }

    private func isAhead(_ text: String) -> Bool {
      var index = place
      for character in text {
        guard index < source.count, source[index] == character else { return false }
        index += 1
      }
      return true
    }

    private mutating func advance(by count: Int = 1) {
      for _ in 0..<count where place < source.count {
        if source[place].isNewline { line += 1 }
        place += 1
      }
    }

    mutating func literals() -> [TextLiteral] {
      var found: [TextLiteral] = []
      while place < source.count {
        switch source[place] {
        case "/" where isAhead("//"):
          while place < source.count, !source[place].isNewline { advance() }
        case "\"":
          let start = line
          found.append(TextLiteral(line: start, callee: callees.last ?? "", text: literal()))
          continue
        case "(": callees.append(nameBefore(place))
        // A list of arguments' values is an argument itself.
        case "[": callees.append(callees.last ?? "")
        case "{": callees.append("")
        case ")", "]", "}": _ = callees.popLast()
        default: break
        }
        advance()
      }
      return found
    }

    /// Reads the literal that begins here.
    private mutating func literal() -> String {
      let quotes = isAhead("\"\"\"") ? 3 : 1
      let end = String(repeating: "\"", count: quotes)
      advance(by: quotes)
      var text = ""
      while place < source.count, !isAhead(end) {
        if isAhead("\\(") {
          advance()
          skipParentheses()
          text += "⟨⟩"
        } else if source[place] == "\\" {
          let isScalar = isAhead("\\u{")
          advance(by: 2)
          if isScalar {
            while place < source.count, source[place] != "}" { advance() }
            advance()
          }
        } else {
          text.append(source[place])
          advance()
        }
      }
      advance(by: quotes)
      return text
    }

    /// Goes behind the parenthesis that closes the one here.
    private mutating func skipParentheses() {
      var depth = 0
      while place < source.count {
        if source[place] == "\"" {
          _ = literal()
          continue
        }
        if source[place] == "(" { depth += 1 }
        if source[place] == ")" { depth -= 1 }
        advance()
        if depth == 0 { return }
      }
    }

    private func nameBefore(_ end: Int) -> String {
      var start = end
      while start > 0, source[start - 1].isLetter || source[start - 1].isNumber || "._".contains(source[start - 1]) {
        start -= 1
      }
      return String(source[start..<end])
    }
  }
}
