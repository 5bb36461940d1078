/// A text as each bar shows it as it stands. It has no control characters, and is one line.
enum BarEscape {
  /// Pango's markup, as in XML.
  static func pango(_ text: String) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// Lemonbar's markup: two percent signs are one.
  static func lemonbar(_ text: String) -> String { replaced(text) { $0 == "%" ? "%%" : nil } }

  /// Polybar's markup has no escape: a tag that moves by nothing parts the percent sign from its brace.
  static func polybar(_ text: String) -> String {
    var former: Unicode.Scalar = " "
    return replaced(text) { scalar in
      defer { former = scalar }
      return former == "%" && scalar == "{" ? "%{O0}{" : nil
    }
  }

  /// Xmobar reads so many characters, here scalars, as they stand.
  static func xmobar(_ text: String) -> String {
    text.isEmpty ? "" : "<raw=\(text.unicodeScalars.count):\(text)/>"
  }

  /// tmux's formats and styles: two number signs are one.
  static func tmux(_ text: String) -> String { replaced(text) { $0 == "#" ? "##" : nil } }

  /// By scalars: a sign with a mark on it is a sign for a bar.
  private static func replaced(_ text: String, by replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result += other.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }
}
