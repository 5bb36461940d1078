import TestKit
import Testing

extension OnScreen {
  /// Monitors that come, go and change, as RandR 1.5 has them.
  @Suite("Monitors") struct MonitorTests {
    private static let red: UInt32 = 0xD4363C
    private static let running = ["--delay-at-start", "0", "--scroll-time", "0", "--scroll-speed", "60"]

    /// Two side by side, the right one lower.
    private func server(
      left: Int = 500, width: Int = 1000, manager: XServer.WindowManager? = nil
    ) async throws -> XServer {
      let server = try await XServer(width: width, height: 400, manager: manager)
      try await add("L", "\(left)/100x400/100+0+0", on: server, output: "screen")
      try await add("R", "\(width - left)/100x300/100+\(left)+0", on: server)
      return server
    }

    private func add(_ name: String, _ geometry: String, on server: XServer, output: String = "none") async throws {
      let result = try await server.run("xrandr", ["--setmonitor", name, geometry, output])
      guard result.ending == .exited(0) else { throw HarnessError("xrandr: \(result.errors)") }
    }

    private func remove(_ name: String, on server: XServer) async throws {
      _ = try await server.run("xrandr", ["--delmonitor", name])
    }

    /// Waits until there is a strip at each of these places of its label's left end, and at no other.
    private func expectStrips(_ server: XServer, at places: [(x: Int, y: Int)], of all: [(x: Int, y: Int)]) async throws
    {
      try await waitUntil("strips at \(places)") {
        let screen = try server.screenshot()
        return all.allSatisfy { place in
          (screen[place.x + 1, place.y] == Self.red) == places.contains { $0 == place }
        }
      }
    }

    private static let bottoms = [(x: 0, y: 382), (x: 500, y: 282)]

    @Test("With all there is a strip on each monitor, and they run in step to the pixel") func inStep() async throws {
      let server = try await server()
      let shown = try await Shown(Self.running + ["--monitor", "all"], on: server)
      try await expectStrips(server, at: Self.bottoms, of: Self.bottoms)
      func strip(_ screen: Screenshot, _ place: (x: Int, y: Int)) -> Screenshot {
        screen.cropped(x: place.x, y: place.y - 18, width: 500, height: 36)
      }
      var (same, pictures): (Int, Set<[UInt32]>) = (0, [])
      // Now and then the picture is taken between the two; out of step they would never be the same.
      try await waitUntil("fifty pictures of two that are the same") {
        let screen = try server.screenshot()
        let (left, right) = (strip(screen, Self.bottoms[0]), strip(screen, Self.bottoms[1]))
        if left == right { same += 1 }
        pictures.insert(left.pixels)
        try await Task.sleep(for: .milliseconds(23))
        return same >= 50 && pictures.count > 20
      }
      // Paused by the pointer over one, they show the same for good.
      try await server.move(toX: 700, y: 282)
      let still = try await shown.stillPicture()
      let screen = try server.screenshot()
      #expect(strip(screen, Self.bottoms[0]) == strip(screen, Self.bottoms[1]) && still.width == 500)
      #expect(shown.child.errors.isEmpty)
    }

    @Test("On a narrower monitor the crawl is shorter, and all the rest is there") func narrower() async throws {
      let server = try await server(left: 1100, width: 1900)
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--monitor", "all", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(#"{"text":"one","topic":"World"}"# + "\n" + #"{"text":"two","topic":"Science"}"# + "\n")
      _ = try await shown.stillPicture()
      // Counter and chips stand 300 pixels further left; the label, and the text next to it, where they are.
      try await waitUntil("the same at both ends") {
        let screen = try server.screenshot()
        let left = screen.cropped(x: 0, y: 364, width: 1100, height: 36)
        let right = screen.cropped(x: 1100, y: 264, width: 800, height: 36)
        let ends = [(left, 1100), (right, 800)].map { $0.cropped(x: $1 - 225, y: 0, width: 225, height: 36) }
        let starts = [left, right].map { $0.cropped(x: 0, y: 0, width: 300, height: 36) }
        return left[1, 18] == Self.red && ends[0] == ends[1] && starts[0] == starts[1]
          && ends[0].pixels.contains(0xE8ECF1)
      }
    }

    @Test("A click on a chip of the second, narrower strip switches it off on both") func clickElsewhere() async throws
    {
      let server = try await server(left: 1100, width: 1900)
      let shown = try await Shown(
        ["--delay-at-start", "10000", "--monitor", "all", "--json-lines", "-"], on: server, input: .pipe)
      try shown.child.send(#"{"text":"one","topic":"World"}"# + "\n" + #"{"text":"two","topic":"Science"}"# + "\n")
      let chips = { try server.screenshot().cropped(x: 900, y: 368, width: 200, height: 28) }
      try await waitUntil("both chips") {
        let picture = try chips()
        return picture.pixels.contains(0x7CC4FF) && picture.pixels.contains(0x7DDF9B)
      }
      _ = try await shown.stillPicture()
      let before = try chips()
      // The dot of the last chip, Science.
      let dot = try #require(before.pixels.firstIndex(of: 0x7DDF9B)) % before.width
      try await server.click(x: 1900 - 200 + dot + 20, y: 282)
      try await server.move(toX: 500, y: 100)
      // Its dot is a ring now, with fewer pixels of that colour.
      try await waitUntil("Science off") {
        try chips().count(of: 0x7DDF9B) < before.count(of: 0x7DDF9B) && chips().pixels.contains(0x7CC4FF)
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("The shell completes their names") func completion() async throws {
      let server = try await server()
      let script = try await Program.run(["--generate-completion-script", "bash"]).output
      let folder = try TemporaryFolder()
      let path = try folder.write(
        script + "\nCOMP_WORDS=(\"$1\" --monitor ''); COMP_CWORD=2; COMP_LINE='newsreel --monitor '; COMP_POINT=19\n"
          + "_newsreel newsreel '' --monitor; printf '%s\\n' \"${COMPREPLY[@]}\"\n", to: "script")
      let result = try await server.run("bash", [path, Program.path])
      #expect(result.output == "primary\nall\nL\nR\n" && result.errors.isEmpty, "\(result)")
    }

    @Test("A monitor that is unplugged takes its strip with it, and brings it back") func hotPlug() async throws {
      let server = try await server()
      let shown = try await Shown(Self.running + ["--monitor", "all"], on: server)
      try await expectStrips(server, at: Self.bottoms, of: Self.bottoms)
      for _ in 0..<2 {
        try await remove("R", on: server)
        try await expectStrips(server, at: [Self.bottoms[0]], of: Self.bottoms)
        try await add("R", "500/100x300/100+500+0", on: server)
        try await expectStrips(server, at: Self.bottoms, of: Self.bottoms)
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("A missing monitor is reported; the strip waits on the primary one, and moves when it comes")
    func missing() async throws {
      let server = try await server()
      try await remove("R", on: server)
      let shown = try await Shown(["--delay-at-start", "10000", "--monitor", "R"], on: server)
      try await expectStrips(server, at: [Self.bottoms[0]], of: Self.bottoms)
      #expect(
        shown.child.errors
          == "newsreel: monitor 'R' is not one of primary, all, 0, L; the window is on the primary one until it appears\n"
      )
      try await add("R", "500/100x300/100+500+0", on: server)
      try await expectStrips(server, at: [Self.bottoms[1]], of: Self.bottoms)
      try await remove("R", on: server)
      try await expectStrips(server, at: [Self.bottoms[0]], of: Self.bottoms)
    }

    @Test("By name, by number and as the primary one", arguments: [("R", 500), ("L", 0), ("1", 500), ("primary", 0)])
    func names(_ name: String, _ x: Int) async throws {
      let server = try await server()
      let shown = try await Shown(["crawl", "x", "--monitor", name], on: server)
      #expect(try await server.place(of: shown.window).x == x)
    }

    @Test("The strip follows a monitor that is turned, or has another resolution") func turned() async throws {
      let server = try await server()
      let shown = try await Shown(["--delay-at-start", "10000", "--monitor", "R"], on: server)
      for (geometry, place) in [
        ("300/100x400/100+500+0", WindowPlace(x: 500, y: 364, width: 300, height: 36)),
        ("400/100x200/100+500+100", WindowPlace(x: 500, y: 264, width: 400, height: 36)),
      ] {
        try await remove("R", on: server)
        try await add("R", geometry, on: server)
        try await waitUntil("the strip at \(place)") { try await server.place(of: shown.window) == place }
        _ = try await shown.picture("a whole strip") { $0.width == place.width && $0[1, 18] == Self.red }
      }
    }

    @Test("A strip between two monitors, one below the other, reserves nothing of the lower one")
    func between() async throws {
      let server = try await XServer(width: 600, height: 600, manager: .openbox)
      try await add("U", "600/100x300/100+0+0", on: server, output: "screen")
      try await add("D", "600/100x300/100+0+300", on: server)
      let upper = try await Shown(["--monitor", "U"], on: server)
      let lower = try await Shown(["--monitor", "D"], on: server)
      _ = try await lower.picture("text") { $0.inkSum(on: ground) > 1000 }
      let struts = try await server.run("xprop", ["-id", upper.window, "_NET_WM_STRUT_PARTIAL"]).output
      #expect(!struts.contains("="), "\(struts)")
      let other = try await server.run("xprop", ["-id", lower.window, "_NET_WM_STRUT_PARTIAL"]).output
      #expect(other.contains("= 0, 0, 0, 36,"), "\(other)")
      #expect(try await server.place(of: upper.window).y == 264)
    }

    @Test(
      "Where the only monitor ends short of the screen, the strip rests at its edge",
      arguments: [.openbox, .xfwm4] as [XServer.WindowManager])
    func shortMonitor(_ manager: XServer.WindowManager) async throws {
      let server = try await XServer(width: 600, height: 400, manager: manager)
      try await add("M", "600/100x300/100+0+0", on: server, output: "screen")
      let shown = try await Shown(["--delay-at-start", "10000"], on: server)
      func workArea() async throws -> String { try await server.run("xprop", ["-root", "_NET_WORKAREA"]).output }
      try await waitUntil("its space") { try await workArea().contains("0, 0, 600, 264") }
      // Other space that it takes does not move it again.
      try await shown.rest()
      #expect(try await server.place(of: shown.window) == WindowPlace(x: 0, y: 264, width: 600, height: 36))
      // The second time: the monitor has come back, and gone again.
      for (height, rest) in [(400, 364), (300, 264)] {
        try await remove("M", on: server)
        try await add("M", "600/100x\(height)/100+0+0", on: server, output: "screen")
        try await waitUntil("the strip at \(rest)") { try await server.place(of: shown.window).y == rest }
        try await waitUntil("its space at \(rest)") { try await workArea().contains("0, 0, 600, \(rest)") }
        try await shown.rest()
        #expect(try await server.place(of: shown.window).y == rest)
      }
      #expect(shown.child.errors.isEmpty)
    }

    @Test(
      "Mirrored monitors have one strip together",
      arguments: [nil, .openbox, .xfwm4, .i3] as [XServer.WindowManager?])
    func mirrored(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 500, height: 400, manager: manager)
      try await add("L", "500/100x400/100+0+0", on: server, output: "screen")
      var shown = try await Shown(["--delay-at-start", "10000", "--monitor", "all"], on: server)
      _ = try await shown.stillPicture()
      func strips() async throws -> Int {
        try await server.run("xdotool", ["search", "--onlyvisible", "--class", "^Newsreel$"]).output.split(
          separator: "\n"
        )
        .count
      }
      // The second time it is started with both.
      for isStarted in [true, false] {
        try await add("R", "500/100x400/100+0+0", on: server)
        if !isStarted {
          shown.child.end()
          shown = try await Shown(["--delay-at-start", "10000", "--monitor", "all"], on: server)
          _ = try await shown.stillPicture()
        }
        try await shown.rest()
        #expect(try await strips() == 1)
        #expect(try await server.place(of: shown.window) == WindowPlace(x: 0, y: 364, width: 500, height: 36))
        // Once it shows another part it has a strip of its own.
        try await remove("R", on: server)
        try await add("R", "500/100x300/100+0+0", on: server)
        try await waitUntil("a strip on each") { try await strips() == 2 }
        #expect(try await server.run("xwininfo", ["-id", shown.window]).output.contains("Map State: IsViewable"))
        try await remove("R", on: server)
        try await waitUntil("one strip") { try await strips() == 1 }
      }
      #expect(shown.child.errors.isEmpty)
    }

    @Test("Overlapping monitors, whose strips i3 puts on one of them, have whole strips") func overlapping()
      async throws
    {
      let server = try await XServer(width: 960, height: 400, manager: .i3)
      try await add("L", "600/100x400/100+0+0", on: server, output: "screen")
      try await add("R", "800/100x400/100+160+0", on: server)
      let shown = try await Shown(["--delay-at-start", "10000", "--monitor", "all"], on: server)
      // The label has its full width, as on a monitor of 600 pixels alone.
      try await waitUntil("both labels") {
        let screen = try server.screenshot()
        return [332, 368].allSatisfy { screen[1, $0] == Self.red && screen[100, $0] == Self.red }
      }
      // Number and chips, too, which stand at its right end: those of both are the same, and nothing of them is cut off.
      try await waitUntil("both right ends") {
        let screen = try server.screenshot()
        let ends = [328, 364].map { screen.cropped(x: 400, y: $0, width: 200, height: 36) }
        let ground = ends[0][198, 18]
        let isEmptyAtEdge = (2..<34).allSatisfy { ends[0][197, $0] == ground && ends[0][199, $0] == ground }
        return ends[0] == ends[1] && isEmptyAtEdge && ends[0].inkSum(on: ground) > 1000
      }
      #expect(shown.child.errors.isEmpty)
    }

    @Test("Sizes follow the dots per inch as they change", arguments: [(144, 54), (192, 72), (288, 108)])
    func dotsPerInch(_ dpi: Int, _ height: Int) async throws {
      let server = try await XServer(width: 1000, height: 300)
      let shown = try await Shown(["--delay-at-start", "10000"], on: server)
      #expect(try await server.place(of: shown.window).height == 36)
      func set(_ dpi: Int) async throws {
        let text = "*background:\twhite\nXft.antialias:\t1\nXft.dpi:\t\(dpi)\n"
        _ = try await server.run("xprop", ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", text])
      }
      try await set(dpi)
      _ = try await shown.picture("the larger strip") { $0.height == height && $0[1, height - 1] == Self.red }
      let start = try await Shown(["crawl", "x", "--place", "in-top"], on: server)
      #expect(try await server.place(of: start.window).height == height)
      try await set(96)
      _ = try await shown.picture("the strip as it was") { $0.height == 36 && $0[1, 35] == Self.red }
    }
  }
}
