import Base
import TestKit
import Testing

extension OnScreen {
  @Suite("Place") struct PlaceTests {
    @Test(
      "Geometries of all forms",
      arguments: [
        ("", WindowPlace(x: 0, y: 264, width: 1000, height: 36)),
        ("--geometry 800x40+10+20", WindowPlace(x: 10, y: 20, width: 800, height: 40)),
        ("--geometry 100%x24", WindowPlace(x: 0, y: 276, width: 1000, height: 24)),
        ("--geometry 50%x24", WindowPlace(x: 250, y: 276, width: 500, height: 24)),
        ("--geometry -0-0", WindowPlace(x: 0, y: 264, width: 1000, height: 36)),
        ("--geometry 800x40-0-0", WindowPlace(x: 200, y: 260, width: 800, height: 40)),
        ("--geometry 800x40-10+5", WindowPlace(x: 190, y: 5, width: 800, height: 40)),
        ("--geometry +30+40", WindowPlace(x: 30, y: 40, width: 1000, height: 36)),
        ("--geometry 300x40 --place in-top-left", WindowPlace(x: 0, y: 0, width: 300, height: 40)),
        ("--geometry 300x40 --place in-right --offset -5,7", WindowPlace(x: 695, y: 137, width: 300, height: 40)),
        ("--geometry 300x40 --place in-center", WindowPlace(x: 350, y: 130, width: 300, height: 40)),
        ("--place in-top", WindowPlace(x: 0, y: 0, width: 1000, height: 36)),
        ("--monitor 0 --geometry 90x40", WindowPlace(x: 455, y: 260, width: 90, height: 40)),
      ])
    func geometry(_ line: String, _ place: WindowPlace) async throws {
      let shown = try await Shown(["crawl", "A headline"] + line.split(separator: " ").map(String.init))
      #expect(try await shown.server.place(of: shown.window) == place)
      _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
    }

    @Test(
      "A dock that grows while it runs reserves its new thickness, and gives it back when it shrinks",
      arguments: ["in-top", "in-bottom"])
    func growing(place: String) async throws {
      let server = try await XServer(width: 500, height: 900)
      let shown = try await Shown(["tokens", "one", "--dock", "--place", place], on: server)
      let control = try await shown.control()
      /// What it reserves at its edge, in pixels.
      func reserved() async throws -> Int {
        let text = try await server.run("xprop", ["-id", shown.window, "_NET_WM_STRUT_PARTIAL"]).output
        let numbers = text.split(separator: "=").last?.split { ", \n".contains($0) }.compactMap { Int($0) } ?? []
        return numbers.count == 12 ? numbers[place == "in-top" ? 2 : 3] : 0
      }
      func height() async throws -> Int { try await server.place(of: shown.window).height }
      try await waitUntil("the space of one row") { try await reserved() == height() }
      let first = try await height()
      let names = (0..<4).map { "\"a longer name \($0)\"" }.joined(separator: ",")
      for round in 0..<2 {
        for (command, isHigher) in [("add", true), ("remove", false)] {
          control.send("{\"command\":[\"token\",\"\(command)\",\(names)]}\n")
          #expect(try await control.line()["ok"]?.bool == true)
          try await waitUntil("the space of other rows") { try await (height() > first) == isHigher }
          try await waitUntil("its reservation, round \(round)") { try await reserved() == height() }
        }
      }
    }

    @Test(
      "In and on a monitor's work area, or the monitor, with offsets",
      arguments: [
        ("--place in-left", WindowPlace(x: 505, y: 138, width: 100, height: 20)),
        ("--place in-right", WindowPlace(x: 865, y: 138, width: 100, height: 20)),
        ("--place in-top", WindowPlace(x: 685, y: 33, width: 100, height: 20)),
        ("--place in-bottom", WindowPlace(x: 685, y: 243, width: 100, height: 20)),
        ("--place in-bottom-right", WindowPlace(x: 865, y: 243, width: 100, height: 20)),
        ("--place in-center", WindowPlace(x: 685, y: 138, width: 100, height: 20)),
        ("--place on-left", WindowPlace(x: 405, y: 138, width: 100, height: 20)),
        ("--place on-top", WindowPlace(x: 685, y: 13, width: 100, height: 20)),
        ("--place on-bottom-right", WindowPlace(x: 965, y: 263, width: 100, height: 20)),
        ("--place in-left --area monitor", WindowPlace(x: 505, y: 133, width: 100, height: 20)),
        ("--place in-bottom --area monitor", WindowPlace(x: 700, y: 273, width: 100, height: 20)),
        ("--place in-bottom-right --area monitor", WindowPlace(x: 895, y: 273, width: 100, height: 20)),
        ("--geometry 100x20+10+0", WindowPlace(x: 520, y: 0, width: 100, height: 20)),
        ("--geometry 100x20-10-0", WindowPlace(x: 890, y: 280, width: 100, height: 20)),
      ])
    func workArea(_ options: String, _ expected: WindowPlace) async throws {
      let server = try await XServer(width: 1000, height: 300)
      for (name, geometry) in [("L", "510/100x300/100+0+0"), ("R", "490/100x300/100+510+0")] {
        let output = name == "L" ? "screen" : "none"
        #expect(try await server.run("xrandr", ["--setmonitor", name, geometry, output]).ending == .exited(0))
      }
      // What panels at the top, at the bottom and at the right leave.
      for (name, values) in [("_NET_WORKAREA", "0, 40, 970, 230"), ("_NET_CURRENT_DESKTOP", "0")] {
        _ = try await server.run("xprop", ["-root", "-f", name, "32c", "-set", name, values])
      }
      let shown = try await Shown(
        ["crawl", "x", "--geometry", "100x20", "--monitor", "R", "--offset", "-5,-7"]
          + options.split(separator: " ").map(String.init), on: server)
      #expect(try await server.place(of: shown.window) == expected)
    }

    @Test("Where it stands apart from the edges it reserves nothing, and at one its height") func floating()
      async throws
    {
      let server = try await XServer(width: 1000, height: 300, manager: .openbox)
      for (geometry, height) in [("800x30+10+100", 0), ("1000x30+0+270", 30)] {
        let shown = try await Shown(["crawl", "A headline", "--geometry", geometry], on: server)
        _ = try await shown.picture("text") { $0.inkSum(on: ground) > 1000 }
        let text = try await server.run("xprop", ["-notype", "-id", shown.window, "_NET_WM_STRUT_PARTIAL"]).output
        let numbers = text.split { ", =\n".contains($0) }.compactMap { Int($0) }
        #expect(
          (numbers.count == 12 ? numbers[3] : 0) == height && numbers.dropFirst(4).count { $0 != 0 } <= 1, "\(text)")
      }
    }

    @Test("A second strip stands beside the first one, and says so", arguments: [nil, XServer.WindowManager.openbox])
    func second(_ manager: XServer.WindowManager?) async throws {
      let server = try await XServer(width: 1000, height: 300, manager: manager)
      let first = try await Shown(["One"], on: server)
      _ = try await first.picture("the first strip") { $0.inkSum(on: ground) > 1000 }
      let second = try await Shown(["Two"], on: server)
      try await waitUntil("the second strip above the first one") {
        try await server.place(of: second.window) == WindowPlace(x: 0, y: 228, width: 1000, height: 36)
      }
      #expect(try await server.place(of: first.window) == WindowPlace(x: 0, y: 264, width: 1000, height: 36))
      #expect(second.child.errors.contains("another strip is there already; this one is placed beside it"))
      #expect(first.child.errors.isEmpty)
    }

    @Test("A window that is resized is filled, at once and to its edges") func resized() async throws {
      let shown = try await Shown(["crawl", block(10)] + blockArguments + ["--geometry", "300x40+0+0"])
      _ = try await shown.picture("the block") { $0.blocks == [10] }
      try await shown.server.xdotool("windowsize", shown.window, "500", "60")
      let larger = try await shown.picture("the larger window") { $0.width == 500 && $0.blocks == [10] }
      #expect(larger.height == 60 && larger[499, 59] == ground && larger[499, 0] == ground)
      try await shown.server.xdotool("windowsize", shown.window, "90", "30")
      _ = try await shown.picture("the smaller window") {
        $0.width == 90 && $0.blocks == [7] && $0[89, 29] == ground && $0[89, 15] != ground
      }
    }

    @Test("The strip fills any size", arguments: ["1000x12", "1000x64", "200x36", "40x36", "1x1", "900x300"])
    func stripSizes(_ size: String) async throws {
      let shown = try await Shown(["--geometry", size, "--delay-at-start", "10000"])
      let parts = size.split(separator: "x").compactMap { Int($0) }
      let place = try await shown.server.place(of: shown.window)
      #expect([place.width, place.height] == parts)
      if place.width > 1 { _ = try await shown.stillPicture() }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }
  }
}
