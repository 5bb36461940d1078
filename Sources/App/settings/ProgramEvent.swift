internal import Base
internal import Scene
package import ScrollCore

/// The events of a window, reported to their subscribers as lines of JSON.
package enum ProgramEvent {
  /// The events, with their meanings and fields.
  static let meanings: [(name: String, meaning: String, fields: [String])] = [
    ("started", "the window is shown", []),
    ("item-shown", "a headline has come into view", ["text", "link"]),
    ("item-hidden", "a headline has left the view", ["text", "link"]),
    ("item-clicked", "a headline was clicked", ["text", "link"]),
    ("urgent", "a headline breaks in over the others", ["text", "link", "topic", "priority"]),
    ("alert", "an alert comes on the air", ["text", "link", "topic", "priority", "severity"]),
    ("cycle", "all headlines have been shown once more", []),
    ("finished", "the last pass is over", []),
    ("paused", "the motion was paused, by a key or command", []),
    ("resumed", "the motion goes on", []),
    ("value", "the counter has another number", ["number"]),
    ("property", "a property has another value", ["name", "value"]),
    ("edited", "a text was edited in place", ["text"]),
    ("added", "a chip was added", ["token", "index"]),
    ("removed", "a chip was removed", ["token", "index"]),
    ("moved", "a chip was moved", ["token", "from", "to"]),
    ("refused", "a chip was refused", ["token", "reason"]),
    ("removing", "a chip is about to be removed", ["token", "index"]),
    ("selected", "the selection has changed", ["indices"]),
    ("tapped", "a chip was clicked", ["token", "index"]),
    ("more", "the chip +N was clicked", ["count"]),
    ("text", "the typed text has changed", ["text"]),
    ("return", "Return was pressed", ["text"]),
    ("editing", "typing begins or ends", ["active", "text"]),
    ("height", "the chips need another height", ["height"]),
    ("draw", "a chip was drawn", ["token", "index"]),
  ]

  static let names = meanings.map(\.name)

  /// Events of motion, of drawing and of each key: too many to leave the machine.
  static let frequent: Set = ["item-shown", "item-hidden", "cycle", "text", "height", "draw"]

  /// The fields of an event, besides its name; `view` is one in a window of several.
  static func fields(of event: String) -> [String] {
    (meanings.first { $0.name == event }?.fields ?? []) + ["event", "view"]
  }

  /// Reads a list of names, or "all" or "none".
  package static func parse(_ text: String) throws(ValueError) -> Set<String> {
    if text == "all" { return Set(names) }
    if text == "none" { return [] }
    let asked = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    for name in asked where !names.contains(name) {
      let remedy = "take all, none, or some of \(names.joined(separator: ","))"
      throw ValueError("'\(name)' is not an event" + hint(for: name, in: names, else: remedy))
    }
    return Set(asked)
  }
}

extension ViewContext {
  /// Reports an event to its subscribers.
  func tell(_ name: String, _ members: @autoclosure () -> [(String, JSON)] = []) {
    guard awaitedEvents.contains(name) else { return }
    let view = viewName.isEmpty ? [] : [("view", JSON.string(viewName))]
    perform(.tell(event: name, line: JSON.object([("event", .string(name))] + view + members()).line))
  }
}
