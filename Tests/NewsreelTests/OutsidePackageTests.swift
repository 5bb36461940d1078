import Foundation
import TestKit
import TestTags
import Testing

/// What a package of its own sees of the library: the modules of a build are enough to check its sources.
@Suite("Packages that use the library", .tags(.slow)) struct OutsidePackageTests {
  private static let main = """
    import Newsreel

    let counter = CounterView()
    let tags = TokenFieldView()
    let dial = Dial()
    func bump() {
      counter.number = (counter.number ?? 0) + 1
      dial.turn()
    }
    dial.onClick = { bump() }
    tags.delegate.didAdd = { field, index, label in bump() }
    Timer.every(1) { bump() }
    try Window(StackView(.vertical, [counter, tags, dial]), width: 300, height: 100).run()
    """
  private static let own = """
    import Newsreel

    final class Dial: View {
      var turns = 0.0
      private let label = Label("turns")
      func turn() {
        turns += 1
        setNeedsDisplay()
      }
      override func draw(in canvas: inout Canvas) { canvas.fill(Rect(x: 0, y: 0, width: turns, height: 4), .green) }
      override func sizeThatFits(_ room: Size) -> Size { Size(width: 80, height: label.naturalSize().height) }
      override func handle(_ event: Event) -> Bool {
        if case .pressed = event { turn() }
        return true
      }
      override var acceptsKeyboard: Bool { turns > 0 }
    }

    final class Model: TokenFieldDataSource {
      var items = ["a"]
      let field = TokenFieldView()
      init() {
        field.dataSource = self
        field.delegate.didAdd = { [unowned self] _, _, label in items.append(label) }
      }
      func numberOfTokens(in field: TokenFieldView) -> Int { items.count }
      func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { items[index] }
    }
    """
  private static let onMain = ["-default-isolation", "MainActor"]

  @Test(
    "Code on the main actor by default has helper functions, subclasses and data sources as they are",
    arguments: [[], ["NonisolatedNonsendingByDefault", "InferIsolatedConformances", "MemberImportVisibility"]])
  func isolation(_ features: [String]) async throws {
    let flags = Self.onMain + features.flatMap { ["-enable-upcoming-feature", $0] }
    let said = try await OutsideProgram.check(["main.swift": Self.main, "Dial.swift": Self.own], flags: flags)
    #expect(said == "")
  }

  @Test("Without a default isolation views go to helper functions as arguments, and a subclass stands as it is")
  func arguments() async throws {
    let main = """
      import Newsreel

      let counter = CounterView()
      func bump(_ counter: CounterView) { counter.number = (counter.number ?? 0) + 1 }
      Timer.every(1) { bump(counter) }
      bump(counter)
      """
    #expect(try await OutsideProgram.check(["main.swift": main, "Dial.swift": Self.own]) == "")
  }

  @Test("The engines do not come with the views, and what the interface is made of does") func engines() async throws {
    for (line, name) in [("print(Odometer())", "'Odometer'"), ("let cells: ReelCells? = nil", "type 'ReelCells'")] {
      let said = try await OutsideProgram.check(["main.swift": "import Newsreel\n\(line)\n"])
      #expect(said.contains("cannot find \(name) in scope"), "\(said)")
    }
    let said = try await OutsideProgram.check([
      "main.swift": """
      import Newsreel

      let color: Color = .tomato.mixed(with: .black, share: 0.5)
      let key = Key.enter
      func f(_ c: CounterView) {
        c.number += 1
        c.number -= 2.5
        c.number = c.number.map { -$0 }
      }
      func g(_ all: Alignment, _ label: Label, _ text: AutoScrollView, _ c: CounterView, _ row: StackView) {
        (label.alignment, text.alignment, c.alignment, row.alignment) = (all, all, all, all)
        (c.alignment, row.alignment) = (.fill, .bottom)
        if row.alignment == .bottom, c.alignment == nil { row.alignment = .fill }
        switch row.alignment {
        case .left: break
        default: label.border.width += 1
        }
      }
      """
    ])
    #expect(said == "")
  }

  @Test("There is one path to a property") func paths() async throws {
    for path in ["crawl.crawl.scrollSpeed", "crawl.style.crawl.scrollSpeed", "counter.style.odometer.duration"] {
      let said = try await OutsideProgram.check([
        "main.swift": "import Newsreel\nlet (crawl, counter) = (CrawlView(), CounterView())\nprint(\(path))\n"
      ])
      #expect(said.contains("error:"), "\(path)")
    }
  }

  @Test("A copy of the template is such a package: it fetches nothing, and its program compiles") func template()
    async throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/newsreel", withDestinationPath: Project.folder)
    let copy = folder.path + "/ticker"
    try FileManager.default.copyItem(atPath: Project.folder + "/Examples/Template", toPath: copy)
    let read = try await run("swift", ["package", "--package-path", copy, "show-dependencies", "--format", "json"])
    #expect(read.ending == .exited(0) && read.output.contains("\"identity\": \"newsreel\""), "\(read.errors)")
    #expect(!read.output.contains("swift-argument-parser") && !read.errors.contains("Fetching"))
    let source = try Project.text(of: "Examples/Template/Sources/Ticker/main.swift")
    #expect(try await OutsideProgram.check(["main.swift": source], flags: Self.onMain) == "")
  }

  @Test("The manifest has ArgumentParser, and warnings as errors, for the program alone") func manifest() throws {
    let manifest = try Project.text(of: "Package.swift")
    #expect(manifest.components(of: "name: \"ArgumentParser\"") == 1)
    #expect(manifest.contains("condition: .when(traits: [\"Program\"])"))
    #expect(manifest.components(of: "treatAllWarnings") == 1)
    #expect(manifest.contains(".treatAllWarnings(as: .error, .when(traits: [\"Program\"]))"))
    #expect(!manifest.contains("unsafeFlags") || manifest.contains("NEWSREEL_FUZZ"))
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
