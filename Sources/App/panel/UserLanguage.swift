internal import Glibc

/// The user's language for messages, from the environment (`setlocale(3)`).
enum UserLanguage {
  /// Whether it is written from right to left, so that windows are mirrored.
  static var isRightToLeft: Bool { isRightToLeft(of: code) }

  /// The language's code in lower case: "de" for de_AT.UTF-8; empty for none.
  static var code: String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
    return locale.prefix { $0.isLetter }.lowercased()
  }

  static func isRightToLeft(of code: String) -> Bool {
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"].contains(code)
  }
}
