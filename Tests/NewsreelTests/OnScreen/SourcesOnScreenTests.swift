import TestKit
import Testing

extension OnScreen {
  @Suite("Sources") struct SourcesTests {
    @Test("Lines join the train while it runs, in order, and what is there stays") func appended() async throws {
      let shown = try await Shown(["crawl", "-"] + blockArguments, input: .pipe)
      try shown.child.send(block(2) + "\n" + block(5) + "\n")
      let first = try await shown.picture("two blocks") { $0.blocks == [2, 5] }
      try shown.child.send(block(1) + "\n\n" + block(3))
      let second = try await shown.picture("three blocks") { $0.blocks == [2, 5, 1] }
      shown.child.closeInput()
      let third = try await shown.picture("four blocks") { $0.blocks == [2, 5, 1, 3] }
      #expect(third.inkColumns(on: ground, gap: 8).prefix(2) == first.inkColumns(on: ground, gap: 8)[...])
      #expect(third.inkColumns(on: ground, gap: 8).prefix(3) == second.inkColumns(on: ground, gap: 8)[...])
    }

    @Test("What is piped in is read without being asked for") func piped() async throws {
      let shown = try await Shown(["crawl"] + blockArguments, input: .pipe)
      try shown.child.send(block(4) + "\n")
      _ = try await shown.picture("a block") { $0.blocks == [4] }
    }

    @Test("With --replace a line takes the place of the one before") func replaced() async throws {
      let shown = try await Shown(["crawl", "--replace", "-"] + blockArguments, input: .pipe)
      try shown.child.send(block(2) + "\n")
      _ = try await shown.picture("the first line") { $0.blocks == [2] }
      try shown.child.send(block(5) + "\n")
      _ = try await shown.picture("the second line") { $0.blocks == [5] }
      try shown.child.send(block(1) + "\n" + block(7) + "\n")
      _ = try await shown.picture("the last line") { $0.blocks == [7] }
    }

    @Test("Arguments, then files in their order, then standard input") func order() async throws {
      let folder = try TemporaryFolder()
      let one = try folder.write(block(3) + "\r\n" + block(1) + "\n", to: "one.txt")
      let two = try folder.write(block(4), to: "two.txt")
      let arguments = ["crawl", block(2), "--file", one, "--file", two, "-"] + blockArguments
      let shown = try await Shown(arguments, input: .pipe)
      _ = try await shown.picture("arguments and files") { $0.blocks == [2, 3, 1, 4] }
      try shown.child.send(block(6) + "\n")
      _ = try await shown.picture("all") { $0.blocks == [2, 3, 1, 4, 6] }
    }

    @Test("The end of the input does not end the motion") func scrollsOn() async throws {
      let shown = try await Shown(
        ["crawl", "-", "--delay-at-start", "0", "--scroll-time", "0", "--scroll-speed", "200"], input: .pipe)
      try shown.child.send("The end of the input\n")
      shown.child.closeInput()
      var last = try await shown.picture("text") { $0.inkSum(on: ground) > 5000 }
      for _ in 0..<5 { last = try await shown.picture("another picture") { $0 != last } }
      #expect(shown.child.isRunning)
    }

    @Test("With --exit-at-end it ends the program, once all sources have ended") func exits() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("a line\n", to: "lines.txt")
      let shown = try await Shown(["crawl", "--exit-at-end", "--file", file, "-"], input: .pipe)
      _ = try await shown.picture("the line") { $0.inkSum(on: ground) > 1000 }
      #expect(shown.child.isRunning)
      shown.child.closeInput()
      #expect(try await shown.child.ending() == .exited(0))
      #expect(shown.child.errors.isEmpty)
    }

    @Test("newsreel - counts the lines as it counts arguments") func strip() async throws {
      let still = ["--delay-at-start", "10000"]
      let arguments = try await Shown(["Harbour", "Lighthouse"] + still)
      let expected = try await arguments.stillPicture()
      let piped = try await Shown(["-"] + still, input: .pipe)
      try piped.child.send("Harbour\n")
      try piped.child.send("Lighthouse\n")
      _ = try await piped.picture("the same strip") { $0 == expected }
    }

    @Test("Sixty megabytes of lines: text at once, memory bounded, order kept", .timeLimit(.minutes(10)))
    func flood() async throws {
      let shown = try await Shown(["crawl", "-"] + blockArguments, input: .pipe)
      let child = shown.child
      try child.send(block(2) + "\n" + block(3) + "\n")
      let chunk = String(repeating: "headline\n", count: 1 << 16)
      let feeder = Task.detached {
        var largest = 0
        for _ in 0..<(60_000_000 / chunk.utf8.count) {
          try child.send(chunk)
          largest = max(largest, try child.proportionalSize())
        }
        return largest
      }
      _ = try await shown.picture("the first lines, while more come") { $0.blocks.starts(with: [2, 3]) }
      let largest = try await feeder.value
      #expect(largest < 120_000_000)
      // What is in sight stays, though the bound has dropped it.
      #expect(try await shown.picture().blocks.starts(with: [2, 3]))
    }
  }
}
