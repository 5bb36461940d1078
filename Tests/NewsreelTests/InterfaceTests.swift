import TestKit
import Testing

@testable import Newsreel

/// The library's face: what `import Newsreel` gives, and that each name says what it means.
@Suite("The public interface") struct InterfaceTests {
  @Test("It is what doc/Newsreel.txt lists; scripts/interface makes the list") func listing() async throws {
    let made = try await run(Project.folder + "/scripts/interface", [])
    #expect(try made.output == Project.text(of: "doc/Newsreel.txt"))
    #expect(try Self.own().count < 500)
  }

  /// The lines of the library's own declarations, without those of the types that come along.
  private static func own() throws -> [Substring] {
    try Project.text(of: "doc/Newsreel.txt").split(separator: "\n").prefix { !$0.hasPrefix("With them") }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("  extension ") }
  }

  @Test("Types that come along are listed with their members; the engines are not among them") func exports() throws {
    let list = try Project.text(of: "doc/Newsreel.txt")
    let exported = try Project.text(of: "Sources/Newsreel/Exports.swift").split(separator: "\n")
      .filter { $0.hasPrefix("@_exported") }.compactMap { $0.split(separator: ".").last }
    #expect(exported.count > 25)
    for name in exported { #expect(list.contains(" \(name): ") || list.contains(" \(name) = "), "\(name)") }
    for name in ["Odometer", "ReelCells", "TokenLayout", "Timeline", "AutoScroll", "Property"] {
      #expect(!exported.contains(Substring(name)), "\(name)")
    }
  }

  @Test("Each public name is used in an example or a test, as a user would") func names() throws {
    let examples = try Project.files(below: "Examples") + Project.files(below: "Tests/NewsreelTests")
    let sources = try examples.filter { !$0.hasSuffix("InterfaceTests.swift") }.map { try Project.text(of: $0) }
    let words = Set(sources.flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
    let keywords: Set<Substring> = ["var", "let", "func", "class", "struct", "enum", "case"]
    for line in try Self.own() {
      let parts = line.split { !$0.isLetter && !$0.isNumber }
      guard let keyword = parts.firstIndex(where: keywords.contains), keyword + 1 < parts.count else { continue }
      if !words.contains(parts[keyword + 1]) { Issue.record("\(line)") }
    }
  }

  @Test(
    "Each public declaration says what it means",
    arguments: ["Newsreel", "NewsreelSources", "NewsreelTesting", "ScrollCore", "Scene", "X11"])
  func documentation(_ module: String) throws {
    var count = 0
    for file in try Project.files(below: "Sources/\(module)") where file.hasSuffix(".swift") {
      let declarations = PublicDeclaration.all(in: try Project.text(of: file))
      count += declarations.count
      for declaration in declarations where !declaration.isDocumented {
        Issue.record("\(file):\(declaration.number): \(declaration.text)")
      }
    }
    #expect(count > 5)
  }

  @Test("What is public is found, and whether it is documented") func declarations() {
    let found = PublicDeclaration.all(
      in: """
        public import ScrollCore
        /// Documented.
        @dynamicMemberLookup
        public enum State: Sendable {
          case bare
          /// Documented.
          case kept
          func help() { switch self { case .bare: break } }
        }
        public protocol Owner {
          func count() -> Int
          /// Documented.
          func name() -> String
        }
        extension Owner {
          public func name() -> String { "" }
          public func other() {}
        }
        enum Hidden { case one }
        """)
    #expect(found.map(\.number) == [4, 5, 7, 10, 11, 13, 16, 17])
    #expect(found.filter { !$0.isDocumented }.map(\.number) == [5, 10, 11, 17])
  }

  @Test("The page on the library shows a program that is there") func readme() throws {
    let program = try Project.text(of: "Examples/Topics/main.swift").split(separator: "\n")
    let readme = Set(try Project.text(of: "doc/library.md").split(separator: "\n"))
    #expect(program.count <= 15)
    for line in program { #expect(readme.contains("    " + line), "\(line)") }
  }
}

/// A line of a source that declares something public or open.
private struct PublicDeclaration {
  /// Of the line, from 1.
  let number: Int
  let text: String
  let isDocumented: Bool

  /// Of one file: what says `public`, the cases of public enumerations and what public protocols ask for. A default of
  /// what a protocol asks for is documented there.
  static func all(in source: String) -> [PublicDeclaration] {
    var found: [PublicDeclaration] = []
    var required: [String] = []
    /// The public enumeration or protocol that the line stands in, and how far its members are indented.
    var holder: (keyword: String, indent: Int)?
    var isDocumented = false
    var isInAttribute = false
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = String(line.drop { $0 == " " })
      let indent = line.count - text.count
      if isInAttribute || text.hasPrefix("@") && text.hasSuffix("(") {
        isInAttribute = text != ")"
        continue
      }
      if let open = holder, !text.isEmpty, indent < open.indent { holder = nil }
      let isMember = holder?.indent == indent
      let isRequired =
        isMember && holder?.keyword == "protocol"
        && ["func ", "var ", "static ", "init("].contains {
          text.hasPrefix($0)
        }
      let isCase = isMember && holder?.keyword == "enum" && text.hasPrefix("case ")
      if isRequired { required.append("public " + text) }
      let isPublic = ["public ", "open class ", "open func ", "open var "].contains { text.hasPrefix($0) }
      if isRequired || isCase || isPublic && !text.hasPrefix("public import ") {
        let isDefault = required.contains { text.hasPrefix($0 + " {") }
        found.append(PublicDeclaration(number: index + 1, text: text, isDocumented: isDocumented || isDefault))
      }
      for keyword in ["enum", "protocol"] where text.hasPrefix("public \(keyword) ") && text.hasSuffix("{") {
        holder = (keyword, indent + 2)
      }
      if !text.hasPrefix("@") || text.contains("public") { isDocumented = text.hasPrefix("///") }
    }
    return found
  }
}
