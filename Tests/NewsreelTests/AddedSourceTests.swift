import ArgumentParser
import Base
import Glibc
import Newswire
import Scene
import ScrollCore
import Testing

@testable import App
@testable import Windows
@testable import newsreel

// MARK: - Adding a source

/// Counts up, a line for each number.
struct CountedLines: ContentSource {
  var last = 0
  var words: [String] = []

  static let properties: [Property<CountedLines>] = [
    .integer("countTo", \.last, range: 0...1000, "Counts up to that number"),
    .several("countWith", \.words, unit: "word", "Says a word before each number; may be given several times"),
  ]

  func check() throws(ValueError) {
    if last == 0, !words.isEmpty { throw ValueError(name: "countWith", reason: "nothing is counted; see --count-to") }
  }

  func open(in sources: LineSources) throws(Failure) {
    guard last > 0 else { return }
    let lines = (1...last).map { (words + ["\($0)"]).joined(separator: " ") }
    let (delivery, handler) = sources.taker(isFollowed: false)
    sources.add(TextSource(lines, delivery, handler))
  }
}

/// Hands on lines that are there, one with each turn of the loop.
final class TextSource: LoopSource {
  private var lines: ArraySlice<String>
  private let delivery: LineDelivery
  private let handler: SourceHandler

  init(_ lines: [String], _ delivery: LineDelivery, _ handler: @escaping SourceHandler) {
    (self.lines, self.delivery, self.handler) = (lines[...], delivery, handler)
  }

  let deadline = 0.0
  func appendDescriptors(to descriptors: inout [pollfd]) {}
  func close() { lines = [] }

  func service(now: Double) -> ServiceResult {
    guard let line = lines.popFirst() else {
      handler(.end)
      return .finished
    }
    delivery.hand(line, to: handler)
    return .more
  }
}
// MARK: - Tests

@Suite("A source that is added") struct AddedSourceTests {
  /// The sources with one more.
  private let list = SourceList(SourceList.standard + [CountedLines.self])

  /// What a crawl shows once all of its sources have ended.
  private func texts(_ request: ViewRequest<CrawlKind>) throws -> [String] {
    let controller = try CrawlController(request)
    let loop = RunLoop()
    var hasEnded = false
    let context = ViewContext()
    try controller.open(SourceConnection(loop: loop, context: context, isForPicture: true) { hasEnded = true })
    loop.run()
    #expect(hasEnded)
    return controller.crawl.texts
  }

  @Test("A crawl is served from flags") func flags() throws {
    try SourceList.$current.withValue(list) {
      let words = ["A", "--count-to", "2", "--count-with", "No."]
      let command = try AddedCommand.parse(words)
      var request = ViewRequest<CrawlKind>()
      request.sources = try command.sources.value.with(arguments: command.words)
      #expect(try texts(request) == ["A", "No. 1", "No. 2"])
      #expect(AddedCommand.helpMessage(columns: 120).contains("--count-to <number>"))
      let wrong = AddedCommand.message(
        for: try #require(throws: (any Error).self) { try AddedCommand.parse(["--count-to", "1001"]) })
      #expect(wrong == "--count-to: 1001 is out of range (0 to 1000)")
      let alone = AddedCommand.message(
        for: try #require(throws: (any Error).self) { try AddedCommand.parse(["--count-with", "x"]) })
      #expect(alone == "--count-with: nothing is counted; see --count-to")
    }
    #expect(!PropertyInfo.sources.contains { $0.name == "count-to" })
  }

  @Test("A crawl is served from a file, in the value's own type") func file() throws {
    try SourceList.$current.withValue(list) {
      func read(_ text: String) throws(Failure) -> Configuration {
        try ConfigurationReader(
          file: "f.toml", bytes: Array("[[window]]\nview = \"crawl\"\n\(text)".utf8)
        ).read()
      }
      let configuration = try read("count-to = 3\ncount-with = [\"No.\"]\n")
      let plan = try #require(configuration.windows[0].views[0] as? ViewPlan<CrawlKind>)
      #expect(try texts(plan.request) == ["No. 1", "No. 2", "No. 3"])
      #expect(ConfigurationText.text(of: configuration).contains("count-to = 3\ncount-with = [\"No.\"]\n"))
      #expect { try read("count-to = 1001\n") } throws: {
        "\($0)" == "f.toml:3:12: count-to: 1001 is out of range (0 to 1000)"
      }
      #expect { try read("count-with = \"x\"\n") } throws: {
        "\($0)" == "f.toml:3:1: count-with: nothing is counted; see --count-to"
      }
    }
  }
}

/// A command whose flags are the crawl's, with those of the source that is added.
private struct AddedCommand: ParsableCommand {
  enum Table: FlagTable {
    static var flags: [PropertyInfo] { SourceFlags<CrawlKind>.flags }
    static var none: Settings<SourceOptions> { Settings(SourceOptions(isInputPiped: false)) }
    static func validate(_ options: SourceOptions) throws(ValueError) { try options.check() }
  }

  static let configuration = CommandConfiguration(commandName: "added")
  @Argument var words: [String] = []
  @OptionGroup var sources: TableFlags<Table>
}
