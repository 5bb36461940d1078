import ScrollCore
import Testing
import ViewKit

@testable import Scene

/// Views whose words are read from the right.
@Suite("Mirrored views") struct MirroredTests {
  private static let words = Words(
    word: { $0 == Word.direction.rawValue ? "default:RTL" : $0 }, counted: { $2 == 1 ? $0 : $1 })

  private static let tokens = ["World", "Science", "Sports"].enumerated().map { Token($1, dot: .white, tag: $0) }

  private func strip(_ words: Words) -> ViewHarness<StripScene> {
    let strip = StripScene(words: words)
    strip.crawl.append(contentsOf: (1...4).map { Headline("Headline \($0) of four") }, at: 0)
    strip.setTopics(Self.tokens, at: 0)
    strip.crawl.start(at: 0)
    return ViewHarness(strip, size: Size(width: 1920, height: 36))
  }

  private func mirrored(_ place: Rect?) -> Rect? {
    place.map { Rect(x: 1920 - $0.maxX, y: $0.minY, width: $0.width, height: $0.height) }
  }

  @Test("Each part of a strip, and each chip, stands where its mirror image would") func parts() throws {
    let (plain, turned) = (strip(.english), strip(Self.words))
    for strip in [plain, turned] { strip.draw(at: 1) }
    for part in [\StripLayout.label, \.counter, \.caption, \.chips, \.counterHairline, \.chipsHairline] {
      #expect(turned.view.parts[keyPath: part] == mirrored(plain.view.parts[keyPath: part]))
    }
    for tag in 0..<3 {
      let place = try #require(plain.view.chips.place(ofTag: tag, at: 1))
      #expect(turned.view.chips.place(ofTag: tag, at: 1) == mirrored(place))
    }
    func sight(_ text: String, of strip: ViewHarness<StripScene>) -> Rect? {
      strip.sights(at: 1).first { $0.element.run?.text == text }?.bounds
    }
    for token in Self.tokens {
      let (a, b) = (try #require(mirrored(sight(token.label, of: plain))), try #require(sight(token.label, of: turned)))
      // Text is on whole pixels.
      #expect(abs(a.minX - b.minX) <= 0.5 && a.width == b.width, "\(token.label)")
    }
  }

  @Test("Chips are switched, removed and marked where they are seen") func chips() throws {
    let strip = strip(Self.words)
    strip.draw(at: 1)
    let place = try #require(strip.view.chips.place(ofTag: 0, at: 1))
    strip.click(Point(x: place.maxX - 15, y: place.midY), at: 2)
    #expect(strip.context.takeActions() == [.headlines(.topic(.turn(0, on: false)))])
    #expect(strip.view.topic(at: Point(x: place.midX, y: place.midY), t: 2) == 0)
    // The × is at the left.
    let cross = Point(x: place.minX + 8, y: place.midY)
    strip.perform(.pointerMoved(cross), at: 2.5)
    strip.draw(at: 2.9)
    strip.click(cross, at: 3)
    #expect(strip.context.takeActions() == [.headlines(.topic(.switchOff(0)))])
    for _ in 0..<9 where !strip.view.chips.hasMark { strip.perform(.command(.focusNext, at: nil), at: 4) }
    #expect(strip.view.chips.markedToken?.label == "World" && strip.view.markedPlace(at: 4) == place)
    strip.perform(.command(.scrollLeft, at: nil), at: 5)
    #expect(strip.view.chips.markedToken?.label == "Science")
    strip.perform(.command(.scrollRight, at: nil), at: 6)
    #expect(strip.view.chips.markedToken?.label == "World")
  }

  @Test("The button of a notice is pressed where it is seen") func notice() throws {
    let view = StripScene(words: Self.words)
    view.notice = StripNotice("All topics are off", button: "Show all")
    let strip = ViewHarness(view, size: Size(width: 1920, height: 36))
    let sights = strip.sights(at: 1)
    let text = try #require(sights.first { $0.element.run?.text == "All topics are off" }?.bounds)
    let button = try #require(sights.first { $0.element.run?.text == "Show all" }?.bounds)
    #expect(button.maxX < text.minX && text.maxX > view.parts.crawl.maxX - 40)
    strip.click(Point(x: button.midX, y: button.midY), at: 2)
    #expect(strip.context.takeActions() == [.headlines(.topic(.showAll))])
  }

  @Test("An urgent headline has its label at the right, and wipes in from there") func urgent() throws {
    let strip = strip(Self.words)
    strip.draw(at: 1)
    strip.view.breakIns.show(BreakIn("Stop press"), at: 2)
    let shown = strip.sights(at: 4)
    let label = try #require(shown.first { $0.element.run?.text == "URGENT" }?.bounds)
    let text = try #require(shown.first { $0.element.run?.text == "Stop press" }?.bounds)
    #expect(label.minX >= text.maxX)
    let wipe = strip.frame(at: 2.1).layers.last { $0.content.background == strip.view.style.theme.labelBackground }
    #expect(wipe?.clip.maxX == strip.view.parts.crawl.maxX && wipe?.clip.minX ?? 0 > strip.view.parts.crawl.minX)
  }

  @Test("A menu's titles begin at the right, and lists open to the left") func menu() throws {
    var style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    style.isMirrored = true
    var theme = MenuEntry("Theme", .list([MenuEntry("Dark", .theme("dark"))]))
    theme.key = "›"
    let menu = ViewHarness(
      MenuView([theme, MenuEntry("Quit", .command(.quit))], style: style), size: Size(width: 300, height: 90))
    let sights = menu.sights(at: 0)
    let title = try #require(sights.first { $0.element.run?.text == "Theme" })
    let key = try #require(sights.first { $0.element.run?.text == "›" })
    #expect(title.bounds.maxX == 300 - style.lead && abs(key.bounds.minX - style.tail) < 1)
    #expect(key.element.run?.direction == .rightToLeft)
    menu.press(.down, at: 1)
    menu.press(.right, at: 1)
    #expect(menu.view.entries.count == 2)
    menu.press(.left, at: 2)
    #expect(menu.view.entries.map(\.title).last == "Dark")
    menu.press(.right, at: 3)
    #expect(menu.view.selectedTitle == "Theme")
  }

  @Test("A click on the label asks for the menu, unless it ends elsewhere", arguments: [false, true])
  func label(_ isMirrored: Bool) throws {
    let strip = strip(isMirrored ? Self.words : .english)
    strip.draw(at: 1)
    let label = try #require(strip.view.parts.label)
    let point = Point(x: label.midX, y: label.midY)
    strip.click(point, at: 2)
    #expect(strip.context.takeActions() == [.window(.menu(at: point))])
    strip.perform(.pressed(point, button: 1, modifiers: []), at: 3)
    strip.perform(.released(Point(x: 960, y: 18), button: 1, modifiers: []), at: 3)
    #expect(strip.context.takeActions() == [])
  }
}
