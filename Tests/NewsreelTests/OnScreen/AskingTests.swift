import Render
import Scene
import ScrollCore
import TestKit
import TestTags
import Testing
import X11

@testable import App
@testable import Windows

extension OnScreen {
  /// When views are asked what they show.
  @Suite("Asking views", .tags(.x11)) struct AskingTests {
    /// Notes when a view is asked.
    private final class Asked: SceneView {
      let view: CrawlScene
      var times: [Seconds] = []
      var (below, above): ([Layer], [Layer]) = ([], [])

      init(_ view: CrawlScene) { self.view = view }

      func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
        view.layout(in: frame, pass)
      }

      func draw(into frame: inout Frame, at t: Seconds) {
        times.append(t)
        for layer in below { frame.add(layer) }
        view.draw(into: &frame, at: t)
        for layer in above { frame.add(layer) }
      }
    }

    /// A text in a window, whose frames are asked for by hand.
    private final class Stage {
      let server: XServer
      let window: XWindow
      let typesetter: PangoTypesetter
      let (view, context): (Asked, ViewContext)
      let frames: FrameDriver

      init(speed: Double) async throws {
        server = try await XServer(width: 640, height: 100)
        let display = try Display(name: server.display)
        window = XWindow(display, frame: Rect(origin: .zero, size: AskingTests.size), style: .init())
        typesetter = PangoTypesetter(display)
        (view, context) = (Asked(AskingTests.crawl(speed: speed)), ViewContext())
        frames = FrameDriver(
          FrameTarget(view, in: window, context, typesetter: typesetter, background: .black, scale: 1))
        window.show()
        frames.handle(.mapped, now: 0)
      }

      /// How many frames had been shown before the present step.
      private var count = 0
      /// Whether the frame of the present step has been shown.
      var hasShownFrame: Bool { frames.report.shown > count }

      /// A step of the window. Returns the time of the next one.
      func step(now: Seconds) -> Seconds {
        count = frames.report.shown
        return max(now, frames.step(now: now, hasNews: false).due)
      }

      /// What the window shows.
      func glass() throws -> Screenshot {
        window.display.sync()
        return try server.screenshot().cropped(x: 0, y: 0, width: 640, height: 40)
      }
    }

    private static let size = Size(width: 640, height: 40)

    private static func crawl(speed: Double) -> CrawlScene {
      var style = CrawlStyle()
      (style.crawl.scrollTime, style.crawl.scrollSpeed, style.crawl.delayAtStart) = (0, speed, 0)
      style.text = (0..<1000).map { "Headline \($0)" }.joined(separator: ", ")
      let crawl = CrawlScene(style)
      crawl.start(at: 0)
      return crawl
    }

    @Test(
      "While text only runs on its view is asked after frames and not before, and the glass is the same",
      arguments: [90, 143.9, 240])
    func askedAhead(speed: Double) async throws {
      let stage = try await Stage(speed: speed)
      let (frames, view) = (stage.frames, stage.view)
      var askedBefore: [Seconds] = []
      frames.beforeFrame = { [unowned stage] in if !stage.hasShownFrame { askedBefore.append($0) } }
      let (other, truth) = (Compositor(stage.window, typesetter: stage.typesetter), Self.crawl(speed: speed))
      truth.layout(in: Rect(origin: .zero, size: Self.size), with: stage.typesetter)
      var now = 0.0
      for number in 1...600 {
        now = stage.step(now: now)
        guard number % 25 == 0 else { continue }
        let glass = try stage.glass()
        var frame = Frame(size: Self.size, background: .black)
        truth.draw(into: &frame, at: frames.shownTime)
        let shot = other.snapshot(frame)
        let wanted = try #require(shot)
        #expect(glass.pixels == wanted.pixels.map { $0 & 0xff_ffff }, "frame \(number)")
      }
      // The first frame, and one that text came into.
      #expect(frames.report.shown >= 590 && askedBefore.count <= 5, "\(askedBefore)")
      #expect((45...70).contains(view.times.count), "\(view.times.count)")
    }

    @Test(
      "What has changed when a view is asked after a frame is shown by the next", arguments: [false, true], [1, 2])
    func changedBetween(isBelow: Bool, count: Int) async throws {
      let stage = try await Stage(speed: 90)
      let (frames, view) = (stage.frames, stage.view)
      let signs = (0..<count).map {
        Layer(
          Content(background: .white), clip: Rect(x: 600 + Double($0) * 20, y: 0, width: 20, height: 40), origin: .zero)
      }
      // As a handler does that is called because of the time.
      frames.beforeFrame = { [unowned stage] time in
        guard view.below.isEmpty, view.above.isEmpty, time > 3, stage.hasShownFrame else { return }
        if isBelow { view.below = signs } else { view.above = signs }
        stage.context.setNeedsLayout()
      }
      func isSignShown() throws -> Bool { try stage.glass()[638 - 20 * (2 - count), 20] == 0xff_ffff }
      var now = 0.0
      while view.below.isEmpty, view.above.isEmpty, now < 10 { now = stage.step(now: now) }
      #expect(now < 4)
      #expect(try !isSignShown())
      now = stage.step(now: now)
      #expect(try isSignShown() == !isBelow)
      for _ in 0..<100 { now = stage.step(now: now) }
      #expect(try isSignShown() == !isBelow)
      #expect(stage.window.display.takeErrors().isEmpty)
    }
  }
}
