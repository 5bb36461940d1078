import Base
import Formats
import Glibc
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// A connection to a window's socket, as a program of its own would have it.
final class ControlLine {
  private let socket: Descriptor
  private var input: [UInt8] = []

  /// - Parameter folder: The program's XDG_RUNTIME_DIR.
  init(to name: String, in folder: String) async throws {
    let path = "\(folder)/newsreel/\(name).sock"
    let raw = try await waitFor("the socket of \(name)") { () -> Int32? in
      // The descriptor is handed over, so that what has connected stays.
      guard let socket = try UnixSocket.connect(to: path) else { return nil }
      return dup(socket.raw)
    }
    socket = Descriptor(raw)
  }

  func send(_ text: String) { _ = writeAll(text, to: socket.raw) }

  /// The next line.
  func line() async throws -> JSON { try await waitFor("an answer") { try self.next() } }

  /// The next line, where one has come.
  func next() throws -> JSON? {
    read()
    guard let end = input.firstIndex(of: 0x0A) else { return nil }
    defer { input.removeFirst(end + 1) }
    return try JSON(parsing: String(decoding: input[..<end], as: UTF8.self))
  }

  /// Whether the other side has left.
  func isLeft() -> Bool {
    var byte: UInt8 = 0
    return recv(socket.raw, &byte, 1, Int32(MSG_PEEK)) == 0 || (errno != EAGAIN && errno != EINTR)
  }

  private func read() {
    var part = [UInt8](repeating: 0, count: 64 << 10)
    if case .bytes(let count) = ReadResult(Glibc.read(socket.raw, &part, part.count)) { input += part[..<count] }
  }

  /// What is answered to a command.
  @discardableResult
  func ask(_ words: JSON...) async throws -> JSON {
    request(words)
    return try await line()
  }

  func request(_ words: [JSON]) { send(JSON.object([("command", .array(words))]).line + "\n") }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension OnScreen {
  /// `newsreel msg` and the socket behind it.
  @Suite("Control") struct ControlTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    private func shown(_ arguments: [String]) async throws -> Shown {
      try await Shown(arguments, environment: environment)
    }

    private func message(_ words: String..., status: Int32 = 0) async throws -> ToolResult {
      try await message(words: words, status: status)
    }

    private func message(words: [String], status: Int32) async throws -> ToolResult {
      let result = try await Program.run(["msg", "--timeout", "300"] + words, environment: environment)
      #expect(result.ending == .exited(status), "\(words): \(result.errors)")
      return result
    }

    @Test("A property is set, returned and visible; an error names the nearest right name")
    func properties() async throws {
      let shown = try await shown(["crawl", "--scroll-speed", "0", "--delay-at-start", "10000"] + ["████"])
      let before = try await shown.stillPicture()
      #expect(try await message("get", "foreground").output == "#e8ecf1\n")
      _ = try await message("set", "foreground", "#ff0000", "font-size", "20")
      #expect(try await message("get", "foreground", "font-size").output == "foreground = #ff0000\nfont-size = 20\n")
      _ = try await shown.picture("red text") { $0 != before && Set($0.pixels).contains(0xFF0000) }
      let wrong = try await message("set", "font-size", "18", "foregruond", "red", status: 1)
      #expect(wrong.errors == "newsreel: foregruond: no such property; did you mean 'foreground'?\n")
      // All or nothing.
      #expect(try await message("get", "font-size").output == "20\n")
      #expect(try await message("set", "scroll-speed", "-1", status: 1).errors.contains("out of range"))
      _ = try await message("reset", "foreground", "font-size")
      _ = try await shown.picture("the text as it was") { $0 == before }
      #expect(try await message("set", "font-size", status: 1).errors.contains("a value is missing") == true)
      #expect(try await message("sett", "a", "b", status: 2).errors.contains("did you mean 'set'?"))
    }

    @Test(
      "Each property of each view is set, told and brought back",
      arguments: [
        ["One", "Two"], ["crawl", "One", "Two"], ["counter", "42"], ["tokens", "a", "b"],
        ["credits", Project.folder + "/README.md"], ["badge", "Label"],
      ]) func all(arguments: [String]) async throws
    {
      let shown = try await shown(arguments)
      let view = arguments[0] == "One" ? "strip" : arguments[0]
      let line = try await ControlLine(to: view, in: folder.path)
      let all = try #require(try await line.ask("properties")["data"]?.array)
      #expect(all.count > 40)
      // There is no window to stand at.
      for property in all where property["name"] != "of" {
        let (name, before) = (try #require(property["name"]?.string), property["value"])
        let text = Self.value(for: property)
        for words: [JSON] in [
          ["set", .string(name), .string(text)], ["get", .string(name)], ["reset", .string(name)],
        ] {
          line.request(words)
        }
        line.request(["get", .string(name)])
        let answer = try await line.line()
        #expect(answer["ok"]?.bool == true, "\(name) = \(text): \(answer.line)")
        let now = try await line.line()["data"]?[name]
        #expect(now != before && now?.word == text, "\(name) = \(text): \(now?.line ?? "")")
        _ = try await line.line()
        let after = try await line.line()["data"]?[name]
        #expect(after == before || name == "label", "\(name): \(after?.line ?? "")")
      }
      #expect(shown.child.isRunning)
    }

    /// Another value than the present one.
    private static func value(for property: JSON) -> String {
      let name = property["name"]?.string ?? ""
      if name.hasSuffix("image") { return Project.folder + "/Tests/RenderTests/Pictures/square.jpg" }
      if name == "topic-colors" { return "#ff0000, #0000ff" }
      if let own = SampleValues.own[name] { return own }
      let now = property["value"]
      switch property["type"]?.string {
      case "boolean": return now?.bool == true ? "false" : "true"
      case "integer", "number":
        let (low, high) = (property["minimum"]?.number ?? 0, property["maximum"]?.number ?? 100)
        let number = min(high, max(low, (now?.number ?? 0) + 1))
        return shortest(number == now?.number ? low : number)
      case "color": return "#123456"
      case "choice": return property["choices"]?.array?.last { $0 != now }?.string ?? ""
      default: return name.hasSuffix("-color") ? "#123456" : "abc"
      }
    }

    @Test("What a window cannot change about itself, another one around the same view has") func window() async throws {
      let shown = try await shown(["crawl", "--delay-at-start", "0", "A headline that runs"])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      func place() async throws -> Double { try await line.ask("state")["data"]?["position"]?.number ?? 0 }
      try await waitUntil("motion") { try await place() > 20 }
      let before = try await place()
      try await line.ask("set", "name", "Other", "below", "true")
      let window = try await waitFor("the new window") { () -> String? in
        let found = try await run(
          "xdotool", ["search", "--name", "^Other$"], environment: ["DISPLAY": shown.server.display])
        return found.output.split(separator: "\n").first.map(String.init)
      }
      #expect(window != shown.window)
      let state = try await run(
        "xprop", ["-id", window, "_NET_WM_STATE"], environment: ["DISPLAY": shown.server.display])
      #expect(state.output.contains("_NET_WM_STATE_BELOW"))
      #expect(try await place() >= before)
      let picture = try await waitFor("its text") { () -> Screenshot? in
        let picture = try await shown.server.screenshot(of: window)
        return Set(picture.pixels).count > 2 ? picture : nil
      }
      #expect(picture.width == 1000)
    }

    @Test("A speed whose steps are all the same is given up again with the cadence that asked for it") func cadence()
      async throws
    {
      let shown = try await shown([
        "crawl", "--delay-at-start", "0", "--scroll-time", "0", "--scroll-speed", "47.3", "A headline that runs",
      ])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      func speed() async throws -> Double { try await line.ask("state")["data"]?["speed"]?.number ?? 0 }
      try await waitUntil("the speed that was asked for") { try await speed() == 47.3 }
      try await line.ask("set", "cadence", "lock")
      try await waitUntil("an even one") { abs(try await speed() - 45) < 0.5 }
      try await line.ask("set", "cadence", "subpixel")
      try await waitUntil("the speed that was asked for again") { try await speed() == 47.3 }
      #expect(shown.child.isRunning && shown.child.errors.isEmpty)
    }

    @Test("Headlines are added, removed and replaced, and come at once where they are urgent") func headlines()
      async throws
    {
      let shown = try await shown(["crawl", "One", "Two"])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      func items() async throws -> [String] {
        try await line.ask("state")["data"]?["items"]?.array?.compactMap(\.string) ?? []
      }
      let added = try await line.ask("add", "Three", .object([("text", "Four"), ("id", "4")]))
      #expect(added["data"] == .array(["Three", "4"]))
      #expect(try await line.ask("state")["data"]?["hidden"]?.bool == false)
      try await waitUntil("all four") { try await Set(items()) == ["One", "Two", "Three", "Four"] }
      let before = try await items()
      try await line.ask("set", "text", "Of its own")
      #expect(try await items() == before + ["Of its own"])
      try await line.ask("reset", "text")
      #expect(try await items() == before)
      #expect(try await line.ask("remove", "One", "4")["data"]?.number == 2)
      try await waitUntil("two of them") { try await Set(items()) == ["Two", "Three"] }
      try await line.ask("urgent", "Now")
      try await waitUntil("the urgent one") { try await items().contains("Now") }
      try await line.ask("replace", "Alone")
      try await waitUntil("one") { try await items() == ["Alone"] }
      #expect(try await line.ask("add", .object([("text", "x"), ("link", "javascript:1")]))["ok"]?.bool == false)
      try await line.ask("quit")
      #expect(try await shown.child.ending() == .exited(0))
    }

    @Test("Motion pauses and resumes, by command and by USR1, and subscribers learn of it") func motion() async throws {
      let shown = try await shown(["crawl", "--delay-at-start", "0", "A headline that runs"])
      let listener = try await ControlLine(to: "crawl", in: folder.path)
      #expect(try await listener.ask("subscribe", "paused", "resumed")["ok"]?.bool == true)
      #expect(try await listener.ask("subscribe", "pausd")["error"]?.string?.contains("did you mean 'paused'?") == true)
      let line = try await ControlLine(to: "crawl", in: folder.path)
      try await line.ask("pause")
      #expect(try await listener.line()["event"] == "paused")
      #expect(try await line.ask("state")["data"]?["paused"]?.bool == true)
      shown.child.signal(SIGUSR1)
      #expect(try await listener.line()["event"] == "resumed")
      try await line.ask("scroll-to", 500)
      try await waitUntil("its place") { try await line.ask("state")["data"]?["position"]?.number ?? 0 >= 500 }
    }

    @Test("Counter, chips, credits and topics take what is meant for them, and nothing else") func views() async throws
    {
      let counter = try await shown(["counter", "1"])
      let line = try await ControlLine(to: "counter", in: folder.path)
      try await line.ask("counter", 4711)
      #expect(try await line.ask("state")["data"]?["number"]?.number == 4711)
      #expect(try await line.ask("counter", "many")["error"] == "counter: 'many' is not a number")
      #expect(try await line.ask("token", "add", "x")["ok"]?.bool == false)
      let tokens = try await shown(["tokens", "a", "b"])
      let chips = try await ControlLine(to: "tokens", in: folder.path)
      try await chips.ask("token", "add", "c")
      try await chips.ask("token", "remove", "a")
      #expect(try await chips.ask("state")["data"]?["tokens"] == .array(["b", "c"]))
      #expect(counter.child.isRunning && tokens.child.isRunning)
    }

    @Test("A strip's topics come with their headlines, and are switched by name") func topics() async throws {
      let shown = try await shown(["One"])
      let line = try await ControlLine(to: "strip", in: folder.path)
      try await line.ask("add", .object([("text", "Goal"), ("topic", "Sport")]))
      func isOn() async throws -> Bool? {
        try await line.ask("state")["data"]?["topics"]?.array?.first { $0["name"] == "Sport" }?["on"]?.bool
      }
      try await waitUntil("the topic") { try await isOn() == true }
      try await line.ask("token", "off", "Sport")
      try await waitUntil("it to be off") { try await isOn() == false }
      #expect(try await line.ask("token", "off", "Sprot")["error"]?.string?.contains("did you mean 'Sport'?") == true)
      #expect(shown.child.isRunning)
    }

    @Test("The second of a name says so and has another; --or-send hands over; what a crash leaves is taken over")
    func names() async throws {
      let first = try await shown(["crawl", "--name", "news", "One"])
      let path = folder.path + "/newsreel/news.sock"
      try await waitUntil("the socket") { access(path, F_OK) == 0 }
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      #expect(stat(folder.path + "/newsreel", &status) == 0 && status.st_mode & 0o777 == 0o700)
      let second = try await shown(["crawl", "--name", "news", "Two"])
      try await waitUntil("a word about it") { second.child.errors.contains("--name news-2") }
      let handed = try await Program.run(
        ["crawl", "--or-send", "--name", "news", "--foreground", "red", "Three"], environment: environment)
      #expect(handed.ending == .exited(0))
      let line = try await ControlLine(to: "news", in: folder.path)
      try await waitUntil("the headline") {
        try await line.ask("state")["data"]?["items"]?.array?.contains("Three") == true
      }
      #expect(try await line.ask("get", "foreground")["data"]?["foreground"] == "#ff0000")
      // What it cannot take over is refused, and not a part of it sent.
      for (words, option) in [
        (["--file", "lines.txt", "Never"], "--file"), (["-"], "standard input"), (["--command", "date"], "--command"),
      ] {
        let refused = try await Program.run(["crawl", "--or-send", "--name", "news"] + words, environment: environment)
        #expect(refused.ending == .exited(1) && refused.errors.contains(option), "\(refused.errors)")
      }
      #expect(try await line.ask("state")["data"]?["items"]?.array?.contains("Never") == false)
      #expect(try await message("add", "x", "--bogus", status: 2).errors.contains("unknown option '--bogus'"))
      #expect(try await message("state", status: 2).errors.contains("news, news-2"))
      first.child.signal(SIGKILL)
      _ = try await first.child.ending()
      #expect(access(path, F_OK) == 0)
      let third = try await shown(["crawl", "--name", "news", "Four"])
      #expect(try await message("--name", "news", "state").output.contains("Four"))
      #expect(third.child.errors.isEmpty)
    }

    /// A user that is not the one who runs the tests.
    private static let nobody = "65534"

    @Test("Another user cannot connect, also where folder and socket have been opened to all") func users() async throws
    {
      let shown = try await shown(["crawl", "A headline"])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      #expect(try await line.ask("state")["ok"]?.bool == true)
      let (sockets, socket) = (folder.path + "/newsreel", folder.path + "/newsreel/crawl.sock")
      if getuid() == 0 {
        chmod(folder.path, 0o755)
        let script = #"""
          $SIG{PIPE} = "IGNORE";
          $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print "refused"; exit };
          print $s qq({"command":["quit"]}\n); $s->flush; print defined($l = <$s>) ? $l : "left";
          """#
        func connect() async throws -> String {
          let user = ["--reuid", Self.nobody, "--regid", Self.nobody, "--clear-groups"]
          let result = try await run("setpriv", user + ["perl", "-MIO::Socket::UNIX", "-e", script, socket])
          return result.output + result.errors
        }
        #expect(try await connect() == "refused")
        chmod(sockets, 0o777)
        chmod(socket, 0o666)
        #expect(try await connect() == "left")
      }
      // The same by another user's eyes, for who is not root.
      let path = folder.path + "/newsreel/own.sock"
      guard let server = try UnixSocket.listen(at: path) else { throw HarnessError("the name is taken") }
      for (user, isLetIn) in [(getuid() + 1, false), (getuid(), true)] {
        guard let client = try UnixSocket.connect(to: path) else { throw HarnessError("nobody listens") }
        defer { _ = client.raw }
        let hasCome = UnixSocket.accept(from: server, of: user) != nil
        #expect(hasCome == isLetIn)
      }
      #expect(try await line.ask("state")["ok"]?.bool == true)
      // The next one to start closes the folder again.
      var status = stat()
      #expect(stat(sockets, &status) == 0 && status.st_mode & 0o777 == 0o700)
      #expect(shown.child.isRunning)
    }

    @Test("A window that is stopped is not waited for without end") func stopped() async throws {
      let shown = try await shown(["crawl", "A headline"])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      #expect(try await line.ask("state")["ok"]?.bool == true)
      shown.child.signal(SIGSTOP)
      for words in [["state"], ["subscribe"], ["add", String(repeating: "x", count: 100_000)]] {
        let result = try await message(words: ["--timeout", "0.2"] + words, status: 1)
        #expect(
          result.errors
            == "newsreel: crawl: has not answered for 0.2 s: it is stopped or busy; --timeout waits longer\n")
      }
      #expect(
        try await message("--timeout", "none", "state", status: 2).errors.contains("--timeout: 'none' is not a number"))
      shown.child.signal(SIGCONT)
      #expect(try await message("--timeout=30", "get", "foreground").output == "#e8ecf1\n")
    }

    @Test("Endless lines, noise and clients that do not read are dropped, and do no harm") func hostile() async throws {
      let shown = try await shown(["crawl", "A headline"])
      let line = try await ControlLine(to: "crawl", in: folder.path)
      for noise in [
        "\u{0}\u{1}", "[]", "{}", #"{"command":[]}"#, #"{"command":["set"]}"#, #"{"command":[1,2]}"#, "null", "{",
      ] {
        line.send(noise + "\n")
        #expect(try await line.line()["ok"]?.bool == false, "\(noise)")
      }
      let endless = try await ControlLine(to: "crawl", in: folder.path)
      let part = String(repeating: "x", count: 64 << 10)
      let answer = try await waitFor("a word about it") {
        endless.send(part)
        return try endless.next()
      }
      #expect(answer["error"]?.string?.contains("longer than 1 MB") == true)
      try await waitUntil("it to be left") { endless.isLeft() }
      // It asks and does not read.
      let deaf = try await ControlLine(to: "crawl", in: folder.path)
      for _ in 0..<2000 { deaf.send(#"{"command":["properties"]}"# + "\n") }
      #expect(try await line.ask("get", "foreground")["ok"]?.bool == true)
      #expect(shown.child.isRunning)
    }
  }
}
