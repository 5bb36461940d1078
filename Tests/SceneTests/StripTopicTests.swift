import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Its chips: the topics.
extension StripSceneTests {
  @Test("Chips that have no room become +N") func chips() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920)
    let all = strip.view.parts.chips?.width ?? 0
    var widths: Set<Double> = []
    for width in stride(from: 340.0, to: 2000, by: 10) {
      _ = layers(strip, width: width, at: width)
      let chips = strip.view.parts.chips?.width ?? 0
      #expect(chips <= all && (chips == 0 || strip.view.parts.crawl.width >= width / 3 - 1))
      widths.insert(chips)
    }
    #expect(widths.count > 2 && widths.contains(all))
  }

  /// A topic's chip as feeds have it.
  private func topics(_ count: Int, state: TokenState = .on) -> [Token] {
    (1...count).map { Token("Topic number \($0)", dot: StripTheme.topicHues[$0 % 12], tag: $0, state: state) }
  }

  @Test("Short of room, names give way to +N, then to dots, and then to a single chip")
  func names() throws {
    let strip = Self.strip()
    strip.view.setTopics(topics(3), at: 0)
    var stages: [String] = []
    for width in stride(from: 2000.0, to: 300, by: -5) {
      _ = layers(strip, width: width, at: 4000 - width)
      let chips = strip.view.chips
      #expect(strip.view.parts.crawl.width >= (0.46 * width).rounded(.down), "\(width)")
      guard strip.view.parts.chips != nil else { continue }
      let dots = chips.field.tokens.indices.count { chips.isDot($0) }
      let names = chips.layout.places.count - dots
      #expect(dots == 0 || names == 0 && chips.layout.places.allSatisfy { $0.width == 16 })
      let more = chips.layout.more == nil ? "" : " " + chips.moreToken(chips.layout.hiddenCount).label
      let stage = (dots > 0 ? "\(dots) dots" : "\(names)") + more
      if stage != stages.last { stages.append(stage) }
    }
    #expect(stages == ["3", "2 +1", "1 +2", "3 dots"])
    strip.view.setTopics(topics(12), at: 5000)
    _ = layers(strip, width: 480, at: 5000)
    #expect(strip.view.chips.layout.places.isEmpty && strip.view.chips.moreToken(12).label == "Topics 12")
  }

  @Test("+N has the mark of a failure behind it, and of no other one") func failureBehind() {
    let view = Self.strip().view
    // The last one keeps its place if it fails.
    for (failing, isMarked) in [(0, false), (1, false), (2, true), (3, false)] {
      view.setTopics(
        (0..<4).map { Token("Topic \($0)", tag: $0, mark: $0 == failing ? .failing : nil) },
        at: Double(failing))
      #expect((view.chips.moreToken(2).mark == .failing) == isMarked, "\(failing)")
    }
  }

  @Test("A mistake in the configuration is told again after the message of what has failed") func mistakeAfterFailure()
  {
    let view = Self.strip().view
    view.say(mistake: "mistake", at: 0)
    for t in [1.0, 20] {
      view.say("failed", at: t)
      #expect(view.hintView.hint?.text == "failed")
      view.endFailure(at: t + 9)
      #expect(view.hintView.hint?.text == "mistake")
    }
    view.say("failed", at: 40)
    view.say(mistake: nil, at: 41)
    #expect(view.hintView.hint?.text == "failed")
    view.endFailure(at: 49)
    #expect(view.hintView.hint == nil)
  }

  @Test("The chips' room glides to its end, also if it begins later than the chips' own glide") func roomGlides() {
    let view = StripScene(StripStyle(), dock: .bottom)
    view.crawl.append(Headline("One"), at: 0)
    let strip = ViewHarness(view, in: Rect(x: 0, y: 1044, width: 1920, height: 36))
    var widths: [Double] = []
    for (place, name) in ["A topic", "A topic of a long name", "A topic"].enumerated() {
      view.setTopics([Token(name, dot: .white, tag: 1)], at: Double(10 * place))
      // The next frame comes late. Then only those that are asked for.
      var t = Double(10 * place) + 0.1
      strip.layOut(in: Rect(x: 0, y: 1044, width: 1920, height: 36), at: t)
      strip.draw(at: t)
      while strip.frame.nextChange < .infinity, t < Double(10 * place) + 5 {
        t = max(t + 1 / 60, strip.frame.nextChange)
        strip.draw(at: t)
      }
      widths.append(view.parts.chips?.width ?? 0)
    }
    #expect(widths[0] == widths[2] && widths[1] > widths[0] + 50, "\(widths)")
  }

  @Test("A name that is long is cut, and its card has all of it") func longName() {
    let strip = Self.strip()
    let name = String(repeating: "Long ", count: 20)
    strip.view.setTopics([Token(name, dot: .white, tag: 1), Token("Short", dot: .white, tag: 2)], at: 0)
    _ = layers(strip, width: 1366, at: 1)
    #expect(strip.view.chips.layout.more == nil && strip.view.chips.layout.places[0].width < 200)
  }

  @Test("A card beside a chip describes it under pointer and keyboard") func card() throws {
    let strip = Self.strip()
    strip.view.hint = { "It is topic \($0)" }
    _ = layers(strip, width: 1920, at: 1)
    let chips = try #require(strip.view.parts.chips)
    strip.perform(.pointerMoved(Point(x: chips.minX + 20, y: chips.midY)), at: 2)
    let place = Rect(origin: strip.view.chips.home, size: strip.view.chips.layout.places[0].size)
    let card = HeadlineCard(title: "", summary: "It is topic 7", beside: place)
    #expect(strip.context.takeActions().contains(.window(.card(card))))
    // Nothing lies on the headlines.
    #expect(!strip.frame(at: 4).layers.contains { $0.shows("It is topic 7") })
    strip.perform(.pointerMoved(Point(x: 300, y: chips.midY)), at: 5)
    #expect(strip.context.takeActions().contains(.window(.card(nil))))
  }

  @Test("A dot is clicked as its chip is, has no ×, and says what it is") func dot() throws {
    let strip = Self.strip()
    strip.view.setTopics(topics(3), at: 0)
    strip.view.hint = { "It is topic \($0)" }
    _ = layers(strip, width: 440, at: 1)
    let chips = strip.view.chips
    #expect(chips.isDot(0) && chips.isDot(2))
    let place = chips.layout.places[2]
    // Also a little beside it.
    strip.click(Point(x: chips.home.x + place.minX - 2, y: 1062), at: 2)
    func told(_ actions: [ViewAction]) -> [String] {
      actions.compactMap { if case .window(.card(let card?)) = $0 { card.summary } else { nil } }
    }
    let actions = strip.context.takeActions()
    #expect(
      actions.contains(.headlines(.topic(.turn(3, on: false)))) && told(actions) == ["It is topic 3", "It is topic 3"])
    // What it says follows what becomes of it, without another move of the pointer.
    strip.view.hint = { "Topic \($0) is off" }
    var tokens = topics(3)
    tokens[2] = Token("Topic number 3", dot: .white, tag: 3, state: .off)
    strip.view.setTopics(tokens, at: 3)
    let frame = strip.frame(at: 3.1)
    #expect(told(frame.actions.map { .window($0) }) == ["Topic 3 is off"])
    #expect(chips.chips.values.contains { $0.appearance.isDot && $0.appearance.chip.state == .off })
    // What was just switched off offers to undo that, with all its letters.
    tokens[2] = Token("Topic number 3", dot: .white, tag: 3, state: .undo)
    strip.view.setTopics(tokens, at: 4)
    _ = layers(strip, width: 500, at: 5)
    #expect(!chips.isDot(2))
  }

  @Test("What fails stands in one chip with a mark of its own; a click asks for its menu")
  func failing() throws {
    let strip = Self.strip()
    let tokens = topics(2) + [.failing(3)]
    strip.view.setTopics(tokens, at: 0)
    strip.view.hint = { "\($0)" }
    _ = layers(strip, width: 1920, at: 1)
    let chips = strip.view.chips
    let place = chips.layout.places[2]
    let point = Point(x: chips.home.x + place.midX, y: 1062)
    strip.click(point, at: 2)
    #expect(strip.context.takeActions().contains(.window(.menu(at: point))))
    #expect(strip.view.topic(at: point, t: 2) == Token.failingTag)
    strip.press(.tab, .shift, at: 3)
    strip.press(.enter, at: 3)
    #expect(
      strip.context.takeActions().contains(.window(.menu(at: nil)))
        && strip.view.topic(at: nil, t: 3) == Token.failingTag)
  }

  @Test("However many topics there are, what fails keeps its chip at the end, behind +N", arguments: [11, 14, 40])
  func failingStays(_ count: Int) throws {
    let strip = Self.strip()
    strip.view.setTopics(topics(count) + [.failing(4)], at: 0)
    for width in [1024.0, 1366, 1920, 2560] {
      _ = layers(strip, width: width, at: width)
      // The chips' room has grown.
      let shown = layers(strip, width: width, at: width + 0.5)
      #expect(shown.contains { $0.shows("4 failing") } && shown.contains { $0.shows("Topic number 1") }, "\(width)")
      let chips = strip.view.chips
      let more = try #require(chips.layout.more)
      let token = chips.moreToken(chips.layout.hiddenCount)
      #expect(token.mark == nil && shown.contains { $0.shows(token.label) })
      let place = try #require(chips.place(ofTag: Token.failingTag, at: width + 0.5))
      #expect(place.minX > chips.home.x + more.maxX && place.maxX <= width)
      let names = (1...count).count { number in shown.contains { $0.shows("Topic number \(number)") } }
      #expect(token.label == "+\(count - names)")
      // Hands and keyboard find both, and none of those that are hidden.
      _ = strip.context.takeActions()
      let point = Point(x: place.midX, y: 1062)
      strip.click(point, at: width + 1)
      #expect(strip.context.takeActions().contains(.window(.menu(at: point))))
      let tags = stride(from: 0, to: width, by: 1).compactMap {
        chips.token(at: Point(x: $0, y: 1062), t: width + 0.5)?.tag
      }
      #expect(Set(tags) == Set(1...names).union([Token.failingTag]))
      strip.press(.escape, at: width + 2)
      strip.press(.tab, .shift, at: width + 2)
      #expect(chips.markedToken?.tag == Token.failingTag)
      strip.press(.tab, .shift, at: width + 2)
      #expect(chips.hasMark && chips.markedToken == nil)
      strip.press(.tab, .shift, at: width + 2)
      #expect(chips.markedToken?.tag == names)
      strip.press(.escape, at: width + 3)
    }
    // Where not one name has room beside it, dots have, and then what stands for all has the mark.
    _ = layers(strip, width: 480, at: 5000)
    #expect(strip.view.chips.layout.places.isEmpty && strip.view.chips.moreToken(count + 1).mark == .failing)
  }

  @Test("A dot never has the colour of what fails, whatever its owner says", arguments: [0xff5252, 0xff5555, 0x7cc4ff])
  func dotColor(_ rgb: UInt32) {
    let strip = Self.strip()
    strip.view.setTopics([Token("World", dot: Color(rgb: rgb), tag: 1)], at: 0)
    _ = layers(strip, width: 1920, at: 1)
    let dots = strip.sights(at: 1).compactMap { sight -> Color? in
      guard case .box(_, let fill) = sight.element, sight.bounds.width == 7 else { return nil }
      return fill
    }
    #expect(dots.count == 1 && dots.allSatisfy { !$0.looksLike(strip.view.style.theme.failureColor) })
    #expect(rgb != 0x7cc4ff || dots == [Color(rgb: rgb)])
  }

  @Test("While the chips' room grows for one that comes, none of the others is shortened") func growingRow() {
    let strip = Self.strip()
    strip.view.setTopics(topics(3), at: 0)
    _ = layers(strip, width: 1920, at: 1)
    let before = strip.view.parts.chips?.width ?? 0
    strip.view.setTopics(topics(4), at: 2)
    var widths: [Double] = []
    for step in 0...20 {
      let t = 2 + Double(step) / 60
      strip.layOut(at: t)
      let frame = strip.frame(at: t)
      #expect((1...3).allSatisfy { number in frame.layers.contains { $0.shows("Topic number \(number)") } })
      #expect(!strip.view.chips.areDots && strip.view.chips.layout.more == nil)
      widths.append(strip.view.parts.chips?.width ?? 0)
    }
    #expect(widths.first == before && widths.last ?? 0 > before + 50)
    #expect(Set(widths).count > 4 && widths == widths.sorted())
  }

  @Test("A click on a chip switches its topic, one on its × removes it, and chips stay where they are")
  func switching() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    let chips = strip.view.parts.chips ?? .zero
    let width = strip.view.chips.layout.places[0].width
    strip.click(Point(x: chips.minX + 15, y: chips.midY), at: 2)
    #expect(strip.context.takeActions() == [.headlines(.topic(.turn(7, on: false)))])
    // Where × will be, it is the chip as long as nobody has seen one.
    let cross = Point(x: chips.minX + width - 8, y: chips.midY)
    strip.click(cross, at: 3)
    #expect(strip.context.takeActions() == [.headlines(.topic(.turn(7, on: false)))])
    point(at: cross, strip, 3.5)
    strip.click(cross, at: 4)
    #expect(strip.context.takeActions() == [.headlines(.topic(.switchOff(7)))])
    #expect(strip.view.chips.field.tokens.count == 3)
    for state in [TokenState.off, .undo] {
      strip.view.chips.change(at: 4) {
        $0.setTokens([Token("World", tag: 7, state: state), Token("Science"), Token("Sports")])
      }
      _ = strip.frame(at: 5)
      #expect(strip.view.parts.chips == chips && strip.view.chips.layout.places[0].width == width)
      point(at: cross, strip, 5.5)
      strip.click(cross, at: state == .off ? 6 : 7)
    }
    #expect(
      strip.context.takeActions() == [.headlines(.topic(.turn(7, on: true))), .headlines(.topic(.turn(7, on: true)))])
  }

  private func point(at point: Point, _ strip: ViewHarness<StripScene>, _ t: Seconds) {
    strip.perform(.pointerMoved(point), at: t)
    _ = strip.frame(at: t)
  }

  @Test(
    "The text of a chip is in its middle, and makes room for × under the pointer", arguments: ["BBC", "World news"])
  func centred(_ label: String) throws {
    let strip = Self.strip()
    strip.view.setTopics([Token(label, dot: .white, tag: 1)], at: 0)
    _ = layers(strip, width: 1920, at: 1)
    let chips = try #require(strip.view.parts.chips)
    let place = strip.view.chips.layout.places[0].offsetBy(dx: chips.minX, dy: chips.minY)
    func spans(_ t: Seconds) throws -> (left: Double, right: Double) {
      let sights = strip.sights(at: t).filter { place.contains(Point(x: $0.bounds.midX, y: $0.bounds.midY)) }
      let text = try #require(sights.first { $0.element.run?.text == label })
      let dot = try #require(sights.map(\.bounds).filter { $0.width < 12 }.map(\.minX).min())
      return (dot - place.minX, place.maxX - text.bounds.maxX)
    }
    let rest = try spans(2)
    #expect(abs(rest.left - rest.right) <= 1)
    point(at: Point(x: place.midX, y: place.midY), strip, 3)
    let hovered = try spans(3.1)
    #expect(hovered.right >= 13 && hovered.left >= 9)
  }

  @Test("The second press of a double click on × does not take it back") func doubleClick() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    let chips = strip.view.parts.chips ?? .zero
    let cross = Point(x: chips.minX + strip.view.chips.layout.places[0].width - 8, y: chips.midY)
    point(at: cross, strip, 1.5)
    strip.click(cross, at: 2)
    strip.view.chips.change(at: 2.05) {
      $0.setTokens([Token("World", tag: 7, state: .undo), Token("Science"), Token("Sports")])
    }
    strip.click(cross, at: 2.1)
    #expect(strip.context.takeActions() == [.headlines(.topic(.switchOff(7)))])
    strip.click(cross, at: 4)
    #expect(strip.context.takeActions() == [.headlines(.topic(.turn(7, on: true)))])
  }

  @Test("A click on +N shows all chips in the place of the headlines, and one beside them the headlines again")
  func list() throws {
    let strip = Self.strip()
    let topics = (1...12).map { (number: Int) in Token("Topic number \(number)", tag: number) }
    strip.view.chips.change(at: 0) { $0.setTokens(topics) }
    _ = layers(strip, width: 1400, at: 1)
    let crawl = strip.view.parts.crawl
    #expect(crawl.width >= 0.46 * 1400)
    let chips = try #require(strip.view.parts.chips)
    let more = try #require(strip.view.chips.layout.more)
    strip.click(Point(x: chips.minX + more.midX, y: chips.midY), at: 2)
    let open = layers(strip, width: 1400, at: 3)
    let list = try #require(strip.view.parts.chips)
    #expect(list.minX < crawl.minX + 20 && list.maxX == chips.maxX && strip.view.parts.counter == nil)
    #expect(open.contains { $0.shows("Topic number 9") } && !open.contains { $0.shows("Headline 1 of four") })
    // It goes on at the right, and fades there.
    #expect(open.filter { $0.fade.length > 0 }.map(\.clip.maxX) == [list.maxX])
    _ = strip.context.takeActions()
    strip.click(Point(x: list.minX + 20, y: list.midY), at: 4)
    #expect(strip.context.takeActions() == [.headlines(.topic(.turn(1, on: false)))])
    strip.click(Point(x: 30, y: list.midY), at: 5)
    _ = layers(strip, width: 1400, at: 6)
    #expect(strip.view.parts.chips == chips && strip.view.parts.crawl == crawl)
  }

  @Test("Tab goes through headlines and chips and begins again; Return switches, Delete switches off, Escape leaves")
  func keyboard() {
    let strip = Self.strip()
    _ = layers(strip, width: 1920, at: 1)
    var headlines = 0
    while strip.view.chips.markedToken == nil, headlines < 20 {
      strip.press(.tab, at: 2)
      headlines += 1
    }
    // All headlines in the view, and then the first chip.
    let visible = strip.view.crawl.train.visible(at: 2).count
    #expect(headlines == visible + 1 && strip.view.crawl.markedPlace(at: 2) == nil)
    #expect(strip.view.markedPlace(at: 2)?.minX == strip.view.parts.chips?.minX)
    strip.press(.enter, at: 3)
    strip.press(.delete, at: 3)
    #expect(
      strip.context.takeActions() == [.headlines(.topic(.turn(7, on: false))), .headlines(.topic(.switchOff(7)))])
    strip.press(.right, at: 3)
    #expect(strip.view.chips.markedToken?.label == "Science")
    strip.press(.tab, at: 3)
    strip.press(.tab, at: 3)
    #expect(strip.view.chips.markedToken == nil && strip.view.crawl.markedPlace(at: 3) != nil)
    strip.press(.tab, .shift, at: 3)
    #expect(strip.view.chips.markedToken?.label == "Sports")
    strip.press(.escape, at: 4)
    #expect(strip.view.markedPlace(at: 4) == nil && strip.view.crawl.isScrolling(at: 5))
  }

  @Test("The keyboard opens the list behind +N, goes through it and closes it") func keyboardList() {
    let strip = Self.strip()
    _ = layers(strip, width: 640, at: 1)
    strip.press(.tab, .shift, at: 2)
    #expect(strip.view.chips.hasMark && strip.view.chips.markedToken == nil)
    strip.press(.enter, at: 2)
    _ = layers(strip, width: 640, at: 2)
    #expect(strip.view.list.isOpen)
    strip.press(.tab, at: 3)
    #expect(strip.view.chips.markedToken?.label == "World")
    strip.press(.escape, at: 4)
    #expect(!strip.view.list.isOpen)
  }

  @Test("Ctrl-Z takes back what was done to topics") func undo() {
    let strip = Self.strip()
    strip.view.crawl.hasNewsroom = true
    _ = layers(strip, width: 1920, at: 1)
    strip.perform(.keyPressed(.character("z"), text: "\u{1a}", modifiers: .control), at: 1)
    #expect(strip.context.takeActions() == [.headlines(.topic(.undo))])
  }
}
