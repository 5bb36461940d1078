import Base
import ScrollCore
import TestKit
import TestTags
import Testing

extension OnScreen {
  /// The program itself through a long history: whenever it is held, there is ink where its state says that a headline is,
  /// and none where none is. The full sweep takes ten minutes and more.
  @Suite("A strip that has run for long", .tags(.x11, .slow)) struct SoakOnScreenTests {
    private static let rounds = Program.isSweepFull ? 700 : 20

    @Test("Ink and state agree after news, removals and hands") func history() async throws {
      let server = try await XServer(width: 1000, height: 120)
      defer { server.end() }
      let shown = try await Shown(
        ["--geometry", "1000x36+0+0", "--scroll-time", "0", "--scroll-speed", "120", "--label", ""], on: server)
      let history = LongHistory(of: shown, try await shown.control())
      try await history.line.ask("replace", "WmWmWm")
      for _ in 0..<Self.rounds {
        try await history.happen()
        if let problem = try await history.difference() {
          Attachment.record(try server.screenshot().png, named: "strip.png")
          Issue.record("\(problem)\n\(history.past.suffix(15).joined(separator: "\n"))")
          return
        }
      }
      #expect(shown.child.isRunning)
    }
  }
}

/// What happens to a strip on a screen, by its socket and by hands.
private final class LongHistory {
  let shown: Shown
  let line: ControlLine
  private(set) var past: [String] = []
  private var random = SeededRandom(seed: 33)
  private var arrivals = 0

  init(of shown: Shown, _ line: ControlLine) { (self.shown, self.line) = (shown, line) }

  /// A few things happen while it runs.
  func happen() async throws {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: try await comeNews()
      case 3: try await withdraw()
      case 4: try await hand(["click", "\([4, 5].randomElement(using: &random) ?? 4)"], over: 100..<500, "wheel")
      case 5..<8: try await hand(["click", "1"], over: 500..<1000, "click")
      case 8: try await drag()
      default: try await scroll()
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
    }
  }

  private func comeNews() async throws {
    let topic = ["A", "B", "C"].randomElement(using: &random) ?? "A"
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      arrivals += 1
      let text = "\(arrivals)" + String(repeating: "Wm", count: .random(in: 2...20, using: &random))
      past.append("add \(text) of \(topic)")
      try await line.ask(
        "add", .object([("text", .string(text)), ("id", .string("\(arrivals)")), ("topic", .string(topic))]))
    }
  }

  private func withdraw() async throws {
    let id = Int.random(in: 0...arrivals, using: &random)
    past.append("remove \(id)")
    try await line.ask("remove", .string("\(id)"))
  }

  private func scroll() async throws {
    let position = try await line.ask("state")["data"]?["position"]?.number ?? 0
    let place = position + Double(Int.random(in: -800...800, using: &random))
    past.append("scroll to \(place)")
    try await line.ask("scroll-to", .number(place))
  }

  private func hand(_ action: [String], over columns: Range<Int>, _ name: String) async throws {
    let x = Int.random(in: columns, using: &random)
    past.append("\(name) at \(x)")
    try await shown.server.move(toX: x, y: 18)
    try await shown.server.xdotool(action)
  }

  private func drag() async throws {
    past.append("drag")
    try await shown.server.move(toX: 300, y: 18)
    try await shown.server.xdotool("mousedown", "1")
    for _ in 0..<5 { try await shown.server.move(toX: .random(in: 60...500, using: &random), y: 18) }
    try await shown.server.xdotool("mouseup", "1")
  }

  // MARK: - What is to be true

  /// Holds the headlines and compares what is seen with what the program says; nil where that is the same.
  func difference() async throws -> String? {
    try await shown.server.move(toX: 500, y: 100)
    try await line.ask("pause")
    var problem = try await look()
    if problem != nil {
      // The list of all chips stands in the headlines' place for two seconds after the pointer has left it.
      try await Task.sleep(for: .seconds(3))
      problem = try await look()
    }
    try await line.ask("resume")
    return problem
  }

  private func look() async throws -> String? {
    let picture = try await shown.stillPicture()
    let state = try await line.ask("state")["data"]
    guard let area = state?["area"], let left = area["x"]?.number, let width = area["width"]?.number,
      let headlines = state?["shown"]?.array
    else { return "the state says nothing of headlines" }
    // With every topic off or removed a notice stands in the headlines' place.
    let topics = state?["topics"]?.array ?? []
    if !topics.contains(where: { $0["on"]?.bool == true }) { return nil }
    let places = headlines.compactMap { headline in
      headline["x"]?.number.flatMap { x in headline["width"]?.number.map { x...x + $0 } }
    }
    // Without the fades at both ends.
    let inner = Int(left) + 40..<max(Int(left) + 40, Int(left + width) - 40)
    let inked = picture.cropped(x: 0, y: 4, width: picture.width, height: 28).inkColumns(on: ground, gap: 20)
    for place in places {
      let columns = (Int(place.lowerBound) + 4..<max(Int(place.lowerBound) + 4, Int(place.upperBound) - 3)).clamped(
        to: inner)
      guard
        columns.isEmpty
          || inked.contains(where: {
            $0.lowerBound <= columns.lowerBound + 4 && $0.upperBound >= columns.upperBound - 4
          })
      else { return "no ink at \(columns) of \(place) in \(inner), but at \(inked)" }
    }
    // What stands in a gap is the label before a headline and the mark between two.
    let isEmpty = places.allSatisfy {
      Int($0.upperBound) < inner.lowerBound || Int($0.lowerBound) > inner.upperBound + 120
    }
    let hasInk = inked.contains { $0.overlaps(inner) }
    return isEmpty && hasInk ? "ink at \(inked), where nothing is: \(places); topics \(topics)" : nil
  }
}
