import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows

/// The catalogues of `po`, held to the table of words.
@Suite("Catalogues") struct CatalogueTests {
  /// What is filled in, by name.
  private func holes(_ text: String) -> Set<Substring> {
    Set(text.matches(of: /\{([a-z]+)\}/).map(\.1))
  }

  private static let ids =
    Word.allCases.map(\.rawValue) + CountedWord.allCases.map(\.one) + NewsWord.allCases.map(\.rawValue)
    + CountedNewsWord.allCases.map(\.one) + FeedProblem.allCases.map(\.rawValue)
    + ValuedProblem.allCases.map(\.rawValue)
  private static let plurals = CountedWord.allCases.map(\.several) + CountedNewsWord.allCases.map(\.several)

  @Test("There are German, French, Spanish and Arabic") func languages() throws {
    #expect(Set(try Catalogue.languages()).isSuperset(of: ["de", "fr", "es", "ar"]))
  }

  @Test("Each word has a translation, and nothing else has", arguments: try Catalogue.languages())
  func translations(_ language: String) throws {
    let catalogue = try Catalogue(path: "po/\(language).po")
    let ids = catalogue.entries.map(\.id)
    #expect(ids == Self.ids, "scripts/words merge")
    #expect(catalogue.head.contains("charset=UTF-8") && catalogue.head.contains("Language: \(language)\n"))
    let forms = try #require(catalogue.formCount)
    for entry in catalogue.entries {
      #expect(!entry.isFuzzy, "\(entry.id)")
      #expect(entry.forms.count == (entry.plural == nil ? 1 : forms), "\(entry.id)")
      for text in entry.forms.values { #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(entry.id)") }
    }
  }

  /// A form for a single number may leave it out.
  @Test("What is filled in is the same in each language", arguments: try Catalogue.languages())
  func placeholders(_ language: String) throws {
    for entry in try Catalogue(path: "po/\(language).po").entries {
      for text in entry.forms.values {
        let (wanted, found) = (holes(entry.id), holes(text))
        #expect(found.isSubset(of: wanted), "\(text)")
        #expect(wanted.subtracting(entry.plural == nil ? [] : ["count"]).isSubset(of: found), "\(text)")
      }
    }
  }

  @Test("The template is that of the table") func template() async throws {
    let before = try Project.text(of: "po/newsreel.pot")
    let entries = try Catalogue(path: "po/newsreel.pot").entries
    #expect(entries.map(\.id) == Self.ids, "scripts/words template")
    #expect(entries.compactMap(\.plural) == Self.plurals && !before.contains("fuzzy"))
  }

  @Test("Why a feed cannot be read is found in the table, with what was filled in") func reasons() {
    let words = Words(
      word: { $0.hasPrefix("{host}") ? "keine Verbindung mit {host}" : $0.hasPrefix("asks") ? "fragt ({status})" : $0 },
      counted: { one, _, _ in one })
    #expect(words.reason(.of(.noConnection, "a.example")) == "keine Verbindung mit a.example")
    #expect(words.reason(.of(.asksForPassword, "401")) == "fragt (401)")
    #expect(words.reason(.of(.isEmpty)) == "is empty" && words.reason(Reason("is empty, too")) == "is empty, too")
    // An older reader's.
    #expect(words.reason(Reason("asks for a password (status 401)")) == "asks for a password (status 401)")
    let arabic = Words(word: { $0 == Word.direction.rawValue ? "default:RTL" : $0 }, counted: { one, _, _ in one })
    #expect(words.reason(Reason("")) == "" && arabic.reason(Reason("no answer")) == "\u{2068}no answer\u{2069}")
    #expect(ValuedProblem.allCases.allSatisfy { $0.rawValue.contains("{\($0.hole)}") && !$0.hole.isEmpty })
    #expect(FeedProblem.allCases.allSatisfy { !$0.rawValue.contains("{") })
  }

  @Test("No two words are one, and none has a blank at its ends") func table() {
    #expect(Set(Self.ids).count == Self.ids.count)
    for text in Self.ids + Self.plurals {
      #expect(!text.isEmpty && text.first != " " && text.last != " ", "'\(text)'")
    }
  }

  @Test("gettext finds the words, and chooses the form that goes with a number") func lookup() async throws {
    let folder = try TemporaryFolder()
    // The catalogue of a locale that every system has.
    let place = folder.path + "/C.UTF-8/LC_MESSAGES"
    let made = try await run("mkdir", ["-p", place])
    #expect(made.ending == .exited(0))
    let built = try await run("msgfmt", ["-o", place + "/words.mo", Project.folder + "/po/ar.po"])
    #expect(built.ending == .exited(0), "\(built.errors)")
    let catalogue = try #require(MessageCatalogue(domain: "words", folder: folder.path, locale: "C.UTF-8"))
    let words = Words(word: { catalogue.text($0) }, counted: { catalogue.text($0, $1, count: $2) })
    #expect(words.isRightToLeft && words[.quit] == "إنهاء")
    let spoken = [0, 1, 2, 7, 11, 100, 103].map { words[.headlines, $0] }
    #expect(
      spoken == ["لا عناوين", "عنوان واحد", "عنوانان", "7 عناوين", "11 عنوانًا", "100 عنوان", "103 عناوين"])
    #expect(catalogue.text("") == "" && catalogue.text("unknown") == "unknown")
    // The process speaks as before.
    #expect(errorText(2) == "No such file or directory")
  }
}
