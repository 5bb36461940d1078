import CX11
import Scene
import ScrollCore
import TestKit
import Testing

@testable import Render
@testable import X11

extension OnServer {
  /// How many requests things take, counted as they are made.
  @Suite("Requests made") struct FrugalFrameTests {
    private func headlines(_ typesetter: PangoTypesetter) -> Content {
      .headlines(8, every: 180, on: Color(rgb: 0x101820), typesetter)
    }

    @Test("What fades at its ends takes two requests a frame, and looks as if it had been put together")
    func fadingEnds() async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 30, y: 20, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let (compositor, other) = (
        Compositor(window, typesetter: typesetter), Compositor(window, typesetter: typesetter)
      )
      let (crawl, side) = (headlines(typesetter), Content(background: Color(rgb: 0x204060)))
      try await window.showAndWait()
      for step in 0..<12 {
        var frame = Frame(size: Size(width: 640, height: 40), background: .black)
        frame.add(Layer(side, clip: Rect(x: 0, y: 0, width: 90, height: 40), origin: .zero))
        frame.add(
          Layer(
            crawl, clip: Rect(x: 90, y: 1, width: 501, height: 39), origin: Point(x: 90 - Double(step), y: 0),
            fade: Fade(28, of: .white, into: Color(rgb: 0x101820)), speed: 60))
        let before = XNextRequest(display.raw)
        compositor.show(frame, at: .now)
        // The first frames draw tiles and make what lies over the ends.
        if step > 1 { #expect(XNextRequest(display.raw) - before == 2, "step \(step)") }
        while compositor.prefetch() {}
        display.sync()
        let glass = try server.screenshot().cropped(x: 30, y: 20, width: 640, height: 40)
        let shot = other.snapshot(frame)
        let wanted = try #require(shot)
        #expect(glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }, "step \(step)")
      }
      #expect(display.takeErrors().isEmpty)
    }

    @Test(
      "What runs on steadily is drawn ahead, whichever way: a frame only copies it, and fades its ends",
      arguments: [(-143.9, 0.0), (143.9, 0), (-47.3, 0), (-60, 28), (90.1, 28)])
    func drawnAhead(velocity: Double, fade: Double) async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let (compositor, other) = (
        Compositor(window, typesetter: typesetter), Compositor(window, typesetter: typesetter)
      )
      let content = Content.headlines(100, every: 180, on: Color(rgb: 0x101820), typesetter)
      try await window.showAndWait()
      var frame = Frame(size: Size(width: 640, height: 40), background: .black)
      var most = 0
      for number in 0..<1000 {
        let second = Double(number % 12) / 60
        if number % 12 == 0 {
          frame = Frame(size: frame.size, background: .black)
          let x = (velocity < 0 ? 0 : -17000) + velocity * Double(number) / 60
          frame.add(
            Layer(
              content, clip: Rect(origin: .zero, size: frame.size), origin: Point(x: x, y: 0),
              fade: Fade(fade, of: .white, into: Color(rgb: 0x101820)), speed: abs(velocity), velocity: velocity))
        } else {
          frame.run(on: second)
        }
        let before = XNextRequest(display.raw)
        compositor.show(frame, at: .now)
        // By then every phase has a tile.
        if number > 120 { most = max(most, Int(XNextRequest(display.raw) - before)) }
        _ = compositor.prefetch()
        guard number % 37 == 0 else { continue }
        display.sync()
        let glass = try server.screenshot().cropped(x: 0, y: 0, width: 640, height: 40)
        let shot = other.snapshot(frame)
        let wanted = try #require(shot)
        let isSame = glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }
        #expect(isSame, "frame \(number)")
        if !isSame { return }
      }
      #expect(most <= (fade > 0 ? 2 : 1), "\(most) requests in a frame")
      #expect(display.takeErrors().isEmpty)
    }

    @Test("Rows that are blank from end to end are copied once, and not with every frame of a run")
    func blankRows() async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 640, height: 60), style: .init())
      let typesetter = PangoTypesetter(display)
      let compositor = Compositor(window, typesetter: typesetter)
      let content = headlines(typesetter)
      try await window.showAndWait()
      var frame = Frame(size: Size(width: 640, height: 60), background: .black)
      frame.add(
        Layer(content, clip: Rect(origin: .zero, size: frame.size), origin: .zero, speed: 60, velocity: -60))
      compositor.show(frame, at: .now)
      // A mark that only a copy of these rows would take away.
      let context = display.context(depth: window.format.depth, for: window.id)
      XSetForeground(display.raw, context, 0xff00ff)
      for y in [0, 59] { XFillRectangle(display.raw, window.id, context, 100, Int32(y), 50, 1) }
      for second in [0.1, 0.15] {
        frame.run(on: second)
        compositor.show(frame, at: .now)
      }
      display.sync()
      let run = try server.screenshot().cropped(x: 0, y: 0, width: 640, height: 60)
      #expect([120, 59 * 640 + 120].allSatisfy { run.pixels[$0] == 0xff00ff })
      let shot = compositor.snapshot(frame)
      let wanted = try #require(shot).pixels.map { $0 & 0xff_ffff }
      #expect(run.pixels[640..<59 * 640].elementsEqual(wanted[640..<59 * 640]))
      // The next picture of the view brings all of it.
      frame = Frame(size: frame.size, background: .black)
      frame.add(
        Layer(
          content, clip: Rect(origin: .zero, size: frame.size), origin: Point(x: -12, y: 0), speed: 60, velocity: -60))
      compositor.show(frame, at: .now)
      display.sync()
      #expect(try server.screenshot().cropped(x: 100, y: 0, width: 50, height: 1).pixels.allSatisfy { $0 == 0x101820 })
      #expect(display.takeErrors().isEmpty)
    }

    @Test("What fades into a see-through colour fades at both ends alike, whichever part is put together")
    func partsOfFadingEnds() async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 640, height: 40), style: .init())
      let typesetter = PangoTypesetter(display)
      let (crawl, compositor) = (headlines(typesetter), Compositor(window, typesetter: typesetter))
      let all = Rect(x: 0, y: 0, width: 640, height: 40)
      for color in [Color(rgb: 0x101820), Color(red: 16, green: 24, blue: 32, alpha: 128)] {
        func picture(of part: Rect) throws -> Snapshot {
          var frame = Frame(size: all.size, background: .clear)
          frame.add(Layer(crawl, clip: part, origin: .zero, fade: Fade(28, of: .white, into: color, bounds: all)))
          let shot = compositor.snapshot(frame)
          return try #require(shot)
        }
        let whole = try picture(of: all)
        for left in stride(from: 0, to: 640, by: 40) {
          let part = try picture(of: Rect(x: Double(left), y: 0, width: 40, height: 40))
          for i in 0..<40 * 640 where (left..<left + 40).contains(i % 640) && part.pixels[i] != whole.pixels[i] {
            Issue.record("another pixel at \(i % 640), \(i / 640)")
            return
          }
        }
      }
      #expect(display.takeErrors().isEmpty)
    }

    @Test("Text that is measured is not drawn on the server")
    func measuring() async throws {
      let server = try await XServer(width: 800, height: 100)
      defer { server.end() }
      let display = try Display(name: server.display)
      let typesetter = PangoTypesetter(display)
      func measure(_ texts: [String]) {
        for size in [11.0, 18, 512] {
          for text in texts {
            let run = TextRun(text, font: FontSpec(size: size, weight: 700), color: .white)
            #expect(typesetter.width(of: run) > 0 && typesetter.metrics(of: run.font).capHeight > 0)
          }
        }
      }
      // A font's blank has no pixels to keep from it.
      measure(["a b", "ا ب", "新 彗"])
      let before = XNextRequest(display.raw)
      measure(["Harbour cities agree on a night ferry", "استقرار أسعار القمح", "山区小学自制望远镜拍到新彗星"])
      #expect(XNextRequest(display.raw) == before)
    }
  }
}
