import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("The strip") struct StripSceneTests {
  /// Two topics of two headlines each.
  static func strip(
    _ dock: StripLayout.Dock = .bottom, image: SizedImage? = nil, _ change: (inout StripStyle) -> Void = { _ in }
  ) -> ViewHarness<StripScene> {
    var style = StripStyle()
    change(&style)
    let strip = StripScene(style, dock: dock, labelImage: image)
    strip.crawl.append(contentsOf: (1...4).map { Headline("Headline \($0) of four") }, at: 0)
    strip.chips.change(at: 0) { $0.setTokens([Token("World", tag: 7), Token("Science"), Token("Sports")]) }
    _ = strip.chips.drainEvents()
    strip.crawl.start(at: 0)
    return ViewHarness(strip, in: Rect(x: 0, y: 1044, width: 1920, height: 36))
  }

  func layers(
    _ strip: ViewHarness<StripScene>, width: Double, height: Double = 36, at t: Seconds = 0
  ) -> [Layer] {
    strip.layOut(in: Rect(x: 0, y: 1044, width: width, height: height), at: t)
    strip.draw(at: t)
    return strip.frame.layers
  }

  @Test("Parts stand where the layout says") func places() {
    let strip = Self.strip()
    let layers = layers(strip, width: 1920)
    let parts = strip.view.parts
    #expect(strip.view.crawl.bounds == parts.crawl && strip.view.chips.bounds == parts.chips)
    // 8 letters of 14 px at 0.56 em, the last one's spacing off, and 14 px on each side.
    #expect(parts.label?.width == 90)
    // One digit of 20 px at half an em.
    #expect(parts.counter?.width == 10 && parts.caption != nil)
    // Label, crawl, digit, caption, three chips, the edge line and two hairlines.
    #expect(layers.count == 10)
  }

  @Test("How live numbers are written stays the crawl's through every layout of the strip")
  func numbers() throws {
    let strip = Self.strip()
    strip.view.crawl.enableValues()
    strip.view.crawl.setValue("a", to: Array("1234567".utf8).span)
    strip.view.crawl.append(Headline("n {a}"), at: 0)
    for (t, grouping) in [NumberGrouping.none, .threes, .threesAndTwos].enumerated() {
      var style = strip.view.crawl.style
      (style.numbers.grouping, style.numbers.density) = (grouping, 9)
      strip.view.crawl.adopt(style, at: Double(t))
      for width in [1920.0, 1900] {
        _ = layers(strip, width: width, at: Double(t))
        #expect(strip.view.crawl.style.numbers == style.numbers && strip.view.crawl.style.numbers.grouping == grouping)
      }
      let texts = try #require(strip.view.crawl.accessibleNode(at: Double(t))).children.map(\.name)
      let written = ["n 1234567", "n 1,234,567", "n 12,34,567"][t]
      #expect(texts.contains(written), "\(texts)")
    }
  }

  @Test("The sign of quiet counts what waits, as it comes and goes") func waiting() {
    let strip = Self.strip()
    for (t, count) in [0, 1, 2, 12, 1, 0].enumerated() {
      strip.view.waiting = count
      strip.draw(at: Double(t))
      #expect(strip.view.quietSign.text == (count == 0 ? "" : strip.view.words[.waiting, count]), "\(count)")
    }
    strip.view.waiting = nil
    strip.draw(at: 10)
    #expect(strip.view.quietHairlinePlace == nil)
  }

  @Test("Nothing lies on anything else", arguments: [200.0, 400, 640, 1024, 1920, 3840], [16.0, 24, 36, 64])
  func apart(_ width: Double, _ height: Double) {
    for isLeft in [true, false] {
      let strip = Self.strip { $0.crawl.scrollLeft = isLeft }
      let layers = layers(strip, width: width, height: height)
      let bounds = Rect(x: 0, y: 1044, width: width, height: height)
      for (i, layer) in layers.enumerated() {
        #expect(!layer.clip.isEmpty && bounds.intersection(layer.clip) == layer.clip)
        for other in layers.dropFirst(i + 1) { #expect(!layer.clip.intersects(other.clip)) }
      }
      let parts = strip.view.parts
      #expect(parts.label.map { isLeft ? $0.minX == 0 : $0.maxX == width } != false)
    }
  }

  @Test("What gave way is not drawn") func givingWay() {
    let strip = Self.strip()
    // The crawl and the edge line.
    #expect(layers(strip, width: 100).count == 2)
    #expect(strip.view.parts.counter == nil && strip.view.parts.label == nil)
    #expect(layers(strip, width: 1920).count == 10)
  }

  @Test("Lines have the colours of the theme, and the one at the edge is opposite the dock") func lines() {
    let (edge, hairline) = (Color(rgb: 0x123456), Color(rgb: 0x654321))
    func strip(_ dock: StripLayout.Dock) -> ViewHarness<StripScene> {
      Self.strip(dock) { ($0.theme.edgeColor, $0.theme.hairlineColor) = (edge, hairline) }
    }
    let lines = layers(strip(.bottom), width: 1920).filter { min($0.clip.width, $0.clip.height) == 1 }
    #expect(lines.map(\.content.background) == [edge, hairline, hairline])
    #expect(lines.first?.clip == Rect(x: 0, y: 1044, width: 1920, height: 1))
    #expect(layers(strip(.top), width: 1920).contains { $0.clip == Rect(x: 0, y: 1079, width: 1920, height: 1) })
  }

  @Test("Contents have identities of their own") func identities() {
    let ids = layers(Self.strip(), width: 1920).map(\.content.id)
    // Only the digits share one.
    #expect(Set(ids).count == ids.count)
  }

  @Test("Laying out again draws nothing again") func again() {
    let strip = Self.strip()
    let first = layers(strip, width: 1920)
    let second = layers(strip, width: 1920)
    #expect(zip(first, second).allSatisfy { $0.looksLike($1) })
  }

  @Test("A headline that stops under a resting pointer shows its card; one that runs by does not")
  func restingPointer() throws {
    let strip = Self.strip()
    strip.view.crawl.replaceAll(
      with: (1...40).map { Headline("Headline \($0)", link: "link:\($0)") }, at: 0)
    strip.view.card = { HeadlineCard(title: $0.link ?? "") }
    _ = layers(strip, width: 1920, at: 1)
    func card(in frame: borrowing Frame) -> HeadlineCard?? {
      for case .card(let card) in frame.actions { return .some(card) }
      return nil
    }
    let crawl = strip.view.crawl
    let x = try #require((200..<1400).first { crawl.item(at: Point(x: Double($0), y: 1062), t: 2) != nil })
    let point = Point(x: Double(x) + 4, y: 1062)
    strip.perform(.pointerMoved(point), at: 2)
    let first = try #require(crawl.item(at: point, t: 2)?.link)
    #expect(strip.context.takeActions() == [.window(.pointer(.hand)), .window(.card(HeadlineCard(title: first)))])
    #expect(card(in: strip.frame(at: 2.1)) == nil)
    // The wheel moves the headlines under it.
    for _ in 0..<6 { strip.perform(.pressed(point, button: 5, modifiers: []), at: 3) }
    #expect(strip.context.takeActions() == [.window(.card(nil))])
    var told: [HeadlineCard?] = []
    var time = 3.0
    while time < 6 {
      if let card = card(in: strip.frame(at: time)) { told.append(card) }
      time += 1.0 / 60
    }
    let second = try #require(crawl.item(at: point, t: 6)?.link)
    #expect(second != first && told == [HeadlineCard(title: second)])
    // What is urgent covers them.
    strip.view.breakIns.show(BreakIn("Stop press"), at: 7)
    #expect(card(in: strip.frame(at: 7.1)) == .some(nil))
  }

  @Test("What breaks in later than the frame for which the strip is drawn has the next one") func later() {
    let strip = Self.strip { _ in }
    _ = strip.frame(at: 1)
    strip.view.breakIns.show(BreakIn("Stop press"), at: 2.01)
    #expect(strip.frame(at: 2).nextChange <= 2.01)
  }

  @Test("The label can have a picture") func label() {
    let image = SizedImage(path: "icon.png", size: Size(width: 70, height: 70))
    let strip = Self.strip(image: image) { $0.label = "NEWS" }
    _ = layers(strip, width: 1920)
    // 24 px of picture, two gaps of 5, text of 30.52 and twice 14.
    #expect(strip.view.parts.label?.width == 93)
  }

  @Test(
    "The label that comes by itself is never cut, and takes a fifth at most where it can",
    arguments: [36.0, 64, 200, 400])
  func wholeLabel(_ height: Double) {
    for width in stride(from: 100.0, to: 2000, by: 33) {
      let strip = Self.strip()
      _ = layers(strip, width: width, height: height)
      guard let label = strip.view.parts.label else { continue }
      let runs = strip.sights(at: 0).compactMap(\.element.run).filter { $0.text == "NEWSREEL" }
      #expect(runs.count == 1)
      for var run in runs {
        let shown = strip.typesetter.width(of: run)
        run.maxWidth = .infinity
        #expect(strip.typesetter.width(of: run) == shown && shown < label.width, "\(width)")
        #expect(label.width <= width / 5 + 2 || run.font.size <= 10.01, "\(width)")
      }
    }
  }

  @Test("Without headlines it says why, and a button brings them back") func notice() {
    let strip = Self.strip()
    strip.view.notice = StripNotice("All topics are off", button: "Show all")
    #expect(!layers(strip, width: 1920, at: 1).contains { $0.shows("All topics are off") })
    strip.view.crawl.replaceAll(with: [], at: 1)
    let shown = layers(strip, width: 1920, at: 2)
    #expect(shown.contains { $0.shows("All topics are off") && $0.shows("Show all") })
    let crawl = strip.view.parts.crawl
    // 24 px before the text, 18 letters of 0.5 em, and the button's padding twice.
    strip.click(Point(x: crawl.minX + 24 + 18 * 7.475 + 11 + 20, y: crawl.midY), at: 3)
    #expect(strip.context.takeActions() == [.headlines(.topic(.showAll))])
    strip.click(Point(x: crawl.minX + 30, y: crawl.midY), at: 4)
    #expect(strip.context.takeActions() == [])
  }

  @Test("The button of a notice acts only where it is both pressed and released on it") func noticeButton() {
    let strip = Self.strip()
    strip.view.notice = StripNotice("All topics are off", button: "Show all")
    strip.view.crawl.replaceAll(with: [], at: 1)
    _ = layers(strip, width: 1920, at: 2)
    let crawl = strip.view.parts.crawl
    let button = Point(x: crawl.minX + 24 + 18 * 7.475 + 11 + 20, y: crawl.midY)
    let beside = Point(x: button.x + 300, y: button.y)
    func drag(from start: Point, to end: Point) -> [ViewAction] {
      let events: [InputEvent] = [
        .pointerMoved(start), .pressed(start, button: 1, modifiers: []), .pointerMoved(end),
        .released(end, button: 1, modifiers: []),
      ]
      for event in events { strip.perform(event, at: 3) }
      return strip.context.takeActions().filter { $0 == .headlines(.topic(.showAll)) }
    }
    #expect(drag(from: button, to: beside).isEmpty && drag(from: beside, to: button).isEmpty)
    // What was left out is not made good by the next release.
    #expect(drag(from: beside, to: beside).isEmpty)
    #expect(drag(from: button, to: button).count == 1)
  }

  @Test("An urgent headline wipes in over the others at once, holds in the middle, and goes on") func urgent() throws {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    let crawl = strip.view.parts.crawl
    strip.view.breakIns.show(BreakIn("Stop press", topic: "World"), at: 10)
    func shown(at t: Seconds) -> Layer? { strip.frame(at: t).layers.first { $0.shows("Stop press") } }
    #expect(shown(at: 10)?.clip.width == 4)
    let first = try #require(shown(at: 10.1))
    #expect(first.clip.minX == crawl.minX && first.clip.width > 0 && first.clip.width < crawl.width)
    let held = try #require(shown(at: 10.25))
    #expect(held.clip == crawl && held.shows("URGENT · WORLD"))
    // Nothing is drawn while it holds, and the others wait.
    let waiting = try #require(strip.frame(at: 10.3).layers.first { $0.shows("Headline 1 of four") })
    #expect(abs(strip.frame(at: 10.3).nextChange - 14.25) < 1e-9)
    let still = try #require(strip.frame(at: 14.2).layers.first { $0.shows("Headline 1 of four") })
    #expect(still.origin == waiting.origin && shown(at: 14.2)?.origin == held.origin)
    let leaving = try #require(shown(at: 14.4))
    #expect(leaving.clip.maxX == crawl.maxX && leaving.clip.minX > crawl.minX)
    #expect(shown(at: 14.6) == nil && strip.view.parts.label?.width == 90)
    let gone = try #require(strip.frame(at: 15.5).layers.first { $0.shows("Headline 1 of four") })
    #expect(gone.origin.x < waiting.origin.x - 40)
  }

  @Test("An urgent headline that comes again about the time of its end is drawn again", arguments: [-0.1, 0, 0.01, 1])
  func urgentAgain(_ late: Seconds) throws {
    for isEndedByHand in [false, true] {
      let strip = Self.strip()
      _ = layers(strip, width: 1920, at: 1)
      strip.view.breakIns.show(BreakIn("Stop press", number: 1), at: 10)
      strip.draw(at: 12)
      if isEndedByHand { strip.view.breakIns.end(1, at: 12) }
      let end = try #require(strip.view.breakIns.turns.turn(at: 12)).end
      let again = BreakIn("Stop press again", number: 1)
      strip.view.breakIns.show(again, at: end + late)
      // Whoever shows it looks then at what is over.
      _ = strip.view.breakIns.takeOver(at: end + late)
      for t in [1.0, 2] {
        let layer = strip.frame(at: end + late + t).layers.first { $0.shows("Stop press again") }
        #expect(layer != nil && strip.view.breakIns.headline(at: end + late + t)?.text == again.text)
      }
      #expect(strip.view.breakIns.takeOver(at: end + 60) == [1])
      #expect(!strip.frame(at: end + 60).layers.contains { $0.shows("Stop press again") })
    }
  }

  @Test("A press on the label that is let go over an urgent headline takes nothing from the next click")
  func labelAndUrgent() throws {
    let strip = Self.strip()
    strip.view.crawl.append(Headline(String(repeating: "x", count: 300), link: "http://x/"), at: 0)
    _ = layers(strip, width: 1920, at: 1)
    let (label, crawl) = (try #require(strip.view.parts.label), strip.view.parts.crawl)
    strip.view.breakIns.show(BreakIn("Stop press"), at: 10)
    strip.draw(at: 11)
    strip.perform(.pressed(Point(x: label.midX, y: label.midY), button: 1, modifiers: []), at: 11)
    strip.perform(.released(Point(x: crawl.midX, y: crawl.midY), button: 1, modifiers: []), at: 11)
    strip.draw(at: 30)
    strip.click(Point(x: crawl.midX, y: crawl.midY), at: 30)
    #expect(strip.context.takeActions().contains(.window(.open(link: "http://x/"))))
    #expect(strip.view.crawl.pointer.hold == .none)
  }

  @Test("An urgent line is read as the strip's lines are; what feeds say never is") func urgentMarkup() throws {
    func run(_ markup: TextMarkup, isPlain: Bool = false, _ text: String) throws -> TextRun {
      let strip = Self.strip { $0.markup.kind = markup }
      _ = layers(strip, width: 1920, at: 1)
      strip.view.breakIns.show(BreakIn(text, isPlain: isPlain), at: 10)
      let layer = try #require(strip.frame(at: 11).layers.first { $0.shows("URGENT") })
      guard case .text(let run) = layer.content.primitives[1].element else { throw ValueError("it is no text") }
      return run
    }
    let bold = try run(.pango, "<b>Stop</b>")
    #expect(bold.text == "<b>Stop</b>" && bold.isMarkup)
    #expect(try !run(.pango, isPlain: true, "<b>Stop</b>").isMarkup)
    #expect(try run(.lemonbar, "%{F#f00}Stop%{F-}").text == "Stop")
    #expect(TextMarkup.plainText(ofPango: "<b>a &lt; b</b> &amp; c") == "a < b & c")
  }

  @Test("A new digit slides in: the counter's room grows gradually, and its last digit keeps its place")
  func growth() throws {
    let strip = Self.strip()
    _ = layers(strip, width: 1920)
    let before = try #require(strip.view.parts.counter)
    strip.view.crawl.append(contentsOf: (5...12).map { Headline("Headline \($0)") }, at: 1)
    var widths: [Double] = []
    for step in 0...20 {
      strip.draw(at: 1 + Double(step) / 60)
      let place = try #require(strip.view.parts.counter)
      #expect(place.maxX == before.maxX)
      widths.append(place.width)
    }
    #expect(widths.first == 10 && widths.last == 20 && Set(widths).count > 4 && widths == widths.sorted())
  }

  private func texts(_ strip: ViewHarness<StripScene>, at t: Seconds) -> [String] {
    strip.sights(at: t).compactMap { $0.element.run?.text }
  }

  @Test("Another clock shows at once, in the middle of a minute, and again") func clock() {
    let strip = Self.strip()
    strip.draw(at: 0)
    for (place, text) in ["10:24", "10:24 am", "Fri 10:24", "10:24"].enumerated() {
      strip.view.clock = { _ in (text, 60) }
      let t = Double(place) * 10
      #expect(texts(strip, at: t).contains(text), "\(text)")
      #expect(texts(strip, at: t).count { $0.contains("10:24") } == 1)
    }
  }

  @Test("A failed action is told for its time, also on a strip at rest", arguments: [true, false])
  func failure(isEmpty: Bool) {
    let view = StripScene(StripStyle(), dock: .bottom)
    if !isEmpty { view.crawl.append(Headline("One"), at: 0) }
    let strip = ViewHarness(view, in: Rect(x: 0, y: 1044, width: 1920, height: 36))
    strip.draw(at: 0)
    for t in [100.0, 200] {
      strip.draw(at: t - 10)
      #expect(strip.frame.nextChange == .infinity)
      view.say("cannot open it", at: t)
      #expect(texts(strip, at: t).contains("cannot open it") && strip.frame.nextChange <= t + 8)
      #expect(texts(strip, at: t + 7.9).contains("cannot open it") && strip.frame.nextChange == t + 8)
      #expect(!texts(strip, at: t + 8).contains("cannot open it"))
    }
  }
}
