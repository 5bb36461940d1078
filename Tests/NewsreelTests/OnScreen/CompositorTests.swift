import TestKit
import Testing

extension OnScreen {
  /// A real compositing manager, with the window over another one: its corners and what it lets through.
  @Suite("Compositors") struct CompositorTests {
    private static let (paper, ring): (UInt32, UInt32) = (0x20A040, 0xFF0000)
    private static let window = ["crawl", " ", "--geometry", "200x60+50+50"]
    private static let round = ["--corner-radius", "16", "--border-width", "4", "--border-color", "#ff0000"]

    /// One behind the other: what is seen through the upper one is a plain green.
    private func show(_ arguments: [String], on server: XServer) async throws -> (Shown, Shown) {
      let back = try await Shown(
        ["crawl", " ", "--geometry", "300x160+0+0", "--background", "#20a040", "--name", "back"], on: server)
      return (back, try await Shown(Self.window + arguments, on: server))
    }

    private func depth(of window: String, on server: XServer) async throws -> String {
      let lines = try await server.run("xwininfo", ["-id", window]).output.split(separator: "\n")
      return lines.first { $0.contains("Depth:") }?.split(separator: " ").last.map(String.init) ?? ""
    }

    @Test("Round corners are mixtures with what is behind under a compositor, and steps without one")
    func corners() async throws {
      let server = try await XServer(width: 320, height: 200)
      let (back, shown) = try await show(Self.round + ["--background", "#0000ff"], on: server)
      #expect(try await depth(of: shown.window, on: server) == "32")
      let cut = try await shown.picture("a cut window") { $0[0, 0] == Self.paper && $0[100, 1] == Self.ring }
      #expect(Set(corner(of: cut)) == [Self.paper, Self.ring])

      let compositor = try server.startCompositor()
      let smooth = try await shown.picture("smooth corners", where: isSmooth)
      // It goes, as in a crash: the corners are cut again. It comes back.
      compositor.end()
      let again = try await shown.picture("a cut window again") { $0 == cut }
      #expect(again == cut)
      let second = try server.startCompositor()
      _ = try await shown.picture("the same smooth corners") { $0 == smooth }
      // The border goes on at the same place, whoever draws the corners.
      #expect(smooth[100, 3] == cut[100, 3] && smooth[100, 4] == cut[100, 4])
      #expect(shown.child.errors.isEmpty && back.child.isRunning && second.isRunning)
    }

    @Test("What is cut off takes no clicks, with a compositor and without", arguments: [false, true])
    func clicks(_ isComposited: Bool) async throws {
      let server = try await XServer(width: 320, height: 200)
      let compositor = isComposited ? try server.startCompositor() : nil
      let (back, shown) = try await show(Self.round + ["--background", "#0000ff"], on: server)
      _ = try await shown.picture("round corners") { $0[100, 1] == Self.ring && (!isComposited || isSmooth($0)) }
      for (x, y, window) in [(51, 51, back), (249, 108, back), (56, 56, shown), (150, 51, shown), (150, 80, shown)] {
        try await server.xdotool("mousemove", "\(x)", "\(y)")
        let place = try await server.run("xdotool", ["getmouselocation"]).output
        #expect(place.contains("window:\(window.window)"), "\(place)")
      }
      #expect(compositor?.isRunning != false)
    }

    @Test("With a compositor there from the start it is the same")
    func fromTheStart() async throws {
      let server = try await XServer(width: 320, height: 200)
      let compositor = try server.startCompositor()
      let (back, shown) = try await show(Self.round + ["--background", "#0000ff"], on: server)
      _ = try await shown.picture("smooth corners", where: isSmooth)
      #expect(compositor.isRunning && back.child.isRunning)
    }

    @Test("A background's alpha is as dense as it says, once, and solid without a compositor")
    func opacity() async throws {
      let server = try await XServer(width: 320, height: 200)
      let (back, shown) = try await show(["--background", "#ff000080", "--edge-fade", "40"], on: server)
      _ = try await shown.picture("a solid background") { picture in picture.pixels.allSatisfy { $0 == 0xFF0000 } }
      let compositor = try server.startCompositor()
      // 128/255 of red over the green.
      _ = try await shown.picture("half a background") { picture in
        picture.pixels.allSatisfy { isNear($0, 0x905020) }
      }
      compositor.end()
      _ = try await shown.picture("a solid background again") { picture in
        picture.pixels.allSatisfy { $0 == 0xFF0000 }
      }
      #expect(back.child.isRunning)
    }

    @Test("The window's opacity is that of its background; without a compositor it is solid") func windowOpacity()
      async throws
    {
      let server = try await XServer(width: 320, height: 200)
      var compositor = try server.startCompositor()
      let (back, shown) = try await show(["--background", "#ff0000", "--opacity", "0.5"], on: server)
      for _ in 0..<2 {
        _ = try await shown.picture("half a background") { $0.pixels.allSatisfy { isNear($0, 0x905020) } }
        compositor.end()
        _ = try await shown.picture("a solid background") { $0.pixels.allSatisfy { $0 == 0xFF0000 } }
        compositor = try server.startCompositor()
      }
      #expect(back.child.isRunning && shown.child.errors.isEmpty && compositor.isRunning)
    }

    @Test("A window that needs no alpha has none") func opaque() async throws {
      let server = try await XServer(width: 320, height: 200)
      let compositor = try server.startCompositor()
      let (back, shown) = try await show([], on: server)
      #expect(try await depth(of: shown.window, on: server) == "24" && compositor.isRunning && back.child.isRunning)
    }

    // MARK: - Help

    private func corner(of picture: Screenshot) -> [UInt32] {
      (0..<12).flatMap { y in (0..<12 - y).map { picture[$0, y] } }
    }

    /// Each pixel of the corner is as much of the ring as a circle covers of it.
    private func isSmooth(_ picture: Screenshot) -> Bool {
      (0..<12).allSatisfy { y in
        (0..<12 - y).allSatisfy { x in
          let share = (0..<64).count { i in
            let (dx, dy) = (16 - Double(x) - (Double(i % 8) + 0.5) / 8, 16 - Double(y) - (Double(i / 8) + 0.5) / 8)
            return dx * dx + dy * dy <= 256
          }
          return isNear(picture[x, y], mixed(Double(share) / 64))
        }
      }
    }

    private func mixed(_ share: Double) -> UInt32 {
      func channel(_ shift: UInt32) -> UInt32 {
        let (a, b) = (Double(Self.paper >> shift & 255), Double(Self.ring >> shift & 255))
        return UInt32((a + (b - a) * share).rounded()) << shift
      }
      return channel(16) | channel(8) | channel(0)
    }

    private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
      [16, 8, 0].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 8 }
    }
  }
}
