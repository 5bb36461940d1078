import Base
import TestKit
import Testing

extension OnScreen {
  /// What goes over the wire.
  @Suite("Requests") struct RequestTests {
    private static let text = String(repeating: "Harbour cities agree on a common night-ferry ticket. ", count: 40)

    @Test(
      "A frame takes at most four requests and 200 bytes, and makes no pixmap",
      arguments: [("timer", "47.3"), ("timer", "60"), ("present", "47.3"), ("present", "60")])
    func frames(_ clock: String, _ speed: String) async throws {
      let server = try await XServer(width: 1920, height: 200)
      let proxy = try CountingProxy(for: server)
      let shown = try await Shown(
        ["crawl", Self.text, "--delay-at-start", "0", "--scroll-time", "0", "--scroll-speed", speed, "--clock", clock],
        on: server, proxy: proxy)
      try await shown.expectFrugalFrames(proxy)
    }

    @Test("The strip takes at most three, and 150 bytes, though headlines enter it", arguments: ["timer", "present"])
    func strip(_ clock: String) async throws {
      let server = try await XServer(width: 1920, height: 200)
      let proxy = try CountingProxy(for: server)
      let shown = try await Shown(["--delay-at-start", "0", "--clock", clock], on: server, proxy: proxy)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
      let figures = try await shown.figures(proxy)
      // Faded in the window two requests a frame, in the back buffer three; the rest are headlines that are drawn as they come.
      #expect(figures.requests <= (clock == "timer" ? 3 : 3.5) && figures.bytes <= 200, "\(figures)")
    }

    @Test("At any height, a strip whose speed nobody has set draws its text at one fraction of a pixel")
    func oneFraction() async throws {
      let server = try await XServer(width: 1920, height: 200)
      let shown = try await Shown(["--delay-at-start", "0", "--geometry", "1920x40+0+0"], on: server)
      let line = try await shown.control()
      try await waitUntil("an even speed") {
        let state = try await line.ask("state")["data"]
        let (speed, rate) = (state?["speed"]?.number ?? 0, state?["frames"]?["refresh-rate"]?.number ?? 60)
        return abs(speed - rate) < 0.02
      }
    }

    @Test(
      "Numbers that stand still within a text are drawn once, and cost what text costs", arguments: ["47.3", "60"])
    func values(_ speed: String) async throws {
      let folder = try TemporaryFolder()
      let values = try folder.write("a=1234.50\nb=12.75\n", to: "values")
      let server = try await XServer(width: 1920, height: 200)
      let proxy = try CountingProxy(for: server)
      let shown = try await Shown(
        [
          "crawl", String(repeating: "SYM {a} up {b} ", count: 60), "--values", values, "--delay-at-start", "0",
          "--scroll-time", "0", "--scroll-speed", speed,
        ], on: server, proxy: proxy)
      try await shown.expectFrugalFrames(proxy)
    }

    @Test("The digits of a large counter are drawn once: while all of them roll they are copied, and faded")
    func reels()
      async throws
    {
      let server = try await XServer(width: 1200, height: 300)
      let proxy = try CountingProxy(for: server)
      let shown = try await Shown(
        ["counter", "--command", "date +1%N", "--every", "0.1", "--geometry", "1200x200"], on: server, proxy: proxy)
      _ = try await shown.picture("digits") { $0.inkSum(on: ground) > 1000 }
      let figures = try await shown.figures(proxy)
      #expect(figures.requests > 10 && figures.requests <= 5 * 10, "\(figures)")
    }
  }
}

extension Shown {
  /// Its opcode in the protocol.
  private static let createPixmap = 53

  struct Figures {
    /// A frame.
    var requests: Double
    var bytes: Double
  }

  /// Of the middle one of five rounds of fifty frames that make no pixmap: now and then a tile is drawn on, and one is made for
  /// a phase that was not needed yet, as where a frame was missed on a busy machine. None for a frame: such frames must come.
  fileprivate func figures(_ proxy: CountingProxy) async throws -> Figures {
    let line = try await control()
    _ = try await frames(60, line)
    var figures: [Figures] = []
    try await waitUntil("five times fifty frames without a new pixmap") {
      let before = proxy.traffic
      let count = Double(try await frames(50, line))
      let traffic = proxy.traffic - before
      if traffic.count(of: Self.createPixmap) == 0 {
        figures.append(Figures(requests: Double(traffic.requests) / count, bytes: Double(traffic.bytes) / count))
      }
      return figures.count == 5
    }
    return Figures(requests: figures.map(\.requests).sorted()[2], bytes: figures.map(\.bytes).sorted()[2])
  }

  /// Waits for frames; so many have come.
  private func frames(_ count: Int, _ line: ControlLine) async throws -> Int {
    let start = try await line.frame().shown
    return try await waitFor("\(count) frames") {
      // Not often: to be asked is work, too.
      try await Task.sleep(for: .milliseconds(150))
      let now = try await line.frame().shown - start
      return now >= count ? now : nil
    }
  }

  fileprivate func expectFrugalFrames(_ proxy: CountingProxy) async throws {
    let first = try await picture("text") { $0.inkSum(on: ground) > 1000 }
    let figures = try await figures(proxy)
    #expect(try await picture() != first)
    #expect(figures.requests > 0.8 && figures.requests <= 4 && figures.bytes <= 200, "\(figures)")
  }
}
