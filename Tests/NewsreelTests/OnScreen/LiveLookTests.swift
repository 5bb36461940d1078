import Base
import TestKit
import Testing

extension OnScreen {
  /// A theme's file that is saved while the strip runs.
  @Suite("Live looks") struct LiveLookTests {
    private static let (paper, ring): (UInt32, UInt32) = (0x102030, 0xFF0000)
    private static let colours = "background = '#102030'\nedge-color = '#102030'\n"

    private func show(
      _ theme: String, _ arguments: [String] = []
    ) async throws -> (shown: Shown, folder: TemporaryFolder, path: String) {
      let folder = try TemporaryFolder()
      let path = try folder.write(theme, to: "my.toml")
      let shown = try await Shown(["--theme", path, "--geometry", "800x60+20+30"] + arguments)
      return (shown, folder, path)
    }

    @Test("A border that comes and goes is there with a frame, and nothing in it moves")
    func border() async throws {
      let (shown, folder, _) = try await show(Self.colours, ["--delay-at-start", "10000"])
      let before = try await shown.stillPicture()
      try folder.replace("my.toml", with: Self.colours + "border-width = 6\nborder-color = '#ff0000'\n")
      let with = try await change(of: shown, from: before) { $0[0, 0] == Self.ring }
      try expect(with, isBorder(6), around: before)
      try folder.replace("my.toml", with: Self.colours + "border-width = 6\nborder-color = '#00ff00'\n")
      let green = try await change(of: shown, from: with) { $0[0, 0] == 0x00FF00 }
      try expect(green, { isBorder(6)($0, $1) == nil ? nil : 0x00FF00 }, around: before)
      try folder.replace("my.toml", with: Self.colours + "border-width = 0\n")
      let after = try await change(of: shown, from: green) { $0[0, 0] != 0x00FF00 }
      #expect(after == before)
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    /// The new picture. Nothing is seen in between, but that one may look while the server is half done with it.
    private func change(
      of shown: Shown, from old: Screenshot, _ isNew: (Screenshot) -> Bool
    ) async throws -> Screenshot {
      let next = try await shown.picture("another picture") { $0 != old }
      _ = try await shown.picture("the new picture", where: isNew)
      let new = try await shown.stillPicture()
      #expect(isNew(new))
      let strange = next.pixels.indices.count { next.pixels[$0] != old.pixels[$0] && next.pixels[$0] != new.pixels[$0] }
      #expect(strange == 0)
      return new
    }

    private func isBorder(_ width: Int) -> (Int, Int) -> UInt32? {
      { x, y in width..<800 - width ~= x && width..<60 - width ~= y ? nil : Self.ring }
    }

    /// The crawl ends, and the label begins, where the border leaves off: what they show inside stays where it was.
    private func expect(
      _ picture: Screenshot, _ border: (Int, Int) -> UInt32?, around before: Screenshot
    ) throws {
      var wrong: [(Int, Int)] = []
      for y in 0..<60 {
        for x in 0..<800 where picture[x, y] != border(x, y) ?? before[x, y] { wrong.append((x, y)) }
      }
      if !wrong.isEmpty {
        Attachment.record(picture.png, named: "picture.png")
        Attachment.record(before.png, named: "before.png")
      }
      #expect(wrong.isEmpty, "\(wrong.count) pixels, as \(wrong.first ?? (0, 0))")
    }

    @Test("A theme's file is followed once, however often it was chosen, and not after that") func left() async throws {
      let (shown, folder, path) = try await show(Self.colours)
      let line = try await ControlLine(to: "strip", in: shown.runtimeFolder)
      func choose(_ theme: String) async throws {
        #expect(try await line.ask("set", "theme", .string(theme))["ok"]?.bool == true)
      }
      func descriptors() -> Int { Files.names(in: "/proc/\(shown.child.id)/fd").count }
      try await choose("light")
      let before = descriptors()
      for _ in 0..<5 {
        try await choose(path)
        try await choose("light")
      }
      try await waitUntil("no more descriptors than \(before)") { descriptors() <= before }
      try await choose(path)
      for (count, wrong) in ["gren", "rde"].enumerated() {
        try folder.replace("my.toml", with: "background = '\(wrong)'\n")
        try await waitUntil("a word about it") { shown.child.errors.contains("'\(wrong)'") }
        #expect(shown.child.errors.split(separator: "\n").count == count + 1)
      }
    }

    @Test("Colours and corners follow, headlines in motion do not jump, and a wrong file is refused")
    func theme() async throws {
      let (shown, folder, path) = try await show(Self.colours)
      _ = try await shown.picture("the first theme") { $0[400, 2] == Self.paper }
      for (wrong, place) in [
        ("background = '#405060'\nborder-widht = 3\n", "2:1: a theme has no property 'border-widht'; did you mean"),
        ("background = '#405060'\ntext-color =   'rde'\n", "2:16: text-color: 'rde' is not a colour"),
        ("border-width = -4\n", "1:16: border-width: -4 is out of range (0 to 32767)"),
        ("background = \n", "1:14: a value is missing"),
      ] {
        let told = shown.child.errors
        try folder.replace("my.toml", with: wrong)
        try await waitUntil("the reason") { shown.child.errors != told && shown.child.errors.hasSuffix("\n") }
        let message = shown.child.errors.dropFirst(told.count)
        #expect(message.hasPrefix("newsreel: --theme: \(path):\(place)"), "\(message)")
        #expect(message.hasSuffix("the theme stays as it was\n") && message.filter(\.isNewline).count == 1)
        #expect(try await shown.picture()[400, 2] == Self.paper)
      }
      try folder.replace("my.toml", with: "background = '#405060'\ncorner-radius = 20\n")
      let other = try await shown.picture("the other theme") { $0[400, 2] == 0x405060 || $0[420, 2] == 0x405060 }
      #expect(other[0, 0] == 0 && other[799, 59] == 0)
      // A removed one is reported once, and followed again when it returns.
      #expect(try await shown.server.run("rm", [path]).ending == .exited(0))
      try await waitUntil("word of it") { shown.child.errors.contains("cannot be opened: No such file") }
      try folder.write("background = '#0a0b0c'\n", to: "my.toml")
      _ = try await shown.picture("the last theme") { $0[400, 2] == 0x0A0B0C || $0[420, 2] == 0x0A0B0C }
      #expect(shown.child.isRunning)
    }

    @Test(
      "Every view follows the theme's file, and refuses what is wrong in it",
      arguments: [
        ["crawl", "One", "Two"], ["counter", "1234"], ["tokens", "alpha", "beta"], ["badge", "A label"],
        ["credits"],
      ])
    func everyView(_ view: [String]) async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write("background = '#102030'\nborder-width = 2\nborder-color = 'red'\n", to: "my.toml")
      let text = view == ["credits"] ? [try folder.write("One\nTwo\n", to: "text")] : []
      let shown = try await Shown(
        Array(view.prefix(1)) + ["--theme", path, "--geometry", "400x60+20+30"] + view.dropFirst() + text)
      _ = try await shown.picture("the theme") { $0[0, 0] == Self.ring && $0[4, 4] == Self.paper }
      try folder.write("background = 'rde'\n", to: "my.toml")
      try await waitUntil("the reason") { shown.child.errors.hasSuffix("the theme stays as it was\n") }
      #expect(shown.child.errors.contains("1:14: background: 'rde' is not a colour"))
      try folder.write("background = '#405060'\n", to: "my.toml")
      _ = try await shown.picture("the other theme") { $0[0, 0] == 0x405060 && $0[4, 4] == 0x405060 }
      #expect(shown.child.isRunning)
    }

    @Test("What is set by itself stays, whatever the file says")
    func order() async throws {
      let (shown, folder, _) = try await show(
        "border-width = 2\nborder-color = 'red'\n", ["--border-width", "4", "--label-background", "#123456"])
      _ = try await shown.picture("a border") {
        $0[0, 0] == Self.ring && $0[3, 30] == Self.ring && $0[4, 30] == 0x123456
      }
      try folder.write("border-width = 9\nborder-color = 'lime'\nlabel-background = 'white'\n", to: "my.toml")
      _ = try await shown.picture("another colour") {
        $0[0, 0] == 0x00FF00 && $0[3, 30] == 0x00FF00 && $0[4, 30] == 0x123456
      }
    }

    @Test("A crawl in motion goes on at its pace while the border comes and goes")
    func motion() async throws {
      let (shown, folder, _) = try await show(
        Self.colours + "text-color = 'white'\n",
        [
          "--label=", "--caption=", "--delay-at-start", "0", "--scroll-speed", "120", "--start-out-of-bounds",
          "--geometry", "800x36+20+30", block(3),
        ])
      // The first copy, within the border, until it is near the edge.
      func edge() throws -> Int? {
        let picture = try shown.server.screenshot().cropped(x: 40, y: 30 + 14, width: 690, height: 8)
        return picture.inkColumns(on: Self.paper).first.map(\.lowerBound).flatMap { (60..<690).contains($0) ? $0 : nil }
      }
      let line = try await shown.control()
      var (pace, rounds) = (Pace(120), 0)
      try await waitUntil("text that has come 400 px far") {
        if rounds % 10 == 5 {
          let width = rounds / 10 % 2 == 0 ? 12 : 0
          try folder.replace(
            "my.toml",
            with: Self.colours + "text-color = 'white'\nborder-width = \(width)\nborder-color = '#102030'\n")
        }
        rounds += 1
        try await pace.look(at: shown, line, place: edge)
        return pace.distance >= 400
      }
    }
  }
}
