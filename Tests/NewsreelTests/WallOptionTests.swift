import Base
import ScrollCore
import Testing

@testable import App
@testable import Windows

/// What the options of a wall ask for.
@Suite("Options of walls") struct WallOptionTests {
  private static let follower = ["wall": "w", "screen": "2/3", "mqtt": "mqtt://h"]

  private func read(_ options: [String: String], arguments: [String] = []) throws -> SourceOptions {
    let changes = options.sorted { $0.key < $1.key }.map { name, value in
      PropertyChange(name, to: value.isEmpty ? .flag(true) : .text(value))
    }
    return try Settings<SourceOptions>(changes, arguments: arguments, isInputPiped: false).value
  }

  @Test("A screen needs no sources, a conductor has them") func right() throws {
    let screen = try read(Self.follower)[WallScreen.self]
    #expect(screen.place?.number == 2 && screen.place?.count == 3 && !screen.conducts)
    #expect(!(try read(Self.follower)).isBlank)
    let conductor = try read(Self.follower.merging(["conduct": "", "wall-length": "4000"]) { $1 }, arguments: ["text"])
    #expect(conductor[WallScreen.self].conducts && conductor[WallScreen.self].length == 4000)
    #expect(!CrawlKind.sourceOptions.isEmpty && StripKind.sourceOptions.allSatisfy { $0.name != "wall" })
  }

  static let wrong: [(changes: [String: String?], arguments: [String], reason: String)] = [
    (["screen": nil], [], "which screen is it?"), (["screen": "4/3"], [], "'4/3' is not a screen"),
    (["screen": "0/3"], [], "is not a screen"), (["screen": "x"], [], "is not a screen"),
    (["wall": "a/b"], [], "is not a name"),
    (["mqtt": nil], [], "a wall needs a broker"), (["wall": nil], [], "no wall is named"),
    ([:], ["text"], "leave the sources out, or add --conduct"), (["feed": "https://h/"], [], "leave the sources out"),
    (["mqtt": "mqtt://h/lobby"], [], "leave the sources out"), (["value": "a=1"], [], "no live numbers"),
    (["wall-length": "500"], [], "the wall's conductor says how long it is"), (["editable": ""], [], "are not edited"),
  ]

  @Test("What does not go together is refused with a remedy", arguments: wrong)
  func refusal(_ changes: [String: String?], _ arguments: [String], _ reason: String) {
    var options = Self.follower
    for (name, value) in changes { options[name] = value }
    let error = #expect(throws: (any Error).self) { try read(options, arguments: arguments) }
    #expect(error.map { "\($0)".contains(reason) } == true, "\(error.map { "\($0)" } ?? "")")
  }
}
