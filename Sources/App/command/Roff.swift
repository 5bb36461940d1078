/// A text in roff's man macros.
struct Roff {
  private(set) var text = ""

  mutating func request(_ line: String) { text += line + "\n" }
  mutating func section(_ title: String) { request(".SH \(title)") }
  mutating func subsection(_ title: String) { request(".SS \(title)") }

  mutating func paragraph(_ words: String) {
    if !text.hasSuffix("\n.PP\n"), !lastLine.hasPrefix(".S") { request(".PP") }
    line(words)
  }

  /// Adds text to be filled, in source lines of at most 78 characters if its words allow it.
  mutating func line(_ words: String) {
    var line = ""
    for word in words.split(separator: " ").map({ Roff.escaped(String($0)) }) {
      if !line.isEmpty, line.count + 1 + word.count > 78 {
        request(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    request(line)
  }

  /// Adds a tagged paragraph.
  mutating func item(_ bold: String, italic: String = "", _ words: String) {
    request(".TP")
    let tag = #"\fB\#(Roff.escaped(bold))\fR"#
    request(italic.isEmpty ? tag : tag + #" \fI\#(Roff.escaped(italic))\fR"#)
    line(words)
  }

  mutating func example(_ command: String) {
    request(".PP\n.RS 4\n.nf")
    request(Roff.escaped(command))
    request(".fi\n.RE")
  }

  private var lastLine: Substring {
    text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
  }

  /// Escapes backslashes, hyphens that are minus signs, quotes, and a control character at the start.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case "\n": result += " "
      case "\u{80}"...:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.hasPrefix(".") ? #"\&"# + result : result
  }
}
