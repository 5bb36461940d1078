import TestKit

/// A block of a page that is typed or put into a file as it stands.
struct Recipe: Sendable, CustomStringConvertible {
  let page: String
  /// The number of its first line, from 1.
  let line: Int
  /// The word behind its fence; empty without one.
  let language: String
  let lines: [String]

  var text: String { lines.map { $0 + "\n" }.joined() }
  var description: String { "\(page):\(line)" }

  /// What reads it. A block of no kind is not tested, which is an error.
  enum Kind: String, CaseIterable, Sendable {
    case shell, configuration, theme, passwords, items, asRun, swift, bar, mosquitto, accessList, nats, homeAssistant
    /// A command with a part left out.
    case synopsis
  }

  var kind: Kind? {
    let first = lines.first ?? ""
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    let swift = ["import ", "// swift-", "static let"]
    if language == "swift" || swift.contains(where: first.hasPrefix) { return .swift }
    if first.hasPrefix("…") || has("[VIEW]") { return .synopsis }
    let bars = ["[bar/", "[module/", "\"custom/", "bar {", "Config {", "set -g "]
    if bars.contains(where: first.hasPrefix) || has("interval=persist") { return .bar }
    if first.hasPrefix("[rows.") { return .theme }
    if first.hasPrefix("[\"") { return .passwords }
    if first.hasPrefix("{\"") { return has("\"cycles\":") ? .asRun : .items }
    if first.hasPrefix("listener ") { return .mosquitto }
    if first.hasPrefix("user ") { return .accessList }
    if first.hasPrefix("server_name:") { return .nats }
    if first.hasPrefix("action: ") { return .homeAssistant }
    if first.contains(/^(\[+[a-z.]+\]+|[a-z-]+ = .*)$/) { return .configuration }
    return has("newsreel", "mkfifo", "make ", "apt ") ? .shell : nil
  }

  /// Its lines for a shell: of lines of JSON, those that send them.
  var script: String {
    lines.filter { !$0.hasPrefix("{\"") }.map { $0 + "\n" }.joined()
  }

  /// The commands of newsreel in it, and whether each reads a pipe.
  var commands: [(text: String, isPiped: Bool)] {
    let whole = script.replacing("\\\n", with: " ").replacing("|\n", with: "| ")
    return whole.split(separator: "\n").flatMap { line in
      line.split(separator: "|").enumerated().compactMap { number, part in
        let words = part.trimmingPrefix { $0 == " " }.trimmingPrefix("swift run ")
        guard words == "newsreel" || words.hasPrefix("newsreel ") else { return nil }
        return (String(words), number > 0)
      }
    }
  }

  private struct Block {
    let line: Int
    var language = ""
    var isFenced = false
    /// How far its fence is indented, in a list.
    var indent = 0
    var lines: [String] = []
  }

  /// The blocks of all pages: indented ones, and those between fences.
  static func all() throws -> [Recipe] { try Readme.pages().flatMap { try all(of: $0, Project.text(of: $0)) } }

  static func all(of page: String, _ text: String) -> [Recipe] {
    var recipes: [Recipe] = []
    var block: Block?
    func end() {
      guard let ended = block else { return }
      let lines = ended.lines.reversed().drop(while: \.isEmpty).reversed()
      recipes.append(Recipe(page: page, line: ended.line, language: ended.language, lines: Array(lines)))
      block = nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + ["end"]
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      if indent < 4, line.dropFirst(indent).hasPrefix("```") {
        let isEnd = block?.isFenced == true
        end()
        let language = String(line.dropFirst(indent + 3))
        if !isEnd { block = Block(line: index + 2, language: language, isFenced: true, indent: indent) }
      } else if block?.isFenced == true {
        let inner = line.dropFirst(min(indent, block?.indent ?? 0))
        block?.lines.append(String(inner))
      } else if line.hasPrefix("    ") || line.isEmpty && block != nil {
        block = block ?? Block(line: index + 1)
        block?.lines.append(String(line.dropFirst(4)))
      } else {
        end()
      }
    }
    return recipes
  }
}
