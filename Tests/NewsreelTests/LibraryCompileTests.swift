import TestKit
import TestTags
import Testing

/// What a program may not write: the compiler says so, with a build's modules.
@Suite("What does not compile", .tags(.slow)) struct LibraryCompileTests {
  /// The compiler's errors about a program that imports the library, or about a part of the house that imports others.
  private func errors(in program: String, importing modules: [String] = ["Newsreel"]) async throws -> String {
    let folder = try TemporaryFolder()
    let imports = modules.map { "import \($0)\n" }.joined()
    let file = try folder.write(imports + program + "\n", to: "program.swift")
    var arguments = ["-emit-sil", "-o", "/dev/null", "-swift-version", "6"] + (try await OutsideProgram.modules())
    // SwiftPM names a package after its folder.
    if modules != ["Newsreel"], let name = Project.folder.split(separator: "/").last {
      arguments += ["-package-name", name.lowercased()]
    }
    let result = try await run("swiftc", arguments + [file])
    return result.output + result.errors
  }

  @Test("A delegate's name that is misspelt") func delegate() async throws {
    func program(_ name: String) -> String {
      "func f(_ tags: TokenFieldView) { tags.delegate.\(name) = { _, _, _ in false } }"
    }
    let right = try await errors(in: program("shouldDelete"))
    #expect(!right.contains("error:"), "\(right)")
    let wrong = try await errors(in: program("shouldDelet"))
    #expect(wrong.contains("error: value of type 'TokenFieldDelegate' has no member 'shouldDelet'"), "\(wrong)")
  }

  @Test(
    "A name of the originals or of UIKit that is another one here: the right one is offered",
    arguments: [
      ("CrawlView", "view.startScroll()", "'startScroll()' has been renamed to 'start()'"),
      ("CrawlView", "view.stopScroll()", "'stopScroll()' has been renamed to 'stop()'"),
      ("CrawlView", "view.borderWidth = 2", "use border: view.border = Border(width: 2, color: .gray)"),
      ("CrawlView", "view.backgroundColor = .white", "'backgroundColor' has been renamed to 'background'"),
      ("CounterView", "view.backgroundColor = .white", "'backgroundColor' has been renamed to 'background'"),
      ("CrawlView", "view.foreground = .white", "'foreground' has been renamed to 'textColor'"),
      ("CounterView", "view.trendMark = true", "'trendMark' has been renamed to 'showsTrendMark'"),
      ("CounterView", "view.set(3)", "'set(_:animated:)' has been renamed to 'setNumber(_:animated:)'"),
      ("CrawlView", "_ = view.setValue(\"a\", to: \"1\")", "has been renamed to 'setLiveNumber(_:to:)'"),
      ("View", "view.border.borderWidth = 2", "'borderWidth' has been renamed to 'width'"),
      ("View", "view.border.cornerRadius = 2", "'cornerRadius' has been renamed to 'radius'"),
      ("View", "view.border.borderTopWidth = 2", "'borderTopWidth' has been renamed to 'topWidth'"),
      ("View", "view.border.borderLeftColor = .red", "'borderLeftColor' has been renamed to 'leftColor'"),
      ("CounterView", "view.inset = 3", "'inset' has been renamed to 'padding'"),
      ("AutoScrollView", "view.inset = 3", "'inset' has been renamed to 'padding'"),
      ("StackView", "view.alignment = .start", "use .top in a row, .left in a column"),
      ("StackView", "view.alignment = .leading", "'leading' has been renamed to 'left'"),
      ("StackView", "print(StackView.Alignment.center)", "use Alignment?: all views have the same one"),
      ("CounterView", "print(CounterAlignment.center)", "use Alignment?: all views have the same one"),
      ("Label", "view.alignment = TextAlignment.center", "'TextAlignment' has been renamed to 'Alignment'"),
      ("Label", "view.alignment = .justified", "words are not spread: use .left"),
      ("Label", "view.alignment = .fill", "type 'Alignment' has no member 'fill'"),
      ("AutoScrollView", "view.alignment = .fill", "reference to member 'fill'"),
      ("BadgeView", "view.label = \"a\"", "'label' has been renamed to 'text'"),
      ("TokenFieldView", "print(view.tokens)", "'tokens' has been renamed to 'items'"),
      ("TokenFieldView", "_ = view.add([])", "has been renamed to 'append(contentsOf:)'"),
      ("TokenFieldView", "view.delegate.changedText = nil", "'changedText' has been renamed to 'didChangeText'"),
      ("TokenFieldView", "view.delegate.heightUpdated = nil", "'heightUpdated' has been renamed to 'didChangeHeight'"),
      ("View", "view.alpha = 1", "'alpha' has been renamed to 'opacity'"),
      ("AutoScrollView", "view.scrollPointsPerSecond = 20", "has been renamed to 'speed'"),
      ("AutoScrollView", "view.startScrolling()", "has been renamed to 'start(speed:)'"),
      ("CounterView", "view.reloadView()", "'reloadView()' has been renamed to 'reload()'"),
      ("CounterView", "view.value = 3", "'value' has been renamed to 'number'"),
      ("BadgeView", "view.cornerRadius = 3", "use border: view.border = Border(radius: 6)"),
      ("TokenFieldView", "view.makeFirstResponder()", "has been renamed to 'beginEditing()'"),
      ("TokenFieldView", "view.tokenViewBackgroundColor = .white", "has been renamed to 'tokenBackground'"),
      ("CrawlView", "view.scrollSped = 3", "there is no such property of this type: see Properties"),
      ("CounterView", "print(view.nothing)", "there is no such property of this type: see Properties"),
      ("StripView", "view.label = 3", "there is no such property of this type: see Properties"),
    ])
  func renamed(_ type: String, _ statement: String, _ message: String) async throws {
    let said = try await errors(in: "func f(_ view: \(type)) { \(statement) }")
    #expect(said.contains(message), "\(said)")
  }

  @Test(
    "A closure of the wrong number of parameters: a method says so",
    arguments: [
      ("TokenFieldView", "view.delegate.didSelect { _ in }", "expects 2 arguments, but 1 was used"),
      ("TokenFieldView", "view.delegate.shouldDelete { _, _ in true }", "expects 3 arguments, but 2 were used"),
      ("CrawlView", "view.onItemClick { print(1) }", "expects 1 argument, which cannot be implicitly ignored"),
      ("Window", "view.onClose { _, _ in }", "expects 1 argument, but 2 were used"),
    ])
  func handlers(_ type: String, _ statement: String, _ message: String) async throws {
    let said = try await errors(in: "func f(_ view: \(type)) { \(statement) }")
    #expect(said.contains(message), "\(said)")
    let right = try await errors(
      in: "func f(_ view: TokenFieldView) { view.delegate.didTap { _, index in print(index) } }")
    #expect(!right.contains("error:"), "\(right)")
  }

  @Test("A view that is used on another thread") func thread() async throws {
    let right = try await errors(in: "@MainActor func f(_ counter: CounterView) { Task { counter.number = 1 } }")
    #expect(!right.contains("error:"), "\(right)")
    let wrong = try await errors(in: "func f(_ counter: CounterView) { Task.detached { counter.number = 1 } }")
    #expect(wrong.contains("error:") && wrong.contains("data race"), "\(wrong)")
  }

  @Test("A view of the scene that keeps the context of an event for another phase") func phases() async throws {
    func program(_ statement: String) -> String {
      """
      final class Kept: SceneView {
        var kept: EventContext?
        func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool { \(statement); return true }
        func layout(in frame: VisibleFrame, _ pass: LayoutPass) {}
        func draw(into frame: inout Frame, at t: Seconds) { kept?.setNeedsLayout() }
      }
      """
    }
    let right = try await errors(in: program("context.setNeedsLayout()"), importing: ["Scene", "ScrollCore"])
    #expect(!right.contains("error:"), "\(right)")
    let wrong = try await errors(in: program("kept = context"), importing: ["Scene", "ScrollCore"])
    #expect(wrong.contains("error: implicit conversion to 'EventContext?' is consuming"), "\(wrong)")
  }
}
