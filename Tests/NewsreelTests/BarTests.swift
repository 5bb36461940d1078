import Base
import Formats
import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Newswire
@testable import Scene
@testable import Windows

/// `newsreel bar`, without a display.
@Suite("Headlines in another bar") struct BarTests {
  private let home = try! FeedHome()

  private func start(
    _ arguments: String..., input: Child.Input = .null, environment: [String: String?] = [:]
  ) throws -> Child {
    try Program.start(["bar"] + arguments, environment: surroundings.merging(environment) { $1 }, input: input)
  }

  private var surroundings: [String: String?] {
    home.environment.merging(["XDG_RUNTIME_DIR": home.folder.path, "DISPLAY": nil, "WAYLAND_DISPLAY": nil]) { $1 }
  }

  private func control(_ name: String = "bar") async throws -> ControlLine {
    try await ControlLine(to: name, in: home.folder.path)
  }

  /// The next line of Waybar's with that text.
  private func waybar(_ bar: Child, text: String) async throws -> JSON {
    while true {
      let object = try JSON(parsing: try await bar.line())
      if object["text"]?.string == text { return object }
    }
  }

  @Test("A feed's headlines come as lines; going on, back and opening are commands, and what is opened is read")
  func feed() async throws {
    let opener = try await StandInOpener()
    let path = try home.folder.write(FeedHome.rss(["A &lt;b&gt;", "Second", "The third"]), to: "feed.xml")
    let bar = try start(
      "--format", "waybar", "--feed", path, "--hold", "1000",
      environment: ["PATH": opener.environment["PATH"] ?? nil])
    let first = try await waybar(bar, text: "A &lt;b&gt;")
    #expect(first["alt"]?.string == "3" && first["percentage"]?.number == 100 && first["class"]?.string == "unread")
    #expect(first["tooltip"]?.string == "Wire: A &lt;b&gt;\nWire: Second\nWire: The third")
    let line = try await control()
    try await line.ask("next")
    _ = try await waybar(bar, text: "Second")
    try await line.ask("previous")
    _ = try await waybar(bar, text: "A &lt;b&gt;")
    #expect(try await line.ask("open")["ok"]?.bool == true)
    let read = try await waybar(bar, text: "A &lt;b&gt;")
    #expect(read["class"]?.string == "read" && read["alt"]?.string == "2" && read["percentage"]?.number == 66)
    #expect(try opener.opened == "http://example.org/11")
    #expect(try await line.ask("set", "width", 3)["ok"]?.bool == false)
    let state = try await line.ask("state")["data"]
    #expect(state?["view"]?.string == "bar" && state?["unread"]?.number == 2 && state?["items"]?.array?.count == 3)
    bar.signal(SIGTERM)
    #expect(try await bar.ending() == .exited(128 + SIGTERM) && bar.errors.isEmpty, "\(bar.errors)")
    #expect(access(home.folder.path + "/newsreel/bar.sock", F_OK) != 0)
    // What it has shown and what was read is known to the next one.
    let history = try Project.text(of: home.folder.path + "/state/newsreel/headlines")
    #expect(history.contains("The third"))
    let again = try start("--format", "waybar", "--feed", path)
    #expect(try await waybar(again, text: "A &lt;b&gt;")["class"]?.string == "read")
  }

  @Test("Lines, urgent headlines and live numbers come at once") func lines() async throws {
    let bar = try start("--format", "tmux", "--hold", "1000", "--value", "aapl=1.5", "-", input: .pipe)
    try bar.send("AAPL {aapl} #1\n")
    #expect(try await bar.line() == "AAPL 1.5 ##1")
    let line = try await control()
    try await line.ask("value", "aapl=211.40")
    #expect(try await bar.line() == "AAPL 211.40 ##1")
    try await line.ask("urgent", "Fire drill")
    #expect(try await bar.line() == "Fire drill")
    try await line.ask("remove", "Fire drill")
    #expect(try await bar.line() == "AAPL 211.40 ##1")
    try await line.ask("replace", "One", "Two")
    #expect(try await bar.line() == "One")
    try await line.ask("pause")
    bar.signal(SIGUSR1)
    try await waitUntil("it goes on") { try await line.ask("state")["data"]?["paused"]?.bool == false }
    try await line.ask("quit")
    #expect(try await bar.ending() == .exited(0) && bar.errors.isEmpty, "\(bar.errors)")
  }

  @Test("i3bar's clicks are read from standard input, one after the other") func clicks() async throws {
    let opener = try await StandInOpener()
    let path = try home.folder.write(
      #"{"text":"One","link":"https://example.org/1"}"# + "\n" + #"{"text":"Two"}"# + "\n", to: "lines")
    let bar = try start(
      "--format", "i3bar", "--hold", "1000", "--json-lines", "--file", path, input: .pipe,
      environment: ["PATH": opener.environment["PATH"] ?? nil])
    #expect(try await bar.line() == #"{"version":1,"click_events":true}"#)
    #expect(try await bar.line() == "[")
    func text() async throws -> String? {
      try JSON(parsing: String(try await bar.line().dropLast())).array?.first?["full_text"]?.string
    }
    #expect(try await text() == "One")
    try bar.send("[\n{\"name\":\"newsreel\",\"button\":1,\"x\":1}\n")
    try await waitUntil("the link") { try opener.opened == "https://example.org/1" }
    try bar.send(",{\"button\":5}\n")
    #expect(try await text() == "Two")
    // Without a link, and with a button of no use.
    try bar.send(",{\"button\":1}\n,{\"button\":9}\n,{\"button\":4}\n")
    #expect(try await text() == "One")
    #expect(bar.errors == "newsreel: open: the headline that is shown has no link\n")
  }

  @Test("Two bars have names of their own, and the areas of each name it") func names() async throws {
    let one = try start("--format", "polybar", "--name", "left", "Text")
    #expect(try await one.line().contains(" msg --name left next:}"))
    let two = try start("--format", "lemonbar", "--name", "left", "Text")
    #expect(try await two.line().contains(" msg --name left-2 next:}"))
    #expect(two.errors.contains("reaches this one with --name left-2"))
  }

  @Test("The end of the bar ends the program, at once and as a success") func ends() async throws {
    let script = "{ \"$1\" bar --format lemonbar --hold 1000 Text; echo $? >&2; } | head -n 1"
    let result = try await run("sh", ["-c", script, "sh", Program.path], environment: surroundings)
    #expect(result.output.hasSuffix("Text%{A}%{A}%{A}\n") && result.errors == "0\n", "\(result.errors)")
  }

  @Test("What nothing changes wakes nothing") func sleeps() async throws {
    let bar = try start("--format", "waybar", "Only this")
    _ = try await bar.line()
    let line = try await control()
    _ = try await line.ask("state")
    try await waitUntil("sleep") { try bar.isAsleep() }
    let before = try bar.voluntarySwitches()
    for _ in 0..<20 { _ = try await Program.run(["--version"]) }
    #expect(try bar.voluntarySwitches() - before < 5)
    #expect(bar.output.split(separator: "\n").count == 1)
  }

  @Test("Once: a line by the clock, without a fetch before its time, and nothing without feeds") func once()
    async throws
  {
    let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One", "Three"]))] }
    for _ in 0..<3 {
      let result = try await Program.run(
        ["bar", "--format", "tmux", "--once", "--feed", server.url("/feed")], environment: surroundings)
      #expect(["One\n", "Three\n"].contains(result.output) && result.ending == .exited(0), "\(result)")
    }
    #expect(server.requests.filter { $0 == "/feed" }.count == 1)
    let empty = try await Program.run(["bar", "--format", "tmux", "--once"], environment: surroundings)
    #expect(empty.output == "\n" && empty.errors.isEmpty && empty.ending == .exited(0))
    let both = try await Program.run(
      ["bar", "--format", "waybar", "--once", "-"], environment: surroundings, input: "Piped\n")
    #expect(try JSON(parsing: both.output)["text"]?.string == "Piped")
  }

  @Test("A feed that fails is told in the bar") func failure() async throws {
    let bar = try start("--format", "waybar", "--feed", home.folder.path + "/none.xml")
    #expect(try await waybar(bar, text: "Cannot read none.xml (no such file)")["class"]?.string == "notice")
  }

  @Test(
    "Wrong words are refused, with the nearest right one",
    arguments: [
      ("bar", "format: which bar is it? It is one of waybar, polybar,"),
      ("bar --format wayba", "waybar"), ("bar --format polybar --widht 5", "--width"),
      ("bar --format tmux --width 0", "width"), ("bar --format i3bar -", "writes clicks to standard input"),
      ("bar --format tmux --name a/b", "name"), ("bar --format tmux --place top", "place"),
      ("bar --format tmux --json-lines --replace", "--json-lines does not go with --replace"),
    ])
  func refusals(_ words: String, _ reason: String) async throws {
    let result = try await Program.run(words.split(separator: " ").map(String.init), environment: surroundings)
    #expect(result.ending == .exited(2) && result.errors.contains(reason), "\(result.errors)")
    #expect(result.output.isEmpty && result.errors.split(separator: "\n").count == 1)
  }

  @Test("Its help fits a screen and has its own options; --help-all has those of sources, too") func help()
    async throws
  {
    let help = try await Program.run(["bar", "--help"]).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 79 && !$0.hasSuffix(" ") }, "\(help)")
    for option in PropertyInfo.bar { #expect(help.contains("--" + option.name)) }
    for format in PropertyInfo.bar[0].choices { #expect(help.contains(format)) }
    let all = try await Program.run(["bar", "--help-all"]).output
    for option in PropertyInfo.bar + PropertyInfo.barSources { #expect(all.contains("--" + option.name)) }
    #expect(!all.contains("--markup-run") && !all.contains("--or-send") && !all.contains("--wall"))
    // What is no help is as it is everywhere.
    let version = try await Program.run(["--version"])
    #expect(try await Program.run(["bar", "--version"]) == version)
  }

  @Test("A crawl goes on and back by the same commands, and opens what is marked") func crawl() throws {
    var request = ViewRequest<CrawlKind>()
    request.sources = try Settings(arguments: ["One", "Two"], isInputPiped: false)
    let controller = try CrawlController(request)
    let context = ViewContext()
    _ = try controller.perform(ControlRequest(.next), in: context)
    _ = try controller.perform(ControlRequest(.previous), in: context)
    #expect(throws: Failure.self) { try controller.perform(ControlRequest(.open), in: context) }
  }
}
