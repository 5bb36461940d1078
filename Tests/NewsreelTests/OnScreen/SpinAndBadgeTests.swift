import Glibc
import TestKit
import Testing

extension OnScreen {
  /// Numbers that spin, at the start and on SIGUSR1.
  @Suite("Spinning numbers") struct SpinTests {
    private static let spin = ["counter", "--roll", "spin", "--duration", "5", "--duration-offset", "0"]

    @Test("The first number spins, at the start, from a source and on SIGUSR1, and rests as itself")
    func spins() async throws {
      // At the same time: they mostly wait.
      async let atStart: Void = start()
      async let ofSource: Void = source()
      async let onSignal: Void = replay()
      _ = try await (atStart, ofSource, onSignal)
    }

    private func start() async throws {
      let rest = try await Shown(["counter", "1234"]).stillPicture()
      // So long that a busy machine, too, sees it before its end.
      let shown = try await Shown(Self.spin + ["--duration", "15", "1234"])
      var pictures: [Screenshot] = []
      // Until it is at rest it shows other pictures.
      _ = try await shown.picture("the number at rest") { picture in
        if pictures.last != picture { pictures.append(picture) }
        return picture == rest && pictures.count > 2
      }
    }

    /// SIGUSR1 spins what is shown, and ends nothing.
    private func replay() async throws {
      let shown = try await Shown(Self.spin + ["--duration", "12", "77"])
      let rest = try await Shown(["counter", "77"]).stillPicture()
      _ = try await shown.picture("the number at rest") { $0 == rest }
      for _ in 0..<2 {
        shown.child.signal(SIGUSR1)
        _ = try await shown.picture("motion") { $0 != rest }
        _ = try await shown.picture("the number at rest again") { $0 == rest }
      }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    /// The first number of a source spins, too, and so does one that rolls only what changes on SIGUSR1.
    private func source() async throws {
      let shown = try await Shown(Self.spin + ["--duration", "15", "-"], input: .pipe)
      let dash = try await shown.stillPicture()
      let rest = try await Shown(["counter", "42"]).stillPicture()
      try shown.child.send("42\n")
      _ = try await shown.picture("motion") { $0 != rest && $0 != dash }
      _ = try await shown.picture("the number at rest") { $0 == rest }
      let plain = try await Shown(["counter", "--duration", "15", "42"])
      _ = try await plain.picture("the number at rest") { $0 == rest }
      plain.child.signal(SIGUSR1)
      _ = try await plain.picture("motion") { $0 != rest }
    }
  }

  /// `newsreel badge`: an image and a label.
  @Suite("Badges") struct BadgeTests {
    private static let place = ["--geometry", "300x80+50+50"]
    private static let image = ["--image", Project.folder + "/Tests/RenderTests/Pictures/square.jpg"]

    /// The ends of what is shown on the background.
    private func ends(_ picture: Screenshot) -> Range<Int> {
      let ink = (0..<picture.width).filter { x in (2..<78).contains { picture[x, $0] != picture[0, 0] } }
      return (ink.first ?? 0)..<(ink.last ?? 0) + 1
    }

    @Test("Image and label stand in the middle, with each label that comes") func labels() async throws {
      let shown = try await Shown(["badge"] + Self.image + Self.place + ["-"], input: .pipe)
      let empty = ends(try await shown.stillPicture())
      // The gaps before and behind the label, 5 px each, are a part of the group.
      #expect(abs(empty.lowerBound + empty.upperBound + 10 - 300) <= 2 && empty.count > 10)
      try shown.child.send("First\n")
      let first = try await shown.picture("a label") { ends($0).count > empty.count + 20 }
      #expect(abs(ends(first).lowerBound + ends(first).upperBound + 5 - 300) <= 4, "\(ends(first))")
      try shown.child.send("A longer label\n")
      let second = try await shown.picture("another") { ends($0).count > ends(first).count + 20 }
      #expect(abs(ends(second).lowerBound + ends(second).upperBound + 5 - 300) <= 4, "\(ends(second))")
    }

    @Test("The label is typed in its place, and Return tells it") func typing() async throws {
      let shown = try await Shown(["badge", "--editable", "Old"] + Self.place)
      _ = try await shown.stillPicture()
      try await shown.server.click(x: 200, y: 90)
      try await shown.server.key("ctrl+a")
      try await shown.server.type("Brand new")
      try await shown.server.key("Return")
      #expect(try await shown.child.line() == #"{"event":"edited","text":"Brand new"}"#)
      let expected = try await Shown(["badge", "Brand new"] + Self.place).stillPicture()
      try await shown.server.move(toX: 5, y: 5)
      _ = try await shown.picture("the new label in the middle") { $0 == expected }
    }

    @Test("An image that cannot be read is said and left out; one label too many is said") func wrong() async throws {
      let missing = try await Shown(["badge", "--image", "nowhere.png", "x"] + Self.place)
      let plain = try await Shown(["badge", "x"] + Self.place).stillPicture()
      _ = try await missing.picture("the label alone") { $0 == plain }
      #expect(missing.child.errors.contains("nowhere.png: no such file; it is left out"))
      let two = try await Program.run(["badge", "a", "b"])
      #expect(two.ending == .exited(2) && two.errors.contains("'b' is one label too many"), "\(two.errors)")
    }
  }
}
