import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// The table from the originals to Newsreel, row by row, each in a running program.
@Suite("The originals, row by row", .serialized, .tags(.x11)) struct SeedTests {
  private static var rows: [SeedRow] {
    SeedRow.sideScroll + SeedRow.autoScroll + SeedRow.places + SeedRow.number + SeedRow.tokens
  }

  @Test("Each row of the table does here what it did there") func all() async throws {
    let server = try await XServer(width: 640, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let desk = SeedDesk(server: server)
    for row in Self.rows {
      do {
        try await server.move(toX: 639, y: 299)
        let isYes = try await row.check(desk)
        #expect(isYes, "\(row.name)")
      } catch { Issue.record("\(row.name): \(error)") }
    }
  }

  @Test("The page has these rows, 79 of them, in this order") func page() throws {
    var names: [String] = []
    let page = try Project.text(of: "Sources/Newsreel/Newsreel.docc/Originals.md").split(separator: "\n")
    for line in page.prefix(while: { !$0.hasPrefix("## Every name") }) {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      guard cells.count >= 2, let first = cells.first, first.hasPrefix("`"),
        let end = first.dropFirst().firstIndex(of: "`")
      else { continue }
      names.append(String(first[first.index(after: first.startIndex)..<end]))
    }
    #expect(names == Self.rows.map(\.name))
    #expect(Set(names).count == 79 && names.count == 79)
  }
}

/// A property, method or callback of an original, and what shows that it is here.
struct SeedRow {
  let name: String
  let check: (SeedDesk) async throws -> Bool

  init(_ name: String, _ check: @escaping (SeedDesk) async throws -> Bool) { (self.name, self.check) = (name, check) }
}

/// A screen for windows at its top left corner.
struct SeedDesk {
  let server: XServer

  /// Runs a view's window until it rests.
  func show(_ view: View, width: Double = 300, height: Double? = 60) throws -> Window {
    let window = try Window(view, width: width, height: height, at: .inTopLeft, background: .black)
    try window.rest(on: server)
    return window
  }

  /// What such a window looks like.
  func picture(of view: View, width: Double = 300, height: Double = 60) throws -> Screenshot {
    let window = try show(view, width: width, height: height)
    defer { window.close() }
    return try picture(of: window)
  }

  func picture(of window: Window) throws -> Screenshot {
    try server.screenshot().cropped(x: 0, y: 0, width: Int(window.frame.width), height: Int(window.frame.height))
  }

  /// How high what is drawn in it is, in pixels.
  func inkHeight(of view: View, width: Double = 300, height: Double = 60) throws -> Int {
    let picture = try picture(of: view, width: width, height: height)
    let background = picture[0, 0]
    let rows = (0..<Int(height)).filter { y in (0..<Int(width)).contains { picture[$0, y] != background } }
    return (rows.last ?? 0) - (rows.first ?? 0)
  }

  /// Gives the keyboard to a window by a click, and types.
  func type(_ text: String, into window: Window, at x: Int = 150, y: Int = 15) async throws {
    try await server.click(x: x, y: y)
    try window.rest(on: server, blinking: true)
    try await server.type(text)
  }
}

extension Window {
  /// Lets what was sent to it arrive. A blinking caret never rests.
  func rest(on server: XServer, blinking: Bool) throws {
    guard blinking else { return try rest(on: server) }
    for _ in 0..<10 { _ = run(for: 0.02) }
  }
}
