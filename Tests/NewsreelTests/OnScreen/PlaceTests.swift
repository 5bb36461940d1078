import TestSupport
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
