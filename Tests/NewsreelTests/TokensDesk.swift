import TestKit

/// `newsreel tokens` in a window on a server of its own, with a file of its chips: what a user's hands do to it, and what
/// a script sees of it.
final class TokensDesk {
  let server: XServer
  let program: Child
  let window: String
  let folder: TemporaryFolder
  let place: WindowPlace
  /// What runs beside it.
  let companion: Child?

  init(
    _ arguments: String..., file: String? = nil, manager: XServer.WindowManager? = .openbox,
    focuses: Bool = true, input: Child.Input = .null, environment: [String: String?] = [:],
    before: (XServer) async throws -> Child? = { _ in nil }
  ) async throws {
    server = try await XServer(width: 640, height: 480, manager: manager)
    folder = try TemporaryFolder()
    companion = try await before(server)
    if let file { try folder.write(file, to: "chips") }
    program = try Child(
      Program.path,
      ["tokens", "--data-file", folder.path + "/chips", "--geometry", "600x120+20+20"] + arguments,
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8", "XMODIFIERS": nil]
        .merging(environment) { $1 }, input: input)
    window = try await server.window(named: "Newsreel")
    place = try await server.place(of: window)
    guard focuses else { return }
    try await server.waitForFocus(of: window)
  }

  /// Where the window's point stands on the screen.
  func x(_ x: Int) -> String { "\(place.x + x)" }
  func y(_ y: Int) -> String { "\(place.y + y)" }

  func click(_ x: Int, _ y: Int = 23) async throws { try await server.click(x: place.x + x, y: place.y + y) }

  /// Takes what stands at one point to another, as a hand does: not at once.
  func drag(from: Int, to: Int, _ y: Int = 23) async throws {
    try await server.xdotool("mousemove", x(from), self.y(y), "mousedown", "1")
    for step in 1...8 { try await server.xdotool("mousemove", x(from + (to - from) * step / 8), self.y(y)) }
    try await server.xdotool("mouseup", "1")
  }

  /// What the file holds.
  var saved: String { (try? Project.text(of: folder.path + "/chips")) ?? "" }

  func waitForFile(_ text: String) async throws {
    try await waitUntil("the file to hold \(text.debugDescription), not \(saved.debugDescription); \(program.errors)") {
      saved == text
    }
  }

  /// The left and right ends of the chips of the first row, once they stand still.
  func chips(_ count: Int) async throws -> [Range<Int>] {
    var last: [Range<Int>] = []
    return try await waitFor("\(count) chips at rest; there are \(last)") {
      let now = Self.runs(in: try server.screenshot().cropped(place), row: 23)
      defer { last = now }
      let gaps = zip(now, now.dropFirst()).map { $1.lowerBound - $0.upperBound }
      return now == last && now.count == count && gaps.allSatisfy { $0 == 4 } && now.first?.lowerBound ?? 8 == 8
        ? now : nil
    }
  }

  /// What is wider than a letter between stretches of background.
  private static func runs(in picture: Screenshot, row: Int) -> [Range<Int>] {
    let background: UInt32 = 0x12161C
    var runs: [Range<Int>] = []
    var start: Int?
    for x in 0..<picture.width {
      let isEmpty = picture[x, row] == background
      if !isEmpty, start == nil { start = x }
      if isEmpty, let from = start {
        if x - from > 30 { runs.append(from..<x) }
        start = nil
      }
    }
    return runs
  }
}
