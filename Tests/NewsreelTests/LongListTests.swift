import Base
import Newsroom
import Newswire
import Scene
import ScrollCore
import Testing

@testable import App
@testable import Windows

/// Options that take any number of values.
@Suite("Long lists") struct LongListTests {
  /// An option whose values add up: a value of it, by number, and where its list is.
  struct ListOption: Sendable, CustomTestStringConvertible {
    let name: String
    let value: @Sendable (Int) -> String
    let place: @Sendable (SourceOptions) -> UInt

    init<Element>(
      _ name: String, _ value: @escaping @Sendable (Int) -> String,
      _ list: @escaping @Sendable (SourceOptions) -> [Element]
    ) {
      (self.name, self.value) = (name, value)
      place = { list($0).withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }

    var testDescription: String { name }
  }

  static let options = [
    ListOption("feed", { "http://127.0.0.1:1/\($0)" }, { $0.news.feeds }),
    ListOption("schedule", { "Topic\($0) every=2" }, { $0.news.schedules }),
    ListOption("alerts", { "http://127.0.0.1:1/\($0)" }, { $0[AlertFeeds.self].sources }),
    ListOption("alert-area", { "SAME=\($0)" }, { $0[AlertFeeds.self].settings.places }),
    ListOption("alert-language", { _ in "de-AT" }, { $0[AlertFeeds.self].settings.languages }),
    ListOption("file", { "file-\($0)" }, { $0[FileLines.self].paths }),
    ListOption("arguments", { "Headline \($0)" }, { $0[Arguments.self].words }),
    ListOption("mqtt-topic", { "sensors/\($0)" }, { $0[BrokerMessages.self].options.lines }),
    ListOption("value", { "v\($0)=\($0)" }, { $0[LiveValues.self].single }),
    ListOption("hook", { "item-clicked=true \($0)" }, { $0.program.hooks }),
  ]

  @Test("Each option whose values add up is looked at") func all() {
    #expect(Set(Self.options.map(\.name)) == Set(SourceOptions.properties.filter(\.info.addsUp).map(\.flag)))
  }

  @Test("Each of 20,000 values joins its list where that is, instead of in a copy", arguments: options)
  func growth(option: ListOption) throws {
    var (settings, place, copies) = (Settings<SourceOptions>(), UInt(0), 0)
    for i in 0..<20_000 {
      try settings.set(option.name, to: option.value(i))
      let now = option.place(settings.value)
      copies += now == place ? 0 : 1
      place = now
    }
    // An array doubles its room.
    #expect(copies < 40)
  }

  @Test("A value that is refused leaves its list as it was, and the next one joins it") func refusal() throws {
    var settings = Settings<SourceOptions>()
    try settings.set("feed", to: "http://127.0.0.1:1/1")
    let before = settings
    for wrong in [PropertyValue.text("http://x/ interval=3"), .list([.text("http://127.0.0.1:1/2"), .text("")])] {
      #expect(throws: ValueError.self) { try settings.set("feed", to: wrong) }
      #expect(settings == before)
    }
    try settings.set("feed", to: "http://127.0.0.1:1/2")
    #expect(settings.value.news.feeds.map(\.url).map { $0.suffix(1) } == ["1", "2"])
  }

  @Test("20,000 feeds, alerts and schedules make a strip, each with its chip") func strip() throws {
    func list(_ name: String, _ value: (Int) -> String) -> String {
      "\(name) = [\((0..<20_000).map { "\"\(value($0))\"" }.joined(separator: ","))]\n"
    }
    let lists = Self.options.filter { ["feed", "alerts", "schedule"].contains($0.name) }
    let text = lists.map { option in
      list(option.name) { option.name == "alerts" ? "http://127.0.0.1:2/\($0)" : option.value($0) }
    }.joined()
    let configuration = ConfigurationReader(file: "f.toml", bytes: Array(text.utf8)).readable()
    #expect(configuration.problems == [])
    let views = try WindowViews(configuration.windows[0])
    let controller = try #require(views.all[0].controller as? StripController)
    #expect(controller.headlines.desk?.newsroom.topics.entries.count == 40_000)
  }

  @Test("Bindings of 20,000 keys are a table, in which the latest of a key counts") func bindings() throws {
    var settings = Settings<WindowOptions>()
    let letters = (0..<20_000).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }
    try settings.set("bind", to: letters.map { "\($0)=next" }.joined(separator: ","))
    for _ in 0..<2 {
      try settings.set("bind", to: "\(letters[0])=pause")
      let bindings = settings.value.bindings
      #expect(bindings.command(for: Trigger(.key(.character(letters[0])))) == .pause)
      #expect(bindings.command(for: Trigger(.key(.character(letters[19_999])))) == .next)
    }
    #expect(throws: ValueError.self) { try settings.set("bind", to: "a=pause, b=nothing") }
    #expect(settings.value.bindings.command(for: Trigger(.key(.character("a")))) == nil)
  }

  @Test("A strip has as many hooks as any other window") func hooks() {
    let commands = (0..<Hook.most + 1).map { "\"item-clicked=true \($0)\"" }.joined(separator: ",")
    let reader = ConfigurationReader(file: "f.toml", bytes: Array("hook = [\(commands)]".utf8))
    let configuration = reader.readable()
    #expect(configuration.problems.map(\.description) == ["f.toml:1:1: more than 256 hooks"])
    #expect(configuration.windows[0].allHooks.count == Hook.most)
  }
}
