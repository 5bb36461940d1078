import Glibc
import Newsreel
import NewsreelSources
import NewsreelTesting
import TestKit
import TestTags
import Testing

@testable import OwnViewsExample

/// Views that a program draws itself, in a window without a screen.
@Suite("Views of one's own", .serialized, .tags(.x11)) struct OwnViewTests {
  /// Draws and handles what the test says, and notes what it is asked.
  final class Probe: View {
    var drawing: (inout Canvas) -> Void = { _ in }
    var fitting: (Size) -> Size = { $0 }
    var events: [Event] = []
    var sizes: [Size] = []
    var keyboard = false
    var takes: (Event) -> Bool = { _ in true }

    override func draw(in canvas: inout Canvas) { drawing(&canvas) }
    override func sizeThatFits(_ room: Size) -> Size { fitting(room) }
    override func layout(in size: Size) { sizes.append(size) }
    override var acceptsKeyboard: Bool { keyboard }
    override var accessibilityLabel: String? { "A probe" }
    override func handle(_ event: Event) -> Bool {
      events.append(event)
      return takes(event)
    }
  }

  private func onServer(_ body: () throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body()
  }

  private static let (red, green, blue) = (Color(rgb: 0xff0000), Color(rgb: 0x00ff00), Color(rgb: 0x0000ff))

  @Test("Boxes, outlines, shapes, lines, texts and images are drawn where they are said to be") func vocabulary()
    async throws
  {
    try await onServer {
      let view = Probe()
      view.drawing = { canvas in
        canvas.background = .black
        canvas.fill(Rect(x: 10, y: 10, width: 20, height: 10), Self.red)
        canvas.fill(Rect(x: 40, y: 10, width: 20, height: 20), Self.red, radius: 10)
        canvas.stroke(Rect(x: 70, y: 10, width: 20, height: 20), Self.green, width: 2)
        canvas.fill([Point(x: 100, y: 10), Point(x: 120, y: 10), Point(x: 100, y: 30)], Self.blue)
        canvas.stroke([Point(x: 130, y: 20), Point(x: 150, y: 20), Point(x: 150, y: 40)], Self.green, width: 4)
        canvas.image(
          Project.folder + "/Tests/RenderTests/Pictures/square.jpg", in: Rect(x: 160, y: 0, width: 40, height: 40))
        canvas.draw(Text("Text", font: "DejaVu Sans", size: 20, color: .white), at: Point(x: 10, y: 60))
        let (end, alignment) = (Point(x: 200, y: 90), Alignment.right)
        canvas.draw(Text("end", size: 20, color: .white), at: end, align: alignment)
        canvas.draw(
          Text("A line that is too long", size: 20), in: Rect(x: 100, y: 45, width: 60, height: 20), align: .center)
      }
      let picture = try Window.render(view, size: Size(width: 200, height: 100))
      #expect(picture.width == 200 && picture.height == 100 && picture.pixels.count == 20_000)
      #expect(picture[0, 0] == .black && picture[200, 0] == nil && picture[-1, 0] == nil)
      #expect(picture[10, 10] == Self.red && picture[29, 19] == Self.red && picture[30, 20] == .black)
      #expect(picture[50, 20] == Self.red && picture[40, 10] == .black)
      #expect(picture[70, 20] == Self.green && picture[71, 20] == Self.green && picture[72, 20] == .black)
      #expect(picture[102, 12] == Self.blue && picture[118, 28] == .black)
      #expect(picture[140, 18] == Self.green && picture[140, 21] == Self.green && picture[140, 22] == .black)
      #expect(picture[150, 30] == Self.green && picture[151, 18] != .black && picture[146, 24] == .black)
      #expect(picture[180, 20] != .black)
      func ink(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
        rows.reduce(0) { sum, y in sum + columns.count { picture[$0, y] != .black } }
      }
      #expect(ink(10..<60, 44..<62) > 100 && ink(160..<201, 72..<92) > 60)
      #expect(ink(100..<160, 45..<66) > 60 && ink(161..<200, 50..<66) == 0)
    }
  }

  @Test("A line that crosses itself has no holes; a font without a family is the default one")
  func lines() async throws {
    try await onServer {
      let view = Probe()
      view.drawing = { canvas in
        canvas.background = .black
        let crossing = [(10.0, 10.0), (50, 50), (50, 10), (10, 50)].map { Point(x: $0.0, y: $0.1) }
        canvas.stroke(crossing, Self.red, width: 8)
        canvas.stroke([Point(x: 70, y: 30), Point(x: 110, y: 32), Point(x: 70, y: 34)], Self.red, width: 6)
        canvas.stroke([Point(x: 130, y: 30), Point(x: 130, y: 30)], Self.red, width: 9)
      }
      let picture = try Window.render(view, size: Size(width: 140, height: 60))
      for (x, y) in [(30, 30), (50, 49), (48, 30), (12, 48), (10, 10), (80, 30), (108, 32), (70, 34), (130, 30)] {
        #expect(picture[x, y] == Self.red, "\(x), \(y)")
      }
      for (x, y) in [(30, 12), (10, 30), (58, 30), (65, 30), (118, 32), (90, 40), (137, 30)] {
        #expect(picture[x, y] == .black, "\(x), \(y)")
      }
      var (bold, regular) = (0.0, 0.0)
      view.drawing = { canvas in
        bold = canvas.measure(Text("MMMM", font: "Bold", size: 30)).width
        regular = canvas.measure(Text("MMMM", size: 30)).width
      }
      _ = try Window.render(view, size: Size(width: 1, height: 1))
      #expect(bold > regular && regular > 50)
    }
  }

  @Test("What moves steadily is moved without asking the view, to where it has to be") func steady() async throws {
    try await onServer {
      let view = Probe()
      view.drawing = { canvas in
        canvas.layer(at: Point(x: 10 + canvas.time * 30, y: 5), velocity: Point(x: 30, y: 0)) { layer in
          layer.fill(Rect(x: 0, y: 0, width: 10, height: 10), Self.red)
        }
      }
      let harness = try ViewHarness(view, size: Size(width: 100, height: 20), background: .black)
      for seconds in [0.5, 1, 1.7] {
        harness.advance(to: seconds)
        let picture = try harness.picture()
        let x = Int(10 + seconds * 30)
        #expect(picture[x - 1, 10] == .black && picture[x, 10] == Self.red && picture[x + 9, 10] == Self.red)
        #expect(picture[x + 10, 10] == .black)
      }
      #expect(harness.pictureCount > 90 && harness.drawingCount < harness.pictureCount / 8)
      // It has left the view after three seconds, and nothing is due any more.
      harness.advance(to: 4)
      #expect(harness.nextChange == .infinity)
      #expect(try harness.picture().count(of: .black) == 2000)
    }
  }

  @Test("What comes into view later costs nothing until then; sprites and parts of layers move alike") func arrival()
    async throws
  {
    try await onServer {
      let view = Probe()
      view.drawing = { canvas in
        let way = Point(x: -canvas.time * 10, y: 0)
        canvas.sprites(at: [Point(x: 200, y: 0), Point(x: 220, y: 10)].map { $0 + way }, velocity: Point(x: -10, y: 0))
        {
          $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), Self.green)
        }
      }
      let harness = try ViewHarness(view, size: Size(width: 100, height: 20), background: .black)
      #expect(harness.nextChange > 9 && harness.nextChange < 10)
      let before = harness.pictureCount
      harness.advance(to: 9)
      #expect(harness.pictureCount == before)
      harness.advance(to: 15)
      let picture = try harness.picture()
      #expect(picture[50, 1] == Self.green && picture[53, 3] == Self.green && picture[70, 12] == Self.green)
      #expect(picture.count(of: Self.green) == 32)
      view.drawing = { canvas in
        canvas.layer(at: Point(x: 20, y: 4), opacity: 0.5) { outer in
          outer.layer(at: Point(x: 10, y: 4)) { $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), Self.red) }
        }
      }
      view.setNeedsDisplay()
      harness.advance(by: 0.1)
      let nested = try harness.picture()
      #expect((nested[31, 9]?.red ?? 0) > 100 && nested[31, 9] != Self.red && nested[29, 9] == .black)
      #expect(harness.nextChange == .infinity)
    }
  }

  @Test("Marks that run far from each other are drawn where they are, though no pixmap could hold them all") func far()
    async throws
  {
    try await onServer {
      let view = Probe()
      let places = [Point(x: 10, y: 5), Point(x: 30, y: 90_000), Point(x: 50, y: 8), Point(x: -90_000, y: 8)]
      view.drawing = { canvas in
        canvas.sprites(at: places, velocity: Point(x: 1, y: 0)) {
          $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), Self.green)
        }
      }
      let picture = try Window.render(view, size: Size(width: 100, height: 20), background: .black)
      #expect(picture[10, 5] == Self.green && picture[53, 11] == Self.green && picture.count(of: Self.green) == 32)
    }
  }

  @Test("An animation is a function of time, ends exactly, and is at its end outside of a window") func animation()
    async throws
  {
    try await onServer {
      let view = Probe()
      var seen: [Double] = []
      view.animate({ seen.append($0) }, duration: 5)
      #expect(seen == [1])
      let harness = try ViewHarness(view, size: Size(width: 10, height: 10))
      seen = []
      view.animate({ seen.append($0) }, duration: 0.5, curve: .linear)
      harness.advance(by: 2)
      #expect(seen.count > 25 && seen.count < 35 && seen == seen.sorted() && seen.last == 1)
      #expect(abs(seen[10] - seen[9] - 1.0 / 30) < 1e-6)
      #expect(harness.nextChange == .infinity)
      // Properties of other views, too, whatever is set in between; one that is stopped stays where it is.
      let badge = BadgeView("x")
      view.addSubview(badge)
      badge.animate({ badge.border.width = 8 * $0 }, duration: 1)
      harness.advance(by: 0.5)
      #expect(badge.border.width > 3 && badge.border.width < 5)
      badge.stopAnimations()
      let width = badge.border.width
      harness.advance(by: 2)
      #expect(badge.border.width == width)
      for (curve, middle) in [(Curve.linear, 0.5), (.easeIn, 0.25), (.easeOut, 0.75), (.easeInOut, 0.5)] {
        #expect(curve.progress(at: 0.5) == middle && curve.progress(at: 0) == 0 && curve.progress(at: .nan) == 1)
      }
      badge.animate({ badge.border.width = 8 * $0 }, duration: 100)
      badge.removeFromSuperview()
      #expect(badge.border.width == 8)
    }
  }

  @Test("Pointer, wheel, drags, keys and pastes come in the view's own coordinates") func input() async throws {
    try await onServer {
      let (view, group) = (Probe(), View())
      view.keyboard = true
      view.border.width = 3
      (view.width, view.height) = (50, 40)
      view.place(.inTopLeft, dx: 20, dy: 10)
      group.addSubview(view)
      let harness = try ViewHarness(group, size: Size(width: 100, height: 60))
      #expect(view.sizes.last == Size(width: 44, height: 34))
      harness.click(Point(x: 5, y: 5))
      #expect(!view.events.contains { if case .pressed = $0 { true } else { false } })
      view.events = []
      let held: Modifiers = .shift
      harness.press(at: Point(x: 30, y: 30), held)
      harness.move(to: Point(x: 99, y: 59))
      harness.release(at: Point(x: 99, y: 59))
      #expect(
        view.events == [
          .moved(Point(x: 7, y: 17)), .pressed(Point(x: 7, y: 17), button: 1, .shift),
          .dragged(Point(x: 76, y: 46), button: 1), .released(Point(x: 76, y: 46), button: 1, []), .left,
        ] || view.events.count == 4)
      view.events = []
      harness.scroll(at: Point(x: 30, y: 30), dy: -1)
      harness.scroll(at: Point(x: 30, y: 30), dx: 2)
      #expect(
        view.events.filter { if case .scrolled = $0 { true } else { false } } == [
          .scrolled(Point(x: 7, y: 17), dx: 0, dy: -1), .scrolled(Point(x: 7, y: 17), dx: 1, dy: 0),
          .scrolled(Point(x: 7, y: 17), dx: 1, dy: 0),
        ])
      view.events = []
      harness.type("é")
      harness.press(.left, .control)
      view.copy("copied")
      view.paste()
      harness.advance(by: 0.1)
      #expect(harness.copiedText == "copied")
      #expect(
        view.events == [
          .key(.character("é"), text: "é", []), .key(.left, text: "", .control), .pasted("copied"),
        ])
    }
  }

  @Test("A view that moves under a resting pointer gets its enter and leave events") func restingPointer() async throws
  {
    try await onServer {
      let (view, group) = (Probe(), View())
      (view.width, view.height) = (20, 20)
      view.place(.inTopLeft, dx: 0, dy: 0)
      group.addSubview(view)
      let harness = try ViewHarness(group, size: Size(width: 100, height: 60))
      harness.move(to: Point(x: 50, y: 10))
      harness.advance(by: 0.1)
      #expect(view.events.isEmpty)
      view.place(.inTopLeft, dx: 45, dy: 0)
      harness.advance(by: 0.1)
      #expect(view.events == [.moved(Point(x: 5, y: 10))])
      view.place(.inTopLeft, dx: 0, dy: 30)
      harness.advance(by: 0.1)
      #expect(view.events == [.moved(Point(x: 5, y: 10)), .left])
      // A button that is held keeps its view.
      view.events = []
      harness.press(at: Point(x: 10, y: 40))
      view.place(.inTopLeft, dx: 45, dy: 0)
      harness.advance(by: 0.1)
      #expect(view.events == [.moved(Point(x: 10, y: 10)), .pressed(Point(x: 10, y: 10), button: 1, [])])
      harness.release(at: Point(x: 10, y: 40))
      harness.leave()
      view.events = []
      view.place(.inTopLeft, dx: 0, dy: 30)
      harness.advance(by: 0.1)
      #expect(view.events.isEmpty)
    }
  }

  @Test("Its size is what it asks for, or what there is, in rows and in a window that follows it") func sizes()
    async throws
  {
    try await onServer {
      let (fixed, flexible) = (Probe(), Probe())
      fixed.fitting = { _ in Size(width: 30, height: 20) }
      let row = StackView(.horizontal, [fixed, flexible])
      _ = try ViewHarness(row, size: Size(width: 200, height: 50))
      #expect(fixed.frame.width == 30 && flexible.frame == Rect(x: 30, y: 0, width: 170, height: 50))
      let label = Text("Measured", size: 20)
      let texts = Probe()
      texts.fitting = { [unowned texts] _ in
        Size(width: texts.measure(label).width, height: texts.measure(label).height)
      }
      texts.removeFromSuperview()
      #expect(texts.measure(label).width > 60)
      let harness = try ViewHarness(texts)
      #expect(harness.size.width > 60 && harness.size.height > 20 && harness.size.height < 40)
      let line: TextSize = texts.measure(label)
      #expect(line.ascent > line.capHeight && line.descent > 0 && line.height == line.ascent + line.descent)
      for size in [Double.nan, -5, .infinity, 1e9] {
        fixed.fitting = { _ in Size(width: size, height: size) }
        fixed.removeFromSuperview()
        #expect(try Window.render(fixed).pixels.count > 0)
      }
      for size in [0, -1, .nan, .infinity, 1e6] {
        #expect(throws: WindowError.self) { try Window.render(fixed, size: Size(width: size, height: 10)) }
      }
    }
  }

  @Test("A picture is written as a PNG file, or says why not") func png() async throws {
    try await onServer {
      let view = Probe()
      view.drawing = { $0.background = Self.blue }
      let folder = try TemporaryFolder()
      let picture = try Window.render(view, size: Size(width: 7, height: 5))
      try picture.writePNG(to: folder.path + "/blue.png")
      #expect(try Screenshot(reading: folder.path + "/blue.png").count(of: 0x0000ff) == 35)
      #expect(throws: ValueError.self) { try picture.writePNG(to: folder.path + "/no/such/folder.png") }
    }
  }

  @Test("The clock shows the time, draws once a second, and not at all in between") func clock() async throws {
    try await onServer {
      let clock = Clock()
      setenv("TZ", "UTC", 1)
      tzset()
      // Three o'clock and thirty seconds: the hands are on their marks.
      let harness = try ViewHarness(clock, size: Size(width: 160, height: 160), unixTime: 3 * 3600 + 30)
      let first = try harness.picture()
      #expect(first[110, 80] == .white && first[50, 80] != .white)
      // The hand of seconds is 1.5 pixels wide, in the middle of 160.
      #expect((first[80, 130]?.red ?? 0) > 0xB0 && (first[80, 130]?.green ?? 255) < 0x60)
      let (pictures, drawings) = (harness.pictureCount, harness.drawingCount)
      harness.advance(to: 60.5)
      #expect(harness.pictureCount - pictures == 60 && harness.drawingCount - drawings == 60)
      clock.secondColor = nil
      harness.advance(by: 0.1)
      let before = harness.pictureCount
      harness.advance(by: 3600)
      #expect(harness.pictureCount - before == 60)
      #expect(!clock.contains(Point(x: 2, y: 2)) && clock.contains(Point(x: 80, y: 80)))
    }
  }

  @Test("The sparkline moves when a number comes, rests otherwise, and shows what is under the pointer")
  func sparkline()
    async throws
  {
    try await onServer {
      let line = Sparkline()
      for value in 1...20 { line.append(Double(value)) }
      let harness = try ViewHarness(line, size: Size(width: 300, height: 60))
      let rest = try harness.picture()
      #expect(rest.count(of: line.color) > 20)
      line.append(5)
      harness.advance(by: 0.1)
      #expect(try harness.picture() != rest)
      harness.advance(by: 1)
      #expect(harness.nextChange == .infinity)
      let count = harness.pictureCount
      harness.advance(by: 3600)
      #expect(harness.pictureCount == count)
      let last = try harness.picture()
      harness.move(to: Point(x: 180, y: 20))
      harness.advance(by: 0.1)
      #expect(try harness.picture() != last)
      harness.leave()
      harness.advance(by: 0.1)
      #expect(try harness.picture() == last)
    }
  }

  @Test("The banner runs as a crawl does: moved by the window, asked five times a second") func banner() async throws {
    try await onServer {
      let banner = Banner("Quiet trains cross the border", speed: 60)
      let harness = try ViewHarness(banner, size: Size(width: 300, height: 36))
      let (pictures, drawings) = (harness.pictureCount, harness.drawingCount)
      harness.advance(by: 20)
      #expect(harness.pictureCount - pictures > 1100 && harness.drawingCount - drawings < 125)
      // A lap later it looks the same.
      let text = banner.measure(Text(banner.text, size: 18)).width
      let lap = (text + 50).rounded() / 60
      harness.advance(to: 30)
      let picture = try harness.picture()
      harness.advance(to: 30 + lap)
      #expect(try harness.picture() == picture)
    }
  }

  @Test("On the wire a text that runs is one copy a frame, and nothing while it rests") func wire() async throws {
    let copyArea = 62
    let server = try await XServer(width: 800, height: 200)
    defer { server.end() }
    let proxy = try CountingProxy(for: server)
    setenv("DISPLAY", proxy.display, 1)
    let banner = Banner(String(repeating: "Quiet trains cross the border. ", count: 20), speed: 47.3)
    let window = try Window(banner, width: 600, height: 36, at: .inTopLeft)
    // While tiles are drawn ahead there is more; then a frame is a copy, and nothing else.
    try window.run("frames that are copies alone") {
      let before = proxy.traffic
      _ = window.run(for: 0.3)
      let traffic = proxy.traffic - before
      return traffic.count(of: copyArea) > 5 && traffic.requests == traffic.count(of: copyArea)
    }
    banner.speed = 0
    try window.rest(on: server)
    let rest = proxy.traffic
    _ = window.run(for: 0.3)
    #expect((proxy.traffic - rest).requests == 0)
  }
}

extension Point {
  fileprivate static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}
