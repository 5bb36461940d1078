import ScrollCore
import Testing
import ViewKit

@testable import Scene

@Suite("A menu") struct MenuViewTests {
  private static let entries: [MenuEntry] = [
    MenuEntry("Open", .command(.open), isEnabled: false), MenuEntry("Copy", .command(.copy)), .separator,
    MenuEntry("Pause", .command(.pause)), MenuEntry("Previous", .command(.previous)),
    MenuEntry("Theme", .list([MenuEntry("Dark", .theme("dark")), MenuEntry("Light", .theme("light"))])),
    MenuEntry("Quit", .command(.quit)),
  ]

  private final class Seen { var outcomes: [MenuView.Outcome] = [] }

  private static func menu(height: Double? = nil, seen: Seen = Seen()) -> ViewHarness<MenuView> {
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    let menu = MenuView(entries, style: style)
    menu.onEnd = { seen.outcomes.append($0) }
    let size = menu.naturalSize(in: .fixed(Size(width: 800, height: height ?? 600)))
    let harness = ViewHarness(menu, size: size)
    harness.layOut()
    return harness
  }

  @Test("A second line stands below its title, and makes room for itself") func detail() throws {
    var feed = MenuEntry("News", .suggestion("https://example.org/feed"))
    feed.detail = "https://example.org/feed"
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    let view = MenuView([feed, MenuEntry("Quit", .command(.quit))], style: style)
    let size = view.naturalSize(in: .fixed(Size(width: 800, height: 600)))
    let menu = ViewHarness(view, size: size)
    let sights = menu.sights(at: 0)
    func place(_ text: String) throws -> Rect {
      try #require(sights.first { $0.element.run?.text == text }).bounds
    }
    let (title, detail, next) = (try place("News"), try place(feed.detail), try place("Quit"))
    #expect(title.maxY <= detail.minY && detail.maxY < next.minY && detail.maxX <= size.width)
    #expect(view.place(of: 0).contains(Point(x: detail.midX, y: detail.midY)))
    #expect(view.accessibleNode(at: 0)?.children.first?.details == feed.detail)
  }

  @Test("Arrows go round what can be chosen, and Return chooses") func arrows() {
    let seen = Seen()
    let menu = Self.menu(seen: seen)
    var titles: [String?] = []
    for _ in 0..<6 {
      menu.press(.down, at: 0)
      titles.append(menu.view.selectedTitle)
    }
    #expect(titles == ["Copy", "Pause", "Previous", "Theme", "Quit", "Copy"])
    menu.press(.up, at: 0)
    #expect(menu.view.selectedTitle == "Quit")
    menu.press(.enter, at: 0)
    #expect(seen.outcomes == [.chosen(.command(.quit))])
  }

  @Test("What is selected before the menu has a place is seen in one that is too low for all") func selectedAtOnce() {
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    let menu = MenuView(Self.entries, style: style)
    menu.selectFirst()
    let harness = ViewHarness(menu, size: Size(width: 200, height: 90))
    harness.draw(at: 0)
    #expect(menu.selectedTitle == "Copy")
    let place = menu.place(of: 1)
    #expect(place.minY >= 0 && place.maxY <= 90 && harness.sights(at: 0).contains { $0.element.run?.text == "Copy" })
  }

  @Test("Letters go to what begins with them, the same one again to the next") func typeAhead() {
    let menu = Self.menu()
    menu.type("p", at: 0)
    #expect(menu.view.selectedTitle == "Pause")
    menu.type("r", at: 0.5)
    #expect(menu.view.selectedTitle == "Previous")
    menu.type("p", at: 5)
    #expect(menu.view.selectedTitle == "Pause")
    menu.type("p", at: 5.2)
    #expect(menu.view.selectedTitle == "Previous")
    menu.type("o", at: 9)
    #expect(menu.view.selectedTitle == "Previous")
  }

  @Test("A list takes the menu's place, and Escape leads back before it ends it") func lists() {
    let seen = Seen()
    let menu = Self.menu(seen: seen)
    menu.type("t", at: 0)
    menu.press(.right, at: 1)
    #expect(menu.view.entries.map(\.title) == ["‹  Theme", "Dark", "Light"] && menu.view.selectedTitle == "Dark")
    menu.press(.escape, at: 2)
    #expect(menu.view.selectedTitle == "Theme" && seen.outcomes.isEmpty)
    menu.press(.enter, at: 3)
    menu.type("l", at: 4)
    menu.press(.enter, at: 5)
    #expect(seen.outcomes == [.chosen(.theme("light"))])
  }

  @Test("Faster and Slower leave the menu open, for the next choice") func staysOpen() {
    let seen = Seen()
    let style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    let view = MenuView(
      [
        MenuEntry("Faster", .command(.faster)), MenuEntry("Slower", .command(.slower)),
        MenuEntry("Quit", .command(.quit)),
      ], style: style)
    var choices: [MenuEntry.Kind] = []
    (view.onEnd, view.onChoice) = ({ seen.outcomes.append($0) }, { choices.append($0) })
    let size = view.naturalSize(in: .fixed(Size(width: 800, height: 600)))
    let menu = ViewHarness(view, size: size)
    menu.layOut()
    menu.press(.down, at: 1)
    for t in [2.0, 3] { menu.press(.enter, at: t) }
    menu.press(.down, at: 4)
    menu.press(.enter, at: 5)
    #expect(choices == [.command(.faster), .command(.faster), .command(.slower)] && seen.outcomes.isEmpty)
    menu.press(.escape, at: 6)
    #expect(seen.outcomes == [.dismissed])
  }

  @Test("A click chooses, one on what cannot be chosen does nothing, one outside ends it") func pointer() {
    let seen = Seen()
    let menu = Self.menu(seen: seen)
    let places = menu.view.entries.indices.map { menu.view.place(of: $0) }
    let middle = { (index: Int) in Point(x: places[index].midX, y: places[index].midY) }
    menu.click(middle(0), at: 0)
    menu.click(middle(2), at: 0)
    #expect(seen.outcomes.isEmpty)
    menu.click(middle(5), at: 1)
    #expect(menu.view.entries.count == 3)
    menu.layOut(at: 1)
    menu.click(Point(x: 20, y: menu.view.place(of: 0).midY), at: 2)
    #expect(menu.view.entries.count == 7 && seen.outcomes.isEmpty)
    menu.layOut(at: 2)
    menu.click(middle(3), at: 3)
    #expect(seen.outcomes == [.chosen(.command(.pause))])
    let other = Seen()
    Self.menu(seen: other).perform(.pressed(Point(x: -5, y: 5), button: 1, modifiers: []), at: 0)
    #expect(other.outcomes == [.dismissed])
  }

  @Test("The press that brought it can be dragged to a line; let go where it was, it chooses nothing") func drag() {
    let seen = Seen()
    let menu = Self.menu(seen: seen)
    let place = menu.view.place(of: 1)
    let (start, end) = (Point(x: 2, y: place.midY), Point(x: 60, y: menu.view.place(of: 6).midY))
    menu.perform(.pointerMoved(start), at: 0)
    menu.perform(.released(start, button: 3, modifiers: []), at: 0.1)
    #expect(seen.outcomes.isEmpty)
    menu.perform(.pointerMoved(end), at: 1)
    menu.perform(.released(end, button: 3, modifiers: []), at: 1.1)
    #expect(seen.outcomes == [.chosen(.command(.quit))])
  }

  @Test("Where it is too high for its place it scrolls to what is selected, and says that there is more")
  func scrolling() {
    let menu = Self.menu(height: 90)
    #expect(menu.view.bounds.height == 90)
    func arrows() -> [String] { menu.sights(at: 0).map(\.element.name).filter { ["up", "down"].contains($0) } }
    #expect(arrows() == ["down"])
    for _ in 0..<5 {
      menu.press(.down, at: 0)
      let place = menu.view.place(of: menu.view.selected ?? 0)
      #expect(place.minY >= 0 && place.maxY <= 90)
    }
    #expect(menu.view.selectedTitle == "Quit" && arrows().contains("up"))
    menu.perform(.pressed(Point(x: 5, y: 5), button: 4, modifiers: []), at: 1)
    #expect(arrows() == ["up", "down"])
  }

  @Test(
    "Keys and what cannot be chosen are legible in a view's own colours",
    arguments: [(0xE8ECF1, 0x12161C), (0xFFFFFF, 0x000000), (0x000000, 0xFFFFFF), (0x1B2026, 0xFBFBFA)])
  func contrast(_ foreground: UInt32, _ background: UInt32) {
    let style = MenuStyle(
      font: FontSpec(size: 14), foreground: Color(rgb: foreground), background: Color(rgb: background), scale: 1)
    #expect(style.faintColor.contrast(on: style.background) >= 4.5)
    #expect(style.selectedTextColor.contrast(on: style.selectedBackground) >= 4.5)
  }

  @Test("What cannot be chosen is dimmed, also by a theme with one colour for text") func disabled() {
    var style = MenuStyle(font: FontSpec(size: 14), foreground: .white, background: .black, scale: 1)
    style.faintColor = .white
    let menu = MenuView(Self.entries, style: style)
    let harness = ViewHarness(
      menu, size: menu.naturalSize(in: .fixed(Size(width: 800, height: 600))))
    harness.layOut()
    func color(_ title: String) -> Color? {
      harness.sights(at: 0).lazy.compactMap(\.element.run).first { $0.text == title }?.color
    }
    #expect(
      color("Copy") == .white && color("Open").map { !$0.looksLike(.white) && $0.contrast(on: .black) >= 4.5 } == true)
  }

  @Test("What is selected is seen: its ground and its text have other colours") func highlight() {
    let menu = Self.menu()
    let before = menu.sights(at: 0).filter { $0.element == .box(radius: 4, fill: .white) }
    menu.press(.down, at: 0)
    let after = menu.sights(at: 0)
    #expect(before.isEmpty && after.contains { $0.element == .box(radius: 4, fill: .white) })
    #expect(after.contains { $0.element.run?.text == "Copy" && $0.element.run?.color == .black })
  }
}
