internal import Glibc

/// The user's language for messages, from the environment (`setlocale(3)`).
enum UserLanguage {
  /// Whether it is written from right to left, so that windows are mirrored.
  static var isRightToLeft: Bool { isRightToLeft(of: code) }

  /// The tags of the user's languages (BCP 47), the preferred one first: "de-AT" for de_AT.UTF-8. Gettext's LANGUAGE
  /// comes first.
  static var tags: [String] {
    let named = getenv("LANGUAGE").map { String(cString: $0) } ?? ""
    let locales = named.split(separator: ":").map(String.init) + [locale]
    return locales.map {
      $0.prefix { $0.isLetter || $0 == "_" || $0 == "-" }.split(separator: "_").joined(separator: "-")
    }
    .filter { !$0.isEmpty && $0 != "C" && $0 != "POSIX" }
  }

  /// The language's code in lower case: "de" for de_AT.UTF-8; empty for none.
  static var code: String { locale.prefix { $0.isLetter }.lowercased() }

  private static var locale: String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    return names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
  }

  static func isRightToLeft(of code: String) -> Bool {
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"].contains(code)
  }
}
