import TestKit

/// Which folder of the sources names whose types, read from the text: approximate, as members are not followed.
struct SourceGraph {
  /// For each folder, those whose types its files name, in the same module, and a file that does.
  private(set) var arrows: [String: [String: String]] = [:]
  /// The types that each module declares at its top level, with their folders.
  private(set) var homes: [String: [String: String]] = [:]

  init() throws {
    var words: [(file: String, folder: String, words: Set<String>)] = []
    for file in try Project.files(below: "Sources") where file.hasSuffix(".swift") {
      let parts = file.split(separator: "/")
      let (module, folder) = (String(parts[1]), parts.dropLast().joined(separator: "/"))
      let tokens = Self.tokens(try Project.text(of: file))
      for token in tokens where token.isDeclared { homes[module, default: [:]][token.word] = folder }
      words.append((file, folder, Set(tokens.map(\.word))))
    }
    for (file, folder, words) in words {
      let homes = homes[String(file.split(separator: "/")[1])] ?? [:]
      for word in words {
        if let home = homes[word], home != folder { arrows[folder, default: [:]][home] = "\(file) names \(word)" }
      }
    }
  }

  /// The arrows that lie on a circle of folders.
  var circles: [String] {
    func reached(from start: String) -> Set<String> {
      var (found, next): (Set<String>, [String]) = ([], [start])
      while let folder = next.popLast() {
        for other in (arrows[folder] ?? [:]).keys where found.insert(other).inserted { next.append(other) }
      }
      return found
    }
    let reach = Dictionary(uniqueKeysWithValues: arrows.keys.map { ($0, reached(from: $0)) })
    return arrows.flatMap { folder, others in
      others.filter { reach[$0.key]?.contains(folder) == true }.map { "\(folder) -> \($0.key): \($0.value)" }
    }.sorted()
  }

  private static let keywords: Set = ["class", "struct", "enum", "actor", "protocol", "typealias"]

  /// The capitalised words of a source outside of comments and strings, and whether a type of the whole module is declared there.
  private static func tokens(_ source: String) -> [(word: String, isDeclared: Bool)] {
    var tokens: [(word: String, isDeclared: Bool)] = []
    let quotes = Array("\"\"\"".utf8)
    var isInText = false
    for line in source.utf8.split(separator: 10) {
      if line.ranges(of: quotes).count % 2 == 1 {
        isInText.toggle()
        continue
      }
      if isInText { continue }
      var words: [[UInt8]] = []
      var (word, isInString, last): ([UInt8], Bool, UInt8) = ([], false, 0)
      for byte in line + [10] {
        defer { last = byte }
        if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isInString.toggle() }
        if isInString { continue }
        if byte == UInt8(ascii: "/"), last == byte { break }
        let isLetter = byte >= 128 || byte == UInt8(ascii: "_") || (65...90).contains(byte & 0xdf)
        if isLetter || !word.isEmpty && (48...57).contains(byte) {
          word.append(byte)
        } else if !word.isEmpty {
          words.append(word)
          word = []
        }
      }
      // What is nested is the outer type's affair.
      let isOuter = line.first.map { $0 != 32 } ?? false
      let texts = words.map { String(decoding: $0, as: UTF8.self) }
      let isPrivate = texts.contains("private") || texts.contains("fileprivate") || texts.contains("extension")
      for (i, text) in texts.enumerated() where text.first?.isUppercase == true {
        tokens.append((text, isOuter && !isPrivate && i > 0 && keywords.contains(texts[i - 1])))
      }
    }
    return tokens
  }
}
