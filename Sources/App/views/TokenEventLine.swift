internal import Base
internal import ScrollCore

/// What happened to chips, as a line of JSON.
package enum TokenEventLine {
  /// The names of events, in the order in which help lists them.
  static let names = [
    "added", "removed", "moved", "refused", "removing", "selected", "tapped", "more", "text", "return", "editing",
    "height", "draw",
  ]
  /// What scripts need to follow the list of chips.
  static let usual: Set<String> = ["added", "removed", "moved", "refused"]

  /// The names that a list asks for: some of them, "all" or "none".
  package static func parse(_ text: String) throws(UsageError) -> Set<String> {
    if text == "all" { return Set(names) }
    if text == "none" { return [] }
    let asked = text.split(separator: ",").map(String.init)
    for name in asked where !names.contains(name) {
      throw UsageError("--events: '\(name)' is no event; take all, none, or some of \(names.joined(separator: ","))")
    }
    return Set(asked)
  }

  static func name(of event: TokenEvent) -> String {
    switch event {
    case .added: "added"
    case .willDelete: "removing"
    case .removed: "removed"
    case .moved: "moved"
    case .refused: "refused"
    case .selected: "selected"
    case .didTap: "tapped"
    case .didTapMore: "more"
    case .didBeginEditing, .didEndEditing: "editing"
    case .shouldReturn: "return"
    case .changedText: "text"
    case .heightUpdated: "height"
    case .didDraw: "draw"
    }
  }

  static func json(_ event: TokenEvent) -> JSON {
    .object([("event", .string(name(of: event)))] + members(event))
  }

  private static func members(_ event: TokenEvent) -> [(String, JSON)] {
    switch event {
    case .added(let index, let label), .willDelete(let index, let label), .removed(let index, let label),
      .didTap(let index, let label), .didDraw(let index, let label):
      [("token", .string(label)), ("index", .integer(index))]
    case .moved(let source, let destination, let label):
      [("token", .string(label)), ("from", .integer(source)), ("to", .integer(destination))]
    case .refused(let label, let reason):
      [("token", .string(label)), ("reason", .string(kebabCase(reason.rawValue)))]
    case .selected(let indices): [("indices", .array(indices.map { .integer($0) }))]
    case .didTapMore(let count): [("count", .integer(count))]
    case .didBeginEditing: [("active", .bool(true))]
    case .didEndEditing: [("active", .bool(false))]
    case .shouldReturn(let text), .changedText(let text): [("text", .string(text))]
    case .heightUpdated(let height): [("height", .number(height))]
    }
  }
}
