import Formats
import ScrollCore
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// The messages in Cases/alerts.txt, written after CAP 1.2, and what is to be shown of them.
@Suite("Alerts") struct AlertTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name = ""
    /// What a user asks for: `languages de fr`, `tests`, `scope private`, `area PLACE`.
    var options: [String] = []
    var lines: [String] = []
    /// An item a line: its priority, with an exclamation mark if it breaks in, title, summary in braces, status in
    /// brackets, `<link>`, `~author`, `/expires`, `#id`; `-> address` for a link; `! reason` for a failure.
    var expected: [String] = []

    var testDescription: String { name }
  }

  static let cases: [Case] = {
    var (cases, isExpected): ([Case], Bool) = ([], false)
    for line in CaseTests.lines("alerts") {
      guard !line.hasPrefix("=== ") else {
        cases.append(Case(name: String(line.dropFirst(4))))
        isExpected = false
        continue
      }
      guard let last = cases.indices.last else { continue }
      if line == "---" {
        isExpected = true
      } else if isExpected {
        if !line.isEmpty { cases[last].expected.append(line) }
      } else if line.hasPrefix("! ") {
        cases[last].options.append(String(line.dropFirst(2)))
      } else {
        cases[last].lines.append(line)
      }
    }
    return cases
  }()

  /// Noon of the day of the cases.
  static let now = feedDate("2026-11-25T12:00:00Z") ?? .epoch

  @Test("The cases are there") func areThere() { #expect(Self.cases.count >= 40) }

  @Test("Each message shows what is expected", arguments: cases) func showsWhatIsExpected(_ given: Case) throws {
    let settings = try Self.settings(given.options)
    for step in [16 << 10, 7, 1] {
      let shown = Self.shown(Array(given.lines.joined(separator: "\n").utf8), settings, step: step)
      #expect(shown == given.expected, "in steps of \(step)")
    }
  }

  private static func settings(_ options: [String]) throws -> AlertSettings {
    var settings = AlertSettings()
    for option in options {
      let words = option.split(separator: " ").map(String.init)
      switch words[0] {
      case "languages": settings.languages = Array(words.dropFirst())
      case "tests": settings.showsTests = true
      case "scope": settings.scope = try #require(CAPAlert.Scope(rawValue: words[1]))
      default: settings.places.append(try AlertPlace(words[1]))
      }
    }
    return settings
  }

  private static func shown(_ bytes: [UInt8], _ settings: AlertSettings, step: Int) -> [String] {
    do throws(Failure) {
      let document = try parse(bytes, step: step)
      return document.selecting(settings, now: now).items.map(line)
        + (document.alerts?.links ?? []).map { "-> \($0.address)" }
    } catch {
      return ["! \(error.reason)"]
    }
  }

  static func parse(_ bytes: [UInt8], step: Int = 16 << 10) throws(Failure) -> ParsedFeed {
    let parser = FeedParser(address: WebAddress("https://example.org/feed"), readsAlerts: true)
    bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: buffer.count, by: step) {
        parser.push(UnsafeRawBufferPointer(rebasing: buffer[start..<min(start + step, buffer.count)]))
      }
    }
    return try parser.finish()
  }

  private static func line(_ item: NewsItem) -> String {
    guard let facts = item.alert else { return "\(item.title) is not an alert" }
    var words = ["\(facts.priority)\(facts.breaksIn ? "!" : "")", item.title]
    if let summary = item.summary { words.append("{\(summary)}") }
    if facts.status != .actual { words.append("(\(facts.status.rawValue))") }
    if let link = item.link { words.append("<\(link)>") }
    if let author = item.author { words.append("~\(author)") }
    if let expires = item.expires { words.append("/\(CaseTests.date(expires))") }
    return (words + ["#\(item.id.guid)"]).joined(separator: " ")
  }

  // MARK: - Bounds

  private static let minor = "<severity>Minor</severity>"

  @Test("Of a flood of alerts the most important are shown") func flood() throws {
    let alerts = (0..<2000).map { CAPText.message("\($0)", Self.minor) }
    var document = try Self.parse(Array(CAPText.feed(alerts).utf8))
    #expect(document.alerts?.alerts.count == CAPLimits.alerts)
    #expect(document.warnings == ["has 2000 alerts; at most 500 are kept, the latest of those in force"])
    document.alerts?.alerts[450].infos[0].severity = .extreme
    let shown = document.selecting(AlertSettings(), now: Self.now)
    #expect(shown.items.count == AlertSelection.most)
    #expect(shown.items.first?.id.guid == "a@example.org,450")
  }

  /// Messages with numbers for names.
  ///
  /// - Parameter interval: The seconds from one to the next.
  private static func message(
    _ number: Int, as kind: String = "Alert", ending other: Int? = nil, interval: Double = 60
  ) -> String {
    CAPText.message("\(number)", as: kind, ending: other.map { ["\($0)"] } ?? [], minor) {
      CaseTests.date(now - 200_000 + interval * (Double($0) ?? 0))
    }
  }

  /// The numbers of those that are shown.
  private static func shown(of messages: [String], latestFirst: Bool) throws -> Set<Int> {
    let document = try parse(Array(CAPText.feed(latestFirst ? messages.reversed() : messages).utf8))
    #expect((document.alerts?.alerts.count ?? .max) <= CAPLimits.alerts)
    let items = document.selecting(AlertSettings(), now: now).items
    return Set(items.compactMap { Int($0.senderID.dropFirst("a@example.org,".count)) })
  }

  @Test("Of too many alerts the latest count, wherever they stand in the document", arguments: [false, true])
  func latest(isFirst: Bool) throws {
    let messages = (1...1399).map { Self.message($0) } + [Self.message(1400, as: "Cancel", ending: 1300)]
    let shown = try Self.shown(of: messages, latestFirst: isFirst)
    #expect(shown.count == AlertSelection.most && !shown.contains(1300))
    #expect(shown.isSubset(of: 900...1399))
  }

  @Test("What has been updated takes no room from what is in force", arguments: [false, true], [60.0, 0])
  func inForce(isFirst: Bool, interval: Double) throws {
    let messages = (1...901).map { number in
      let isUpdate = (3...900).contains(number)
      return Self.message(
        number, as: isUpdate ? "Update" : "Alert", ending: isUpdate ? number - 1 : nil, interval: interval)
    }
    #expect(try Self.shown(of: messages, latestFirst: isFirst) == [1, 900, 901])
  }

  @Test("Of too many links to alerts the latest are followed, wherever they stand", arguments: [false, true])
  func links(isFirst: Bool) throws {
    let entries = (1...900).map { number in
      "<updated>\(CaseTests.date(Self.now + Double(number)))</updated><link href=\"/\(number)\"/>"
    }
    let document = try Self.parse(Array(CAPText.feed(isFirst ? entries.reversed() : entries).utf8))
    let followed = document.alerts?.links.compactMap { $0.address.split(separator: "/").last.flatMap { Int($0) } }
    #expect(followed?.sorted() == Array(701...900))
    #expect(document.warnings == ["links to 900 alerts; the latest 200 are read"])
  }

  @Test("Texts, areas, shapes and points are bounded") func bounds() throws {
    let points = String(repeating: "1,2 ", count: 150_000)
    let area = "<area><areaDesc>A</areaDesc><polygon>\(points)</polygon></area>"
    let text = String(repeating: "long ", count: 100_000)
    let codes = String(repeating: "<geocode><valueName>A</valueName><value>1</value></geocode>", count: 5000)
    let inner =
      Self.minor + "<headline>\(text)</headline><description>\(text)</description>" + String(repeating: area, count: 10)
      + "<area>\(codes)</area>" + String(repeating: "<area/>", count: 2000)
    let references = (1...10_000).map { "\($0)" }
    let document = try Self.parse(Array(CAPText.message("0", ending: references, inner).utf8))
    let alert = try #require(document.alerts?.alerts.first)
    let info = try #require(alert.infos.first)
    #expect(info.headline.count <= 501 && info.text.count <= 501)
    #expect(info.areas.count == CAPLimits.areas)
    #expect(info.areas.reduce(0) { $0 + $1.polygons.reduce(0) { $0 + $1.count } } <= CAPLimits.points)
    #expect(info.areas.reduce(0) { $0 + $1.geocodes.count } == CAPLimits.geocodes)
    #expect(alert.references.count <= CAPLimits.references)
  }

  @Test("Messages that refer to each other by the thousand take no time") func references() throws {
    let references = (0..<200).map { "\($0)" }
    let alerts = (0..<500).map { CAPText.message("\($0)", as: "Update", ending: references, Self.minor) }
    let document = try Self.parse(Array(CAPText.feed(alerts).utf8))
    #expect(document.selecting(AlertSettings(), now: Self.now).items.count == AlertSelection.most)
  }

  // MARK: - Places

  @Test(
    "What is no place is refused", arguments: ["", "48", "48,", "91,0", "0,181", "nan,nan", "1,2,3", "SAME=", "=1"])
  func noPlace(_ text: String) { #expect(throws: Failure.self) { try AlertPlace(text) } }

  @Test("A place reads back", arguments: ["48.21,16.37", "-0.5,180", "SAME=006037"]) func place(_ text: String) throws {
    #expect(try AlertPlace(text).text == text)
  }

  @Test("A request to the process that reads alerts reads back") func request() throws {
    var spec = try FeedSpec(url: "https://example.org/cap.xml", label: "Warnings")
    spec.interval = 90
    var settings = AlertSettings()
    settings.languages = ["de-AT", "en"]
    settings.places = [try AlertPlace("48.21,16.37"), try AlertPlace("SAME=1")]
    (settings.showsTests, settings.scope) = (true, .restricted)
    spec.alerts = settings
    #expect(FeedSpec(json: try JSON(parsing: spec.jsonLine)) == spec)
  }
}
