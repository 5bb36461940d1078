/// The chips and the typed text of a field, their undo steps, and the events that tell of every change.
///
/// The events `added`, `removed` and `moved`, applied one after the other to a list of labels, keep it equal to the
/// field's.
struct TokenEdits: Sendable {
  private(set) var state = TokenFieldState()
  private var history = UndoHistory<TokenFieldState>()
  private var events: [TokenEvent] = []
  /// A chip on its way to another place in the order, and what stood before it was taken up.
  private var drag: (id: Int, before: TokenFieldState)?

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }
  var draggedID: Int? { drag?.id }

  /// The selected chips' indices, in order.
  var selectedIndices: [Int] {
    state.selection.isEmpty ? [] : state.tokens.indices.filter { state.selection.ids.contains(state.tokens[$0].id) }
  }

  // MARK: Events

  mutating func report(_ event: TokenEvent) { events.append(event) }

  /// What has happened since the last call.
  mutating func drainEvents() -> [TokenEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Reports what is different from `before`.
  private mutating func report(since before: TokenFieldState) {
    if before.tokens != state.tokens { events += TokenEvent.changes(from: before.tokens, to: state.tokens) }
    if before.selection.ids != state.selection.ids { events.append(.selected(selectedIndices)) }
    if before.input.text != state.input.text { events.append(.changedText(state.input.text)) }
  }

  // MARK: Changes

  /// Changes the state, records the step for undo when chips or text have changed, and reports what happened.
  /// Without a kind it is a change of selection, which cannot be undone.
  mutating func change(_ kind: UndoHistory<TokenFieldState>.Kind?, _ body: (inout TokenFieldState) -> Void) {
    var before = state
    before.input.compose("", caret: 0)
    body(&state)
    keepSelectionValid()
    if let kind, before.tokens != state.tokens || before.input.text != state.input.text {
      history.record(before, kind: kind)
    } else {
      history.interrupt()
    }
    report(since: before)
  }

  /// Takes other tokens over, without events and without a way back.
  mutating func reset(to tokens: [Token]) {
    guard state.tokens != tokens else { return }
    state.tokens = tokens
    history = UndoHistory()
    keepSelectionValid()
  }

  /// Deselects all chips without an event.
  mutating func forgetSelection() { state.selection = TokenSelection() }

  /// Shows what an input method is composing, which does not change the text.
  mutating func compose(_ text: String, caret: Int) { state.input.compose(text, caret: caret) }

  /// The next change begins a new undo step, whatever its kind.
  mutating func interrupt() { history.interrupt() }

  /// Takes a step of the history, back or forth; false where there is none.
  mutating func restore(
    _ step: (inout UndoHistory<TokenFieldState>, TokenFieldState) -> TokenFieldState?
  ) -> Bool {
    compose("", caret: 0)
    guard let restored = step(&history, state) else { return false }
    let before = state
    state = restored
    report(since: before)
    return true
  }

  private mutating func keepSelectionValid() {
    guard !state.selection.isEmpty else { return }
    let standing = state.selection.ids.intersection(state.tokens.lazy.map(\.id))
    if standing.isEmpty {
      state.selection = TokenSelection()
    } else if standing.count < state.selection.ids.count {
      let left = state.tokens.first { standing.contains($0.id) }?.id
      state.selection = TokenSelection(ids: standing, anchor: left, lead: left)
    }
  }

  // MARK: Dragging

  mutating func beginDrag(_ index: Int) { drag = (state.tokens[index].id, state) }

  /// Shows the dragged chip at `index` in the order, without an event.
  mutating func drag(to index: Int) {
    guard let drag, let source = state.tokens.firstIndex(where: { $0.id == drag.id }), source != index else { return }
    state.tokens.move(from: source, to: index)
  }

  /// Drops the dragged chip where it is shown, as one undo step.
  mutating func finishDrag() {
    guard let drag else { return }
    self.drag = nil
    guard state.tokens != drag.before.tokens else { return }
    history.record(drag.before, kind: .other)
    report(since: drag.before)
  }

  /// Puts the dragged chip back.
  mutating func cancelDrag() {
    guard let drag else { return }
    self.drag = nil
    state = drag.before
  }
}

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
