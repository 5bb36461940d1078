internal import Base
internal import Scene
internal import ScrollCore

/// The commands of a field of chips over the socket.
extension TokensController {
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    let t = context.time
    switch request.command {
    case .add: return .integer(try add(request.texts(), at: t))
    case .remove: return .integer(remove(try request.texts(), at: t))
    case .replace:
      let labels = try request.texts()
      chips.change(at: t) { $0.setTokens(labels.map { Token($0) }) }
    case .token:
      let words = try request.texts()
      switch words[0] {
      case "add": return .integer(try add(Array(words.dropFirst()), at: t))
      case "remove": return .integer(remove(Array(words.dropFirst()), at: t))
      default: throw Failure.usage("token: chips are added and removed; on and off are for a strip's topics")
      }
    default: throw Failure.unsuited(request)
    }
    context.setNeedsLayout()
    return nil
  }

  /// The menu for selected chips and text. A clicked chip is selected.
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu {
    if let point { chips.select(at: point, t: t) }
    let field = chips.field
    let (edits, hasText) = (field.properties.takesText, !field.input.selection.isEmpty)
    let words = looks.request.words
    let hasDoomed = !field.removals(by: .cut).isEmpty
    func key(_ letter: Character) -> Trigger { Trigger(.key(.character(letter)), .control) }
    return Menu(
      [
        .key(words[.undo], key("z"), words, isEnabled: edits && field.canUndo), .separator,
        .key(words[.cut], key("x"), words, isEnabled: hasDoomed || edits && hasText),
        .key(words[.copy], key("c"), words, isEnabled: field.selectedText != nil),
        .key(words[.paste], key("v"), words, isEnabled: edits),
        .key(words[.remove], Trigger(.key(.delete)), words, isEnabled: hasDoomed || edits && hasText), .separator,
        .command(words[.quit], .quit, bindings, words, whereTyped: edits),
      ], at: nil)
  }

  private func add(_ labels: [String], at t: Seconds) throws(Failure) -> Int {
    for label in labels where Token(label).label.isEmpty { throw Failure.usage("a chip needs a label") }
    context.setNeedsLayout()
    return chips.add(labels, at: t)
  }

  private func remove(_ labels: [String], at t: Seconds) -> Int {
    context.setNeedsLayout()
    return chips.change(at: t) { $0.remove(labelled: labels) }
  }

  func state(at t: Seconds) -> [(String, JSON)] {
    [("tokens", .array(chips.field.tokens.map { .string($0.label) })), ("text", .string(chips.field.input.text))]
  }
}
