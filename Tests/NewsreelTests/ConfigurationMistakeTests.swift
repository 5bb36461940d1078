import Base
import Newswire
import Scene
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// A configuration with mistakes shows what is valid in it.
@Suite("Mistakes in a configuration") struct ConfigurationMistakeTests {
  private func read(_ text: String) -> Configuration {
    ConfigurationReader(file: "f.toml", bytes: Array(text.utf8)).readable()
  }

  /// The views of all windows, with their feeds and texts.
  private func content(_ configuration: Configuration) -> [String] {
    configuration.windows.flatMap(\.views).map { view in
      let options = view.sources
      return ([view.kind] + options.news.feeds.map(\.url) + options.texts).joined(separator: " ")
    }
  }

  private static let feed = "feed = [\"http://x/1\"]\n"

  @Test(
    "What is wrong is left out, and told with its line; what is right is shown",
    arguments: [
      ("scrol-speed = 3\n" + feed, [1]), (feed + "scroll-speed = \"fast\"\n", [2]), ("theme = dark\n" + feed, [1]),
      ("theme = \"drak\"\n" + feed, [1]), (feed + "theme =\n", [2]), (feed + "[keys\n\"q\" = \"quit\"\n", [2]),
      (feed + "[hooks]\nitem-cliked = [\"x\"]\n[keys]\n\"m\" = \"menu\"\n", [3]),
      ("label = \"no end\n" + feed, [1]), ("hide-when = [\"a\",\n\"b\"\n" + feed, [3]),
      ("feed = [\"http://x/1\", { url = \"http://x/\", intervall = 3 }]\n", [1]),
      (feed + "feed = [\"http://x/2\"]\n", [2]), (feed + "every = 5\n", [2]),
      (feed + "json-lines = true\nreplace = true\n", [1]), (feed + "\"x\n\n\nplace = \"in-botom\"\n", [2]),
      (feed + "command = \"a 'b\"\n", [2]), (feed + "command = \"a 'b\"\nevery = 5\n", [2]),
      (feed + "label = \"\"\"\nno end\n", [2]), ("\u{FEFF}" + feed + "=\n", [2]), (feed + "a..b = 1\n", [2]),
    ]) func strip(text: String, lines: [Int])
  {
    let configuration = read(text)
    #expect(content(configuration) == ["strip http://x/1"])
    let places = configuration.problems.compactMap { $0.place?.line }
    #expect(places.first == lines[0], "\(configuration.problems)")
  }

  @Test("Of windows and views those stay that can be shown") func windows() {
    let configuration = read(
      """
      [[window]]
      name = "a"
      [[window.row]]
      view = "crowl"
      [[window.row]]
      view = "crawl"
      arguments = ["One"]
      size = "wide"
      [[window.row]]
      view = "crawl"
      [[window]]
      place = "nowhere"
      view = "badge"
      label = "B"
      [[window]]
      """)
    #expect(content(configuration) == ["crawl One", "badge"])
    #expect(configuration.problems.compactMap { $0.place?.line } == [4, 8, 9, 12, 15])
  }

  @Test(
    "Where nothing is left, the strip is as without a configuration",
    arguments: ["[[window]]\nview = \"crowl\"\n", "\u{0}\u{1}\u{2}", "[window]\nview = \"crawl\"", "x", "[[window]]\n"])
  func nothing(text: String) {
    let configuration = read(text)
    #expect(content(configuration) == ["strip"] && !configuration.problems.isEmpty)
  }

  @Test("A text that is not UTF-8 is read, with signs in place of what is not") func encoding() {
    let bytes = Array("label = \"B".utf8) + [0xF6] + Array("rse\"\n\(Self.feed)".utf8)
    let configuration = ConfigurationReader(file: "f.toml", bytes: bytes).readable()
    #expect(content(configuration) == ["strip http://x/1"])
    #expect(configuration.problems.map(\.description) == ["f.toml:1:11: this is not UTF-8"])
  }

  @Test("What is left out says the same the second time, and nothing once it is mended") func again() throws {
    let text = "theme = dark\nscrol-speed = 3\n" + Self.feed
    #expect(read(text).problems == read(text).problems && read(text).problems.count == 2)
    #expect(read(text.replacing("dark", with: "\"dark\"").replacing("scrol-", with: "scroll-")).problems.isEmpty)
  }

  @Test("A flood of mistakes is read to a limit") func flood() {
    let configuration = read(String(repeating: "x = \"\"\"\n", count: 20_000))
    #expect((1...200).contains(configuration.problems.count))
  }

  @Test("The notice has file, line and remedy, and the number of other mistakes") func notice() throws {
    let problems = read("scrol-speed = 3\nscrol-time = 7\n").problems
    let text = ConfigurationNotice.text(of: try #require(problems.first), others: 2, .english)
    #expect(text.hasPrefix("f.toml, line 1: unknown key 'scrol-speed'; did you mean 'scroll-speed'?"))
    #expect(text.hasSuffix("2 more mistakes: newsreel config check"))
    let alone = ConfigurationNotice.text(of: problems[0], others: 0, .english)
    #expect(alone.hasSuffix("did you mean 'scroll-speed'?"))
  }
}

extension PlannedView {
  fileprivate var sources: SourceOptions {
    func sources<Kind>(of plan: ViewPlan<Kind>) -> SourceOptions { plan.request.sources.value }
    return (self as? ViewPlan<StripKind>).map(sources) ?? (self as? ViewPlan<CrawlKind>).map(sources) ?? SourceOptions()
  }
}
