internal import Base
internal import Scene

/// What happens in a window, as it is told to those who have asked: a line of JSON for each.
package enum ProgramEvent {
  /// What can be told, with what it means.
  static let meanings: [(name: String, meaning: String)] = [
    ("started", "the window is shown"),
    ("item-shown", "a headline has come into view"),
    ("item-hidden", "a headline has left the view"),
    ("item-clicked", "a headline was clicked"),
    ("cycle", "all headlines have been shown once more"),
    ("finished", "the last pass is over"),
    ("paused", "the motion is held, by a key or by command"),
    ("resumed", "it goes on"),
    ("value", "the counter has another number"),
    ("property", "a property has another value"),
    ("edited", "a text was edited in place"),
    ("added", "a chip was added"),
    ("removed", "a chip was removed"),
    ("moved", "a chip stands elsewhere"),
    ("refused", "a chip was not taken"),
    ("removing", "a chip is about to be removed"),
    ("selected", "other chips are selected"),
    ("tapped", "a chip was clicked"),
    ("more", "the chip +N was clicked"),
    ("text", "what is typed reads otherwise"),
    ("return", "Return was pressed"),
    ("editing", "typing begins or ends"),
    ("height", "the chips need another height"),
    ("draw", "a chip was drawn"),
  ]

  static let names = meanings.map(\.name)

  /// The names that a list asks for: some of them, "all" or "none".
  package static func parse(_ text: String) throws(UsageError) -> Set<String> {
    if text == "all" { return Set(names) }
    if text == "none" { return [] }
    let asked = text.split(separator: ",").map(String.init)
    for name in asked where !names.contains(name) {
      let remedy = "take all, none, or some of \(names.joined(separator: ","))"
      throw UsageError("--events: '\(name)' is no event" + hint(for: name, in: names, else: remedy))
    }
    return Set(asked)
  }
}

extension ViewContext {
  /// Tells an event to those who have asked for it.
  func tell(_ name: String, _ members: @autoclosure () -> [(String, JSON)] = []) {
    guard awaitedEvents.contains(name) else { return }
    perform(.tell(event: name, line: JSON.object([("event", .string(name))] + members()).line))
  }
}
