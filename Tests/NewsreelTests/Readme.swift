import TestKit

/// What README shows to be typed.
enum Readme {
  /// Its indented blocks, without the indentation.
  static func blocks() throws -> [String] {
    var blocks: [String] = []
    var block: [Substring] = []
    let lines = try Project.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines + ["end"] {
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
