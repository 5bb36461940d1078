internal import Base
internal import Scene
package import ScrollCore

/// What happens in a window, as it is told to those who have asked: a line of JSON for each.
package enum ProgramEvent {
  /// What can be told, with what it means and what its line says besides.
  static let meanings: [(name: String, meaning: String, fields: [String])] = [
    ("started", "the window is shown", []),
    ("item-shown", "a headline has come into view", ["text", "link"]),
    ("item-hidden", "a headline has left the view", ["text", "link"]),
    ("item-clicked", "a headline was clicked", ["text", "link"]),
    ("cycle", "all headlines have been shown once more", []),
    ("finished", "the last pass is over", []),
    ("paused", "the motion is held, by a key or by command", []),
    ("resumed", "it goes on", []),
    ("value", "the counter has another number", ["number"]),
    ("property", "a property has another value", ["name", "value"]),
    ("edited", "a text was edited in place", ["text"]),
    ("added", "a chip was added", ["token", "index"]),
    ("removed", "a chip was removed", ["token", "index"]),
    ("moved", "a chip stands elsewhere", ["token", "from", "to"]),
    ("refused", "a chip was not taken", ["token", "reason"]),
    ("removing", "a chip is about to be removed", ["token", "index"]),
    ("selected", "other chips are selected", ["indices"]),
    ("tapped", "a chip was clicked", ["token", "index"]),
    ("more", "the chip +N was clicked", ["count"]),
    ("text", "what is typed reads otherwise", ["text"]),
    ("return", "Return was pressed", ["text"]),
    ("editing", "typing begins or ends", ["active", "text"]),
    ("height", "the chips need another height", ["height"]),
    ("draw", "a chip was drawn", ["token", "index"]),
  ]

  static let names = meanings.map(\.name)

  /// What an event's line says, beside its name; `view` stands there in a window of several.
  static func fields(of event: String) -> [String] {
    (meanings.first { $0.name == event }?.fields ?? []) + ["event", "view"]
  }

  /// The names that a list asks for: some of them, "all" or "none".
  package static func parse(_ text: String) throws(ValueError) -> Set<String> {
    if text == "all" { return Set(names) }
    if text == "none" { return [] }
    let asked = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    for name in asked where !names.contains(name) {
      let remedy = "take all, none, or some of \(names.joined(separator: ","))"
      throw ValueError("'\(name)' is no event" + hint(for: name, in: names, else: remedy))
    }
    return Set(asked)
  }
}

extension ViewContext {
  /// Tells an event to those who have asked for it.
  func tell(_ name: String, _ members: @autoclosure () -> [(String, JSON)] = []) {
    guard awaitedEvents.contains(name) else { return }
    let view = viewName.isEmpty ? [] : [("view", JSON.string(viewName))]
    perform(.tell(event: name, line: JSON.object([("event", .string(name))] + view + members()).line))
  }
}
