import Base
import TestKit

/// What README, CONTRIBUTING and the pages below doc/ show to be typed.
enum Readme {
  /// These pages, by their paths in the project.
  static func pages() throws -> [String] {
    let pages = Files.names(in: Project.folder + "/doc").filter { $0.hasSuffix(".md") }.sorted()
    return ["README.md", "CONTRIBUTING.md"] + pages.map { "doc/" + $0 }
  }

  /// The pages of `newsreel help`.
  static func help() -> [String] { Files.names(in: Project.folder + "/doc/help").sorted().map { "doc/help/" + $0 } }

  /// The lines of all of them, with a line without indentation at the end of each.
  static func lines() throws -> [Substring] {
    try pages().flatMap { page in
      try Project.text(of: page).split(separator: "\n", omittingEmptySubsequences: false) + ["end"]
    }
  }

  /// Their indented blocks, without the indentation.
  static func blocks() throws -> [String] {
    var blocks: [String] = []
    var block: [Substring] = []
    for line in try lines() {
      if line.hasPrefix("    ") || line.isEmpty && !block.isEmpty {
        block.append(line.dropFirst(4))
      } else if !block.isEmpty {
        while block.last?.isEmpty == true { block.removeLast() }
        blocks.append(block.joined(separator: "\n") + "\n")
        block = []
      }
    }
    return blocks
  }

  /// The lines in which newsreel is run, as a shell reads them.
  static func commands() throws -> [String] {
    try blocks().flatMap { $0.split(separator: "\n").map(String.init) }.filter { line in
      line.hasPrefix("newsreel") || line.contains("| newsreel ")
    }
  }

  /// The configurations: those with a table in brackets or a list of feeds, but no program.
  static func configurations() throws -> [String] {
    try blocks().filter { block in
      ["[[window]]", "[hooks]"].contains { word in block.split(separator: "\n").contains { $0 == word } }
    }
  }
}
