import Base
import TestKit
import Testing

/// The pages by which a stranger finds the way: they are short, and what they name is there.
@Suite("Front pages") struct FrontPageTests {
  /// A module's page, without the lists of symbols at the end of those that are published.
  private static func page(of module: String) throws -> Substring {
    let page = try Project.text(of: "Sources/\(module)/\(module).docc/\(module).md")
    return page[..<(page.firstRange(of: "## Topics")?.lowerBound ?? page.endIndex)]
  }

  /// The text below a heading.
  private static func section(_ heading: String, of page: Substring) -> Substring {
    guard let start = page.firstRange(of: "## \(heading)\n")?.upperBound else { return "" }
    return page[start..<(page[start...].firstRange(of: "\n## ")?.lowerBound ?? page.endIndex)]
  }

  private static let modules = HouseTests.imports.keys.filter { $0 != "newsreel-bench" }.sorted()

  @Test(
    "A module has a page of at most 40 lines: purpose, example, where to start, what never comes in", arguments: modules
  )
  func page(_ module: String) throws {
    let page = try Self.page(of: module)
    #expect(page.hasPrefix("# ``\(module)``\n\n") && page.contains("\n```swift\n"))
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    #expect(Self.section("What never comes in", of: page).count > 20)
  }

  @Test("The types with which to start are there, five of them", arguments: modules)
  func types(_ module: String) throws {
    let start = Self.section("Start here", of: try Self.page(of: module))
    // A published page has its list of symbols.
    guard !start.isEmpty else {
      #expect(["Newsreel", "ScrollCore"].contains(module))
      return
    }
    #expect(start.split(separator: "\n").count { $0.hasPrefix("- ") } == 5)
    let declared = Set(try SourceGraph().homes.values.flatMap(\.keys) + Self.modules)
    for match in start.matches(of: /`([A-Z][A-Za-z0-9]*)[`.]/) where !declared.contains(String(match.1)) {
      #expect(start.contains("`\(match.1)` has the shims"), "\(module): \(match.1)")
    }
  }

  @Test("The examples of the pages are lines of the sources", arguments: modules)
  func examples(_ module: String) throws {
    func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
    let page = try Self.page(of: module)
    let code = page.matches(of: /```swift\n([^`]*)```/).flatMap { $0.1.split(separator: "\n").map(trimmed) }
    #expect(!code.isEmpty)
    var missing = Set(code.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("//") })
    for file in try ["Sources", "Tests", "Examples"].flatMap({ try Project.files(below: $0) })
    where file.hasSuffix(".swift") {
      if missing.isEmpty { break }
      missing.subtract(try Project.text(of: file).split(separator: "\n").map(trimmed))
    }
    #expect(missing == [])
  }

  @Test("ARCHITECTURE is read at one sitting") func architecture() throws {
    let lines = try Project.text(of: "ARCHITECTURE.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
  }

  @Test("CONTRIBUTING begins with what to open: at least twelve changes, two files each, which are there") func files()
    throws
  {
    let text = try Project.text(of: "CONTRIBUTING.md")
    let rows = Self.section("To change X, open these two files", of: text[...]).split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    #expect(rows.count >= 14)
    for row in rows.dropFirst(2) {
      let files = row.split(separator: "|").dropFirst().flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
      #expect(files.count == 2, "\(row)")
      for file in files { #expect(AtomicFile.exists("\(Project.folder)/\(file)"), "\(file)") }
    }
  }

  @Test("Links of these pages lead to files") func links() throws {
    let pages = try Project.files(below: "Sources").filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"] + pages {
      let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for match in try Project.text(of: page).matches(of: /\]\(([^)#:]+)/) {
        let path = "\(Project.folder)/\(folder)\(match.1)"
        #expect(AtomicFile.exists(path), "\(page): \(match.1)")
      }
    }
  }
}
