import Base
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Windows

/// What README and the pages say in passing, as code within a sentence, held to the program's own tables. `RecipeTests` and
/// `ReadmeTests` have the blocks.
@Suite("Code in sentences") struct PageSpanTests {
  /// Code between single marks, with the page that has it.
  private static func spans() throws -> [(page: String, text: String)] {
    try (Readme.pages() + Readme.help() + ["SECURITY.md"]).flatMap { page in
      let text = try Project.text(of: page).replacing(/```[^`]*```/, with: "")
      return text.matches(of: /`([^`]+)`/).map { (page, String($0.1).replacing("\n", with: " ")) }
    }
  }

  /// The options that a command lists in its help, by the command; "" is the program itself.
  private static func options() async throws -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for command in Views.commands.map(\.name) {
      let words = command.isEmpty ? ["--help-all"] : ["help", command]
      // A topic of help may have a command's name.
      let asked = HelpTopic.named(command) == nil ? words : [command, "--help"]
      var text = try await Program.run(asked).output
      if command == CommandText.feeds.name {
        for action in subcommands(in: text) { text += try await Program.run(["help", command, action]).output }
      }
      result[command] = Set(text.matches(of: /--[a-z][a-z-]*/).map { String($0.0) })
    }
    return result
  }

  private static func subcommands(in help: String) -> [String] {
    guard let list = help.firstRange(of: "SUBCOMMANDS:")?.upperBound else { return [] }
    return help[list...].matches(of: /\n  ([a-z]+)/).map { String($0.1) }
  }

  /// Options of other programs, and those that a page has its reader make.
  private static let foreign: Set = [
    "--help-all", "--count-to", "--static-swift-stdlib", "--alert-", "--filter", "--only-floods",
  ]

  @Test("Every option that a sentence names is one of the command with which it stands, or of some command")
  func options() async throws {
    let options = try await Self.options()
    #expect(options.count > 15 && options.values.allSatisfy { !$0.isEmpty })
    let all = options.values.reduce(into: Self.foreign) { $0.formUnion($1) }
    for (page, text) in try Self.spans() where !text.hasPrefix("newsreel-bench") && !text.hasPrefix("swift ") {
      let words = text.split(separator: " ")
      var known = all
      if words.first == "newsreel", words.count > 1 {
        let command = words[1].hasPrefix("-") ? "" : String(words[1])
        if let own = options[command] { known = own.union(Self.foreign) }
      }
      // What follows -- is a headline.
      for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
        let name = String(word.prefix { $0 == "-" || $0.isLowercase })
        #expect(known.contains(name), "\(page): \(text)")
      }
    }
  }

  @Test("Every command that a sentence names exists, with its action") func commands() async throws {
    let commands = Set(Views.commands.map(\.name))
    let feeds = Set(Self.subcommands(in: try await Program.run(["feeds", "--help"]).output) + ["relay"])
    #expect(feeds.count > 8)
    var count = 0
    for (page, text) in try Self.spans() where text.hasPrefix("newsreel ") {
      // Names of options with their values are not the action.
      var words = text.split(separator: " ").dropFirst().map(String.init)
      guard let command = words.first, command.wholeMatch(of: /[a-z-]+/) != nil, !command.hasPrefix("-") else {
        continue
      }
      count += 1
      words.removeFirst()
      while words.count > 1, words[0].hasPrefix("--") { words.removeFirst(2) }
      let action = words.first.flatMap { $0.wholeMatch(of: /[a-z-]+/) == nil || $0.hasPrefix("-") ? nil : $0 }
      let isKnown: Bool? =
        switch command {
        case "help": action.map { commands.contains($0) || HelpTopic.named($0) != nil }
        case "msg": action.map { ControlCommand(rawValue: $0) != nil }
        case "feeds": action.map { feeds.contains($0) }
        case "config": action.map { ConfigurationAction(rawValue: $0) != nil }
        // The process that keeps the connection to a broker.
        case "mqtt-relay": true
        default: commands.contains(command)
        }
      #expect(isKnown ?? true, "\(page): \(text)")
    }
    #expect(count > 50)
  }

  @Test("The examples of the manual are run as they stand, as far as a program without a display gets") func examples()
    async throws
  {
    let home = try FeedHome()
    for name in ["headlines.txt", "tags.txt", "known.txt"] { _ = try home.folder.write("one\n", to: name) }
    let page = try #require(HelpTopic.named("examples")).page
    #expect(page.rows.count > 10 && page.rows.allSatisfy(\.isExample))
    for row in page.rows {
      let command = row.meaning.split(separator: "|").last.map(String.init) ?? ""
      let script = """
        cd '\(home.folder.path)' && newsreel() { '\(Program.path)' "$@"; }; \(command)
        """
      let result = try await run(
        "sh", ["-c", script], environment: home.environment.merging(["DISPLAY": nil]) { $1 }, input: "1\n")
      #expect(result.ending == .exited(0) || result.ending == .exited(1), "\(row.meaning): \(result.errors)")
    }
  }
}
