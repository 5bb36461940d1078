import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Newswire
@testable import Scene
@testable import Windows
@testable import X11

/// The strip with the shipped headlines, at times of the test's choosing.
@Suite("The strip's topics") struct StripShowTests {
  /// Topic and text of every headline that ships.
  private static func shipped() throws -> [(topic: String, text: String)] {
    BundledHeadlines.load(.english).map { ($0.topic ?? "", $0.title) }
  }

  @Test("Switching a topic off takes exactly its headlines away, and the counter falls by their number")
  func switchingOff() throws {
    let shipped = try Self.shipped()
    let desk = try StripDesk()
    var left = shipped
    #expect(desk.show.counter.odometer.number == DecimalNumber(left.count))
    var time = 3.0
    for (chip, topic) in desk.show.chips.field.tokens.map(\.label).enumerated() {
      desk.perform(.turn(chip, on: false), at: time)
      left.removeAll { $0.topic == topic }
      #expect(desk.show.crawl.count == left.count)
      desk.draw(at: time)
      #expect(desk.show.counter.odometer.number == DecimalNumber(left.count))
      let shown = Set(desk.headlines(at: time).map(\.text))
      #expect(shown.isSubset(of: left.map(\.text)))
      time += 0.37
    }
    #expect(left.isEmpty && desk.headlines(at: time).isEmpty && desk.show.notice?.button == "Show all")
    desk.perform(.showAll, at: time)
    #expect(desk.show.crawl.count == shipped.count && desk.show.notice == nil)
  }

  @Test("The program's numbers are soon at rest, in a strip, a counter and a crawl; the library's are the original's")
  func rest() throws {
    let counter = try CounterController(ViewRequest<CounterKind>())
    let strip = try StripDesk().show.counter.properties
    for odometer in [counter.style.odometer, strip.odometer, LiveNumberStyle().rolling] {
      #expect(odometer.duration == 0.6 && odometer.rests)
    }
    let original = CounterProperties().odometer
    #expect(original.duration == 1.5 && !original.rests)
  }

  @Test("The number rolls from the moment at which headlines go, whenever the next frame is") func rollBegins() throws {
    let numbers = try [[2, 2.1, 2.3], [2.3]].map { times in
      let desk = try StripDesk()
      desk.draw(at: 1)
      desk.perform(.turn(0, on: false), at: 2)
      desk.controller.update(at: 2)
      for time in times { desk.draw(at: time) }
      let odometer = desk.show.counter.odometer
      return stride(from: 2.3, to: 3, by: 0.01).map { "\(odometer.text(at: $0)) \(odometer.nextChange(at: $0))" }
    }
    #expect(numbers[0] == numbers[1] && numbers[0][0].hasSuffix("2.3"))
  }

  @Test("A source that fails says so where its headlines would be, until there are some") func failingSource() throws {
    var request = ViewRequest<StripKind>()
    try request.sources.set("command", to: "false")
    let controller = try StripController(request)
    let strip = try #require(controller.view as? StripScene)
    #expect(strip.notice?.text == "Waiting for headlines")
    controller.headlines.receive(.error(Failure(of: "'false'", reason: "exited with 1")), at: 0)
    controller.update(at: 0)
    #expect(strip.showsNotice && strip.notice?.text == "'false': exited with 1")
    Array("One".utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: 1) }
    controller.headlines.receive(.pause, at: 1)
    controller.update(at: 1)
    #expect(strip.crawl.count == 1 && !strip.showsNotice && strip.notice?.text == "Waiting for headlines")
  }

  @Test(
    "The topics that ship stand there with their names and colours of their own",
    arguments: [1366.0, 1920], ["dark", "light", "amber", "high-contrast"])
  func names(_ width: Double, _ theme: String) throws {
    let desk = try StripDesk(width: width, theme: theme)
    #expect(desk.show.chips.layout.places.count == 6 && desk.show.chips.layout.more == nil && !desk.show.chips.areDots)
    #expect(desk.show.parts.crawl.width >= 0.46 * width)
    let colors = desk.show.chips.field.tokens.compactMap(\.dot)
    #expect(colors.count == 6 && Set(colors) == Set((0..<6).map(desk.show.style.theme.topicColor)))
  }

  @Test("They stand there by name in every language", arguments: try Catalogue.languages())
  func languages(_ language: String) throws {
    let desk = try StripDesk(width: 1366, words: try Catalogue.words(language))
    #expect(desk.show.chips.layout.places.count == 6 && desk.show.chips.layout.more == nil && !desk.show.chips.areDots)
    let isMirrored = language == "ar"
    let places = (0..<6).compactMap { desk.show.chips.place(ofTag: $0, at: 0)?.minX }
    #expect(places.count == 6 && places == (isMirrored ? places.sorted(by: >) : places.sorted()))
    let parts = desk.show.parts
    #expect((parts.label?.minX ?? 0 > parts.crawl.minX) == isMirrored && desk.show.style.crawl.scrollLeft != isMirrored)
  }

  @Test("When a chip has gone, the room of the chips is what they take, to the pixel") func room() throws {
    let desk = try StripDesk()
    for time in stride(from: 2.0, to: 5, by: 0.07) {
      let chips = desk.show.chips.field.tokens
      if chips.count > 2, let topic = chips[1].tag { desk.remove(topic, at: time) }
      desk.draw(at: time)
    }
    let glided = try #require(desk.show.parts.chips)
    desk.layOut(at: 5)
    #expect(desk.show.parts.chips == glided)
  }

  @Test("A lap later only the others have been seen, in their order") func lap() throws {
    let desk = try StripDesk()
    let topic = desk.show.chips.field.tokens[0].label
    desk.draw(at: 2.5)
    desk.perform(.turn(0, on: false), at: 2.5)
    let left = try Self.shipped().filter { $0.topic != topic }.map(\.text)
    var seen: [String] = []
    for time in stride(from: 2.5, to: 1200, by: 4) where seen.count < 2 * left.count {
      for headline in desk.headlines(at: time) where time > 3 && !seen.suffix(20).contains(headline.text) {
        seen.append(headline.text)
      }
    }
    let start = try #require(seen.first)
    let first = try #require(left.firstIndex(of: start))
    #expect(seen.count >= left.count)
    for (index, text) in seen.enumerated() { #expect(text == left[(first + index) % left.count]) }
  }

  @Test(
    "The first headline on screen keeps its place to half a pixel", arguments: Array(stride(from: 1.0, to: 60, by: 2.7))
  )
  func place(_ time: Double) throws {
    for chip in 0..<4 {
      let desk = try StripDesk()
      for earlier in stride(from: 0.0, to: time, by: 0.5) { desk.draw(at: earlier) }
      let before = desk.headlines(at: time)
      guard chip < desk.show.chips.field.tokens.count else { continue }
      let topic = desk.show.chips.field.tokens[chip].label
      let gone = Set(try Self.shipped().filter { $0.topic == topic }.map(\.text))
      desk.perform(.turn(chip, on: false), at: time)
      _ = desk.headlines(at: time)
      // What goes has faded, and its gap has closed.
      let after = desk.headlines(at: time + 0.5)
      // The first one that is there half a second later, too.
      let start = desk.show.parts.crawl.minX + 31
      let first = try #require(before.first { !gone.contains($0.text) && $0.x + $0.width > start })
      let same = try #require(after.first { $0.text == first.text })
      #expect(abs(same.x + 30 - first.x) <= 0.5, "\(first.text): \(first.x) → \(same.x)")
      #expect(!after.contains { gone.contains($0.text) })
      // The frame after moves it by its own motion and no more, though the crawl's room grows.
      let next = try #require(desk.headlines(at: time + 0.5 + 1.0 / 60).first { $0.text == first.text })
      #expect(abs(next.x - (same.x - 1)) <= 0.5)
    }
  }
}

/// The strip and its controller, drawn and clicked at times of the test's choosing.
private final class StripDesk {
  let controller: StripController
  var show: StripScene { controller.strip }
  private let typesetter = FixedTypesetter(advance: 0.513, spacesLetters: false)
  private let context = ViewContext()
  private var frame: Frame

  init(width: Double = 1920, theme: String = "dark", words: Words = .english) throws {
    frame = Frame(size: Size(width: width, height: 36), background: .black)
    var request = ViewRequest<StripKind>()
    try request.window.set("theme", to: theme)
    request.words = words
    controller = try StripController(request)
    try controller.open(SourceConnection(loop: RunLoop(), context: context, isForPicture: true))
    draw(at: 0)
  }

  func layOut(at t: Seconds) {
    show.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter, at: t)
    context.didLayOut()
  }

  func draw(at t: Seconds) {
    controller.update(at: t)
    if context.needsLayout { layOut(at: t) }
    frame.clear()
    show.draw(into: &frame, at: t)
  }

  func perform(_ action: TopicAction, at t: Seconds) {
    context.time = t
    _ = controller.perform(.headlines(.topic(action)), in: context)
  }

  /// Takes a topic's chip away.
  func remove(_ topic: Int, at t: Seconds) {
    show.setTopics(show.chips.field.tokens.filter { $0.tag != topic }, at: t)
    context.setNeedsLayout()
  }

  struct Shown {
    var text: String
    /// The text's left end in the window, and its width.
    var x: Double
    var width: Double
  }

  /// The headlines that touch the crawl, from left to right.
  func headlines(at t: Seconds) -> [Shown] {
    draw(at: t)
    guard show.crawl.count > 0 else { return [] }
    let place = show.parts.crawl
    guard let layer = frame.layers.first(where: { $0.clip == place }) else { return [] }
    return layer.content.primitives.compactMap { piece in
      guard case .text(let run) = piece.element, run.font.weight < 700 else { return nil }
      let shown = Shown(text: run.text, x: layer.origin.x + piece.anchor.x, width: piece.bounds.width)
      return shown.x < place.maxX && shown.x + shown.width > place.minX ? shown : nil
    }.sorted { $0.x < $1.x }
  }
}
