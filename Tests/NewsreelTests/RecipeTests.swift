import Base
import Formats
import Glibc
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import App
@testable import Newswire
@testable import Windows

/// Every block of README and the pages, read by the program that it is for. `FilmTests` and `BarRecipeTests` run theirs,
/// `ReadmeTests` the commands of newsreel. What installs and builds (apt, make) is read by a shell and not run, and of Home
/// Assistant's automation the names are compared.
@Suite("Recipes of the pages") struct RecipeTests {
  private static func recipes(_ kind: Recipe.Kind) throws -> [Recipe] { try Recipe.all().filter { $0.kind == kind } }

  @Test("Each block is of a kind that is tested, and there are some of each") func kinds() throws {
    let recipes = try Recipe.all()
    #expect(recipes.filter { $0.kind == nil }.map(\.description) == [])
    #expect(Set(recipes.compactMap(\.kind)) == Set(Recipe.Kind.allCases))
    #expect(recipes.count > 60)
  }

  @Test("Blocks are found with their lines, indented or fenced") func blocks() {
    let text = "A\n\n    one\n\n    two\n\nB\n```toml\n[rows.x]\n```\n\n    three\n"
    let recipes = Recipe.all(of: "p.md", text)
    #expect(recipes.map(\.text) == ["one\n\ntwo\n", "[rows.x]\n", "three\n"])
    #expect(recipes.map(\.line) == [3, 9, 12] && recipes.map(\.language) == ["", "toml", ""])
    #expect(Recipe.all(of: "p.md", "    unheard of\n").map(\.kind) == [nil])
  }

  @Test("Scripts are a shell's, of programs that are there") func scripts() async throws {
    for recipe in try Self.recipes(.shell) + Self.recipes(.items) where !recipe.script.isEmpty {
      let result = try await run("sh", ["-n", "-c", recipe.script])
      #expect(result.ending == .exited(0), "\(recipe): \(result.errors)")
    }
  }

  @Test("What is left out of a command can be put in") func synopses() async throws {
    let home = try FeedHome()
    let synopses = try Self.recipes(.synopsis).flatMap(\.lines)
    #expect(synopses.count == 4)
    for line in synopses {
      let words = line.replacing(/\[[^\]]*\]/, with: "")
        .replacing("…", with: "newsreel crawl --mqtt mqtt://broker --wall lobby")
      let arguments = words.split(separator: " ").dropFirst().map(String.init)
      let environment = home.environment.merging(["DISPLAY": nil]) { $1 }
      let result = try await Program.run(arguments, environment: environment)
      #expect(result.ending == .exited(1), "\(line): \(result.errors)")
    }
  }

  @Test("Configurations, themes, passwords and headlines are read without a mistake") func files() throws {
    for recipe in try Self.recipes(.configuration) {
      let reader = ConfigurationReader(file: recipe.description, bytes: Array(recipe.text.utf8))
      #expect(reader.readable().problems == [])
    }
    for recipe in try Self.recipes(.theme) {
      _ = try ThemeReader(file: recipe.description, bytes: Array(recipe.text.utf8)).theme()
    }
    let folder = try TemporaryFolder()
    for recipe in try Self.recipes(.passwords) {
      let path = try folder.write(recipe.text, to: "passwords.toml")
      chmod(path, 0o600)
      #expect(CredentialFile(path: path).problem == nil, "\(recipe)")
    }
    for recipe in try Self.recipes(.items) {
      for line in recipe.lines where line.hasPrefix("{") {
        _ = try NewsItem(object: JSON(parsing: line), source: recipe.description)
      }
    }
    for recipe in try Self.recipes(.asRun) {
      for line in recipe.lines { #expect(AsRunLine(json: try JSON(parsing: line)) != nil, "\(recipe)") }
    }
  }

  @Test("Programs in Swift stand in sources that are built") func swift() throws {
    func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
    let paths = try ["Tests", "Examples", "Sources"].flatMap { try Project.files(below: $0) }
    let sources = try paths.filter { $0.hasSuffix(".swift") }.map { try Project.text(of: $0) }
    let built = Set(sources.joined(separator: "\n").split(separator: "\n").map(trimmed))
    let manifest = try Project.text(of: "Package.swift")
    #expect(manifest.contains("name: \"newsreel\"") && manifest.contains(".library(name: \"Newsreel\""))
    for recipe in try Self.recipes(.swift) {
      // A list with a line to be added, which `SnippetTests` compares, and another package's manifest.
      if recipe.text.contains("static let standard") || recipe.text.contains("PackageDescription") { continue }
      for line in recipe.lines where !line.isEmpty && !line.hasPrefix("//") {
        #expect(built.contains(trimmed(line[...])), "\(recipe): \(line)")
      }
    }
  }

  @Test("The real bars run their recipes") func bars() throws {
    let tests = try ["BarRecipe", "BarLine"].map {
      try Project.text(of: "Tests/NewsreelTests/OnScreen/\($0)Tests.swift")
    }
    let run = tests.joined().matches(of: /block\(with: "([^"]+)"\)/).map { String($0.1) }
    let byHand = ["Config {", "bar {"]
    for recipe in try Self.recipes(.bar) where !byHand.contains(where: recipe.text.hasPrefix) {
      #expect(run.contains { recipe.text.contains($0) }, "\(recipe)")
    }
  }

  @Test("Home Assistant's automation names what a display announces") func homeAssistant() throws {
    let announced = try Project.text(of: "Tests/NewsreelTests/HomeAssistant.json").lowercased()
    for recipe in try Self.recipes(.homeAssistant) {
      let match = try #require(recipe.text.firstMatch(of: /notify\.lobby_left_([a-z_]+)/))
      #expect(announced.contains("\"" + match.1.replacing("_", with: " ") + "\""))
    }
  }
}

/// The recipes for brokers, with the real ones.
@Suite("Recipes for brokers", .tags(.network)) struct BrokerRecipeTests {
  private let keys: BrokerKeys

  init() throws { keys = try BrokerKeys() }

  private func recipe(_ kind: Recipe.Kind) throws -> Recipe {
    try #require(try Recipe.all().first { $0.kind == kind })
  }

  /// Debian's own file, which reads what is in conf.d.
  private static let debian = """
    pid_file /run/mosquitto/mosquitto.pid

    persistence true
    persistence_location /var/lib/mosquitto/

    log_dest file /var/log/mosquitto/mosquitto.log

    include_dir /etc/mosquitto/conf.d
    """

  @Test("mosquitto starts with the page's file beside Debian's own, and again with what it has kept") func mosquitto()
    async throws
  {
    let path = keys.path
    for folder in ["run/mosquitto", "lib/mosquitto", "log/mosquitto", "etc/mosquitto/conf.d", "etc/mosquitto/certs"] {
      AtomicFile.makeDirectories(above: "\(path)/\(folder)/x")
    }
    try await keys.makeCertificate("server")
    try await keys.makeUsers(["sender"], password: "pw")
    for (file, place) in [
      ("server.pem", "certs/ca.pem"), ("server.pem", "certs/server.pem"), ("server.key", "certs/server.key"),
      ("users", "users"),
    ] {
      try keys.folder.write(Project.text(of: "\(path)/\(file)"), to: "etc/mosquitto/\(place)")
    }
    try keys.folder.write(try recipe(.accessList).text, to: "etc/mosquitto/acl")
    let port = try Broker.freePort()
    func here(_ text: String) -> String {
      text.replacing(" /etc/", with: " \(path)/etc/").replacing(" /var/", with: " \(path)/")
        .replacing(" /run/", with: " \(path)/run/").replacing("listener 8883", with: "listener \(port)")
    }
    let user = geteuid() == 0 ? "user root\n" : ""
    try keys.folder.write(user + here(Self.debian) + "\n", to: "etc/mosquitto/mosquitto.conf")
    try keys.folder.write(here(try recipe(.mosquitto).text), to: "etc/mosquitto/conf.d/newsreel.conf")
    let secret: [String: String?] = ["NEWSREEL_MQTT_PASSWORD": "pw"]
    for round in 0..<2 {
      let broker = try Child("/usr/sbin/mosquitto", ["-c", "\(path)/etc/mosquitto/mosquitto.conf"])
      let channel = "mqtts://sender@localhost:\(port)/lobby"
      try await waitUntil("the broker") {
        let sent = try await Program.run(
          ["publish", "--mqtt", channel, "--mqtt-ca", "\(path)/server.pem", "Round \(round)"], environment: secret)
        return sent.ending == .exited(0) || !broker.isRunning
      }
      #expect(broker.isRunning, "\((try? Project.text(of: "\(path)/log/mosquitto/mosquitto.log")) ?? broker.errors)")
      kill(broker.id, SIGTERM)
      _ = broker.waitForEnd()
    }
  }

  @Test("NATS starts with the page's file, and again with what it has kept") func nats() async throws {
    let port = try Broker.freePort()
    let text = try recipe(.nats).text.replacing("/var/lib/nats", with: keys.path + "/nats")
      .replacing("0.0.0.0:1883", with: "127.0.0.1:\(port)")
    // The port for its own protocol, which others may have.
    let file = try keys.folder.write(text + "listen: \"127.0.0.1:-1\"\n", to: "nats.conf")
    for round in 0..<2 {
      let broker = try Child("nats-server", ["-c", file])
      try await waitUntil("the broker") {
        let sent = try await Program.run(["publish", "--mqtt", "mqtt://127.0.0.1:\(port)/lobby", "Round \(round)"])
        return sent.ending == .exited(0) || !broker.isRunning
      }
      #expect(broker.isRunning, "\(broker.errors)")
      kill(broker.id, SIGTERM)
      _ = broker.waitForEnd()
    }
  }
}
