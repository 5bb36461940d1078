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
    #expect(badge.border.borderWidth == 8 && frame.nextChange == .infinity)
  }
}
