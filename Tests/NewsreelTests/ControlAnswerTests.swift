import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What a script gets back from a view that it commands.
@Suite("Answers of views") struct ControlAnswerTests {
  private let context = ViewContext()
  /// A byte more than a number may have.
  private static let longNumber = "b=" + String(repeating: "1", count: 1025)

  private func ask(_ controller: some ControlledController, _ words: JSON...) throws -> JSON? {
    let line = JSON.object([("command", .array(words))]).line
    var id: JSON?
    let request = try Array(line.utf8).withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
    return try controller.perform(request, in: context)
  }

  @Test(
    "Of several values one that is wrong keeps all from being set",
    arguments: ["x y=3", "=3", "b=many", "b", Self.longNumber])
  func values(_ wrong: String) throws {
    var request = ViewRequest<CrawlKind>()
    request.sources = try Settings<SourceOptions>(
      [PropertyChange("values", to: .text("/dev/null"))], arguments: ["{a} {b}"], isInputPiped: false)
    let controller = try CrawlController(request)
    _ = try ask(controller, "value", "a=5", " b = 7 ", "c=")
    #expect(throws: Failure.usage("value: '\(TextCleaner.line(wrong, limit: 80))' is not a value; write name=number")) {
      try ask(controller, "value", "a=6", .string(wrong))
    }
    _ = try ask(controller, "value", .string(String(Self.longNumber.dropLast())))
    _ = try ask(controller, "value", "b=7")
    let numbers = try #require(controller.crawl.headlines.values)
    let shown = ["a", "b"].map { name in
      let number = numbers.number(of: name)
      _ = numbers.turn(number, rolling: false, at: 0)
      return numbers.text(of: number)
    }
    #expect(shown == ["5", "7"])
  }

  @Test("Who adds chips hears how many there are more, as who removes them hears how many less") func chips() throws {
    let controller = try TokensController(ViewRequest<TokensKind>())
    #expect(try ask(controller, "token", "add", "a", "b") == .integer(2))
    #expect(try ask(controller, "token", "add", "A", "c", "B") == .integer(1))
    #expect(try ask(controller, "add", "a") == .integer(0))
    #expect(try ask(controller, "token", "remove", "a", "x") == .integer(1))
  }

  @Test("Topics are switched all or none; to remove one, as former versions did, switches it off") func topics() throws
  {
    let controller = try StripController(ViewRequest<StripKind>())
    for topic in ["A", "B"] {
      _ = try ask(controller, "add", .object([("text", .string(topic)), ("topic", .string(topic))]))
    }
    _ = controller.headlines.desk?.service(now: .infinity)
    func states() -> [Bool] { (controller.headlines.desk?.newsroom.topics.entries.map(\.isOn) ?? []).suffix(2) }
    #expect(throws: Failure.usage("token: there is no topic 'C'; did you mean 'A'?")) {
      try ask(controller, "token", "off", "A", "C")
    }
    #expect(states() == [true, true])
    #expect(try ask(controller, "token", "off", "B") == nil && states() == [true, false])
    #expect(try ask(controller, "token", "remove", "A", "A") == nil && states() == [false, false])
    let told = controller.state(at: 0).first { $0.0 == "topics" }?.1.array
    #expect(told?.suffix(2).map { $0["on"]?.bool } == [false, false])
  }

  @Test("What add prints of a headline removes it, and nothing else does but its text") func headlines() throws {
    let controller = try CrawlController(ViewRequest<CrawlKind>())
    let link = "http://x/"
    let ids = try ask(
      controller, "add", "One", .object([("text", "Two"), ("link", .string(link))]),
      .object([("text", "Three"), ("id", "3")]))?.array
    #expect(ids?.count == 3)
    for id in ids ?? [] { #expect(try ask(controller, "remove", id) == .integer(1), "\(id.line)") }
  }

  @Test("A counter shows a dash for a blank, NaN and infinities, and refuses other words")
  func counter() throws {
    let controller = try CounterController(ViewRequest<CounterKind>())
    func number() -> JSON? { controller.state(at: 0).first { $0.0 == "number" }?.1 }
    func receive(_ line: String) {
      Array(line.utf8).withUnsafeBytes { controller.receive(.line($0), at: 0) }
      controller.update(at: 0)
    }
    for none in ["", "  ", "nan", "NaN", "inf", "-inf", "+Infinity"] {
      receive("42")
      #expect(number() == .numeral("42"))
      receive(none)
      #expect(number() == .null, "'\(none)'")
      _ = try ask(controller, "counter", 4711)
      #expect(number() == .numeral("4711"))
      _ = try ask(controller, "counter", .string(none))
      #expect(number() == .null, "'\(none)'")
    }
    receive("16.40")
    receive("many")
    #expect(number() == .numeral("16.40"))
    for wrong: JSON in ["many", "-", .object([])] {
      #expect(throws: Failure.self) { try ask(controller, "counter", wrong) }
    }
    #expect(number() == .numeral("16.40"))
  }
}
