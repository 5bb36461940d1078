internal import CBase
internal import Glibc

/// The translations of a program's words into the user's language, as gettext keeps them: `LANGUAGE/LC_MESSAGES/DOMAIN.mo` in a
/// folder. The language is that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`.
///
/// The process's own locale stays as it is: numbers, and what the system says of errors, do not change.
package struct MessageCatalogue: Sendable {
  private let domain: String
  /// A `locale_t`, kept for as long as the process runs.
  private let locale: UInt

  /// - Parameter locale: of that name instead of the user's.
  /// - Returns: nil where there is nothing to look up: the user asks for no language, or for one whose locale is not installed.
  package init?(domain: String, folder: String, locale name: String? = nil) {
    guard name != nil || Self.asksForLanguage, let locale = nr_message_locale(name ?? "") else { return nil }
    self.locale = UInt(bitPattern: locale)
    self.domain = domain
    nr_bind_catalogue(domain, folder)
  }

  /// The translation of a text; the text itself where there is none.
  package func text(_ id: String) -> String {
    String(cString: nr_message(UnsafeMutableRawPointer(bitPattern: locale), domain, id))
  }

  /// The form that goes with a number, by the language's own rule.
  package func text(_ one: String, _ several: String, count: Int) -> String {
    String(
      cString: nr_counted_message(
        UnsafeMutableRawPointer(bitPattern: locale), domain, one, several, UInt(count.magnitude)))
  }

  /// Whether the environment names a locale other than C, of which gettext has no translations.
  private static var asksForLanguage: Bool {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let value = getenv(name), value[0] != 0 else { continue }
      return !["C", "POSIX"].contains(String(cString: value))
    }
    return false
  }
}
