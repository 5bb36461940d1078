import Base
import Glibc
import TestKit
import Testing

extension OnScreen {
  /// The commands and configurations of README and the pages, carried out on a screen.
  @Suite("README on a screen") struct ReadmeOnScreenTests {
    private let home = try! FeedHome()
    private var folder: TemporaryFolder { home.folder }

    private func environment(_ runtime: String, on server: XServer) -> [String: String?] {
      home.environment.merging([
        "DISPLAY": server.display, "XDG_RUNTIME_DIR": folder.path + "/" + runtime, "HOME": folder.path,
        "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": nil,
      ]) { $1 }
    }

    private func sockets(_ runtime: String) -> [String] {
      Files.names(in: folder.path + "/" + runtime + "/newsreel").filter { $0.hasSuffix(".sock") }
    }

    /// What the commands take for granted.
    private static let surroundings = """
      my-monitor() { echo '{"text":"From a monitor","topic":"Load"}'; sleep 100; }
      my-bar-script() { echo '%{c}from a script'; sleep 100; }
      """

    private static let panels = ["feeds window": "Feeds", "headlines": "Headlines", "settings": "Settings"]

    @Test("Each command shows a window, or does its work and ends") func commands() async throws {
      let server = try await XServer(width: 1000, height: 300)
      for name in ["headlines.txt", "log", "prices", "tags.txt", "known.txt", "news.log", "local.xml", "password.txt"] {
        try folder.write(name == "local.xml" ? FeedHome.rss(["One"]) : "one\n", to: name)
      }
      try folder.write(Files.bytes(of: Project.folder + "/doc/strip.png"), to: "logo.png")
      try folder.write(Files.bytes(of: Project.folder + "/doc/strip.png"), to: "dot.png")
      let other = try await Shown(
        ["crawl", "--name", "news", "One"], on: server, environment: environment("msg", on: server))
      let news = try await ControlLine(to: "news", in: folder.path + "/msg")
      let broker = try await Broker()
      defer { broker.stop() }
      // What ends the window that others talk to comes last.
      let quit = "newsreel msg quit"
      let commands = try Readme.commands().filter { $0 != quit } + [quit]
      #expect(commands.count >= 45)
      for (number, command) in commands.enumerated() {
        // Those that need a network end as they do without one.
        let isOffline = command.contains(/newsreel feeds (doctor|account)/)
        if command == quit { #expect(other.child.isRunning) }
        let isMessage = command.contains(/newsreel (msg|settings)/) || command.contains("--or-send")
        // The FIFOs are the recipe's: see there.
        if command.contains("> clicked") { continue }
        let runtime = isMessage ? "msg" : "run\(number)"
        let line = command.replacing("0x1e00007", with: other.window)
          .replacing("mqtt://localhost", with: "mqtt://localhost:\(broker.port)")
        let script = """
          cd '\(folder.path)' || exit 9
          newsreel() { '\(Program.path)' "$@"; }
          \(Self.surroundings)
          \(line)
          """
        let child = try Child("bash", ["-c", script], environment: environment(runtime, on: server))
        // A window of controls has no socket.
        if let panel = Self.panels.first(where: { command.hasPrefix("newsreel \($0.key)") }) {
          _ = try await server.window(named: panel.value)
          child.end()
          continue
        }
        var hasSubscribed = false
        try await waitUntil("\(command): \(child.errors)") {
          // Only an event causes a report.
          if command.contains("subscribe") { try await news.ask("urgent", .string("\(monotonicNow())")) }
          hasSubscribed = command.contains("subscribe") && !child.output.isEmpty
          return !child.isRunning || !isMessage && !sockets(runtime).isEmpty || hasSubscribed
        }
        if !isMessage, let socket = sockets(runtime).first {
          let shown = try await ControlLine(to: String(socket.dropLast(5)), in: folder.path + "/" + runtime)
          #expect(try await shown.ask("state")["ok"]?.bool == true, "\(command)")
          try await shown.ask("quit")
        } else if !hasSubscribed {
          let ending = try await child.ending()
          #expect(ending == .exited(0) || isOffline && ending == .exited(1), "\(command): \(child.errors)")
        }
        #expect(!child.errors.contains("newsreel help"), "\(command): \(child.errors)")
        child.end()
      }
      try await waitUntil("the end") { !other.child.isRunning }
    }

    @Test("Each configuration is right, and shown") func configurations() async throws {
      let server = try await XServer(width: 1000, height: 300)
      let blocks = try Readme.configurations()
      #expect(blocks.count >= 2)
      try folder.write(FeedHome.rss(["One"]), to: "local.xml")
      for (number, block) in blocks.enumerated() {
        let file = try folder.write(block, to: "newsreel.toml")
        let check = try await Program.run(["config", "check", file])
        #expect(check.ending == .exited(0), "\(check.errors)")
        let windows = max(1, block.split(separator: "\n").count { $0 == "[[window]]" })
        let child = try Child(
          "sh", ["-c", "cd '\(folder.path)'; exec '\(Program.path)' --config '\(file)'"],
          environment: environment("conf\(number)", on: server))
        try await waitUntil("its windows: \(child.errors)") { sockets("conf\(number)").count == windows }
        for socket in sockets("conf\(number)") {
          let line = try await ControlLine(to: String(socket.dropLast(5)), in: folder.path + "/conf\(number)")
          #expect(try await line.ask("state")["ok"]?.bool == true)
        }
        child.end()
      }
    }

    @Test("The file of passwords is one that is taken") func passwords() async throws {
      let block = try #require(try Readme.blocks().first { $0.contains("password = ") })
      let path = folder.path + "/config/newsreel/passwords.toml"
      try AtomicFile.write(Array(block.utf8), to: path, mode: 0o600)
      // Nothing is there, and so nothing else is said.
      let result = try await Program.run(
        ["feeds", "test", "https://127.0.0.1:1/private/"], environment: home.environment)
      #expect(!result.errors.contains("passwords.toml"), "\(result.errors)")
      try AtomicFile.write(Array(block.replacing("password", with: "pasword").utf8), to: path, mode: 0o600)
      let wrong = try await Program.run(
        ["feeds", "test", "https://127.0.0.1:1/private/"], environment: home.environment)
      #expect(wrong.errors.contains("passwords.toml"), "\(wrong.errors)")
    }
  }
}
