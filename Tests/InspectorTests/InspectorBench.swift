import ScrollCore

@testable import Inspector

/// An inspector with a window, and what a program would answer.
struct Bench {
  var inspector = Inspector()
  var effects: [InspectorEffect] = []

  init(_ properties: [PropertyInfo] = Bench.sample, rows: Int = 24, columns: Int = 80) {
    inspector.resize(rows: rows, columns: columns)
    tell(.windows(["strip"]))
    tell(.link(window: "strip", .live))
    tell(.state(window: "strip", process: 7, isPaused: false))
    tell(.properties(window: "strip", properties))
    effects = []
  }

  mutating func tell(_ news: InspectorNews) { effects += inspector.receive(news) }

  @discardableResult
  mutating func press(_ keys: TerminalKey...) -> [InspectorEffect] {
    let new = keys.flatMap { inspector.handle($0) }
    effects += new
    return new
  }

  @discardableResult
  mutating func type(_ text: String) -> [InspectorEffect] {
    let new = text.flatMap { inspector.handle(.character($0)) }
    effects += new
    return new
  }

  /// Selects a property by its name.
  mutating func select(_ name: String) {
    press(.home)
    while inspector.selected?.name != name { press(.down) }
  }

  var screen: String { (0..<inspector.page.rows).map { inspector.page.line($0) + "\n" }.joined() }

  static let sample: [PropertyInfo] = [
    property("label", .text, "NEWS"), property("counter", .flag, "true"),
    property("scroll-speed", .number(0...100_000), "60", unit: "px/s", meaning: "How fast the text goes"),
    property("scroll-time", .number(0...1_000_000), "0", unit: "s"),
    property("opacity", .number(0...1), "1"), property("repeat", .integer(-1...9), "-1"),
    property("markup", .choice(["none", "pango", "dzen2"]), "none"), property("text-color", .color, "#ffffff"),
  ]

  static func property(
    _ name: String, _ kind: PropertyKind, _ value: String, unit: String = "", meaning: String = "What it means",
    isSet: Bool = false, view: String = "strip"
  ) -> PropertyInfo {
    PropertyInfo(
      view: view, name: name, kind: kind, unit: unit, meaning: meaning, initial: value, value: value, isSet: isSet)
  }
}

extension InspectorEffect {
  /// "scroll-speed = 61", "scroll-speed"; empty for what is no change.
  var change: String {
    guard case .change(_, _, let property, let value, _) = self else { return "" }
    return value.map { "\(property) = \($0)" } ?? property
  }

  var number: Int { if case .change(let number, _, _, _, _) = self { number } else { 0 } }
}

extension Page {
  /// A row as text.
  func line(_ row: Int) -> String { self.row(row).map(\.text).joined() }
}
