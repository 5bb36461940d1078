import Base
import Formats
import Glibc
import TestKit
import TestTags
import Testing

/// `newsreel publish`, and a real broker.
@Suite("Publishing", .serialized, .tags(.network)) struct PublishTests {
  /// What the broker has retained of a channel, as lines `topic message`, sorted.
  private func retained(_ broker: Broker) async throws -> [String] {
    let end = "newsreel/channel/lobby/end"
    let child = try broker.listen(to: "newsreel/channel/lobby/#")
    let lines = try await waitFor("the end") { () -> [String]? in
      // Retained messages come before one that is sent afterwards.
      try await broker.publish(end, "x")
      let lines = child.output.split(separator: "\n").map(String.init)
      return lines.contains { $0.hasPrefix(end) } ? lines : nil
    }
    // A sender counts on from the time; here from 0.
    let plain = lines.filter { !$0.hasPrefix(end) }.map {
      $0.replacing("newsreel/channel/lobby/", with: "").replacing(/,"from":\d+/, with: "")
        .replacing(/,"(urgent|changes)":{[^}]*}/, with: "")
    }.sorted()
    let numbers = plain.compactMap { $0.firstMatch(of: /"seq":(\d+)/)?.1 }
    #expect(numbers.allSatisfy { $0.count == 16 && $0 > "1700000000000000" })
    let ranks = Set(numbers).sorted()
    return plain.map { line in
      line.replacing(/"seq":(\d+)/) { match in "\"seq\":\(ranks.firstIndex(of: match.1) ?? -1)" }
    }
  }

  private func publish(_ broker: Broker, _ arguments: String..., input: String? = nil) async throws -> ToolResult {
    try await Program.run(["publish", "--mqtt", broker.address("lobby")] + arguments, input: input)
  }

  @Test("Texts, numbers and lines are kept in the sender's order, and taken away") func texts() async throws {
    let broker = try await Broker()
    #expect(try await publish(broker, "one", "two", "--value", "v=3").ending == .exited(0))
    #expect(try await publish(broker, "--topic", "T", input: "three\nfour\n").ending == .exited(0))
    #expect(try await publish(broker, "--remove", "two").ending == .exited(0))
    #expect(try await publish(broker, "one").ending == .exited(0))
    #expect(
      try await retained(broker) == [
        #"index {"seq":3,"ids":["three","four","one"]}"#, #"item/four {"text":"four","topic":"T","seq":1}"#,
        #"item/one {"text":"one","seq":2}"#, #"item/three {"text":"three","topic":"T","seq":0}"#, "value/v 3",
      ])
    #expect(try await publish(broker, "--replace", "last", "--keep", "1").ending == .exited(0))
    #expect(
      try await retained(broker) == [
        #"index {"seq":1,"ids":["last"]}"#, #"item/last {"text":"last","seq":0}"#, "value/v 3",
      ])
  }

  @Test("Objects have ids, ends and links; a wrong one is named, and the rest is sent") func objects() async throws {
    let broker = try await Broker()
    let result = try await publish(
      broker, "--json-lines", "-",
      input: #"{"text":"a","id":"x","link":"https://example.org/","ttl":1000}"# + "\n{}\n" + #"{"text":"b","id":"y"}"#
        + "\n")
    #expect(result.ending == .exited(2))
    #expect(result.errors.contains("line 2"))
    let lines = try await retained(broker)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix(#"index {"seq":2,"ids":["x","y"],"expires":{"x":1"#))
    #expect(lines[1].hasPrefix(#"item/x {"text":"a","link":"https://example.org/","seq":0,"expires":"#))
  }

  @Test("An empty text is refused, whatever it comes by, and not sent") func emptyTexts() async throws {
    let broker = try await Broker()
    #expect(try await publish(broker, "kept").ending == .exited(0))
    let before = try await retained(broker)
    for arguments in [[""], ["  "], ["one", ""], ["--replace", ""], ["--urgent", ""], ["--remove", ""]] {
      let result = try await Program.run(["publish", "--mqtt", broker.address("lobby")] + arguments)
      #expect(result.ending == .exited(2) && result.errors.contains("empty"), "\(arguments): \(result.errors)")
    }
    for (arguments, input) in [
      (["-"], ""), (["-"], "\n \n"), ([], "\n"), (["--json-lines", "-"], #"{"text":""}"#),
      (["--json-lines", "-"], "\n"), (["--urgent", "-"], "\n"),
    ] {
      let words = ["publish", "--mqtt", broker.address("lobby")] + arguments
      let result = try await Program.run(words, input: input)
      #expect(result.ending == .exited(2) && result.errors.contains("no"), "\(arguments): \(result.errors)")
    }
    #expect(try await retained(broker) == before)
    // Blank lines between others are none.
    #expect(try await publish(broker, "-", input: "\ntwo\n\n").ending == .exited(0))
    #expect(try await publish(broker, "--json-lines", "-", input: "{\n").ending == .exited(1))
    #expect(try await retained(broker).count == before.count + 1)
  }

  @Test("Urgent headlines are not kept without an end, have an ID, and are taken away") func urgent() async throws {
    let broker = try await Broker()
    let child = try broker.listen(to: "newsreel/channel/lobby/#")
    try await waitUntil("the listener") {
      try await broker.publish("newsreel/channel/lobby/end", "ready")
      return child.output.contains("ready")
    }
    let line = #"{"text":"By id","id":"e1","urgent":true}"# + "\n"
    #expect(try await publish(broker, "--json-lines", "-", input: line).ending == .exited(0))
    #expect(try await publish(broker, "--urgent", "Evacuate").ending == .exited(0))
    #expect(try await publish(broker, "--remove", "Evacuate", "--remove", "e1").ending == .exited(0))
    #expect(try await publish(broker, "--replace").ending == .exited(0))
    #expect(try await publish(broker, "--urgent", "--ttl", "600", "Kept").ending == .exited(0))
    try await waitUntil("the messages") { child.output.contains("item/Kept {") }
    let lines = child.output.split(separator: "\n").map { $0.replacing("newsreel/channel/lobby/", with: "") }
      .filter { !$0.hasPrefix("index") && !$0.hasPrefix("end") }
    #expect(
      Array(lines.prefix(6)).map { $0.prefix { $0 != "," } } == [
        #"urgent {"id":"e1""#, #"urgent {"id":"Evacuate""#, "item/Evacuate (null)", "item/e1 (null)", "urgent (null)",
        #"item/Kept {"text":"Kept""#,
      ], "\(lines)")
    let kept = try await retained(broker)
    #expect(kept.count == 2 && kept[1].hasPrefix("item/Kept ") && kept[1].contains("break-in"))
  }

  @Test("What is not there cannot be taken away: that is said, with status 1, and the rest goes") func missing()
    async throws
  {
    let broker = try await Broker()
    #expect(try await publish(broker, "one", "two").ending == .exited(0))
    // Of another program, without an index.
    try await broker.publish("newsreel/channel/lobby/item/other", "other", isRetained: true)
    for _ in 0..<2 {
      let result = try await publish(broker, "--remove", "none", "--remove", "one", "--remove", "Fire drill in hall 3")
      #expect(result.ending == .exited(1))
      #expect(result.errors.contains("no headline 'none'") && result.errors.contains("'Fire drill in hall 3'"))
    }
    #expect(try await publish(broker, "--remove", "other").ending == .exited(0))
    #expect(try await retained(broker).map { $0.prefix { $0 != " " } } == ["index", "item/two"])
    // An urgent headline is there while it may be shown.
    #expect(try await publish(broker, "--urgent", "Evacuate").ending == .exited(0))
    #expect(try await publish(broker, "--remove", "Evacuate").ending == .exited(0))
    #expect(try await publish(broker, "--remove", "Evacuate").ending == .exited(1))
  }

  @Test("--replace leaves no item behind that no index names") func orphans() async throws {
    let broker = try await Broker()
    for number in 0..<300 {
      try await broker.publish("newsreel/channel/lobby/item/o\(number % 3)-\(number / 100)", "x", isRetained: true)
    }
    #expect(try await publish(broker, "one").ending == .exited(0))
    for _ in 0..<2 {
      #expect(try await publish(broker, "--replace", "last").ending == .exited(0))
      #expect(
        try await retained(broker) == [#"index {"seq":1,"ids":["last"]}"#, #"item/last {"text":"last","seq":0}"#])
    }
  }

  @Test("Pipes and single texts on one channel: nothing is lost, and what was taken away stays away") func several()
    async throws
  {
    let broker = try await Broker()
    let pipes = try (0..<2).map { _ in
      try Program.start(["publish", "--mqtt", broker.address("lobby"), "-"], input: .pipe)
    }
    func items() async throws -> Set<String> {
      Set(
        try await retained(broker).filter { $0.hasPrefix("item/") }.map { String($0.dropFirst(5).prefix { $0 != " " }) }
      )
    }
    func named() async throws -> Set<String> {
      let index = try await retained(broker).first { $0.hasPrefix("index ") }.map {
        try JSON(parsing: String($0.dropFirst(6)))
      }
      return Set((index?["ids"]?.array ?? []).compactMap(\.string))
    }
    var wanted: Set<String> = []
    for round in 0..<3 {
      for (number, pipe) in pipes.enumerated() { try pipe.send("pipe\(number)-\(round)\n") }
      let texts = (0..<4).map { "shell\(round)-\($0)" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for text in texts {
          group.addTask {
            let ending = try await self.publish(broker, text).ending
            #expect(ending == .exited(0))
          }
        }
        try await group.waitForAll()
      }
      wanted.formUnion(texts + ["pipe0-\(round)", "pipe1-\(round)"])
      try await waitUntil("all of them") {
        let (names, items) = (try await named(), try await items())
        return names == wanted && items == wanted
      }
      #expect(
        try await publish(broker, "--remove", "shell\(round)-0", "--remove", "pipe0-\(round)").ending == .exited(0))
      wanted.subtract(["shell\(round)-0", "pipe0-\(round)"])
      #expect(try await named() == wanted)
    }
    for pipe in pipes { pipe.closeInput() }
    try await waitUntil("their ends") { !pipes.contains { $0.isRunning } }
    // Another start goes on with that.
    #expect(try await publish(broker, "last").ending == .exited(0))
    #expect(try await named() == wanted.union(["last"]))
  }

  @Test("A feed's items are kept in step with the channel") func feeds() async throws {
    let (broker, home) = (try await Broker(), try FeedHome())
    let file = try home.folder.write(FeedHome.rss(["a", "bb"]), to: "feed.xml")
    let child = try Program.start(
      ["publish", "--mqtt", broker.address("lobby"), "--feed", file], environment: home.environment)
    try await waitUntil("two items") { try await retained(broker).count { $0.hasPrefix("item/") } == 2 }
    try home.folder.replace("feed.xml", with: FeedHome.rss(["a", "bb", "ccc"]))
    try await waitUntil("three items") { try await retained(broker).contains { $0.contains("ccc") } }
    // What goes and comes again is sent again.
    for round in 1...2 {
      for titles in [["a", "ccc"], ["a", "bb", "ccc"]] {
        try home.folder.replace("feed.xml", with: FeedHome.rss(titles))
        try await waitUntil("\(titles), \(round)") {
          try await retained(broker).contains { $0.contains("\"bb\"") } == titles.contains("bb")
        }
      }
    }
    broker.stop()
    try home.folder.replace("feed.xml", with: FeedHome.rss(["a", "bb", "ccc", "dddd"]))
    try await waitUntil("a message") { child.errors.contains("refused") || child.errors.contains("lost") }
    try await broker.start()
    try await waitUntil("four items") { try await retained(broker).count { $0.hasPrefix("item/") } == 4 }
    #expect(child.isRunning)
  }

  @Test("What a feed corrects is corrected in the channel, its link alone, too") func corrected() async throws {
    let (broker, home) = (try await Broker(), try FeedHome())
    func text(_ title: String, _ link: String) -> String {
      "<rss version=\"2.0\"><channel><title>Wire</title><item><guid isPermaLink=\"false\">g</guid>"
        + "<title>\(title)</title><link>\(link)</link></item></channel></rss>"
    }
    let links = ["https://example.org/wrong", "https://example.org/right"]
    let file = try home.folder.write(text("One", links[0]), to: "feed.xml")
    let child = try Program.start(
      ["publish", "--mqtt", broker.address("lobby"), "--feed", file], environment: home.environment)
    for (title, link) in [("One", links[0]), ("One", links[1]), ("Two", links[1]), ("Two", links[0])] {
      try home.folder.replace("feed.xml", with: text(title, link))
      try await waitUntil("\(title) with \(link); \(child.errors)") {
        let items = try await retained(broker).filter { $0.hasPrefix("item/") }
        return items.count == 1 && items[0].contains("\"\(title)\"") && items[0].contains(link)
      }
    }
  }

  @Test("Failures have their exit statuses") func failures() async throws {
    let broker = try await Broker()
    for arguments in [[], ["--urgent", "--replace", "x"], ["--value", "v", "x"], ["--ttl", "0", "x"]] {
      let result = try await Program.run(["publish", "--mqtt", broker.address("lobby")] + arguments)
      #expect(result.ending == .exited(2), "\(arguments): \(result.errors)")
    }
    for address in [broker.address(), "mqtt://ada:secret@h/x", "http://h/x"] {
      let result = try await Program.run(["publish", "--mqtt", address, "x"])
      #expect(result.ending == .exited(2))
      #expect(!result.errors.contains("secret"))
    }
    broker.stop()
    let away = try await publish(broker, "x")
    #expect(away.ending == .exited(1))
    #expect(away.errors == "newsreel: \(broker.address("lobby")): Connection refused\n")
  }

  @Test("Access lists by pattern keep displays to themselves") func accessLists() async throws {
    let made = try BrokerKeys()
    try await made.makeUsers(["sender", "homeassistant", "a", "b"], password: "pw")
    // As doc/fleet.md has it.
    let page = try Project.text(of: "doc/fleet.md")
    let list = try #require(page.firstMatch(of: /```\n(user sender\n[^`]*)```/)).1
    try made.folder.write(String(list), to: "acl")
    let broker = try await Broker(
      .mosquitto, ["allow_anonymous false", "password_file \(made.path)/users", "acl_file \(made.path)/acl"])
    func user(_ name: String) -> [String] { ["-u", name, "-P", "pw"] }
    let listener = try broker.listen(to: "#", options: user("sender"))
    try await waitUntil("the listener") {
      try await broker.publish("newsreel/channel/lobby/urgent", "ready", options: user("sender"))
      return listener.output.contains("ready")
    }
    func arrives(_ topic: String, from name: String) async throws -> Bool {
      try await broker.publish(topic, "by-\(name)", options: user(name))
      // A message that may be sent comes after one that may not.
      let mark = "end-\(topic)-\(name)"
      try await waitUntil("the mark") {
        try await broker.publish("newsreel/channel/lobby/urgent", mark, options: user("sender"))
        return listener.output.contains(mark)
      }
      return listener.output.contains("\(topic) by-\(name)")
    }
    #expect(try await arrives("newsreel/display/a/availability", from: "a"))
    #expect(try await arrives("newsreel/display/a/event", from: "a"))
    #expect(try await !arrives("newsreel/display/b/availability", from: "a"))
    #expect(try await !arrives("newsreel/display/b/set/speed", from: "a"))
    #expect(try await !arrives("newsreel/display/b/command", from: "a"))
    #expect(try await !arrives("newsreel/display/a/command", from: "a"))
    #expect(try await !arrives("newsreel/channel/lobby/item/x", from: "b"))
    #expect(try await arrives("newsreel/display/a/set/speed", from: "homeassistant"))
    #expect(try await arrives("newsreel/display/a/command", from: "homeassistant"))
    #expect(try await !arrives("newsreel/channel/lobby/item/x", from: "homeassistant"))
    // The sender does not hear of these.
    let home = try broker.listen(to: "homeassistant/#", options: user("homeassistant"))
    for (name, device) in [("b", "a"), ("a", "a")] {
      try await broker.publish("homeassistant/device/newsreel-\(device)/config", "by-\(name)", options: user(name))
    }
    try await waitUntil("the device") {
      try await broker.publish("homeassistant/device/newsreel-a/config", "by-a", options: user("a"))
      return home.output.contains("by-a")
    }
    #expect(!home.output.contains("by-b"))
    let environment: [String: String?] = ["NEWSREEL_MQTT_PASSWORD": "pw"]
    let own = broker.address("lobby").replacing("//", with: "//sender@")
    #expect(try await Program.run(["publish", "--mqtt", own, "x"], environment: environment).ending == .exited(0))
    let other = broker.address("lobby").replacing("//", with: "//a@")
    let refused = try await Program.run(["publish", "--mqtt", other, "x"], environment: environment)
    #expect(refused.ending == .exited(1))
    #expect(refused.errors.lowercased().contains("not authori"))
  }
}
