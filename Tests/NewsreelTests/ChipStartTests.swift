import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import App
@testable import Base
@testable import Scene
@testable import Windows

/// `newsreel tokens` with a file, at every start but the first, without a window.
@Suite("Chips of a file at every start") struct ChipStartTests {
  enum Later: String, CaseIterable {
    case runsOn, savesAgain, restarts, restartsTwice, isKilled, isWrittenByAnother, isChangedAndUndone
    case isUndoneAndRedone, isChangedByAnotherAndBack
  }

  private final class Field {
    private let request: ViewRequest<TokensKind>
    private let path: String
    private(set) var controller: TokensController
    private var t = 0.0

    init(_ folder: TemporaryFolder, arguments: [String]) throws {
      path = folder.path + "/list"
      var request = ViewRequest<TokensKind>()
      request.sources = try Settings<SourceOptions>(
        [PropertyChange("data-file", to: .text(path))], arguments: arguments, isInputPiped: false)
      self.request = request
      controller = try TokensController(request)
      try start()
    }

    func start() throws {
      controller = try TokensController(request)
      try controller.load()
      try controller.open(SourceConnection(loop: RunLoop(), context: ViewContext()))
    }

    func change(_ body: (inout TokenField) -> Void) {
      t += 1
      controller.chips.change(at: t, body)
      controller.update(at: t)
    }

    func key(_ action: EditCommand) {
      t += 1
      controller.chips.key(action, at: t)
      controller.update(at: t)
    }

    var text: String { (try? Project.text(of: path)) ?? "" }
    var labels: [String] { controller.chips.field.tokens.map(\.label) }

    func write(_ text: String) throws { try Files.write(text, to: path) }

    func go(on later: Later) throws {
      switch later {
      case .runsOn: break
      case .savesAgain: for _ in 0..<2 { controller.save() }
      case .restarts, .restartsTwice:
        for _ in 0..<(later == .restarts ? 1 : 2) {
          controller.close()
          try start()
        }
      case .isKilled: try start()
      case .isWrittenByAnother:
        let text = text
        try write(text)
        controller.save()
        controller.close()
        try start()
      case .isChangedAndUndone:
        change { $0.add([Token("another")], time: 0) }
        key(.undo)
        change { $0.remove(at: [1]) }
        key(.undo)
        change { $0.move(from: 0, to: 2) }
        key(.undo)
        controller.close()
        try start()
      case .isUndoneAndRedone:
        change { $0.add([Token("another")], time: 0) }
        for action in [EditCommand.undo, .redo, .undo] { key(action) }
      case .isChangedByAnotherAndBack:
        let before = text
        try write(before + "foreign\n")
        controller.close()
        try start()
        #expect(labels.last == "foreign")
        change { $0.remove(labelled: ["foreign"]) }
      }
    }
  }

  @Test(
    "Field and file have the same chips in the same order", arguments: Later.allCases,
    [[], ["argument"], ["a", "argument"]])
  func same(_ later: Later, arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n\n  b b  \nc & <d>\ngone\n\"é\" 😀\n", to: "list")
    try VirtualSystem().run {
      let field = try Field(folder, arguments: arguments)
      field.change { $0.remove(labelled: ["gone"]) }
      field.change { $0.add([Token("new"), Token("a")], time: 0) }
      field.change { $0.move(from: 0, to: 2) }
      let (labels, text) = (field.labels, field.text)
      #expect(
        labels == ["b b", "c & <d>", "a", "\"é\" 😀"] + arguments.filter { $0 != "a" } + ["new"])
      for _ in 0..<2 {
        try field.go(on: later)
        #expect(field.labels == labels)
        #expect(field.text == text)
      }
    }
  }

  @Test("A field that was emptied has what the arguments say, each time", arguments: Later.allCases)
  func emptied(_ later: Later) throws {
    let folder = try TemporaryFolder()
    try VirtualSystem().run {
      let field = try Field(folder, arguments: ["a", "b", "c"])
      for _ in 0..<2 {
        try field.go(on: later)
        #expect(field.labels == ["a", "b", "c"] && field.text == "a\nb\nc\n")
      }
    }
  }
}
