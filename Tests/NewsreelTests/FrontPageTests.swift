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

  /// The types and modules of the project.
  private static let declared = Set((try? SourceGraph())?.homes.values.flatMap(\.keys) ?? []).union(modules)

  @Test("The types with which to start are there, five of them", arguments: modules)
  func types(_ module: String) throws {
    let start = Self.section("Start here", of: try Self.page(of: module))
    // A published page has its list of symbols.
    guard !start.isEmpty else {
      #expect(["Newsreel", "ScrollCore"].contains(module))
      return
    }
    #expect(start.split(separator: "\n").count { $0.hasPrefix("- ") } == 5)
    for match in start.matches(of: /`([A-Z][A-Za-z0-9]*)[`.]/) where !Self.declared.contains(String(match.1)) {
      #expect(start.contains("`\(match.1)` has the shims"), "\(module): \(match.1)")
    }
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  /// The lines of all Swift of the project.
  private static let lines: Set<Substring> = {
    let files = ["Sources", "Tests", "Examples"].flatMap { (try? Project.files(below: $0)) ?? [] }
    let texts = files.filter { $0.hasSuffix(".swift") }.compactMap { try? Project.text(of: $0) }
    return Set(texts.flatMap { $0.split(separator: "\n").map(trimmed) })
  }()

  @Test("The examples of the pages are lines of the sources", arguments: modules)
  func examples(_ module: String) throws {
    let page = try Self.page(of: module)
    let blocks = page.matches(of: /```swift\n([^`]*)```/).map(\.1)
    let code = blocks.flatMap { $0.split(separator: "\n").map(Self.trimmed) }
    #expect(!code.isEmpty)
    for line in code where !line.isEmpty && !line.hasPrefix("import ") && !line.hasPrefix("//") {
      #expect(Self.lines.contains(line), "\(module): \(line)")
    }
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
      for match in try Project.text(of: page).matches(of: /\]\(([^)#:]+)[)#]/) {
        let path = "\(Project.folder)/\(folder)\(match.1)"
        #expect(AtomicFile.exists(path), "\(page): \(match.1)")
      }
    }
  }
}
