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

/// Alerts on the strip, from what the process that reads them reports to the glass, at times of the test's choosing.
@Suite("Alerts on the strip") struct AlertStripTests {
  private final class Desk {
    static let source = "https://example.org/cap.xml"
    let controller: StripController
    let context = ViewContext()
    private let typesetter = FixedTypesetter()

    init() throws {
      var request = ViewRequest<StripKind>()
      let headlines = (0..<3).map { "A headline that takes some room, number \($0)" }
      request.sources = try Settings([PropertyChange("alerts", to: .text(Self.source))], arguments: headlines)
      controller = try StripController(request)
      controller.strip.crawl.start(at: 0)
      layOut(at: 0)
    }

    private func layOut(at t: Seconds) {
      controller.strip.layout(in: Rect(x: 0, y: 0, width: 1280, height: 36), with: typesetter, at: t)
      context.didLayOut()
    }

    var feeds: NewsDesk? { controller.headlines.desk }

    func receive(_ event: FeedEvent) {
      feeds?.receive(event)
      serve()
    }

    func serve() { _ = feeds?.service(now: .infinity) }

    /// When a text was on the glass last in the ten seconds from `start` on, frame by frame; before all times if it was not.
    func lastSeen(_ text: String, from start: Seconds, for seconds: Int = 10) -> Seconds {
      (1...60 * seconds).reduce(-.infinity) { last, frame in
        let t = start + Double(frame) / 60
        return shows(text, at: t) ? t : last
      }
    }

    /// Whether a text is on the glass at `t`: in the view, or over it.
    func shows(_ text: String, at t: Seconds) -> Bool {
      context.time = t
      controller.update(at: t)
      if context.needsLayout { layOut(at: t) }
      var frame = Frame(size: Size(width: 1280, height: 36), background: .black)
      controller.strip.draw(into: &frame, at: t)
      if controller.crawl.textsInView(at: t).contains(where: { $0.text == text }) { return true }
      // What breaks in, and what fades, are contents of their own.
      return frame.layers.contains { layer in
        !layer.clip.isEmpty && layer.content.primitives != controller.crawl.run.content.primitives
          && layer.content.primitives.contains { $0.element.run?.text == text }
      }
    }
  }

  private static func item(_ severity: AlertSeverity, expires: UnixTime? = nil) -> NewsItem {
    var info = CAPInfo()
    (info.event, info.headline, info.severity) = ("Flood", "The river rises", severity)
    (info.urgency, info.certainty, info.expires) = (.immediate, .observed, expires)
    let key = CAPAlert.Key(sender: "a@example.org", identifier: "1", sent: 1_700_000_000)
    var alert = CAPAlert(key: key, status: .actual, kind: .alert, scope: .public)
    alert.infos = [info]
    var item = AlertSelection([alert], AlertSettings(), now: 1_700_000_000).items[0]
    item.id.feed = Desk.source
    return item
  }

  private static let text = "The river rises"

  @Test(
    "Off the glass within a second of its end, over the headlines and among them",
    arguments: [AlertSeverity.extreme, .moderate])
  func cancelled(_ severity: AlertSeverity) throws {
    for wait in [0.3, 2.0, 3.5] {
      let desk = try Desk()
      _ = desk.shows(Self.text, at: 1)
      desk.receive(.items([Self.item(severity)], feed: Desk.source))
      var t = 1.0
      while t < 120, !desk.shows(Self.text, at: t) { t += 1.0 / 60 }
      #expect(t < 120, "it never comes")
      // What is extreme breaks in at once.
      if severity == .extreme { #expect(t < 1.5) }
      let end = t + wait
      while t < end {
        t += 1.0 / 60
        #expect(desk.shows(Self.text, at: t), "at \(t)")
      }
      desk.receive(.withdrawn(["a@example.org,1"], feed: Desk.source))
      #expect(desk.lastSeen(Self.text, from: end) < end + 1)
    }
  }

  @Test("An update ends the old text also while it is read, and a cancellation the new one")
  func updatedInTheMiddle() throws {
    let desk = try Desk()
    desk.receive(.items([Self.item(.moderate)], feed: Desk.source))
    func left(at t: Seconds) -> Double? {
      _ = desk.shows(Self.text, at: t)
      return desk.controller.crawl.textsInView(at: t).first { $0.text == Self.text }?.left
    }
    let edge = { desk.controller.crawl.bounds.minX }
    var t = 1.0
    while t < 120, left(at: t).map({ $0 > edge() - 20 }) ?? true { t += 1.0 / 60 }
    #expect(t < 120 && desk.shows(Self.text, at: t))
    var update = Self.item(.extreme)
    update.title = "Leave the meadows"
    desk.receive(.items([update], feed: Desk.source))
    #expect(desk.lastSeen(Self.text, from: t, for: 3) < t + 1)
    desk.receive(.withdrawn(["a@example.org,1"], feed: Desk.source))
    #expect(desk.lastSeen("Leave the meadows", from: t + 3, for: 3) < t + 4)
  }

  @Test("Off the glass within a second after it expires", arguments: [AlertSeverity.extreme, .moderate])
  func expired(_ severity: AlertSeverity) async throws {
    let desk = try Desk()
    _ = desk.shows(Self.text, at: 1)
    let end = wallClockNow() + 0.2
    desk.receive(.items([Self.item(severity, expires: end)], feed: Desk.source))
    var t = 1.0
    // In a time of its own: the alert has not expired before it is seen.
    while t < 120, !desk.shows(Self.text, at: t) { t += 0.02 }
    try await waitUntil("the end of its time") { wallClockNow() > end }
    desk.serve()
    #expect(desk.lastSeen(Self.text, from: t) < t + 1)
  }

  @Test("An update takes the place of what it updates, and the old text is gone within a second")
  func updated() throws {
    let desk = try Desk()
    _ = desk.shows(Self.text, at: 1)
    desk.receive(.items([Self.item(.extreme)], feed: Desk.source))
    #expect(desk.lastSeen(Self.text, from: 1, for: 2) > 2.9)
    var update = Self.item(.extreme)
    update.title = "The river falls"
    desk.receive(.items([update], feed: Desk.source))
    #expect(desk.lastSeen(Self.text, from: 3) < 4)
    #expect(desk.lastSeen("The river falls", from: 13) > 13)
  }

  @Test("A test and an exercise are labelled as such") func marked() throws {
    for (status, word) in [(CAPAlert.Status.test, "TEST"), (.exercise, "EXERCISE")] {
      let desk = try Desk()
      var item = Self.item(.extreme)
      item.alert?.status = status
      desk.receive(.items([item], feed: Desk.source))
      #expect(desk.lastSeen("\(word): The river rises", from: 1, for: 1) > 1.5)
    }
  }
}
