/// The model of a token field: chips and a text after them, without places.
///
/// Changes apply at once and are reported as events, in order. Applied one after the other to a list of labels, the
/// events `added`, `removed` and `moved` keep it equal to the field's.
package struct TokenField: Sendable {
  /// The most chips to which others are added; nil for any number.
  package var mostTokens: Int?
  package var properties: TokenFieldProperties {
    didSet { if !properties.canSelectTokens { state.selection = TokenSelection() } }
  }
  /// Suggestions for completion, best first.
  package var suggestions: [String] = [] {
    didSet {
      let texts = suggestions.map { singleLine($0).trimmed }
      suggestionKeys = texts.map { SuggestionKey(text: $0, folded: folded($0), search: SearchText.folded($0)) }
    }
  }
  /// Whether the field has the keyboard.
  package private(set) var isFocused = false
  /// The chip of which the user tried to add a duplicate.
  package private(set) var flash: TokenFlash?

  private var state = TokenFieldState()
  private var history = UndoHistory<TokenFieldState>()
  private var events: [TokenEvent] = []
  /// The dragged chip, and the state before the drag.
  private var drag: (id: Int, before: TokenFieldState)?
  private var suggestionKeys: [SuggestionKey] = []
  /// How many suggestions the user has skipped.
  private var passed = 0
  /// The user wants none for the typed text.
  private var areSuggestionsHidden = false
  private var lastID = 0

  package init(properties: TokenFieldProperties = TokenFieldProperties()) { self.properties = properties }

  // MARK: - Reading

  /// The chips in their visible order; a dragged one at its drop position.
  package var tokens: [Token] { state.tokens }
  package var selection: TokenSelection { state.selection }
  /// The text that is being typed.
  package var input: EditLine { state.input }
  /// The chip that is being dragged.
  package var draggedID: Int? { drag?.id }
  package var canUndo: Bool { history.canUndo }
  package var canRedo: Bool { history.canRedo }

  /// The selected chips' indices, in order.
  package var selectedIndices: [Int] {
    selection.isEmpty ? [] : tokens.indices.filter { selection.ids.contains(tokens[$0].id) }
  }

  /// The text for the primary selection and the clipboard: the selected chips' labels, a line each, or the selected
  /// text. Nil if nothing is selected.
  package var selectedText: String? {
    if !selection.isEmpty { return selectedIndices.map { tokens[$0].label }.joined(separator: "\n") }
    return input.selection.isEmpty ? nil : input.selectedText
  }

  package func index(of id: Int) -> Int? { tokens.firstIndex { $0.id == id } }

  /// Returns and clears the events since the last call.
  package mutating func drainEvents() -> [TokenEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// The next visible change without an event, because of the flash.
  package func nextChange(at t: Seconds) -> Seconds {
    guard let flash, t < flash.start + TokenFlash.duration else { return .infinity }
    return t
  }

  // MARK: - Changing from outside

  /// Replaces all chips by the owner's list, without events and without undo. Chips with the same tag, or the same
  /// label without a tag, keep their identity, so that they glide. The owner may have duplicates.
  package mutating func setTokens(_ tokens: [Token]) {
    finishDrag()
    var standing = Dictionary(grouping: self.tokens, by: \.identity).mapValues { $0.map(\.id).reversed() as [Int] }
    let identified = tokens.map { token in
      var token = token
      token.id = standing[token.identity]?.popLast() ?? nextID()
      return token
    }
    guard identified != self.tokens else { return }
    state.tokens = identified
    history = UndoHistory()
    keepSelectionValid()
  }

  /// Reloads all data from the owner.
  package mutating func reload(from source: some TokenFieldSource) { setTokens(Self.tokens(of: source)) }

  /// The owner's chips. It may read the field meanwhile.
  package static func tokens(of source: some TokenFieldSource) -> [Token] {
    (0..<max(0, source.numberOfTokens())).map {
      Token(source.token(at: $0), isEditable: source.isTokenEditable(at: $0), dot: source.dotOfToken(at: $0))
    }
  }

  /// Adds tokens at `index`, or at the end, as one undo step. A duplicate is refused, and the existing chip flashes.
  /// Returns the number of chips added.
  @discardableResult
  package mutating func add(_ tokens: [Token], at index: Int? = nil, time t: Seconds) -> Int {
    finishDrag()
    let fresh = accept(tokens, at: t)
    if !fresh.isEmpty {
      let place = max(0, min(index ?? self.tokens.count, self.tokens.count))
      change(.other) { $0.tokens.insert(contentsOf: fresh, at: place) }
    }
    return fresh.count
  }

  /// Takes over a list of labels, as one undo step: chips with these labels stay, in this order, the others go, and missing
  /// ones are added, as `add` does.
  package mutating func arrange(as labels: [String], time t: Seconds) {
    finishDrag()
    var standing = Dictionary(grouping: tokens, by: \.label).mapValues { $0[...] }
    let wanted = labels.map { label in standing[label]?.popFirst() ?? Token(label) }
    func isNew(_ token: Token) -> Bool { token.id == 0 }
    var fresh = accept(wanted.filter(isNew), at: t, beside: wanted.filter { !isNew($0) })[...]
    let list = wanted.compactMap { token in
      isNew(token) ? fresh.first?.label == token.label ? fresh.popFirst() : nil : token
    }
    if list != tokens { change(.other) { $0.tokens = list } }
  }

  /// Removes all chips with these labels. Returns their number.
  @discardableResult
  package mutating func remove(labelled texts: [String]) -> Int {
    let gone = Set(texts.map { Token($0).label })
    let indices = tokens.indices.filter { gone.contains(tokens[$0].label) }
    remove(at: indices)
    return indices.count
  }

  /// Removes the chips at these indices, including fixed ones, as one undo step. Invalid indices are ignored.
  package mutating func remove(at indices: [Int]) {
    finishDrag()
    let doomed = Set(indices.filter(tokens.indices.contains).map { tokens[$0].id })
    guard !doomed.isEmpty else { return }
    change(.other) { $0.tokens.removeAll { doomed.contains($0.id) } }
  }

  /// Reports that the owner has denied a label.
  package mutating func refuse(_ label: String) { report(.refused(label: label, reason: .denied)) }

  /// Flashes a chip.
  package mutating func flash(_ id: Int, at t: Seconds) { flash = TokenFlash(id: id, start: t) }

  /// Moves a chip to `destination`.
  package mutating func move(from source: Int, to destination: Int) {
    finishDrag()
    guard tokens.indices.contains(source) else { return }
    change(.other) { $0.tokens.move(from: source, to: destination) }
  }

  // MARK: - Changes

  /// Filters out blank and duplicate tokens, which are refused, and gives the rest identities.
  ///
  /// - Parameter others: The chips that they join; nil for all.
  mutating func accept(_ tokens: [Token], at t: Seconds, beside others: [Token]? = nil) -> [Token] {
    let others = others ?? self.tokens
    var known: [String: Int] = [:]
    // A single token is compared directly, which is cheaper than a table.
    if tokens.count > 1 {
      known = Dictionary(others.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    }
    var fresh: [Token] = []
    for var token in tokens where !token.key.isEmpty {
      if properties.onlySuggestions { token = spelledAsSuggested(token) }
      let standing = tokens.count > 1 ? known[token.key] : others.first { $0.key == token.key }?.id
      if let standing {
        flash = TokenFlash(id: standing, start: t)
        report(.refused(label: token.label, reason: .duplicate))
      } else if properties.onlySuggestions, !isSuggested(token) {
        report(.refused(label: token.label, reason: .notSuggested))
      } else if let mostTokens, others.count + fresh.count >= mostTokens {
        report(.refused(label: token.label, reason: .tooMany))
      } else {
        token.id = nextID()
        known[token.key] = token.id
        fresh.append(token)
      }
    }
    return fresh
  }

  /// Changes the state, records an undo step if chips or text have changed, and reports events. Without a kind it is a
  /// change of selection, which cannot be undone.
  mutating func change(_ kind: UndoHistory<TokenFieldState>.Kind?, _ body: (inout TokenFieldState) -> Void) {
    var before = state
    before.input.compose("", caret: 0)
    body(&state)
    keepSelectionValid()
    if let kind, before.tokens != tokens || before.input.text != input.text {
      history.record(before, kind: kind)
    } else {
      history.interrupt()
    }
    report(since: before)
  }

  /// Makes the next change a new undo step of any kind.
  mutating func interrupt() { history.interrupt() }

  /// Undoes or redoes a step; false if there are no more.
  mutating func restore(_ step: (inout UndoHistory<TokenFieldState>, TokenFieldState) -> TokenFieldState?) -> Bool {
    state.input.compose("", caret: 0)
    guard let restored = step(&history, state) else { return false }
    let before = state
    state = restored
    report(since: before)
    return true
  }

  mutating func report(_ event: TokenEvent) { events.append(event) }

  /// Reports the differences from `before`.
  private mutating func report(since before: TokenFieldState) {
    if before.tokens != tokens { events += TokenEvent.changes(from: before.tokens, to: tokens) }
    if before.selection.ids != selection.ids { events.append(.selected(selectedIndices)) }
    guard before.input.text != input.text else { return }
    (passed, areSuggestionsHidden) = (0, false)
    events.append(.changedText(input.text))
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  private mutating func keepSelectionValid() {
    guard !selection.isEmpty else { return }
    let standing = selection.ids.intersection(tokens.lazy.map(\.id))
    if standing.isEmpty {
      state.selection = TokenSelection()
    } else if standing.count < selection.ids.count {
      let left = tokens.first { standing.contains($0.id) }?.id
      state.selection = TokenSelection(ids: standing, anchor: left, lead: left)
    }
  }

  // MARK: - The keyboard

  /// Notes that the field has got or lost the keyboard.
  package mutating func focus(_ focused: Bool) {
    guard focused != isFocused else { return }
    isFocused = focused
    if !focused {
      cancelDrag()
      compose("", caret: 0)
      if !selection.isEmpty { change(nil) { $0.selection = TokenSelection() } }
    }
    if properties.takesText { report(focused ? .didBeginEditing(input.text) : .didEndEditing) }
  }

  /// Shows the pre-edit text; `caret` counts its UTF-8 bytes. Empty ends composing.
  package mutating func compose(_ text: String, caret: Int) {
    guard properties.takesText || text.isEmpty else { return }
    if !text.isEmpty, !selection.isEmpty { selectText { _ in } }
    state.input.compose(text, caret: caret)
  }

  // MARK: - Suggestions

  /// The text that `complete` would enter, and `submit` would add: the first suggestion for the typed text, or a later
  /// one chosen by up and down. Nil without a match.
  package var completion: String? {
    let candidates = candidates
    return candidates.isEmpty ? nil : suggestions[candidates[passed % candidates.count]]
  }

  /// Whether `complete` would change the typed text.
  package var canComplete: Bool { completion.map { $0 != input.text } ?? false }

  /// The suggestions to show, around the one that `completion` is.
  package var suggestionList: SuggestionList? {
    let candidates = candidates
    guard !candidates.isEmpty else { return nil }
    let present = passed % candidates.count
    let start = max(0, min(present - SuggestionList.most / 2, candidates.count - SuggestionList.most))
    let shown = candidates[start..<min(candidates.count, start + SuggestionList.most)]
    return SuggestionList(texts: shown.map { suggestions[$0] }, selected: present - start)
  }

  /// Replaces the typed text by a suggestion.
  package mutating func accept(_ suggestion: String) {
    guard properties.takesText else { return }
    change(.other) { $0.input.replaceAll(with: suggestion) }
  }

  func isSuggested(_ token: Token) -> Bool { suggestionKeys.contains { $0.folded == token.key } }

  /// The token as the list of suggestions spells it, if that has it.
  private func spelledAsSuggested(_ token: Token) -> Token {
    let search = SearchText.folded(token.label)
    let found =
      suggestionKeys.first { $0.text == token.label } ?? suggestionKeys.first { $0.folded == token.key }
      ?? suggestionKeys.first { $0.search == search }
    guard let found, found.text != token.label else { return token }
    return Token(
      found.text, isEditable: token.isEditable, dot: token.dot, picture: token.picture, tag: token.tag,
      state: token.state, mark: token.mark)
  }

  /// Hides the suggestions until the text changes; false if there are none.
  mutating func hideSuggestions() -> Bool {
    guard !candidates.isEmpty else { return false }
    areSuggestionsHidden = true
    return true
  }

  /// Selects the next or the previous suggestion; false if there are no others.
  mutating func selectSuggestion(forwards: Bool) -> Bool {
    let count = candidates.count
    guard count > 1 else { return false }
    passed = (passed + (forwards ? 1 : count - 1)) % count
    return true
  }

  /// The suggestions that start with the typed text and are not chips yet: first the text itself, then those that are
  /// written like it, then those that differ in accents.
  private var candidates: [Int] {
    let (text, typed) = (input.text.trimmed, folded(input.text.trimmed))
    guard !typed.isEmpty, input.preedit == nil, input.caret == input.end, input.selection.isEmpty,
      selection.isEmpty, !suggestions.isEmpty, !areSuggestionsHidden
    else { return [] }
    let (standing, search) = (Set(tokens.lazy.map(\.key)), SearchText.folded(text))
    var ranks: [[Int]] = [[], [], [], []]
    for (index, key) in suggestionKeys.enumerated() where key.search.hasPrefix(search) && !standing.contains(key.folded)
    {
      let rank = key.folded == typed ? 0 : key.search == search ? 1 : key.folded.hasPrefix(typed) ? 2 : 3
      ranks[rank].append(index)
    }
    let found = ranks.flatMap(\.self)
    // Nothing is left to choose.
    return found.count == 1 && suggestionKeys[found[0]].text == text ? [] : found
  }

  // MARK: - Dragging a chip

  /// Starts dragging a chip.
  package mutating func beginDrag(_ index: Int) {
    guard properties.takesText, tokens.indices.contains(index) else { return }
    finishDrag()
    drag = (tokens[index].id, state)
  }

  /// Moves the dragged chip to `index`. The move is reported when it is dropped.
  package mutating func drag(to index: Int) {
    guard let drag, let source = self.index(of: drag.id), source != index else { return }
    state.tokens.move(from: source, to: index)
  }

  /// Drops the dragged chip at its present position, as one undo step.
  package mutating func finishDrag() {
    guard let drag else { return }
    self.drag = nil
    guard tokens != drag.before.tokens else { return }
    history.record(drag.before, kind: .other)
    report(since: drag.before)
  }

  /// Cancels the drag.
  package mutating func cancelDrag() {
    guard let drag else { return }
    self.drag = nil
    state = drag.before
  }
}

extension Token {
  /// Identifies it in its owner's list.
  fileprivate var identity: String { tag.map { "\u{0}\($0)" } ?? key }
}

/// A suggestion as it is compared with others and with typed text.
private struct SuggestionKey: Sendable {
  let text: String
  let folded: String
  let search: String
}

/// Some of the suggestions for a typed text.
package struct SuggestionList: Equatable, Sendable {
  package let texts: [String]
  /// The index of the one that completion would enter.
  package let selected: Int

  /// The most suggestions shown.
  static let most = 8
}
