import Glibc
import TestKit
import TestTags
import Testing

@testable import Base

/// `newsreel feeds account`, by the real program.
@Suite("The command for accounts", .serialized, .tags(.network)) struct AccountCommandTests {
  private static func add(
    _ home: FeedHome, _ url: String, password: String = "open sesame", user: String = "ada"
  ) async throws -> ToolResult {
    try await Program.run(
      ["feeds", "account", url, "--user", user], environment: home.environment, input: password + "\n")
  }

  private static func passwords(_ home: FeedHome) throws -> String {
    try Project.text(of: home.folder.path + "/config/newsreel/passwords.toml")
  }

  @Test("An account is found, listed, exported and removed", arguments: ReaderServer.Kind.allCases)
  func life(_ kind: ReaderServer.Kind) async throws {
    let (home, server) = (try FeedHome(), try ReaderServer(kind))
    defer { server.stop() }
    let added = try await Self.add(home, server.site)
    #expect(added.ending == .exited(0) && added.output == "added \(server.base): 2 feeds\n", "\(added)")
    #expect(
      added.errors.contains("unencrypted") && added.errors.contains(server.base) == (kind == .freshRSS), "\(added)")
    var status = stat()
    #expect(stat(home.folder.path + "/config/newsreel/passwords.toml", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try Self.passwords(home) == "[\"\(server.base)\"]\nuser = \"ada\"\npassword = \"open sesame\"\n")
    let listed = try await home.run("feeds", "list").output
    #expect(
      listed == "https://sport.example/feed.xml  Sport Daily  (of 127.0.0.1)\n"
        + "https://tea.example/atom  Tea & Cake  (of 127.0.0.1)\n", "\(listed)")
    #expect(try await home.run("feeds", "list", "--json").output.contains("\"account\": \"\(server.base)\""))
    #expect(try await home.run("feeds", "account").output == "\(server.base)  2 feeds\n")
    let doctor = try await home.run("feeds", "doctor")
    #expect(
      doctor.ending == .exited(0) && doctor.output.contains("127.0.0.1") && doctor.output.contains("2 feeds"),
      "\(doctor)")
    // Other readers get the feeds themselves.
    let exported = try await home.run("feeds", "export").output
    #expect(
      exported.contains("xmlUrl=\"https://tea.example/atom\"") && exported.contains("text=\"Drinks\""), "\(exported)")
    #expect(!exported.contains("newsreelAccount") && !exported.contains("newsreelStream"))
    let other = try FeedHome()
    let path = try other.folder.write(exported, to: "list.opml")
    #expect(try await other.run("feeds", "import", path).output == "2 of 2 feeds are new\n")
    // A feed of it is switched off, but not deleted.
    let removed = try await home.run("feeds", "remove", "Sport Daily")
    #expect(
      removed.ending == .exited(1) && removed.errors.contains("belongs to the account \(server.base)"), "\(removed)")
    #expect(try await home.run("feeds", "hide", "Sport Daily").ending == .exited(0))
    let again = try await Self.add(home, server.base)
    #expect(again.output == "added \(server.base): 2 feeds\n", "\(again)")
    let gone = try await home.run("feeds", "account", server.site, "--remove")
    #expect(gone.output == "removed \(server.base): 2 feeds, and its password\n", "\(gone)")
    #expect(try Self.passwords(home).isEmpty && !home.texts("state").joined().contains("sport"))
    #expect(try await home.run("feeds", "list").output.hasPrefix("no feeds yet"))
    #expect(try await home.run("feeds", "account").output.hasPrefix("no accounts yet"))
    let unknown = try await home.run("feeds", "account", server.site, "--remove")
    #expect(unknown.ending == .exited(1) && unknown.errors.contains("is not an account"), "\(unknown)")
  }

  @Test("What is wrong is said, and nothing is kept") func wrong() async throws {
    let (home, server) = (try FeedHome(), try ReaderServer(.freshRSS))
    defer { server.stop() }
    let refused = try await Self.add(home, server.base, password: "hush")
    #expect(refused.ending == .exited(1) && refused.errors.contains("separate password"), "\(refused)")
    #expect(!refused.errors.contains("hush"))
    // A site that has no such API, and one that has it switched off.
    let plain = try FaultServer {
      $0.path.hasPrefix("/off") ? [.answer("503 Service Unavailable")] : [.answer("404 Not Found")]
    }
    defer { plain.stop() }
    let absent = try await Self.add(home, plain.url("/news"))
    #expect(absent.ending == .exited(1) && absent.errors.contains("is not a Google Reader API"), "\(absent)")
    #expect(absent.errors.contains("\(plain.url("/news/api/greader.php"))"), "\(absent)")
    let disabled = try await Self.add(home, plain.url("/off/api/greader.php"))
    #expect(disabled.errors.contains("FreshRSS has a switch"), "\(disabled)")
    #expect(plain.requests.allSatisfy { $0.hasSuffix("/reader/api/0/token") })
    // Not TLS, no server, no address.
    let insecure = try await Self.add(home, server.base.replacing("http:", with: "https:"))
    #expect(insecure.ending == .exited(1) && insecure.errors.contains("https://127.0.0.1"), "\(insecure)")
    plain.stop()
    let away = try await Self.add(home, plain.url(""))
    #expect(away.ending == .exited(1) && away.errors.contains("refuses the connection"), "\(away)")
    let empty = try await Self.add(home, server.base, password: "")
    #expect(empty.ending == .exited(1) && empty.errors.contains("standard input is empty"), "\(empty)")
    for arguments in [
      ["mailto:ada@example.org"], ["https://ada:hush@h.example"], ["--remove"], ["--user", "ada"],
      [server.base, "--user", ""],
    ] {
      let usage = try await Program.run(["feeds", "account"] + arguments, environment: home.environment, input: "")
      #expect(usage.ending == .exited(2) && !usage.errors.contains("hush"), "\(arguments): \(usage)")
    }
    let unnamed = try await Program.run(
      ["feeds", "account", server.base], environment: home.environment, input: "open sesame\n")
    #expect(unnamed.ending == .exited(2) && unnamed.errors.contains("--user"), "\(unnamed)")
    #expect(try home.files("config") == 0)
    // A file that others can read gets no password.
    let path = try home.folder.write("", to: "config/newsreel/passwords.toml")
    chmod(path, 0o644)
    let open = try await Self.add(home, server.base)
    #expect(open.ending == .exited(1) && open.errors.contains("chmod 600"), "\(open)")
    #expect(try Self.passwords(home).isEmpty)
    #expect(try await home.run("feeds", "account").output.hasPrefix("no accounts yet"))
  }

  @Test("On a terminal user and password are asked for, and the password is not shown") func asking() async throws {
    let (home, server) = (try FeedHome(), try ReaderServer(.miniflux))
    defer { server.stop() }
    let pane = try await TerminalPane("sh", rows: 40, columns: 120, environment: home.environment)
    func start() async throws {
      // The questions of the start before have gone.
      try await pane.type("clear")
      try await pane.press("Enter")
      try await pane.screen("an empty screen") { !$0.contains("User at") }
      try await pane.type(
        "\(Program.path) feeds account \(server.base); stty -a | grep -o ' -*echo ' ; echo ended $?")
      try await pane.press("Enter")
      try await pane.screen("a question") { $0.contains("User at 127.0.0.1:") }
      try await pane.type("ada")
      try await pane.press("Enter")
      try await pane.screen("a question") { $0.contains("Password of ada at 127.0.0.1:") }
    }
    try await start()
    try await pane.type("open sessx")
    try await pane.press("BSpace", "BSpace")
    try await pane.type("ame")
    try await pane.press("Enter")
    let shown = try await pane.screen("the feeds") {
      $0.contains("added \(server.base): 2 feeds") && $0.contains("ended")
    }
    #expect(!shown.contains("open ses") && !shown.contains("-echo"), "\(shown)")
    #expect(try Self.passwords(home).contains("\"open sesame\""))
    // Ctrl-C leaves the terminal as it was.
    try await start()
    try await pane.type("secret")
    try await pane.press("C-c")
    let left = try await pane.screen("an end") { $0.contains("nothing is changed") && $0.contains("ended") }
    #expect(!left.contains("secret") && !left.contains("-echo"), "\(left)")
  }
}

extension OnScreen {
  /// A strip with the feeds of an account: read here, read there.
  @Suite("Accounts on screen", .tags(.x11, .network)) struct AccountsOnScreenTests {
    private func account(_ kind: ReaderServer.Kind) async throws -> (FeedHome, ReaderServer) {
      let (home, server) = (try FeedHome(), try ReaderServer(kind))
      let added = try await Program.run(
        ["feeds", "account", server.site, "--user", "ada"], environment: home.environment, input: "open sesame\n")
      #expect(added.ending == .exited(0), "\(added)")
      return (home, server)
    }

    private func strip(_ home: FeedHome) async throws -> (Shown, ControlLine) {
      let shown = try await Shown(["--theme", "dark", "--read", "drop"], environment: home.environment)
      return (shown, try await shown.control())
    }

    private func items(_ line: ControlLine) async throws -> [String] {
      try await line.ask("state")["data"]?["items"]?.array?.compactMap(\.string).sorted() ?? []
    }

    @Test("A strip that runs follows accounts that come and go, and feeds that an account takes over") func running()
      async throws
    {
      let (home, server) = (try FeedHome(), try ReaderServer(.freshRSS))
      defer { server.stop() }
      let direct = try FaultServer { _ in [.answer(body: FeedHome.rss(["Directly"], name: "Direct"))] }
      defer { direct.stop() }
      server.change { $0.feeds[0].url = direct.url("/feed") }
      _ = try await home.run("feeds", "add", direct.url("/feed"))
      let (shown, line) = try await strip(home)
      try await waitUntil("the feed; \(shown.child.errors)") { try await items(line) == ["Directly"] }
      let added = try await Program.run(
        ["feeds", "account", server.site, "--user", "ada"], environment: home.environment, input: "open sesame\n")
      #expect(added.output == "added \(server.base): 2 feeds, 1 of them in the list before\n", "\(added)")
      try await waitUntil("the account's headlines; \(shown.child.errors)") {
        try await items(line).filter { $0 != "Directly" } == ["A goal", "Tea & biscuits"]
      }
      _ = try await home.run("feeds", "account", server.site, "--remove")
      direct.stop()
      try await waitUntil("its other feed to go; \(shown.child.errors)") {
        try await !items(line).contains("Tea & biscuits")
      }
      #expect(try await home.run("feeds", "list").output.hasPrefix(direct.url("/feed")))
    }

    @Test("The window names the account of a feed; Delete switches it off there, and Undo brings it back") func window()
      async throws
    {
      let (home, server) = try await account(.freshRSS)
      defer { server.stop() }
      let list = home.folder.path + "/config/newsreel/feeds.opml"
      let before = try Project.text(of: list)
      let screen = try await XServer(width: 1000, height: 700, manager: .openbox)
      let child = try Program.start(["feeds", "window", "--theme", "dark"], on: screen, environment: home.environment)
      let window = try await screen.window(named: "Feeds")
      try await waitUntil("the keyboard") { try await screen.hasFocus(window) }
      try await screen.key("Tab", "Tab", "Home", "Delete")
      let off = home.folder.path + "/state/newsreel/off-feeds"
      try await waitUntil("the feed to be off") {
        (try? Project.text(of: off)) == "https://sport.example/feed.xml\n"
      }
      try await screen.key("ctrl+z")
      try await waitUntil("it to be back") { (try? Project.text(of: off))?.isEmpty == true }
      #expect(try Project.text(of: list) == before)
      try await screen.key("ctrl+w")
      #expect(try await child.ending() == .exited(0) && child.errors.isEmpty, "\(child.errors)")
    }

    /// Ends a strip, and waits for its process that reads feeds: it writes to the cache at its end.
    private func end(_ shown: Shown, _ line: ControlLine) async throws {
      let id = shown.child.id
      let children = try Project.text(of: "/proc/\(id)/task/\(id)/children").split(separator: " ")
      try await line.ask("quit")
      _ = try await shown.child.ending()
      try await waitUntil("what reads feeds to end") {
        children.allSatisfy { ((try? Files.bytes(of: "/proc/\($0)/cmdline")) ?? []).isEmpty }
      }
    }

    @Test(
      "What is read on the strip is read in the account, and the other way round", arguments: ReaderServer.Kind.allCases
    )
    func both(_ kind: ReaderServer.Kind) async throws {
      let (home, server) = try await account(kind)
      defer { server.stop() }
      do {
        let (shown, line) = try await strip(home)
        try await waitUntil("the unread headlines; \(shown.child.errors)") {
          try await items(line) == ["A goal", "Tea & biscuits"]
        }
        try await line.ask("read", .string(ReaderServer.link(300)))
        try await waitUntil("the account to know; \(shown.child.errors)") { server.current.items[1].isRead }
        try await waitUntil("it to go") { try await items(line) == ["A goal"] }
        // Away: it is kept.
        server.change { $0.fault = { _ in [.reset] } }
        try await line.ask("read", .string(ReaderServer.link(server.current.items[0].id)))
        try await waitUntil("it to go") { try await items(line).isEmpty }
        try await end(shown, line)
      }
      #expect(try Project.text(of: home.folder.path + "/state/newsreel/unsent-marks").contains("\"read\":true"))
      server.change { state in
        state.fault = nil
        state.items.insert(ReaderServer.Item(id: 400, feed: 1, title: "Extra time"), at: 0)
        state.items[2].isRead = false
      }
      try home.makeDue()
      let (shown, line) = try await strip(home)
      try await waitUntil("the state of the account, which is \(server.current.items); \(shown.child.errors)") {
        // What is marked as unread may come a moment before what is new.
        try await items(line).sorted() == ["Extra time", "Tea & biscuits"] && server.current.items[1].isRead
      }
      // A feed that is subscribed to there is a chip here.
      server.change { $0.feeds.append(ReaderServer.Feed(id: 5, title: "Late", url: "https://late.example/")) }
      try await end(shown, line)
      try home.makeDue()
      let (last, control) = try await strip(home)
      try await waitUntil("the new feed; \(last.child.errors)") {
        try await control.ask("state")["data"]?["topics"]?.array?.count == 3
      }
    }
  }
}
