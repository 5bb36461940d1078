import Base
import Glibc
import TestKit
import Testing

extension OnScreen {
  /// Windows that a file says, while the file is edited.
  @Suite("Configured windows") struct ConfigurationOnScreenTests {
    private let folder = try! TemporaryFolder()
    private var path: String { folder.path + "/newsreel.toml" }
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    private static let desk = """
      [[window]]
      name = "desk"
      geometry = "100%x80"
      [[window.column]]
      view = "strip"
      arguments = ["First headline", "Second headline"]
      [[window.column]]
      [[window.column.row]]
      view = "badge"
      label = "Label"
      [[window.column.row]]
      view = "counter"
      arguments = ["1234"]
      size = 100
      [[window.column.row]]
      view = "crawl"
      id = "ticker"
      arguments = ["The crawl beside the counter"]
      background = "#203040"
      scroll-speed = 40
      [[window.column.row]]
      view = "tokens"
      arguments = ["alpha", "beta"]

      [[window]]
      name = "top"
      place = "in-top"
      monitor = "right"
      view = "crawl"
      arguments = ["Above all"]

      """

    /// The chips in the state of a view.
    private static func chips(_ state: JSON?) -> [String] {
      state?["tokens"]?.array?.compactMap { $0["label"]?.string ?? $0.string } ?? []
    }

    private func write(_ text: String) throws { try AtomicFile.write(Array(text.utf8), to: path) }

    @Test("A configuration that is made while a strip runs is followed; what the theme has is what is told")
    func madeLater() async throws {
      let home = try FeedHome()
      try home.folder.write("", to: "config/newsreel/feeds.opml.old")
      let shown = try await Shown(["--label", "Mine"], environment: home.environment)
      let line = try await shown.control()
      func value(_ name: String) async throws -> String? {
        try await line.ask("get", .string(name))["data"]?[name]?.string
      }
      #expect(try await value("background") == "#12161c")
      let file = try home.folder.write("theme = \"light\"\nlabel = \"Not mine\"\n", to: "config/newsreel/newsreel.toml")
      try await waitUntil("the theme") { try await value("theme") == "light" }
      let (background, label) = (try await value("background"), try await value("label"))
      #expect(background == "#fbfbfa" && label == "Mine")
      // It is the same window, and one that is wrong is refused.
      let window = try await shown.server.window(of: shown.child)
      #expect(window == shown.window && shown.child.errors.isEmpty)
      try AtomicFile.write(Array("theme = 5\n".utf8), to: file)
      try await waitUntil("the refusal") { shown.child.errors.contains("newsreel.toml:1:") }
      #expect(try await value("theme") == "light")
    }

    @Test("Windows that change places in the file, or get one before them, keep what has been added to them")
    func places() async throws {
      let (first, second) = (
        "[[window]]\nname = \"one\"\nview = \"tokens\"\narguments = [\"a\"]\n",
        "[[window]]\nname = \"two\"\nplace = \"in-top\"\nview = \"tokens\"\narguments = [\"b\"]\n"
      )
      try write(first + second)
      let shown = try await Shown(["--config", path], environment: environment)
      func control(_ name: String) async throws -> ControlLine {
        let folder = shown.runtimeFolder + "/newsreel"
        try await waitUntil("the socket of \(name)") { Files.names(in: folder).contains("\(name).sock") }
        return try await ControlLine(to: name, in: shown.runtimeFolder)
      }
      let lines = [try await control("one"), try await control("two")]
      for line in lines { try await line.ask("token", "add", "new") }
      func tokens(_ line: ControlLine) async throws -> [String] { Self.chips(try await line.ask("state")["data"]) }
      let before = [try await tokens(lines[0]), try await tokens(lines[1])]
      #expect(before.allSatisfy { $0.contains("new") }, "\(before)")
      let third = "[[window]]\nname = \"three\"\nplace = \"in-center\"\nview = \"badge\"\nlabel = \"C\"\n"
      try write(third + second + first)
      _ = try await control("three")
      let after = [try await tokens(lines[0]), try await tokens(lines[1])]
      #expect(after == before)
      #expect(try await lines[0].ask("state")["data"]?["origin"]?["window"]?.number == 2)
    }

    @Test(
      "Six views on two monitors: after fifty edits the last valid one shows, and no place is lost"
    )
    func edits() async throws {
      let server = try await XServer(width: 1600, height: 400)
      defer { server.end() }
      let monitors = [("left", "800/200x400/100+0+0", "screen"), ("right", "800/200x400/100+800+0", "none")]
      for (name, geometry, output) in monitors {
        #expect(try await server.run("xrandr", ["--setmonitor", name, geometry, output]).ending == .exited(0))
      }
      try write(Self.desk)
      let shown = try await Shown(["--config", path], on: server, environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      let top = try await ControlLine(to: "top", in: folder.path)
      for (line, monitor) in [(desk, "left"), (top, "right")] {
        #expect(try await line.ask("state")["data"]?["window"]?["monitor"]?.string == monitor)
      }
      func ticker() async throws -> JSON? {
        try await desk.ask("state")["data"]?["views"]?.array?.first { $0["id"] == "ticker" }
      }
      #expect(try await desk.ask("state")["data"]?["views"]?.array?.count == 5)
      var random = SeededRandom(seed: 17)
      var (last, edits) = (40, 0)
      var place = 0.0
      var memory: [Int] = []
      for round in 0..<50 {
        var text = Self.desk
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text = text.replacing("scroll-speed", with: "scrol-speed")
        case 1: text = String(text.prefix(Int.random(in: 1..<text.count - 1, using: &random))) + "\n[["
        default:
          last = 20 + round
          text = text.replacing("scroll-speed = 40", with: "scroll-speed = \(last)").replacing(
            "#203040", with: "#2030\(10 + round)")
          edits += 1
        }
        try write(text)
        let wanted = last
        if text.contains("scroll-speed = \(wanted)") {
          try await waitUntil("edit \(round)") {
            try await desk.ask("get", "ticker.scroll-speed")["data"]?["ticker.scroll-speed"]?.number == Double(wanted)
          }
        }
        let now = try #require(try await ticker()?["position"]?.number)
        // It runs on from where it is.
        #expect(now >= place - 1)
        place = now
        memory.append(try shown.child.residentSize())
      }
      #expect(edits > 10)
      // As some editors leave it for a moment.
      try write("")
      try await waitUntil("a word about it") { shown.child.errors.contains("it is empty; the previous one stays") }
      #expect(try await ticker() != nil)
      let wrong = try await desk.ask("set", "scroll-speed", "90")
      #expect(wrong["error"]?.string?.contains("ticker.scroll-speed") == true)
      #expect(try await top.ask("get", "view")["ok"]?.bool == false)
      #expect(memory[49] - memory[9] < 6 << 20, "\(memory)")
      #expect(shown.child.isRunning)
    }

    @Test("Views come and go with the file; what takes hands takes those that are on it") func views() async throws {
      try write(Self.desk)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      let tokens = try await desk.ask("token", "remove", "alpha")
      #expect(tokens["ok"]?.bool == true, "\(tokens.line)")
      func view(_ name: String) async throws -> JSON? {
        try await desk.ask("state")["data"]?["views"]?.array?.first { $0["id"]?.string == name }
      }
      let place = try #require(try await view("ticker")?["position"]?.number)
      let badge = "view = \"badge\"\nlabel = \"Label\""
      let counter = "view = \"counter\"\nid = \"new\"\narguments = [\"7\"]\n"
      try write(Self.desk.replacing(badge, with: "view = \"badge\"\nlabel = \"B\"\n[[window.column.row]]\n" + counter))
      try await waitUntil("the new view") { try await view("new")?["number"]?.number == 7 }
      // The others are as they were: without the chip, and run on, though a default name has changed.
      #expect(Self.chips(try await view("tokens-6")) == ["beta"])
      #expect(try #require(try await view("ticker")?["position"]?.number) >= place)
      // A source that cannot be opened changes nothing.
      try write(Self.desk.replacing(badge, with: "view = \"crawl\"\nid = \"none\"\nfile = \"/none/of/these\""))
      try await waitUntil("the refusal") { shown.child.errors.contains("/none/of/these") }
      #expect(try await view("new") != nil)
      #expect(Self.chips(try await view("tokens-6")) == ["beta"])
      try await desk.ask("quit")
      #expect(try await shown.child.ending() == .exited(0))
    }

    @Test("A view that comes into a window in which nothing is to disturb has its news wait, too") func quiet()
      async throws
    {
      let first = """
        [[window]]
        name = "desk"
        geometry = "100%x80"
        do-not-disturb = "on"
        [[window.column]]
        view = "crawl"
        id = "first"
        arguments = ["First"]

        """
      let lines = try TemporaryFolder()
      let file = try lines.write("One\n", to: "lines")
      let second = """
        [[window.column]]
        view = "crawl"
        id = "later"
        file = "\(file)"
        watch = true

        """
      try write(first)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      func later(_ name: String) async throws -> JSON? {
        try await desk.ask("state")["data"]?["views"]?.array?.first { $0["id"]?.string == "later" }?[name]
      }
      // Also where it comes again.
      for _ in 0..<2 {
        try write(first + second)
        try await waitUntil("the view; \(shown.child.errors)") { try await later("waiting") != nil }
        try lines.write("One\nTwo\n", to: "lines")
        try await waitUntil("one that waits; \(shown.child.errors)") { try await later("waiting")?.number == 1 }
        try write(first)
        try await waitUntil("it to go") { try await later("waiting") == nil }
        try lines.write("One\n", to: "lines")
      }
    }

    @Test("A view that gets another beside it, and is alone again, keeps what has been added to it") func company()
      async throws
    {
      let alone = "[[window]]\nname = \"desk\"\nview = \"tokens\"\nid = \"chips\"\narguments = [\"a\"]\n"
      let both = """
        [[window]]
        name = "desk"
        [[window.column]]
        view = "counter"
        arguments = ["12"]
        [[window.column]]
        view = "tokens"
        id = "chips"
        arguments = ["a"]

        """
      try write(alone)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      try await desk.ask("token", "add", "b")
      func state() async throws -> JSON? { try await desk.ask("state")["data"] }
      #expect(Self.chips(try await state()) == ["a", "b"])
      try write(both)
      try await waitUntil("two views") { try await state()?["views"]?.array?.count == 2 }
      #expect(Self.chips(try await state()?["views"]?.array?[1]) == ["a", "b"])
      let size = try await desk.ask("get", "chips.token-height")["data"]?["chips.token-height"]?.number
      #expect(size != nil)
      // For what needs a new window, too.
      #expect(try await desk.ask("set", "above", "true")["ok"]?.bool == true)
      #expect(Self.chips(try await state()?["views"]?.array?[1]) == ["a", "b"])
      try await desk.ask("subscribe", "added")
      try await desk.ask("token", "add", "c")
      let event = try await desk.line()
      #expect(event["event"]?.string == "added" && event["view"]?.string == "chips", "\(event.line)")
      try write(alone)
      try await waitUntil("one view") { try await state()?["tokens"] != nil }
      #expect(Self.chips(try await state()) == ["a", "b", "c"])
      #expect(try await desk.ask("get", "token-height")["ok"]?.bool == true)
      #expect(shown.child.errors.isEmpty)
    }

    @Test("The end of the last motion in a window of several views is reported at once") func end() async throws {
      try write(
        """
        [[window]]
        name = "desk"
        geometry = "300x60"
        [[window.column]]
        view = "badge"
        label = "Still"
        [[window.column]]
        view = "crawl"
        id = "once"
        arguments = ["Soon over"]
        scroll-repeat = 0
        scroll-speed = 400
        """)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      try await desk.ask("subscribe", "finished")
      try await desk.ask("start")
      let end = try await desk.line()
      #expect(end["event"]?.string == "finished" && end["view"]?.string == "once", "\(end.line)")
      #expect(shown.child.isRunning)
    }

    private static let mistake = "unknown key 'scroll-sped'; did you mean 'scroll-speed'?"

    @Test("check refuses a file with mistakes, and tells all of them", arguments: [[], ["--config"]])
    func check(option: [String]) async throws {
      try write("scroll-sped = 3\ntheme = dark\n")
      let result = try await Program.run(["config", "check"] + option + [path])
      #expect(result.ending == .exited(2))
      let lines = ["2:9: 'dark' is not a value; put a text in quotes", "1:1: \(Self.mistake)"]
      #expect(result.errors == lines.map { "newsreel: \(path):\($0)\n" }.joined())
      try write("theme = \"dark\"\n")
      #expect(try await Program.run(["config", "check"] + option + [path]).ending == .exited(0))
    }

    @Test(
      "A file with mistakes shows what is valid and a notice, at the start and at each save", arguments: [true, false])
    func mistakes(isStrip: Bool) async throws {
      let head = isStrip ? "name = \"desk\"\n" : "[[window]]\nname = \"desk\"\nview = \"crawl\"\n"
      let text = head + "arguments = [\"One\"]\n"
      try write(text + "scroll-sped = 3\n")
      let line = isStrip ? 3 : 5
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      func problem() async throws -> String? { try await desk.ask("state")["data"]?["problem"]?.string }
      let notice = "newsreel.toml, line \(line): \(Self.mistake)"
      for _ in 0..<2 {
        #expect(try await problem() == notice)
        #expect(try await desk.ask("state")["data"]?["items"]?.array == ["One"])
        try write(text)
        try await waitUntil("the end of the notice") { try await problem() == nil }
        try write(text + "scroll-sped = 3\n")
        try await waitUntil("the notice") { try await problem() != nil }
      }
      #expect(shown.child.isRunning)
    }

    @Test("A file or a command that is missing is a notice of its view; the others are shown")
    func missingSource() async throws {
      try write(
        """
        [[window]]
        name = "desk"
        [[window.row]]
        view = "counter"
        file = "/none/of/these"
        [[window.row]]
        view = "crawl"
        arguments = ["One"]

        [[window]]
        name = "other"
        view = "tokens"
        file = "/none/of/those"

        [[window]]
        name = "third"
        view = "badge"
        command = "/none/of/them now"
        """)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      // That of a later window, too.
      let other = try await ControlLine(to: "other", in: folder.path)
      #expect(try await other.ask("state")["data"]?["problem"]?.string?.hasPrefix("/none/of/those: ") == true)
      let third = try await ControlLine(to: "third", in: folder.path)
      try await waitUntil("the notice of a command") {
        try await third.ask("state")["data"]?["problem"]?.string?.contains("/none/of/them") == true
      }
      let state = try await desk.ask("state")["data"]
      #expect(state?["problem"]?.string?.hasPrefix("/none/of/these: cannot be opened") == true)
      #expect(state?["views"]?.array?.count == 2 && shown.child.isRunning)
    }

    @Test(
      "--events, --hook and --or-send count beside a configuration of several windows; other options do not go with it")
    func beside() async throws {
      try write(Self.desk)
      let mark = folder.path + "/mark"
      let shown = try await Shown(
        ["--config", path, "--events", "value", "--hook", "value=touch \(mark)"], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      try await desk.ask("counter", 7)
      #expect(try await shown.child.line() == #"{"event":"value","view":"counter-3","number":7}"#)
      try await waitUntil("the hook") { access(mark, F_OK) == 0 }
      let again = try await Program.run(["--config", path, "--or-send"], on: shown.server, environment: environment)
      #expect(again.ending == .exited(0) && again.errors.isEmpty)
      let other = try await Program.run(
        ["--config", path, "--max-items", "3"], on: shown.server, environment: environment)
      #expect(other.ending == .exited(2))
      #expect(other.errors.contains("there can be --events, --hook and --or-send; write what else is wanted into"))
      #expect(shown.child.isRunning)
    }

    @Test("The command line's options about sources are laid over the file's, by their names") func sources()
      async throws
    {
      try write("arguments = [\"Of the file\"]\nmax-items = 7\nname = \"one\"\n")
      let shown = try await Shown(["--config", path, "--max-items", "5", "--value", "x=1"], environment: environment)
      let line = try await ControlLine(to: "one", in: folder.path)
      #expect(try await line.ask("state")["data"]?["items"] == .array(["Of the file"]))
      #expect(try await line.ask("value", "x=2")["ok"]?.bool == true)
      let sent = try await Program.run(
        ["--config", path, "--or-send", "Of the line"], on: shown.server, environment: environment)
      #expect(sent.ending == .exited(0), "\(sent.errors)")
      try await waitUntil("what was handed over") {
        try await line.ask("state")["data"]?["items"]?.array?.contains("Of the line") == true
      }
    }

    @Test("--view names the view of whatever is asked, and one that is not there is refused")
    func namedViews() async throws {
      try write(
        """
        [[window]]
        name = "desk"
        [[window.column]]
        view = "crawl"
        id = "ticker"
        arguments = ["A headline"]
        [[window.column]]
        view = "counter"
        id = "number"
        arguments = ["1"]

        """)
      let shown = try await Shown(["--config", path], environment: environment)
      let socket = try await ControlLine(to: "desk", in: folder.path)
      func ask(_ words: JSON..., of view: String) async throws -> JSON {
        socket.send(JSON.object([("view", .string(view)), ("command", .array(words))]).line + "\n")
        return try await socket.line()
      }
      #expect(try await ask("set", "scroll-speed", 50, of: "ticker")["ok"]?.bool == true)
      let speed = JSON.object([("ticker.scroll-speed", .integer(50))])
      #expect(try await ask("get", "scroll-speed", of: "ticker")["data"]?.line == speed.line)
      #expect(try await ask("get", "ticker.scroll-speed", of: "ticker")["data"]?.line == speed.line)
      #expect(try await ask("reset", "scroll-speed", of: "ticker")["ok"]?.bool == true)
      let wrong = try await ask("set", "scroll-speed", 50, of: "number")["error"]?.string
      #expect(wrong?.hasPrefix("number.scroll-speed: no such property") == true, "\(wrong ?? "")")
      for words: [JSON] in [["get"], ["properties"]] {
        let all = try await ask(words[0], of: "number")["data"]
        var names = all?.array?.compactMap { $0["name"]?.string } ?? []
        if case .object(let members) = all { names = members.map(\.0) }
        #expect(names.count > 20 && names.allSatisfy { $0.hasPrefix("number.") })
      }
      let shownViews = try await ask("state", of: "number")["data"]?["views"]?.array
      #expect(shownViews?.compactMap { $0["id"]?.string } == ["number"])
      for words: [JSON] in [["set", "ticker.scroll-speed", 50], ["get"], ["state"], ["add", "x"], ["quit"]] {
        socket.send(JSON.object([("view", "tickr"), ("command", .array(words))]).line + "\n")
        #expect(try await socket.line()["error"] == "there is no view 'tickr'; did you mean 'ticker'?")
      }
      #expect(shown.child.isRunning)
    }

    @Test("Views that get other sizes go on where they are, and a window without a size of its own follows")
    func sizes()
      async throws
    {
      let text = """
        [[window]]
        name = "desk"
        spacing = 2
        [[window.column]]
        view = "crawl"
        id = "ticker"
        size = 30
        delay-at-start = 0
        arguments = ["A headline that runs"]
        [[window.column]]
        [[window.column.row]]
        view = "counter"
        arguments = ["1"]
        size = 100
        [[window.column.row]]
        view = "tokens"
        arguments = ["alpha"]

        """
      try write(text)
      let shown = try await Shown(["--config", path], environment: environment)
      let desk = try await ControlLine(to: "desk", in: folder.path)
      func state() async throws -> JSON? { try await desk.ask("state")["data"] }
      func place() async throws -> Double {
        try await state()?["views"]?.array?.first { $0["id"] == "ticker" }?["position"]?.number ?? 0
      }
      try await waitUntil("motion") { try await place() > 30 }
      // What nothing in the file says: it would be lost with a new view.
      try await desk.ask("token", "add", "beta")
      let (before, height) = (try await place(), try await state()?["window"]?["height"]?.number ?? 0)
      try write(text.replacing("size = 30", with: "size = 50").replacing("spacing = 2", with: "spacing = 12"))
      try await waitUntil("the window to grow") {
        try await state()?["window"]?["height"]?.number == height + 30
      }
      #expect(try await place() >= before)
      let tokens = try await state()?["views"]?.array?.first { $0["id"] == "tokens-3" }
      #expect(tokens?["tokens"] == .array(["alpha", "beta"]))
      #expect(shown.child.isRunning)
    }

    @Test("A preview draws all windows of a configuration, one below the other, each at its moment") func preview()
      async throws
    {
      let text = """
        [[window]]
        geometry = "300x20"
        spacing = 10
        [[window.row]]
        view = "badge"
        background = "#ff0000"
        size = 100
        [[window.row]]
        view = "crawl"
        theme = ""
        background = "#00ff00"
        foreground = "#0000ff"
        scroll-speed = 50
        delay-at-start = 0
        start-out-of-bounds = true
        font = "DejaVu Sans Mono 14px"
        arguments = ["████"]
        [[window]]
        geometry = "100x10"
        view = "badge"
        background = "#ffffff"

        """
      try write(text)
      let server = try await XServer(width: 400, height: 300)
      let picture = folder.path + "/out.png"
      func preview(_ words: [String], _ status: Int32 = 0) async throws -> ToolResult {
        let result = try await Program.run(
          ["preview", "--config", path, "--out", picture] + words, on: server, environment: environment)
        #expect(result.ending == .exited(status), "\(result.errors)")
        return result
      }
      _ = try await preview(["--at", "1", "--film", "2"])
      let film = try Screenshot(reading: picture)
      #expect((film.width, film.height) == (300, 72))
      #expect(film[5, 5] == 0xFF0000 && film[120, 2] == 0x00FF00 && film[50, 29] == 0xFFFFFF)
      func ink(_ row: Int) -> Int? { (110..<300).first { film[$0, row] == 0x0000FF } }
      #expect(ink(10) == 250 && ink(48) == 200)
      #expect(try await preview(["--size", "10x10"], 2).errors.contains("--size: there are 2 windows"))
    }

    @Test("The user's own file is the strip's, and the command line goes before it") func own() async throws {
      let home = folder.path + "/config"
      try AtomicFile.write(Array("label = \"MINE\"\nscroll-speed = 33\n".utf8), to: home + "/newsreel/newsreel.toml")
      let shown = try await Shown(
        ["--scroll-speed", "44", "A headline"], environment: ["XDG_CONFIG_HOME": home, "XDG_RUNTIME_DIR": folder.path])
      let line = try await ControlLine(to: "strip", in: folder.path)
      #expect(
        try await line.ask("get", "label", "scroll-speed")["data"]?.line == #"{"label":"MINE","scroll-speed":44}"#)
      #expect(try await line.ask("state")["data"]?["items"] == .array(["A headline"]))
      try AtomicFile.write(Array("label = \"OURS\"\nscroll-speed = 3\n".utf8), to: home + "/newsreel/newsreel.toml")
      try await waitUntil("the other label") {
        try await line.ask("get", "label")["data"]?["label"] == "OURS"
      }
      #expect(try await line.ask("get", "scroll-speed")["data"]?["scroll-speed"]?.number == 44)
      #expect(shown.child.isRunning)
    }
  }
}
