internal import CBase
internal import Glibc

/// The translations of a program's texts into the user's language, by gettext: `LANGUAGE/LC_MESSAGES/DOMAIN.mo` in a
/// directory. The language is that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`.
///
/// The process's own locale does not change: neither numbers nor the system's error messages are translated.
package struct MessageCatalogue: Sendable {
  private let domain: String
  /// A `locale_t`, kept while the process runs.
  private let locale: UInt

  /// - Parameter locale: The name of a locale instead of the user's.
  /// - Returns: Nil if the user sets no language, or one whose locale is not installed.
  package init?(domain: String, folder: String, locale name: String? = nil) {
    guard name != nil || Self.asksForLanguage, let locale = nr_message_locale(name ?? "") else { return nil }
    self.locale = UInt(bitPattern: locale)
    self.domain = domain
    nr_bind_catalogue(domain, folder)
  }

  /// The translation of a text, or the text itself.
  package func text(_ id: String) -> String {
    // Without a translation it is the passed text, which still has to exist.
    id.withCString { String(cString: nr_message(UnsafeMutableRawPointer(bitPattern: locale), domain, $0)) }
  }

  /// The plural form for a number, by the language's rule.
  package func text(_ one: String, _ several: String, count: Int) -> String {
    one.withCString { one in
      several.withCString { several in
        let locale = UnsafeMutableRawPointer(bitPattern: locale)
        return String(cString: nr_counted_message(locale, domain, one, several, UInt(count.magnitude)))
      }
    }
  }

  /// Whether the environment names a language. The locale C has none, and ignores `LANGUAGE`, unlike C.UTF-8.
  private static var asksForLanguage: Bool {
    func value(_ name: String) -> String? {
      getenv(name).flatMap { $0[0] == 0 ? nil : String(cString: $0) }
    }
    guard let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") else { return false }
    return !["C", "POSIX"].contains(locale) && (!locale.hasPrefix("C.") || value("LANGUAGE") != nil)
  }
}
