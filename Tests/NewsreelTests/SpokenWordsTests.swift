import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What people see, in a language that puts each word into brackets: what stands outside of them is in no table.
@Suite("Spoken words") struct SpokenWordsTests {
  static let bracketed = Words(
    word: { $0 == Word.direction.rawValue ? $0 : "⟦\($0.split(separator: "\u{4}").last ?? "")⟧" },
    counted: { "⟦\($2 == 1 ? $0 : $1)⟧" })

  /// The Latin letters outside of brackets, but for keys that are a letter: names in these tests have none.
  private func untranslated(_ text: String) -> String {
    var depth = 0
    let outside = text.map { letter -> Character in
      if letter == "⟦" { depth += 1 } else if letter == "⟧" { depth -= 1 }
      return depth == 0 && letter.isASCII && letter.isLetter ? letter : " "
    }
    return outside.split(separator: " ").filter { $0.count > 1 }.map { String($0) }.joined(separator: " ")
  }

  private func check(_ texts: [String?], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!texts.isEmpty, sourceLocation: sourceLocation)
    for text in texts {
      let text = text ?? ""
      #expect(untranslated(text) == "" && text.contains("⟦"), "'\(text)'", sourceLocation: sourceLocation)
    }
  }

  /// The titles in a menu and its lists, and the keys' names.
  private func texts(of entries: [MenuEntry]) -> [String] {
    entries.flatMap { entry -> [String] in
      let key = entry.key.count > 1 ? [entry.key] : []
      guard case .list(let list) = entry.kind else { return entry.kind == .separator ? [] : [entry.title] + key }
      return [entry.title] + texts(of: list)
    }
  }

  private func feeds() throws -> (NewsDesk, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let list = try ["一", "二", "三"].enumerated().map { try FeedSpec(url: "https://\($0).example/", label: $1) }
    let feeds = NewsDesk(
      feeds: list, options: NewsFeeds(), crawl: CrawlScene(words: Self.bracketed), color: { _ in .white },
      readState: folder.path + "/items", words: Self.bracketed)
    return (feeds, folder)
  }

  private func status(_ outcome: FeedStatus.Outcome, _ number: Int) -> FeedStatus {
    FeedStatus(url: "https://\(number).example/", outcome: outcome, nextLook: wallClockNow() + 400)
  }

  @Test("The menu of headlines", arguments: [false, true]) func headlineMenu(_ isPaused: Bool) throws {
    let (feeds, _) = try feeds()
    var item = NewsItem(title: "一")
    (item.link, item.published) = ("https://1.example/", wallClockNow() - 7200)
    feeds.show([item, NewsItem(title: "二", topic: "四")], at: 0)
    feeds.setRead(true, link: "https://1.example/")
    feeds.perform(.switchOff(0), at: 0)
    feeds.perform(.switchOff(1), at: 0)
    if isPaused { _ = feeds.crawl.handle(.command(.pause, at: nil), in: ViewContext()) }
    for (topic, link) in [(nil, nil), (3, "https://1.example/")] as [(Int?, String?)] {
      var menu = HeadlineMenu(
        crawl: feeds.crawl, desk: feeds, bindings: Bindings(), words: Self.bracketed,
        target: ShownHeadline(id: 0, topic: topic, link: link))
      menu.themes = ([Theme.automatic] + Theme.shipped.map(\.name), "dark")
      let shown = texts(of: menu.entries).filter { !["一", "二", "三"].contains($0) }
      check(shown)
      #expect(shown.count > 24 && shown.contains("⟦Page Up⟧") && shown.contains("⟦2 h⟧"))
    }
  }

  @Test("The menu of a chip, whatever has become of its feed") func chipMenu() throws {
    let (feeds, _) = try feeds()
    for outcome in [FeedStatus.Outcome.read, .unreachable, .failed, .gone] {
      for number in 0..<3 { feeds.accept(.status(status(outcome, number))) }
      for chip in [0, Token.failingTag] {
        let entries = ChipMenu(desk: feeds, bindings: Bindings()).entries(ofChip: chip)
        check(texts(of: entries).filter { !["一", "二", "三"].contains($0) })
      }
    }
    feeds.perform(.turn(1, on: false), at: 0)
    feeds.perform(.switchOff(0), at: 0)
    for chip in 0...1 { check(texts(of: ChipMenu(desk: feeds, bindings: Bindings()).entries(ofChip: chip))) }
  }

  @Test("Notices, hints and the chip of what fails") func notices() throws {
    let (feeds, _) = try feeds()
    func checkAll() {
      check(
        [feeds.texts.notice?.text, feeds.texts.description(ofTopic: 0)]
          + [feeds.texts.notice?.button].compactMap(\.self))
    }
    check([FeedWords(Self.bracketed).notice([], now: 0)?.text])
    checkAll()
    for number in 1..<3 { feeds.accept(.status(status(.read, number))) }
    checkAll()
    for outcome in [FeedStatus.Outcome.unreachable, .failed, .gone, .read] {
      feeds.accept(.status(status(outcome, 0)))
      checkAll()
    }
    for number in 0..<3 { feeds.accept(.status(status(.failed, number))) }
    checkAll()
    check([feeds.texts.description(ofTopic: Token.failingTag)] + feeds.tokens(now: 0, feeds.words).map(\.label))
    feeds.perform(.only(0), at: 0)
    feeds.perform(.turn(0, on: false), at: 0)
    checkAll()
    for number in 0..<3 { feeds.perform(.switchOff(number), at: 0) }
    checkAll()
    var item = NewsItem(title: "一")
    item.published = wallClockNow() - 300_000
    check([FeedWords(Self.bracketed).card(of: item, now: wallClockNow()).details])
  }

  @Test("What a link says that is not opened", arguments: ["file:///", "mailto:?attach=/"]) func links(_ link: String) {
    let error = #expect(throws: Failure.self) { try LinkOpening(link, Self.bracketed) { _ in } }
    #expect(untranslated((error?.reason ?? "x").replacing(link, with: "")) == "")
  }

  @Test("The strip itself: caption, chips, what is urgent and what is new") func strip() throws {
    var request = ViewRequest<StripKind>()
    request.words = Self.bracketed
    request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))], arguments: ["-"])
    try request.own.set("label", to: "新")
    let controller = try StripController(request)
    controller.strip.crawl.start(at: 0)
    for line in [#"{"text":"一","topic":"二","new":true}"#, #"{"text":"三","topic":"四","urgent":true}"#] {
      Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: 0) }
    }
    _ = controller.headlines.desk?.service(now: .infinity)
    controller.update(at: 0)
    _ = controller.perform(.headlines(.topic(.switchOff(0))), in: ViewContext())
    let harness = ViewHarness(controller.strip, size: Size(width: 1366, height: 36))
    let shown = [0.5, 2, 12].flatMap { harness.sights(at: $0).compactMap { $0.element.run?.text } }
    check(shown.filter { $0.contains { $0.isASCII && $0.isLetter } })
    #expect(shown.contains("⟦Undo⟧") && shown.contains { $0.hasPrefix("⟦HEADLINE") }, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("⟦URGENT⟧") }, "\(shown)")
  }

  // MARK: - The sources

  /// Of the settings for people, in declarations of modules that do not know the table.
  @Test("What a declaration says of a setting is in the table") func settings() {
    #expect(SettingsRow.all.count >= 13)
    for row in SettingsRow.all {
      let texts = [row.setting.title] + row.setting.choices.map(\.title) + [row.setting.empty]
      for text in texts {
        #expect((Word(rawValue: text) != nil || NewsWord(rawValue: text) != nil), "\(row.name ?? ""): \(text)")
      }
    }
  }

  @Test("No menu, notice or card is made of a word that is not in the table") func makers() throws {
    let files = ["App", "Scene", "Newsreel"].flatMap { (try? Project.files(below: "Sources/\($0)")) ?? [] }
    // What makes texts that people see.
    let maker = #/(MenuEntry|StripNotice|HeadlineCard|\.say|\.failed|\.list|onFailure)\((title: )?"(?<text>[^"]*)"/#
    var count = 0
    for file in files where file.hasSuffix(".swift") {
      count += 1
      for match in try Project.text(of: file).matches(of: maker) {
        // In the library the program gets it, not its user.
        if file.hasPrefix("Sources/Newsreel/"), [".failed", "onFailure"].contains(match.output.1) { continue }
        let text = String(match.output.text).replacing(/\\\(.*\)/, with: "")
        // Options of the command line are called by their names.
        #expect(!text.contains(where: \.isLetter) || text.hasPrefix("--"), "\(file): \(match.output.0)")
      }
    }
    #expect(count > 200)
  }

  /// Folders whose texts are for people: what is on the glass is made there.
  private static let glass = [
    "Scene", "Panels", "App/menu", "App/news", "App/panel", "App/panels", "App/views",
  ]

  /// What takes a text that nobody sees on the glass: declarations of options, and reports on standard error.
  private static let unseen: Set = [
    // Declarations, whose meanings help and the manual show.
    "number", "integer", "flag", "text", "color", "choice", "pixels", "optional", "several", "written", "Property",
    "ink",
    "CommandText", "headlines", "PropertyInfo", "setting",
    // Reports.
    "ValueError", "Failure", "usage", "option", "system", "reportError", "reportProgress", "report", "hint", "admit",
    "writeOutput", "onProblem",
  ]

  /// Files with other texts that are not on the glass, and why not.
  private static let others = [
    "Scene/words/Word.swift": "the table itself",
    "Scene/view/Bindings.swift": "what is wrong with --bind",
    "Scene/rows/RowKind.swift": "what is wrong with a row, on standard error",
    "Scene/crawl/CrawlScene+Rows.swift": "what is wrong with a row, on standard error",
    "Scene/text/Text.swift": "names of fonts",
    "Panels/ThemeChooser.swift": "letters as a sample of a theme",
    "App/panels/FeedsPanel+Menus.swift": "how an interval is written",
    "App/views/BadgeController.swift": "why a start fails",
    "App/views/CrawlController.swift": "why a start fails",
    "App/views/CreditsController.swift": "why a start fails",
    "App/views/TokensKind.swift": "why a start fails",
    "App/views/HeadlineController+Control.swift": "answers of the socket",
    "App/views/HeadlineController+Rundown.swift": "the rundown's lines",
    "Scene/strip/StripStyle.swift": "meanings of options",
    "App/views/TokenQuestions.swift": "the name of a source",
    "App/views/StripKind.swift": "texts of help",
  ]

  private static func glassFiles() throws -> [String] {
    try glass.flatMap { try Project.files(below: "Sources/\($0)") }.filter { $0.hasSuffix(".swift") }
  }

  @Test("What is made for the glass has no text that is not in the table") func literals() throws {
    let files = try Self.glassFiles()
    #expect(files.count > 150)
    for file in files where Self.others[String(file.dropFirst("Sources/".count))] == nil {
      for literal in TextLiteral.all(in: try Project.text(of: file)) where literal.isProse {
        let callee = literal.callee.split(separator: ".").last.map(String.init) ?? ""
        #expect(Self.unseen.contains(callee), "\(file):\(literal.line): \(literal.text)")
      }
    }
  }

  @Test("Files with texts beside the table still have them") func exceptions() throws {
    for file in Self.others.keys {
      #expect(TextLiteral.all(in: try Project.text(of: "Sources/\(file)")).contains { $0.isProse }, "\(file)")
    }
  }

  @Test("Texts are found in a source with the function that takes them") func scanner() {
    let source = #"""
      // "No, a comment"
      foo.bar("One two", [x: "Three"]) { say("\(n + f("no")) min \u{a0}") }
      let name = "not-prose"
      """#
    let found = TextLiteral.all(in: source)
    #expect(found.map(\.text) == ["One two", "Three", "⟨⟩ min ", "not-prose"])
    #expect(found.map(\.callee) == ["foo.bar", "foo.bar", "say", ""] && found.map(\.line) == [2, 2, 2, 3])
    #expect(found.map(\.isProse) == [true, true, true, false])
  }
}
