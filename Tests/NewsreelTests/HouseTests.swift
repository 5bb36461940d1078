import Base
import Formats
import TestKit
import Testing

/// The rules of the house that no compiler flag holds: who may import whom, and what a title may be.
@Suite("The house") struct HouseTests {
  /// What each module may import beside the standard library and the system's: the table in ARCHITECTURE.md.
  static let imports: [String: Set<String>] = {
    let text = (try? Project.text(of: "ARCHITECTURE.md")) ?? ""
    var imports: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
      guard cells.count > 4, !cells[3].isEmpty, let name = cells[1].split(separator: "`").first else { continue }
      let names = cells[3].split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
      imports[String(name)] = cells[3] == "the standard library" ? [] : Set(names)
    }
    // It is no room of the house: it measures it.
    imports["newsreel-bench"] = ["ArgumentParser", "Base", "CX11", "Formats", "Foundation", "TestKit", "X11"]
    return imports
  }()

  /// Modules that may use the C library by themselves.
  private static let system: Set = [
    "Base", "X11", "Render", "Newswire", "App", "Terminal", "NewsreelDispatch", "Windows", "Accessibility",
    "newsreel-bench",
  ]

  @Test("A module imports only what its room allows", arguments: imports.keys.sorted())
  func rooms(_ module: String) throws {
    let allowed = Self.imports[module] ?? []
    let files = try Project.files(below: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    var used: Set<String> = []
    for file in files {
      for line in try Project.text(of: file).split(separator: "\n") {
        guard let imported = Self.importedModule(line) else { continue }
        let isStandard =
          imported == "Synchronization" && !allowed.isEmpty || imported == "Glibc" && Self.system.contains(module)
        #expect(allowed.contains(imported) || isStandard, "\(file): \(line)")
        used.insert(imported)
      }
    }
    #expect(allowed.subtracting(used) == [])
  }

  @Test("Every folder of Swift below Sources has a room") func modules() throws {
    let files = try Project.files(below: "Sources").filter { $0.hasSuffix(".swift") }
    let modules = Set(files.map { String($0.split(separator: "/")[1]) })
    #expect(modules == Set(Self.imports.keys))
  }

  @Test("Folders of a module do not name each other in a circle") func folders() throws {
    let graph = try SourceGraph()
    #expect(graph.arrows.count > 30)
    #expect(graph.circles == [])
  }

  @Test("No two modules have a type of the same name") func typeNames() throws {
    let types = try SourceGraph().homes.flatMap { module, folders in folders.keys.map { (name: $0, module: module) } }
    let modules = Dictionary(grouping: types, by: \.name).mapValues { $0.map(\.module).sorted() }
    #expect(modules.count > 900 && modules["SceneView"] == ["Scene"])
    #expect(modules.filter { $0.value.count > 1 } == [:])
  }

  @Test(
    "Who is on the air, in which order and until when is Newsroom's to say, and the desk's to bring",
    arguments: [
      // A rundown, and the sender of a channel, have queues of their own.
      (#"\bItemQueue\("#, ["publish/Publishing", "views/HeadlineController+Rundown"]),
      (#"\bnewsroom\.(receive|perform|advance)\("#, ["news/NewsDesk"]),
      (#"\b(NewsroomChange|FollowedItems|OnAir\()"#, ["news/NewsDesk", "news/NewsKeeping"]),
      (#"(isOnAir|isLeftOut|holdsElsewhere|comesNext|escalates)\("#, ["news/NewsHeadline"]),
      (#"\bcrawl\.(show\(rows|arrange\(order|remove\(topic)"#, ["news/NewsDesk"]),
    ])
  func decisions(_ pattern: String, _ allowed: [String]) throws {
    let regex = try Regex(pattern)
    let users = try Project.files(below: "Sources/App").filter { try Project.text(of: $0).contains(regex) }
    #expect(Set(users) == Set(allowed.map { "Sources/App/\($0).swift" }))
  }

  @Test(
    "Imports are recognised",
    arguments: [
      ("import Scene", "Scene"), ("  internal import CX11", "CX11"), ("@testable import X11", "X11"),
      ("public import struct Scene.Frame", "Scene"), ("@_exported public import Glibc // why", "Glibc"),
      ("// import Scene", nil), ("important = 3", nil), ("let important import", nil),
    ] as [(String, String?)])
  func recognition(_ line: String, _ module: String?) { #expect(Self.importedModule(line[...]) == module) }

  @Test(
    "What ends a program without a word is not in the sources",
    arguments: ["try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)"])
  func forbidden(_ word: String) throws {
    for file in try Project.files(below: "Sources") where file.hasSuffix(".swift") {
      #expect(!(try Project.text(of: file)).contains(word), "\(file)")
    }
  }

  /// The targets that a product of the package needs.
  private static func targets(below product: String) async throws -> Set<String> {
    let described = try await run("swift", ["package", "--package-path", Project.folder, "describe", "--type", "json"])
    #expect(described.ending == .exited(0), "\(described.errors)")
    let package = try JSON(parsing: described.output)
    var needs: [String: [String]] = [:]
    for target in package["targets"]?.array ?? [] {
      guard let name = target["name"]?.string else { continue }
      needs[name] = (target["target_dependencies"]?.array ?? []).compactMap(\.string)
    }
    var found: Set<String> = []
    var open = [product]
    while let name = open.popLast() {
      if found.insert(name).inserted { open += needs[name] ?? [] }
    }
    return found
  }

  @Test("What the library needs has no source of news, no broker, no inspector and no ticker") func library()
    async throws
  {
    #expect(
      try await Self.targets(below: "Newsreel") == [
        "Newsreel", "Windows", "Accessibility", "Base", "CBase", "CRender", "CRenderLibraries", "CX11", "Neighbours",
        "Render",
        "Scene", "ScrollCore", "X11",
      ])
    #expect(
      try await Self.targets(below: "NewsreelSources").isDisjoint(with: ["App", "Inspector", "Terminal", "newsreel"]))
  }

  @Test("The page on the library names the packages that it needs, and no other") func packages() throws {
    let manifest = try Project.text(of: "Package.swift")
    let lists = manifest.matches(of: #/let (?:x11|render)Packages = \[([^\]]*)\]/#).map { String($0.1) }
    let needed = lists.joined().matches(of: #/"([^"]+)"/#).map { String($0.1) }
    let page = try Project.text(of: "doc/library.md")
    let named = try #require(page.firstMatch(of: #/apt install ([a-z0-9. \\\n-]+?)\n\n/#)).1
    #expect(needed.count == 13 && named.split { $0 == " " || $0 == "\\" || $0 == "\n" }.map(String.init) == needed)
  }

  @Test("No file of Swift is empty") func emptyFiles() throws {
    let files = try ["Sources", "Tests", "Examples"].flatMap { try Project.files(below: $0) }
    let empty = try files.filter { try $0.hasSuffix(".swift") && Project.text(of: $0).isEmpty }
    #expect(files.count > 500 && empty == [])
  }

  @Test("An error that is dropped by try? has a comment that says why nothing is lost") func droppedErrors() throws {
    let files = try Project.files(below: "Sources").filter { $0.hasSuffix(".swift") && !$0.contains("newsreel-bench") }
    var silent: [String] = []
    for file in files {
      let lines = try Project.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains(#/\btry\?/#) {
        if !lines[max(0, index - 3)...index].contains(where: { $0.contains("//") }) {
          silent.append("\(file):\(index + 1)")
        }
      }
    }
    #expect(silent == [])
  }

  @Test("A test's title has at most 20 words") func titles() throws {
    let files = try Project.files(below: "Tests").filter { $0.hasSuffix(".swift") }
    let titles = try files.flatMap { file in
      try Project.text(of: file).matches(of: #/@Test\(\s*"((?:[^"\\]|\\.)*)"/#).map { String($0.1) }
    }
    #expect(titles.count > 1000)
    #expect(titles.filter { $0.split(separator: " ").count > 20 } == [])
  }

  /// The module that the line imports.
  static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
    let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
    guard words[..<at].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    let path = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
    return path.split(separator: ".").first.map(String.init)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
