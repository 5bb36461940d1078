import Glibc
import NewsreelSources
import NewsreelTesting
import TestKit
import TestTags
import Testing

import struct Scene.AccessibleNode

@testable import Newsreel
@testable import OwnViewsExample

/// Views that say where they stand at a time: `frame(at:)`.
@Suite("Views on their way", .serialized, .tags(.x11)) struct OwnMotionTests {
  /// Moves as the test says, and notes what it is asked.
  private final class Mover: View {
    var motion: (View, Seconds) -> Motion = { view, _ in .rests(at: view.frame) }
    var drawing: (inout Canvas) -> Void = { $0.background = .red }
    var events: [Event] = []
    var sizes: [Size] = []
    var drawn = 0
    var asked: [Seconds] = []

    init(width: Double, height: Double, _ subviews: [View] = []) {
      super.init(subviews)
      (self.width, self.height) = (width, height)
    }

    override func frame(at time: Seconds) -> Motion {
      asked.append(time)
      return motion(self, time)
    }
    override func layout(in size: Size) { sizes.append(size) }
    override func draw(in canvas: inout Canvas) {
      drawn += 1
      drawing(&canvas)
    }
    override var accessibilityLabel: String? { "A mover" }
    override func handle(_ event: Event) -> Bool {
      events.append(event)
      return true
    }

    /// Goes to the right at 30 pixels a second for two seconds.
    func goRight(from start: Seconds = 0) {
      motion = { view, time in
        let place = view.frame.offsetBy(dx: 30 * min(2, max(0, time - start)), dy: 0)
        return time < start
          ? .rests(at: place, until: start) : time < start + 2 ? .moves(through: place) : .rests(at: place)
      }
      setNeedsDisplay()
    }
  }

  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body(server)
  }

  /// The columns of a row that are red.
  private func red(_ picture: Picture, row: Int = 10) -> [Int] {
    (0..<picture.width).filter { picture[$0, row] == .red }
  }

  @Test("It stands where its function of time says, is drawn once for that, and rests at no cost") func places()
    async throws
  {
    try await onServer { _ in
      let mover = Mover(width: 20, height: 20)
      let harness = try ViewHarness(View([mover]), size: Size(width: 200, height: 40), background: .black)
      mover.goRight(from: 1)
      let drawn = mover.drawn
      let before = harness.pictureCount
      harness.advance(to: 0.9)
      #expect(harness.pictureCount <= before + 1 && harness.nextChange == 1)
      for seconds in [1.2, 2, 2.4, 3, 9] {
        harness.advance(to: seconds)
        let x = Int((30 * min(2, seconds - 1)).rounded())
        #expect(try red(harness.picture()) == Array(x..<x + 20), "\(seconds)")
        #expect(mover.frame(at: seconds).frame == Rect(x: 30 * min(2, seconds - 1), y: 0, width: 20, height: 20))
      }
      #expect(mover.frame == Rect(x: 0, y: 0, width: 20, height: 20))
      #expect(harness.nextChange == .infinity)
      let count = harness.pictureCount
      #expect(count > 100 && count < 140 && mover.drawn <= drawn + 3, "\(mover.drawn - drawn)")
      harness.advance(by: 3600)
      #expect(harness.pictureCount == count)
    }
  }

  @Test(
    "Between two pixels its edges cover both in part; on whole ones it looks as if it lay there")
  func fractions() async throws {
    try await onServer { _ in
      let mover = Mover(width: 20, height: 20)
      let harness = try ViewHarness(View([mover]), size: Size(width: 60, height: 60), background: .black)
      mover.motion = { view, _ in .moves(through: view.frame.offsetBy(dx: 10.25, dy: 20.5)) }
      mover.setNeedsDisplay()
      harness.advance(by: 0.1)
      let picture = try harness.picture()
      func light(_ x: Int, _ y: Int) -> Int { Int(picture[x, y]?.red ?? 0) }
      #expect(picture[11, 21] == .red && picture[29, 39] == .red && light(9, 25) == 0 && light(31, 25) == 0)
      #expect((180...200).contains(light(10, 25)) && (55...75).contains(light(30, 25)))
      #expect((120...135).contains(light(20, 20)) && (120...135).contains(light(20, 40)))
      #expect((90...100).contains(light(10, 20)) && light(20, 19) == 0 && light(20, 41) == 0)

      // A text, its badge's border, a run of sprites: moved by whole pixels they are what they are there.
      func scene(_ dx: Double, laidOutAt x: Double) throws -> Picture {
        let badge = BadgeView("Moved")
        (badge.border, badge.style.background) = (Border(width: 2, color: .white, radius: 6), "#225588")
        let view = Mover(width: 90, height: 40, [badge])
        view.drawing = { canvas in
          canvas.sprites(at: [Point(x: 70.5, y: 3), Point(x: 80, y: 30)]) {
            $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), .red)
          }
          canvas.draw(Text("Text", size: 12), at: Point(x: 5, y: 36))
        }
        view.motion = { view, _ in .rests(at: view.frame.offsetBy(dx: dx, dy: dx)) }
        view.place(.inTopLeft, dx: x, dy: x)
        return try Window.render(View([view]), size: Size(width: 160, height: 80), background: .black)
      }
      #expect(try scene(17, laidOutAt: 3) == scene(0, laidOutAt: 20))
      #expect(try scene(17, laidOutAt: 3) != scene(0, laidOutAt: 21))
    }
  }

  @Test("The pointer and screen readers find it, and what is in it, where it stands") func hits() async throws {
    try await onServer { _ in
      let badge = BadgeView("In it")
      var clicks = 0
      badge.onClick = { clicks += 1 }
      badge.place(.inTopLeft, dx: 5, dy: 5)
      let mover = Mover(width: 80, height: 60, [badge])
      let harness = try ViewHarness(View([mover]), size: Size(width: 300, height: 80))
      mover.goRight()
      harness.advance(to: 2)
      harness.click(Point(x: 10, y: 50))
      #expect(mover.events.isEmpty)
      harness.click(Point(x: 65, y: 50))
      #expect(mover.events.contains(.pressed(Point(x: 5, y: 50), button: 1, [])))
      harness.click(Point(x: 10, y: 10))
      #expect(clicks == 0)
      harness.click(Point(x: 70, y: 10))
      #expect(clicks == 1)
      func box(_ view: View) -> Rect? { view.hosted.accessibleNode(at: 2)?.place }
      #expect(box(mover) == Rect(x: 60, y: 0, width: 80, height: 60))
      #expect(box(badge)?.origin == Point(x: 65, y: 5))
      mover.motion = { view, _ in .rests(at: view.frame.offsetBy(dx: 260, dy: 0)) }
      mover.setNeedsDisplay()
      harness.advance(by: 0.1)
      #expect(box(mover) == Rect(x: 260, y: 0, width: 40, height: 60))
      mover.motion = { view, _ in .rests(at: view.frame.offsetBy(dx: 400, dy: 0)) }
      mover.setNeedsDisplay()
      harness.advance(by: 0.1)
      #expect(box(mover) == nil && box(badge) == nil)
    }
  }

  @Test("What is outside of its superview is cut off, and all of it is there when it has come in") func cut()
    async throws
  {
    try await onServer { _ in
      let mover = Mover(width: 40, height: 20)
      mover.place(.inTopLeft, dx: -30)
      let group = View([mover])
      (group.width, group.height) = (100, 20)
      group.place(.inTopLeft, dx: 50)
      let harness = try ViewHarness(View([group]), size: Size(width: 200, height: 20), background: .black)
      func columns(after dx: Double) throws -> [Int] {
        mover.motion = { view, _ in .rests(at: view.frame.offsetBy(dx: dx, dy: 0)) }
        mover.setNeedsDisplay()
        harness.advance(by: 0.1)
        return try red(harness.picture())
      }
      #expect(try columns(after: 0) == Array(50..<60))
      #expect(try columns(after: 40) == Array(60..<100))
      #expect(try columns(after: 120) == Array(140..<150))
      #expect(try columns(after: 300) == [])
      #expect(try columns(after: -20) == [])
      #expect(try columns(after: 0) == Array(50..<60))
    }
  }

  @Test("It follows its layout on its way, and nothing is due for it once it is hidden or taken out") func layout()
    async throws
  {
    try await onServer { _ in
      let (before, mover) = (Mover(width: 50, height: 20), Mover(width: 20, height: 20))
      before.drawing = { $0.background = .white }
      let harness = try ViewHarness(
        StackView(.horizontal, [before, mover]), size: Size(width: 300, height: 20), background: .black)
      mover.motion = { .moves(through: $0.frame.offsetBy(dx: 10 * $1, dy: 0)) }
      mover.setNeedsDisplay()
      harness.advance(to: 1)
      #expect(try red(harness.picture()) == Array(60..<80))
      before.width = 100
      #expect(try red(harness.picture()) == Array(110..<130))
      mover.isHidden = true
      harness.advance(by: 1)
      #expect(try red(harness.picture()) == [] && harness.nextChange == .infinity)
      mover.isHidden = false
      harness.advance(to: 3)
      #expect(try red(harness.picture()) == Array(130..<150))
      mover.removeFromSuperview()
      harness.advance(by: 1)
      #expect(try red(harness.picture()) == [] && harness.nextChange == .infinity)
      harness.click(Point(x: 140, y: 10))
      #expect(!mover.events.contains { if case .pressed = $0 { true } else { false } })
    }
  }

  @Test("In another size it is laid out again; the view that fills a window can move in it") func size() async throws {
    try await onServer { _ in
      let mover = Mover(width: 20, height: 20)
      let harness = try ViewHarness(mover, size: Size(width: 100, height: 20), background: .black)
      mover.motion = { view, time in
        let place = Rect(origin: Point(x: 40, y: 0), size: Size(width: 20 + 10 * min(4, time), height: 20))
        return time < 4 ? .moves(through: place) : .rests(at: place)
      }
      mover.setNeedsDisplay()
      harness.advance(to: 1)
      #expect(try red(harness.picture()) == Array(40..<70) && mover.sizes.last == Size(width: 30, height: 20))
      harness.advance(to: 10)
      #expect(try red(harness.picture()) == Array(40..<100))
      #expect(mover.sizes.last == Size(width: 60, height: 20) && harness.nextChange == .infinity)
      for wrong in [Rect(x: .nan, y: 0, width: 5, height: 5), Rect(x: 0, y: 0, width: .nan, height: 1)] {
        mover.motion = { _, _ in .rests(at: wrong, until: .nan) }
        mover.setNeedsDisplay()
        harness.advance(by: 0.1)
        #expect(try red(harness.picture()) == Array(0..<100) && harness.nextChange == .infinity)
      }
    }
  }

  @Test("What runs steadily in it runs on, and is moved without being asked where the view rests again")
  func content() async throws {
    try await onServer { _ in
      let run = Mover(width: 200, height: 30)
      run.drawing = { canvas in
        let way = (canvas.time * 20).truncatingRemainder(dividingBy: 600)
        canvas.layer(at: Point(x: 100 - way, y: 20), velocity: Point(x: -20, y: 0)) { layer in
          layer.background = "#225588"
          for x in 0..<12 { layer.draw(Text("Text \(x)"), at: Point(x: 100 * Double(x), y: 0)) }
        }
      }
      let mover = Mover(width: 200, height: 30, [run])
      let harness = try ViewHarness(View([mover]), size: Size(width: 300, height: 80))
      func text() throws -> Picture {
        harness.advance(by: 0.5)
        return try harness.picture()
      }
      let first = try text()
      let asked = harness.drawingCount
      let (second, start) = (try text(), mover.now)
      #expect(harness.drawingCount < asked + 10)
      mover.motion = { .moves(through: $0.frame.offsetBy(dx: 5 * ($1 - start), dy: 5 * ($1 - start))) }
      mover.setNeedsDisplay()
      let pictures = try [first, second, text(), text()]
      #expect(Set(pictures.map(\.pixels)).count == 4)
      mover.motion = { view, _ in .rests(at: view.frame.offsetBy(dx: 20, dy: 40)) }
      mover.setNeedsDisplay()
      let before = try text()
      let drawn = harness.drawingCount
      #expect(try text() != before && harness.drawingCount < drawn + 10, "\(harness.drawingCount - drawn)")
    }
  }

  @Test("In a window it goes its way; nothing is sent while it rests")
  func wire() async throws {
    let server = try await XServer(width: 800, height: 200)
    defer { server.end() }
    let proxy = try CountingProxy(for: server)
    setenv("DISPLAY", proxy.display, 1)
    let mover = Mover(width: 20, height: 20)
    let window = try Window(View([mover]), width: 300, height: 40, at: .inTopLeft)
    try window.rest(on: server)
    let (start, drawn) = (mover.now, mover.drawn)
    mover.asked = []
    mover.goRight(from: start)
    try window.run("the end of the way") { mover.asked.contains { $0 > start + 2 } }
    try window.rest(on: server)
    #expect(Set(mover.asked).count > 20 && mover.drawn <= drawn + 3)
    #expect(try server.screenshot().cropped(x: 60, y: 0, width: 20, height: 20).count(of: 0xff0000) == 400)
    let (rest, asked) = (proxy.traffic, mover.asked.count)
    _ = window.run(for: 0.3)
    #expect((proxy.traffic - rest).requests == 0 && mover.asked.count < asked + 4)
    // Another size of the window, while it moves to its right end.
    mover.place(.inRight)
    mover.motion = { view, _ in .moves(through: view.frame.offsetBy(dx: -30, dy: 0)) }
    try window.place(.inTopLeft, width: 200, height: 40)
    try window.run("its place in the other window") {
      try server.screenshot().cropped(x: 150, y: 0, width: 20, height: 40).count(of: 0xff0000) == 400
    }
  }

  @Test("The example's badge falls, bounces and lies still") func drop() async throws {
    try await onServer { _ in
      let drop = Drop("News")
      drop.place(.inBottom)
      let harness = try ViewHarness(View([drop]), size: Size(width: 200, height: 120), background: .black)
      let rest = try harness.picture()
      #expect(harness.nextChange == .infinity)
      drop.fall()
      #expect(try harness.picture().count(of: .black) == 24_000)
      var heights: [Double] = []
      for _ in 0..<60 {
        harness.advance(by: 0.03)
        heights.append(drop.frame.minY - drop.frame(at: drop.now).frame.minY)
      }
      #expect(heights.allSatisfy { $0 >= 0 } && heights[0] > 100)
      let bounce = heights[14..<26].max() ?? 0
      #expect(bounce > 25 && bounce <= 30.1)
      #expect(try harness.picture() == rest && harness.nextChange == .infinity)
    }
  }
}
