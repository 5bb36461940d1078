import Scene
import ScrollCore
import Testing

@testable import App
@testable import Base
@testable import Newswire
@testable import Windows

@Suite("A text of credits that comes again") struct CreditsControllerTests {
  private let credits: CreditsController

  init() throws { credits = try CreditsController(ViewRequest<CreditsKind>()) }

  /// A run of a command, in parts of some bytes.
  private func run(_ text: String, parts size: Int = 3) {
    credits.receive(.restart, at: 0)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { credits.receive(.part($0), at: 0) }
    }
    credits.receive(.pause, at: 0)
  }

  private var lines: [String] {
    credits.state(at: 0).first { $0.0 == "lines" }?.1.array?.compactMap(\.string) ?? []
  }

  @Test("It is there once, however often it grows, stays, shrinks or changes") func grows() {
    for text in [
      "A", "A B", "A B C", "A B C", "A B C D", "A B", "A B E", "A B E F", "G", "G H", "G H I", "", "J", "J K",
    ] {
      let wanted = text.split(separator: " ").map(String.init)
      run(wanted.map { $0 + "\n" }.joined())
      #expect(lines == wanted, "\(text)")
    }
  }

  @Test("What another program has shown in its place goes with the next run, also if that only adds") func replaced()
    throws
  {
    run("A\n")
    let line = #"{"command":["replace","other"]}"#
    var id: JSON?
    let request = try Array(line.utf8).withUnsafeBytes { try ControlRequest(parsing: $0, id: &id) }
    _ = try credits.perform(request, in: ViewContext())
    #expect(lines == ["other"])
    run("A\nB\n")
    #expect(lines == ["A", "B"])
    run("A\nB\nC\n")
    #expect(lines == ["A", "B", "C"])
  }
}
