/// Which chips are selected.
public struct TokenSelection: Equatable, Sendable {
  public internal(set) var ids: Set<Int> = []
  /// The chip from which the selection is extended.
  public internal(set) var anchor: Int?
  /// The chip to which it was extended last: the one that has the keyboard.
  public internal(set) var lead: Int?

  public var isEmpty: Bool { ids.isEmpty }
}

/// What editing changes and undo restores.
struct TokenFieldState: Equatable, Sendable {
  var tokens: [Token] = []
  var selection = TokenSelection()
  var input = EditLine()
}

// Either chips are selected or text is.
extension TokenFieldState {
  mutating func select(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    selection = TokenSelection(ids: [id], anchor: id, lead: id)
  }

  /// Adds a chip to the selection, or takes it out.
  mutating func toggle(_ index: Int) {
    input.deselect()
    let id = tokens[index].id
    if selection.ids.remove(id) == nil {
      selection = TokenSelection(ids: selection.ids.union([id]), anchor: id, lead: id)
    } else if let left = tokens.last(where: { selection.ids.contains($0.id) })?.id {
      selection.anchor = left
      selection.lead = left
    } else {
      selection = TokenSelection()
    }
  }

  /// Selects all from the anchor, or the first chip where there is none, to the chip at `index`.
  mutating func extendSelection(to index: Int) {
    input.deselect()
    let start = selection.anchor.flatMap { anchor in tokens.firstIndex { $0.id == anchor } } ?? index
    let ids = tokens[min(start, index)...max(start, index)].map(\.id)
    selection = TokenSelection(ids: Set(ids), anchor: tokens[start].id, lead: tokens[index].id)
  }
}

extension Array {
  /// Takes the element at `source` out and puts it back so that it stands at `destination`.
  mutating func move(from source: Int, to destination: Int) {
    let element = remove(at: source)
    insert(element, at: Swift.max(0, Swift.min(destination, count)))
  }
}
