/// A small picture before a label. It has its place before it is there, so that nothing moves when it comes.
public struct LabelPicture: Hashable, Sendable {
  /// Of its file; nil where it is still to come.
  public var path: String?

  public init(path: String? = nil) { self.path = path }
}

/// A chip's content.
public struct Token: Equatable, Sendable, Identifiable {
  /// Unique in its field, for as long as the field lives; 0 until it belongs to one.
  public internal(set) var id = 0
  /// Trimmed, on one line.
  public let label: String
  /// False: the user cannot remove it.
  public let isEditable: Bool
  /// A dot before the label.
  public let dot: Color?
  /// In the dot's place.
  public let picture: LabelPicture?
  /// Equal for labels that are duplicates of each other.
  let key: String

  public init(_ label: String, isEditable: Bool = true, dot: Color? = nil, picture: LabelPicture? = nil) {
    self.label = trimmed(singleLine(label))
    self.isEditable = isEditable
    self.dot = dot
    self.picture = picture
    key = folded(self.label)
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

/// The chip that flashes, because somebody tried to add its like.
public struct TokenFlash: Equatable, Sendable {
  /// How long it lasts.
  public static let duration: Seconds = 0.6
  public let id: Int
  public let start: Seconds

  /// 1 at the start, 0 at the end.
  public func strength(at t: Seconds) -> Double {
    guard t < start + Self.duration else { return 0 }
    let left = min(1, 1 - (t - start) / Self.duration)
    return left * left
  }
}

/// What a step of editing changes, and undo brings back.
struct TokenFieldState: Equatable, Sendable {
  var tokens: [Token] = []
  var selection = TokenSelection()
  var input = EditLine()
}

/// Chips in a row and a text after them: the model, without places.
///
/// Every change happens at once; what happened is told as events, in order. Applied one after the other to a
/// list of labels, the events `added`, `removed` and `moved` keep it equal to the field's.
public struct TokenField: Sendable {
  public var properties: TokenFieldProperties {
    didSet { if !properties.canSelectTokens { state.selection = TokenSelection() } }
  }
  /// What typing can be completed to, best first.
  public var suggestions: [String] = [] {
    didSet { suggestionKeys = suggestions.map { folded(trimmed($0)) } }
  }
  /// The field has the keyboard.
  public internal(set) var isFocused = false
  public internal(set) var flash: TokenFlash?

  var state = TokenFieldState()
  var history = UndoHistory<TokenFieldState>()
  var drag: TokenDrag?
  var events: [TokenEvent] = []
  var suggestionKeys: [String] = []
  /// How many suggestions the user has passed over.
  var passed = 0
  private var lastID = 0

  public init(properties: TokenFieldProperties = TokenFieldProperties()) {
    self.properties = properties
  }

  // MARK: - Reading

  /// The chips in the order in which they are shown: while one is dragged, where it would fall.
  public var tokens: [Token] { state.tokens }
  public var selection: TokenSelection { state.selection }
  /// The text that is being typed.
  public var input: EditLine { state.input }
  /// The chip that is being dragged.
  public var draggedID: Int? { drag?.id }
  public var canUndo: Bool { history.canUndo }
  public var canRedo: Bool { history.canRedo }

  /// The selected chips' indices, in order.
  public var selectedIndices: [Int] {
    state.selection.isEmpty ? [] : state.tokens.indices.filter { state.selection.ids.contains(state.tokens[$0].id) }
  }

  /// What the primary selection and the clipboard would get: the selected chips' labels, a line each, or the
  /// selected text; nil when nothing is selected.
  public var selectedText: String? {
    if !state.selection.isEmpty { return selectedIndices.map { state.tokens[$0].label }.joined(separator: "\n") }
    return state.input.selection.isEmpty ? nil : state.input.selectedText
  }

  public func index(of id: Int) -> Int? { state.tokens.firstIndex { $0.id == id } }

  /// What has happened since the last call.
  public mutating func drainEvents() -> [TokenEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// When it will look different by itself: the flash.
  public func nextChange(at t: Seconds) -> Seconds {
    guard let flash, t < flash.start + TokenFlash.duration else { return .infinity }
    return t
  }

  // MARK: - Changing from outside

  /// Takes the owner's list over, without events and without a way back: labels that stay keep their identity,
  /// so that their chips glide. Duplicates are the owner's business and stay.
  public mutating func setTokens(_ tokens: [Token]) {
    finishDrag()
    var standing = Dictionary(grouping: state.tokens, by: \.key).mapValues { $0.map(\.id).reversed() as [Int] }
    let old = state.tokens
    state.tokens = tokens.map { token in
      var token = token
      token.id = standing[token.key]?.popLast() ?? nextID()
      return token
    }
    guard state.tokens != old else { return }
    history = UndoHistory()
    keepSelectionValid()
  }

  /// Adds what is not there yet at `index`, or at the end, as one undo step; a duplicate is refused and the chip that
  /// stands flashes. The number of chips that were added.
  @discardableResult
  public mutating func add(_ tokens: [Token], at index: Int? = nil, time t: Seconds) -> Int {
    finishDrag()
    let fresh = accept(tokens, at: t)
    if !fresh.isEmpty {
      let place = max(0, min(index ?? state.tokens.count, state.tokens.count))
      change(.other) { $0.tokens.insert(contentsOf: fresh, at: place) }
    }
    return fresh.count
  }

  /// Removes the chips at these indices, fixed ones too, as one undo step. Indices that do not exist are ignored.
  public mutating func remove(at indices: [Int]) {
    finishDrag()
    let doomed = Set(indices.filter(state.tokens.indices.contains).map { state.tokens[$0].id })
    guard !doomed.isEmpty else { return }
    change(.other) { state in
      state.tokens.removeAll { doomed.contains($0.id) }
    }
  }

  /// Moves a chip, so that it then stands at `destination`.
  public mutating func move(from source: Int, to destination: Int) {
    finishDrag()
    guard state.tokens.indices.contains(source) else { return }
    change(.other) { $0.tokens.move(from: source, to: destination) }
  }

  // MARK: - Help

  /// The tokens that are neither blank nor duplicates, with identities; the others are refused.
  mutating func accept(_ tokens: [Token], at t: Seconds) -> [Token] {
    var known: [String: Int] = [:]
    // One token is looked for by hand: a table of all would cost more.
    if tokens.count > 1 {
      known = Dictionary(state.tokens.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    }
    var fresh: [Token] = []
    for var token in tokens where !token.key.isEmpty {
      let standing =
        tokens.count > 1 ? known[token.key] : state.tokens.first { $0.key == token.key }?.id
      if let standing {
        flash = TokenFlash(id: standing, start: t)
        events.append(.refused(label: token.label, reason: .duplicate))
      } else if properties.onlySuggestions, !suggestionKeys.contains(token.key) {
        events.append(.refused(label: token.label, reason: .notSuggested))
      } else {
        token.id = nextID()
        known[token.key] = token.id
        fresh.append(token)
      }
    }
    return fresh
  }

  /// Changes the state, notes the step for undo when chips or text have changed, and tells what happened.
  /// Nil: a change of selection, which is no step.
  mutating func change(
    _ kind: UndoHistory<TokenFieldState>.Kind?, _ body: (inout TokenFieldState) -> Void
  ) {
    var before = state
    before.input.compose("", caret: 0)
    body(&state)
    keepSelectionValid()
    if let kind, before.tokens != state.tokens || before.input.text != state.input.text {
      history.record(before, kind: kind)
    } else {
      history.interrupt()
    }
    tell(since: before)
  }

  /// Tells what is different from `before`.
  mutating func tell(since before: TokenFieldState) {
    if before.tokens != state.tokens { events += TokenEvent.changes(from: before.tokens, to: state.tokens) }
    if before.selection.ids != state.selection.ids { events.append(.selected(selectedIndices)) }
    if before.input.text != state.input.text {
      passed = 0
      events.append(.changedText(state.input.text))
    }
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

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }
}

extension Array {
  /// Takes the element at `source` out and puts it back so that it stands at `destination`.
  mutating func move(from source: Int, to destination: Int) {
    let element = remove(at: source)
    insert(element, at: Swift.max(0, Swift.min(destination, count)))
  }
}

/// The text without white space at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  guard let start = text.firstIndex(where: { !$0.isWhitespace }),
    let end = text.lastIndex(where: { !$0.isWhitespace })
  else { return "" }
  return String(text[start...end])
}

/// The text with its case folded as Unicode says, so that "STRASSE" and "Straße" are equal. Strings compare by
/// canonical equivalence, so nothing has to be normalised.
func folded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var result = ""
  for scalar in text.unicodeScalars {
    // The one letter whose capital is another letter's too.
    if scalar == "ı" {
      result.unicodeScalars.append(scalar)
    } else {
      result += scalar.properties.uppercaseMapping.lowercased()
    }
  }
  return result
}
