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

/// What is urgent, from its line of JSON to the strip, at times of the test's choosing.
@Suite("Urgent headlines on the strip") struct UrgentStripTests {
  private final class Desk {
    let controller: StripController
    let context = ViewContext()
    private let typesetter = FixedTypesetter()

    init(count: Int = 30) throws {
      var request = ViewRequest<StripKind>()
      request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))], arguments: ["-"])
      controller = try StripController(request)
      controller.strip.crawl.start(at: 0)
      for number in 0..<count {
        send(#"{"text":"A headline that takes some room, number \#(number)","topic":"Topic \#(number % 3)"}"#)
      }
      layOut(at: 0)
    }

    func layOut(at t: Seconds) {
      controller.strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: typesetter, at: t)
      context.didLayOut()
    }

    /// Hands a line over, and lets it come to the queue at once.
    func send(_ line: String) {
      Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: context.time) }
      serve()
    }

    func serve() { _ = controller.headlines.desk?.service(now: .infinity) }

    /// What stands in the label's colour at `t`, as far as a pixel of its band is seen.
    func urgent(at t: Seconds) -> String? {
      context.time = t
      controller.update(at: t)
      if context.needsLayout { layOut(at: t) }
      var frame = Frame(size: Size(width: 1280, height: 36), background: .black)
      controller.strip.draw(into: &frame, at: t)
      for layer in frame.layers where !layer.clip.isEmpty {
        if layer.content.primitives.contains(where: { $0.element.run?.text.hasPrefix("URGENT") == true }) {
          return layer.content.primitives.last?.element.run?.text
        }
      }
      return nil
    }

    func perform(_ event: InputEvent, at t: Seconds) {
      context.time = t
      _ = controller.view.handle(event, by: Bindings(), in: context.event)
    }
  }

  /// What the hands do to the headlines before it comes.
  enum Hands: CaseIterable { case nothing, hover, pause, mark, steps }

  @Test(
    "The first pixel of one is there within a second of its line, wherever the train stands",
    arguments: Hands.allCases)
  func firstPixel(_ hands: Hands) throws {
    for start in stride(from: 0.2, to: 40, by: 3.7) {
      let desk = try Desk()
      for t in stride(from: 0, to: start, by: 0.1) { _ = desk.urgent(at: t) }
      switch hands {
      case .nothing: break
      case .hover: desk.perform(.pointerMoved(Point(x: 500, y: 18)), at: start)
      case .pause: desk.perform(.command(.pause, at: nil), at: start)
      case .mark: desk.perform(.command(.focusNext, at: nil), at: start)
      case .steps: desk.controller.setMotion(isReduced: true, steps: true, at: start)
      }
      desk.send(#"{"text":"Stop press","urgent":true,"ttl":4}"#)
      var first: Double?
      for frame in 1...60 where first == nil {
        if desk.urgent(at: start + Double(frame) / 60) == "Stop press" { first = Double(frame) / 60 }
      }
      #expect(first ?? .infinity < 0.1, "\(hands) at \(start)")
    }
  }

  @Test("One is shown until it can have been read, though its time to live is over before its turn comes")
  func timeToLive() async throws {
    let desk = try Desk(count: 3)
    for number in 1...3 { desk.send(#"{"text":"Urgent \#(number)","urgent":true,"ttl":0.01}"#) }
    var seen: [String: Int] = [:]
    // The first frame is drawn, and then all three are over.
    _ = desk.urgent(at: 1)
    try await waitUntil("the end of their time") {
      desk.serve()
      return desk.controller.headlines.desk?.newsroom.queue.nextExpiry == .distantFuture
    }
    for frame in 0..<900 {
      if let text = desk.urgent(at: 1 + Double(frame) / 60) { seen[text, default: 0] += 1 }
    }
    // Each for four seconds, and its coming and going.
    #expect(seen.count == 3 && seen.values.allSatisfy { $0 >= 240 }, "\(seen)")
  }
}
