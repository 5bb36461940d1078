import TestKit
import Testing

extension OnScreen {
  /// Files and commands that are followed.
  @Suite("Followed sources") struct FollowingTests {
    private static let resting = blockArguments + ["--scroll-time", "0", "--scroll-speed", "0"]

    private static func lines(_ cells: Int...) -> String { cells.map { block($0) + "\n" }.joined() }

    @Test("A watched file's new lines join, a rewritten one's lines replace what it had") func watched() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.lines(2, 3), to: "lines")
      let shown = try await Shown(["crawl", block(1), "--file", path, "--watch"] + Self.resting)
      _ = try await shown.picture("the file") { $0.blocks == [1, 2, 3] }
      _ = try folder.write(Self.lines(2, 3, 4), to: "lines")
      _ = try await shown.picture("a line more") { $0.blocks == [1, 2, 3, 4] }
      // At once: read half way, its lines would come in another order. What is in sight stays where it is.
      try folder.replace("lines", with: Self.lines(5, 3))
      _ = try await shown.picture("the new whole, and the argument") { $0.blocks == [1, 3, 5] }
      _ = try folder.write("", to: "lines")
      _ = try await shown.picture("the argument alone") { $0.blocks == [1] }
    }

    @Test("The strip follows files and commands, too") func strip() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write("Quay\n", to: "lines")
      let still = ["--scroll-time", "0", "--scroll-speed", "0"]
      let watching = try await Shown(["--file", path, "--watch"] + still)
      let running = try await Shown(["--command", "cat '\(path)'", "--every", "0.1"] + still)
      _ = (try await watching.stillPicture(), try await running.stillPicture())
      try folder.replace("lines", with: "Harbour\nLighthouse\n")
      let expected = try await Shown(["Harbour", "Lighthouse"] + still).stillPicture()
      _ = try await watching.picture("the strip of the file") { $0 == expected }
      _ = try await running.picture("the strip of the command") { $0 == expected }
    }

    @Test("What is in sight stays there until it has left, and nothing jumps") func inSight() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.lines(2, 3), to: "lines")
      let shown = try await Shown(["crawl", "--command", "cat '\(path)'", "--every", "0.1"] + blockArguments)
      let before = try await shown.picture("two lines") { $0.blocks == [2, 3] }
      try folder.replace("lines", with: Self.lines(3, 5))
      let after = try await shown.picture("the new line behind them") { $0.blocks == [2, 3, 5] }
      #expect(after.inkColumns(on: ground, gap: 8).prefix(2) == before.inkColumns(on: ground, gap: 8)[...])
    }

    @Test("A command's lines are shown, and those of its next run") func command() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.lines(2, 2), to: "lines")
      let shown = try await Shown(["crawl", "--command", "cat '\(path)'", "--every", "0.1"] + Self.resting)
      _ = try await shown.picture("the first run") { $0.blocks == [2, 2] }
      try folder.replace("lines", with: Self.lines(2, 7))
      _ = try await shown.picture("the second run") { $0.blocks == [2, 7] }
      _ = try await run("rm", [path])
      try await waitUntil("the error") { shown.child.errors.contains("No such file") }
      #expect(try await shown.picture().blocks == [2, 7])
      #expect(shown.child.errors.split(separator: "\n").count == 1)
    }

    @Test("A command that lives is read as it writes, and goes with the program") func stream() async throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/pid"
      let script = "echo $$ > \(path); echo \(block(2)); sleep 0.3; echo \(block(4)); sleep 1000 & wait"
      let shown = try await Shown(["crawl", "--command", "sh -c '\(script)'"] + Self.resting)
      _ = try await shown.picture("both lines") { $0.blocks == [2, 4] }
      let leader = try Project.text(of: path).split(separator: "\n").first ?? ""
      shown.child.signal(15)
      _ = try await shown.child.ending()
      try await waitUntil("the end of the command") { (try? Project.text(of: "/proc/\(leader)/stat")) == nil }
    }

    @Test("With --replace each run takes the place of the text") func replaced() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write(Self.lines(2), to: "lines")
      let shown = try await Shown(
        ["crawl", "--replace", "--command", "cat '\(path)'", "--every", "0.1"] + Self.resting)
      _ = try await shown.picture("the first run") { $0.blocks == [2] }
      try folder.replace("lines", with: Self.lines(1, 6))
      _ = try await shown.picture("the last line of the second") { $0.blocks == [6] }
    }

    @Test("Chips follow a command; what the user removes stays away") func chips() async throws {
      let folder = try TemporaryFolder()
      let path = try folder.write("alpha\nbeta\n", to: "labels")
      let place = ["--geometry", "420x46+100+50"]
      let shown = try await Shown(["tokens", "--command", "cat '\(path)'", "--every", "0.1"] + place)
      let both = try await shown.picture("two chips") { $0.chips.count == 2 }
      try await shown.click(both.chips[0])
      #expect(try await shown.child.line() == #"{"event":"removed","token":"alpha","index":0}"#)
      try await shown.server.move(toX: 5, y: 5)
      try folder.replace("labels", with: "alpha\ngamma\n")
      let expected = try await Shown(["tokens", "gamma"] + place).stillPicture()
      _ = try await shown.picture("the new one alone") { $0 == expected }
      #expect(shown.child.output.split(separator: "\n").count == 1)
    }

    @Test("The crawl takes lines of JSON, and feeds") func news() async throws {
      let home = try FeedHome()
      let shown = try await Shown(
        ["crawl", "--json-lines", "-"] + Self.resting, input: .pipe, environment: home.environment)
      try shown.child.send(#"{"text":"\#(block(3))"}"# + "\n" + #"{"text":"\#(block(5))","ttl":15}"# + "\n")
      _ = try await shown.picture("both") { $0.blocks.sorted() == [3, 5] }
      _ = try await shown.picture("the one that stays") { $0.blocks == [3] }
      let item = "<item><title>\(block(4))</title></item>"
      let feed = try home.folder.write("<rss><channel><title>i</title>\(item)</channel></rss>", to: "feed.xml")
      let fed = try await Shown(["crawl", "--feed", feed] + Self.resting, environment: home.environment)
      _ = try await fed.picture("the feed's name and headline") { $0.blocks.contains(4) && $0.blocks.count == 2 }
    }

    @Test(
      "What is wrong with them ends with 2, and says what",
      arguments: [
        (["--every", "5", "x"], "newsreel: --every: there is no command to run; name one with --command"),
        (["crawl", "--watch"], "newsreel: --watch: there is no file to watch; name one with --file"),
        (
          ["crawl", "--values-every", "5"],
          "newsreel: --values-every: there is no command to run; name one with --values"
        ),
        (["crawl", "--values-command", "a", "--values-every", "0"], "newsreel: --values-every: '0' is not a number"),
        (["crawl", "--json-lines", "--replace"], "newsreel: --json-lines does not go with --replace"),
        (["tokens", "--command", "'"], "newsreel: --command: the ' at character 1 is not closed"),
      ])
    func usage(_ arguments: [String], _ message: String) async throws {
      let result = try await Program.run(arguments)
      #expect(result.ending == .exited(2))
      #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }
  }
}
