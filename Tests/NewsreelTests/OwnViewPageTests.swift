import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// The view of the page on views of one's own.
final class Level: View {
  var value = 0.5 { didSet { setNeedsDisplay() } }

  override func sizeThatFits(_ room: Size) -> Size { Size(width: room.width, height: 24) }

  override func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    canvas.background = Color(rgb: 0x12161C)
    canvas.fill(Rect(x: 0, y: 0, width: value * width, height: height), Color(rgb: 0x2E7D54))
    canvas.draw(Text("\(Int(value * 100)) %"), in: Rect(x: 8, y: 0, width: 60, height: height))
  }

  override func handle(_ event: Event) -> Bool {
    switch event {
    case .pressed(let point, button: 1, _), .dragged(let point, button: 1): glide(to: point.x / frame.width)
    case .scrolled(_, _, let dy): value = min(1, max(0, value - dy / 20))
    default: return false
    }
    return true
  }

  private func glide(to new: Double) {
    let (start, end) = (value, min(1, max(0, new)))
    animate({ [unowned self] in value = start + (end - start) * $0 }, duration: 0.2)
  }
}

/// The hand of the page on views of one's own.
private final class Hand: View {
  var turn = 0.0 { didSet { setNeedsDisplay() } }

  override func draw(in canvas: inout Canvas) { draw(hand: turn, in: &canvas) }

  func draw(hand turn: Double, in canvas: inout Canvas) {
    let angle = 2 * Double.pi * turn
    func turned(_ x: Double, _ y: Double) -> Point {
      Point(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle))
    }
    canvas.layer(at: Point(x: canvas.size.width / 2, y: canvas.size.height / 2)) { hand in
      hand.fill([turned(-4, 10), turned(4, 10), turned(0, -60)], .white)
      hand.fill(Rect(x: -5, y: -5, width: 10, height: 10), .tomato, radius: 5)
    }
  }
}

/// The view with keys of the page on the keyboard.
private final class Steps: View {
  var value = 0

  override var acceptsKeyboard: Bool { true }

  override func handle(_ event: Event) -> Bool {
    guard case .key(let key, let text, let modifiers) = event else { return false }
    switch key {
    case .left: step(by: modifiers.contains(.shift) ? -10 : -1)
    case .right: step(by: modifiers.contains(.shift) ? 10 : 1)
    case .character("0"): step(by: -value)
    default: return text == "+"
    }
    return true
  }

  private func step(by steps: Int) { value += steps }
}

/// The motions of the page on time.
private final class Motions: View {
  override func draw(in canvas: inout Canvas) {
    drawSeconds(in: &canvas)
    drawRun(in: &canvas)
    drawBall(in: &canvas)
  }

  private func drawSeconds(in canvas: inout Canvas) {
    let second = Int(canvas.unixTime) % 60
    canvas.draw(Text("\(second)", hasTabularDigits: true), at: Point(x: 10, y: 30))
    canvas.redraw(after: 1 - canvas.unixTime.truncatingRemainder(dividingBy: 1))
  }

  private func drawRun(in canvas: inout Canvas) {
    let way = (canvas.time * 60).truncatingRemainder(dividingBy: 400)
    canvas.layer(at: Point(x: 200 - way, y: 60), velocity: Point(x: -60, y: 0)) { layer in
      layer.draw(Text("Good evening"), at: .zero)
    }
    canvas.redraw(after: (400 - way) / 60)
  }

  private func drawBall(in canvas: inout Canvas) {
    let height = 40 * abs(sin(3 * canvas.time))
    canvas.layer(at: Point(x: 20, y: 100 - height)) { ball in
      ball.fill(Rect(x: 0, y: 0, width: 12, height: 12), .white, radius: 6)
    }
    canvas.redraw()
  }
}

/// The view of the page on time that slides in.
final class Slide: View {
  private var start = -Seconds.infinity

  func slideIn() {
    start = now
    setNeedsDisplay()
  }

  override func frame(at time: Seconds) -> Motion {
    let share = Curve.easeOut.progress(at: (time - start) / 0.5)
    if share == 1 { return .rests(at: frame) }
    return .moves(through: frame.offsetBy(dx: (share - 1) * frame.maxX, dy: 0))
  }
}

/// What the pages on views of one's own and on time say is so: their code runs here, line for line.
@Suite("The pages on own views and on time", .serialized, .tags(.x11)) struct OwnViewPageTests {
  @Test("The page's view is drawn, used and tested as it says") func ownViews() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let level = Level()
    let harness = try ViewHarness(level, size: Size(width: 200, height: 24))
    harness.click(Point(x: 150, y: 12))
    harness.advance(by: 0.1)
    #expect(level.value > 0.5 && level.value < 0.75)
    harness.advance(by: 1)
    #expect(level.value == 0.75 && harness.nextChange == .infinity)

    let temporary = try TemporaryFolder()
    let folder = temporary.path
    let picture = try Window.render(Level(), size: Size(width: 200, height: 24))
    #expect(picture[50, 20] == Color(rgb: 0x2E7D54) && picture[150, 20] == Color(rgb: 0x12161C))
    try picture.writePNG(to: folder + "/level.png")
    harness.scroll(at: Point(x: 5, y: 5), dy: 5)
    harness.advance(by: 1)
    #expect(abs(level.value - 0.5) < 1e-9)
  }

  @Test("The page's hand turns, around its middle") func hand() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let hand = Hand()
    let harness = try ViewHarness(hand, size: Size(width: 160, height: 160), background: .black)
    for (turn, x, y) in [(0.0, 80, 40), (0.25, 120, 80), (0.5, 80, 120), (0.75, 40, 80), (0.125, 94, 66)] {
      hand.turn = turn
      let picture = try harness.picture()
      let colors = [picture[x, y], picture[80, 80], picture[160 - x, 160 - y]].compactMap { $0?.text }
      #expect(colors == [Color.white, .tomato, .black].map(\.text), "\(turn)")
    }
  }

  @Test("The keys of the page on the keyboard do what it says") func keys() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let steps = Steps()
    let harness = try ViewHarness(steps, size: Size(width: 100, height: 20))
    harness.press(.right)
    harness.press(.right, .shift)
    #expect(steps.value == 11)
    harness.press(.left)
    #expect(steps.value == 10)
    harness.press(.character("0"))
    #expect(steps.value == 0)
  }

  @Test("The page's motions move as it says") func time() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let motions = Motions()
    let harness = try ViewHarness(motions, size: Size(width: 200, height: 120), background: .black)
    var pictures: [Picture] = []
    for _ in 0..<4 {
      harness.advance(by: 1)
      pictures.append(try harness.picture())
    }
    #expect(Set(pictures.map(\.pixels)).count == 4)
    // At three times pi the ball is down again, where it was at the start.
    harness.advance(to: 3 * Double.pi)
    #expect(try harness.picture()[26, 106] == .white)
    let badge = BadgeView("x")
    let frame = try ViewHarness(badge, size: Size(width: 60, height: 60))
    badge.animate({ badge.border.width = 8 * $0 }, duration: 0.4)
    frame.advance(by: 1)
    #expect(badge.border.width == 8 && frame.nextChange == .infinity)
  }

  @Test("The page's view slides in, to where the layout has it by then, and rests") func slide() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let slide = Slide()
    slide.addSubview(BadgeView("In"))
    (slide.width, slide.height) = (60, 30)
    slide.place(.inTopRight)
    let harness = try ViewHarness(View([slide]), size: Size(width: 200, height: 60), background: .black)
    let rest = try harness.picture()
    #expect(harness.nextChange == .infinity)
    slide.slideIn()
    #expect(try harness.picture().count(of: .black) == 12_000)
    harness.advance(by: 0.25)
    #expect(slide.frame(at: slide.now).frame.minX == 90 && slide.frame.minX == 140)
    #expect(try harness.picture() != rest)
    slide.place(.inTopLeft)
    harness.advance(by: 1)
    #expect(harness.nextChange == .infinity && slide.frame(at: slide.now).frame == slide.frame && slide.frame.minX == 0)
  }
}
