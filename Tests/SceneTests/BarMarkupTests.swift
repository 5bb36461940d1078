import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

extension ViewHarness where Content == CrawlScene {
  /// A crawl that shows a line of a bar, 400 px wide; a character is 10 px wide.
  static func bar(
    _ line: String, _ markup: TextMarkup = .lemonbar, _ change: (inout CrawlStyle) -> Void = { _ in }
  ) -> ViewHarness<CrawlScene> {
    var style = CrawlStyle()
    style.crawl.fontSize = 20
    (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, 100, 0)
    (style.crawl.repeatWhenOutOfBounds, style.crawl.scrollOnlyWhenTooLong) = (false, true)
    (style.crawl.inset, style.separatorSize, style.markup.kind) = (0, 0, markup)
    change(&style)
    let view = CrawlScene(style)
    view.show(Headline(line), at: 0)
    let harness = ViewHarness(view, size: Size(width: 400, height: 40))
    harness.layOut()
    view.start(at: 0)
    return harness
  }

  /// The left end of what is drawn as that.
  fileprivate func x(of name: String, at t: Seconds) -> Double? {
    sights(at: t).first { $0.element.name == name }?.bounds.minX
  }

  fileprivate func boxes(at t: Seconds) -> [Rect] { sights(at: t).filter { $0.element.name == "box" }.map(\.bounds) }

  /// The commands that were clicked since the last call.
  func commands() -> [String] {
    context.takeActions().compactMap {
      if case .happened(.areaClicked(let command, _)) = $0 { command } else { nil }
    }
  }

  func press(_ button: Int, x: Double, at t: Seconds) {
    perform(.pressed(Point(x: x, y: 20), button: button, modifiers: []), at: t)
    perform(.released(Point(x: x, y: 20), button: button, modifiers: []), at: t)
  }
}

@Suite("Lines of bars in a crawl") struct BarMarkupTests {
  // MARK: - Where they stand

  @Test("A line that fits stands with its parts at the ends and in the middle") func fits() {
    let harness = ViewHarness.bar("%{l}left%{c}mid%{r}right")
    for t in [0.0, 3, 100] {
      #expect(harness.x(of: "left", at: t) == 0)
      #expect(harness.x(of: "mid", at: t) == 185)
      #expect(harness.x(of: "right", at: t) == 350)
      #expect(harness.frame.nextChange == .infinity)
    }
  }

  @Test("A middle that has no room in the middle stands beside what is at the end") func crowded() {
    let harness = ViewHarness.bar("%{l}\(String(repeating: "x", count: 25))%{c}mid%{r}right")
    #expect(harness.x(of: "mid", at: 0) == 250)
    #expect(harness.x(of: "right", at: 0) == 350)
  }

  @Test("A line that says nothing stands where the style has it", arguments: [Alignment.left, .center, .right])
  func side(side: Alignment) {
    let harness = ViewHarness.bar("four") { $0.markup.side = side }
    #expect(harness.x(of: "four", at: 0) == [.left: 0, .center: 180, .right: 360][side])
  }

  @Test("A line that is too long runs, one part after the other") func runs() {
    let text = String(repeating: "x", count: 40)
    let harness = ViewHarness.bar("%{r}end%{l}\(text)%{c}mid")
    #expect(harness.x(of: text, at: 0) == 0)
    #expect(harness.x(of: text, at: 2) == -200)
    #expect(harness.x(of: "mid", at: 2) == 240)
    #expect(harness.x(of: "end", at: 2) == 310)
  }

  @Test("A standing line keeps to the ends of a view that is resized", arguments: [300.0, 700])
  func resized(width: Double) {
    let harness = ViewHarness.bar("%{l}left%{r}right")
    harness.layOut(in: Rect(x: 0, y: 0, width: width, height: 40), at: 1)
    #expect(harness.x(of: "left", at: 5) == 0)
    #expect(harness.x(of: "right", at: 5) == width - 50)
  }

  @Test("Several lines run one after the other, each as long as it is") func several() {
    let harness = ViewHarness.bar("%{l}left%{r}right")
    harness.view.append(Headline("%{c}\(String(repeating: "x", count: 40))"), at: 1)
    #expect(harness.x(of: "left", at: 1) == 0)
    #expect(harness.x(of: "right", at: 1) == 80)
  }

  @Test("A line that may stand still runs unchanged when set to run, and then stands again") func toldToRun() throws {
    let harness = ViewHarness.bar("%{l}left%{r}right")
    try harness.restyle(at: 1) { $0.crawl.scrollOnlyWhenTooLong = false }
    #expect(harness.x(of: "right", at: 2).map { $0 < 350 } == true)
    #expect(harness.frame.nextChange < .infinity)
    try harness.restyle(at: 3) { $0.crawl.scrollOnlyWhenTooLong = true }
    #expect(harness.x(of: "right", at: 60) == 350)
    #expect(harness.frame.nextChange == .infinity)
  }

  // MARK: - What takes their place

  @Test("What takes the place of a line that stands is there at once") func replacedAtRest() {
    let harness = ViewHarness.bar("%{l}left%{r}9%%")
    harness.view.show(Headline("%{l}left%{r}10%%"), at: 1)
    #expect(harness.x(of: "left", at: 1) == 0)
    #expect(harness.x(of: "10%", at: 1) == 370)
  }

  @Test("In a line that runs only what is new changes", arguments: [true, false])
  func revised(leftwards: Bool) throws {
    let tail = String(repeating: "x", count: 60)
    let harness = ViewHarness.bar("vol %{F#f00}9%{F-}\(tail)") { $0.crawl.scrollLeft = leftwards }
    // Before the number has left the view, what is behind it moves; then nothing does.
    for (t, line) in [(3.0, "vol %{F#f00}10%{F-}\(tail)"), (3.5, "vol %{F#f00}100%{F-}\(tail)")] {
      let before = try #require(harness.x(of: tail, at: t))
      harness.view.show(Headline(line), at: t)
      let after = try #require(harness.x(of: tail, at: t))
      #expect(abs(after - before) < 1e-6)
      #expect(abs(try #require(harness.x(of: tail, at: t + 0.1)) - after + (leftwards ? 10 : -10)) < 1e-6)
    }
  }

  @Test("A number that is seen keeps its place as it grows") func grown() {
    let tail = String(repeating: "x", count: 60)
    let harness = ViewHarness.bar("\(tail)%{F#f00}9%{F-}%")
    harness.view.show(Headline("\(tail)%{F#f00}10%{F-}%"), at: 3)
    #expect(harness.x(of: "10", at: 3) == 300)
    #expect(harness.x(of: "%", at: 3) == 320)
  }

  @Test("A long line that becomes short runs out, and the short one stands") func shortened() {
    let harness = ViewHarness.bar(String(repeating: "x", count: 60))
    harness.view.show(Headline("%{r}short"), at: 3)
    #expect(harness.x(of: "short", at: 30) == 350)
    #expect(harness.frame.nextChange == .infinity)
  }

  @Test("Markup that is switched on is read in what is there; what a feed says is not") func switched() throws {
    let harness = ViewHarness.bar("%{F#f00}red", .none)
    #expect(harness.x(of: "%{F#f00}red", at: 0) != nil)
    try harness.restyle(at: 1) { $0.markup.kind = .lemonbar }
    #expect(harness.sights(at: 1).compactMap(\.element.run).map(\.color) == [Color(rgb: 0xff0000)])
    harness.view.replaceAll(with: [Headline("%{A:rm:}feed%{A}", isPlain: true)], at: 2)
    #expect(harness.x(of: "%{A:rm:}feed%{A}", at: 2) != nil)
    try harness.restyle(at: 3) { $0.markup.kind = .dzen2 }
    #expect(harness.x(of: "%{A:rm:}feed%{A}", at: 3) != nil)
  }

  @Test("Lines of a stream are read, and keep their blanks") func stream() {
    let harness = ViewHarness.bar("") { $0.crawl.scrollOnlyWhenTooLong = false }
    harness.view.append(lines: Array("%{F#f00} a %{F-}\n   \n".utf8).span, at: 0)
    #expect(harness.view.count == 1)
    #expect(Set(harness.sights(at: 3).compactMap(\.element.run).map(\.text)) == [" a "])
  }

  // MARK: - How they look

  @Test("Paper reaches from top to bottom and has no seams") func paper() {
    let harness = ViewHarness.bar("%{B#f00}ab%{F#0f0}cd%{B#00f}ef%{B-}gh")
    #expect(
      harness.boxes(at: 0) == [Rect(x: 0, y: 0, width: 41, height: 40), Rect(x: 40, y: 0, width: 20, height: 40)])
  }

  @Test("Lines are at the edges") func lines() {
    let harness = ViewHarness.bar("%{+u}ab%{+o}cd%{-u}ef")
    #expect(
      harness.boxes(at: 0) == [
        Rect(x: 0, y: 38, width: 40, height: 2), Rect(x: 20, y: 0, width: 40, height: 2),
      ])
  }

  @Test("Fonts are found by number and by name") func fonts() {
    let harness = ViewHarness.bar("%{T1}a%{T2}b%{T3}c%{T9}d%{T-}e") { $0.markup.fonts = "Mono Bold|Icons:size=14" }
    let fonts = harness.sights(at: 0).compactMap(\.element.run?.font)
    #expect(fonts.map(\.weight) == [400, 700, 400, 400, 400])
    #expect(fonts.map(\.size) == [20, 20, 14, 20, 20])
    #expect(fonts.last?.family.hasSuffix("Mono, Icons") == true)
  }

  @Test("Names of fonts are read as bars write them") func fontNames() {
    let names = [
      "-xos4-terminus-bold-r-normal-*-14-*-*-*-*-*-iso10646-1": "terminus bold 14px",
      "-*-fixed-medium-o-*-*-*-120-*-*-*-*-*-*": "fixed italic 12", "xft:Sans:bold:size=10": "Sans bold 10",
      "Sans-9:Bold": "Sans Bold 9", "FontAwesome:pixelsize=16:antialias=true": "FontAwesome 16px", "Sans 12": "Sans 12",
    ]
    for (name, expected) in names { #expect(FontName.pango(name) == expected) }
  }

  @Test("dzen2's shapes and places") func dzen() {
    let harness = ViewHarness.bar("^ib(1)^ro(100x12)^p(-98)^r(40x8)^pa(200)^c(10)^p(_RIGHT)^p(-30)abc", .dzen2)
    let sights = harness.sights(at: 0)
    #expect(sights.map(\.element.name) == ["outline", "box", "box", "abc"])
    #expect(sights.map(\.bounds.minX) == [0, 2, 200, 370])
    #expect(sights.map(\.bounds.minY).prefix(3) == [14, 16, 15])
    #expect(harness.frame.nextChange == .infinity)
  }

  @Test("An icon is drawn in the colour of the text") func icon() throws {
    let bitmap = try #require(
      Bitmap(
        xbm: """
          #define a_width 3
          #define a_height 3
          static unsigned char a_bits[] = { 0x05, 0x05, 0x02 };
          """))
    let harness = ViewHarness.bar("", .dzen2)
    harness.view.setIcons { $0 == "a.xbm" ? .bitmap(bitmap) : nil }
    harness.view.show(Headline("^fg(red)^i(a.xbm)^i(b.xbm)x"), at: 0)
    let boxes = harness.boxes(at: 0)
    #expect(boxes.map(\.minX) == [0, 2, 1])
    #expect(boxes.map(\.height) == [2, 2, 1])
    #expect(harness.x(of: "x", at: 0) == 3)
  }

  // MARK: - Clicks

  @Test("Each button has its area, and the innermost counts") func areas() {
    let harness = ViewHarness.bar("%{A:a:}%{A3:c:}aaa%{A:b:}bbb%{A}%{A}%{A}ccc%{r}%{A4:up:}%{A5:down:}vol%{A}%{A}")
    for (button, x) in [(1, 5.0), (1, 35), (3, 35), (1, 65), (2, 5), (4, 395), (5, 395)] {
      harness.press(button, x: x, at: 1)
    }
    #expect(harness.commands() == ["a", "b", "c", "up", "down"])
  }

  @Test("An area is hit where it is seen while its line runs") func movingArea() {
    let harness = ViewHarness.bar(
      "\(String(repeating: "x", count: 40))%{A:yes:}yes%{A}\(String(repeating: "x", count: 9))")
    harness.click(Point(x: 115, y: 20), at: 3)
    #expect(harness.commands() == ["yes"])
    // Held by the pointer.
    harness.click(Point(x: 135, y: 20), at: 4)
    #expect(harness.commands().isEmpty)
  }

  @Test("What was dragged was not clicked") func dragged() {
    let harness = ViewHarness.bar("%{A:yes:}\(String(repeating: "x", count: 60))%{A}")
    harness.perform(.pressed(Point(x: 100, y: 20), button: 1, modifiers: []), at: 1)
    harness.perform(.pointerMoved(Point(x: 60, y: 20)), at: 1.1)
    harness.perform(.released(Point(x: 60, y: 20), button: 1, modifiers: []), at: 1.2)
    #expect(harness.commands().isEmpty)
  }

  @Test("A hand shows what can be clicked") func hand() {
    let harness = ViewHarness.bar("%{A:a:}aaa%{A}bbb")
    harness.perform(.pointerMoved(Point(x: 5, y: 20)), at: 1)
    harness.perform(.pointerMoved(Point(x: 45, y: 20)), at: 1)
    #expect(harness.context.takeActions() == [.window(.pointer(.hand)), .window(.pointer(.standard))])
  }

  @Test("Headlines one after the other have areas, too") func stepping() {
    let harness = ViewHarness.bar("%{l}left%{r}%{A:yes:}right%{A}")
    harness.view.setStepping(true, at: 0)
    harness.draw(at: 1)
    harness.click(Point(x: 360, y: 20), at: 1)
    #expect(harness.commands() == ["yes"])
  }

  // MARK: - What is wrong

  @Test("What is wrong is told") func problems() {
    let harness = ViewHarness.bar("")
    var problems: [String] = []
    harness.view.setMarkupProblems { problems.append($0) }
    harness.view.show(Headline("%{Q}a"), at: 0)
    harness.draw(at: 0)
    #expect(problems == ["%{Q}: lemonbar has no such tag"])
  }

  @Test("Too many areas, parts and fonts are left out", arguments: [TextMarkup.lemonbar, .dzen2])
  func tooMany(markup: TextMarkup) {
    let isLemonbar = markup == .lemonbar
    let area = isLemonbar ? "%{A:a:}x%{A}" : "^ca(1,a)x^ca()"
    let nest = isLemonbar ? "%{A:a:}" : "^ca(1,a)"
    let font = isLemonbar ? "%{T2}" : "^fn(f"
    for line in [
      String(repeating: area, count: 2000), String(repeating: nest, count: 3000) + "x",
      (0..<2500).map { isLemonbar ? font + "x%{T-}y" : "\(font)\($0))x" }.joined(),
      String(repeating: isLemonbar ? "%{O16000}x" : "^r(99999x99999)", count: 2000),
    ] {
      var problems = 0
      let harness = ViewHarness.bar("", markup)
      harness.view.setMarkupProblems { _ in problems += 1 }
      harness.view.show(Headline(String(line.prefix(30_000))), at: 0)
      harness.draw(at: 0)
      let bar = harness.view.headlines.layouts.values.first?.bar
      #expect(bar.map { $0.areas.count <= BarLine.mostAreas } == true)
      #expect(bar.map { $0.primitives.count <= 4 * BarLine.mostSteps } == true)
      #expect(bar.map { $0.width < 1e7 } == true)
      #expect(problems > 0 || line.hasPrefix("%{O") || line.hasPrefix("^r"))
    }
  }
}
