import Base
import ScrollCore
import TestKit
import Testing

@testable import App
@testable import Inspector
@testable import Windows

/// All that there is, changed by keys.
extension OnScreen.InspectorOnScreenTests {
  @Test(
    "Each property of each view is set by keys, read back from the window, and taken back",
    arguments: [
      ["One", "Two"], ["crawl", "One", "Two"], ["counter", "42"], ["tokens", "a", "b"],
      ["credits", Project.folder + "/README.md"], ["badge", "Label"],
    ]) func all(arguments: [String]) async throws
  {
    let shown = try await shown(arguments)
    let line = try await ControlLine(to: arguments[0] == "One" ? "strip" : arguments[0], in: folder.path)
    var inspector = Inspector()
    _ = inspector.receive(.windows(["w"]))
    _ = inspector.receive(.link(window: "w", .live))
    func look() async throws {
      let told = try #require(try await line.ask("properties")["data"]?.array)
      _ = inspector.receive(.properties(window: "w", told.compactMap(PropertyInfo.init(told:))))
    }
    func press(_ keys: [TerminalKey], thenLook: Bool = false) async throws {
      var isChanged = false
      for effect in keys.flatMap({ inspector.handle($0) }) {
        guard case .change(let number, _, let property, let value, _) = effect else { continue }
        isChanged = true
        let words: [JSON] = value.map { ["set", .string(property), .string($0)] } ?? ["reset", .string(property)]
        line.request(words)
        let answer = try await line.line()
        #expect(answer["ok"]?.bool == true, "\(answer.line)")
        _ = inspector.receive(.accepted(number))
      }
      if isChanged, thenLook { try await look() }
    }
    try await look()
    let all = inspector.properties(ofWindow: "w")
    #expect(all.count > 40)
    // There is no window to stand at.
    for property in all where property.name != "of" {
      try await press([.character("/"), .control("u")] + property.name.map { .character($0) } + [.enter])
      while inspector.selected?.name != property.name {
        try await press([inspector.selected?.view == property.view ? .down : .tab])
      }
      let text = Self.value(for: property)
      try await press(Self.keys(for: property, text), thenLook: true)
      #expect(try await value(property.name, line) == text, "\(property.name)")
      #expect(inspector.selected?.text == text && inspector.selected?.isSet == true, "\(property.name)")
      try await press([.character("d")])
      let after = try await value(property.name, line)
      #expect(after == property.text || property.name == "label", "\(property.name): \(after ?? "")")
      try await press([.escape])
    }
    #expect(shown.child.isRunning)
  }

  private static func keys(for property: PropertyInfo, _ text: String) -> [TerminalKey] {
    switch property.kind {
    case .flag: return [.character(" ")]
    case .choice(let words):
      let now = words.firstIndex(of: property.text) ?? 0
      let count = (words.firstIndex(of: text) ?? 0) - now
      return [.enter] + [TerminalKey](repeating: count < 0 ? .up : .down, count: abs(count)) + [.enter]
    default: return [.enter, .control("u")] + text.map { .character($0) } + [.enter]
    }
  }

  /// Another value than the present one.
  private static func value(for property: PropertyInfo) -> String {
    if property.name.hasSuffix("image") { return Project.folder + "/Tests/X11Tests/Pictures/square.jpg" }
    if property.name == "topic-colors" { return "#ff0000, #0000ff" }
    if let own = SampleValues.own[property.name] { return own }
    switch property.kind {
    case .flag: return property.text == "true" ? "false" : "true"
    case .integer, .number: return property.stepped(by: 1) ?? property.stepped(by: -1) ?? ""
    case .color: return "#123456"
    case .choice(let words): return words.last { $0 != property.text } ?? ""
    case .text, .font: return property.name.hasSuffix("-color") ? "#123456" : "abc"
    }
  }

  @Test("Each property of a view and its window is set in a real terminal, read back, and taken back") func walk()
    async throws
  {
    let shown = try await shown(["badge", "Label"])
    let line = try await ControlLine(to: "badge", in: folder.path)
    let told = try #require(try await line.ask("properties")["data"]?.array)
    let all = told.compactMap(PropertyInfo.init(told:))
    let pane = try await pane("badge", rows: 50, columns: 120)
    try await pane.screen("its properties") { $0.contains("newsreel inspect  badge") && $0.contains(/\b1\/\d+/) }
    var view = "badge"
    for property in all {
      if property.view != view {
        view = property.view
        try await pane.press("Tab")
      }
      // There is no window to stand at.
      if property.name != "of" {
        var text = Self.value(for: property)
        switch property.kind {
        case .flag, .choice:
          text = property.turned ?? ""
          try await pane.press("Space")
        default:
          try await pane.press("Enter", "C-u")
          try await pane.type(text)
          try await pane.press("Enter")
        }
        try await waitUntil("\(property.name) = \(text)") { try await value(property.name, line) == text }
        try await pane.press("d")
        try await waitUntil("\(property.name) as it was") {
          try await value(property.name, line) == property.text || property.name == "label"
        }
      }
      try await pane.press("Down")
    }
    try await pane.press("q")
    try await hasLeft(pane, status: 0)
    #expect(shown.child.isRunning)
  }
}
