@testable import ScrollCore

/// A field of chips, and a list of labels that is changed by what the field says has happened.
struct TokenRun {
  private var field = TokenField()
  private var labels: [String] = []
  private var time = 0.0
  private static let words = ["one", "two", "Straße", "STRASSE", "é", "e\u{301}", " ", "a,b", "x\ny;z", "日本"]

  init(_ input: inout FuzzInput) {
    let flags = input.byte()
    field.properties.canEdit = flags & 7 != 7
    field.properties.canSelectTokens = flags & 24 != 24
    field.properties.clickRemoves = flags & 96 == 96
    field.properties.onlySuggestions = flags & 128 != 0 && flags & 1 == 1
    field.suggestions = ["one", "Oneness", "two", "two\nlines"]
    field.setTokens(Self.words.prefix(flags % 4).map { Token($0) })
    labels = field.tokens.map(\.label)
  }

  private static func text(_ input: inout FuzzInput) -> String {
    let number = input.byte()
    return number < 128 ? words[number % words.count] : input.text()
  }

  mutating func step(_ input: inout FuzzInput) throws {
    time += 0.1
    let movement = input.element(of: FuzzTarget.movements)
    switch input.number(below: 20) {
    case 0: field.add([Token(Self.text(&input)), Token(Self.text(&input))], at: input.byte() - 9, time: time)
    case 1: field.remove(at: [input.byte() - 9, input.number(below: 5), input.number(below: 5)])
    case 2: field.remove(labelled: [Self.text(&input)])
    case 3: field.move(from: input.number(below: 6) - 1, to: input.byte() - 9)
    case 4: field.insert(Self.text(&input))
    case 5: field.paste(Self.text(&input), at: time)
    case 6: field.tap(input.number(below: 6), input.element(of: [.plain, .toggling, .extending]))
    case 7: field.tapRemove(input.number(below: 6))
    case 8: field.perform(.move(movement, extending: input.isTrue()), at: time)
    case 9: field.perform(.delete(movement, isRepeat: input.isTrue()), at: time)
    case 10: field.perform(input.element(of: [.selectAll, .copy, .cut, .complete, .cancel]), at: time)
    case 11, 12: field.perform(.submit, at: time)
    case 13: try undo()
    case 14: field.focus(input.isTrue())
    case 15: field.compose(Self.text(&input), caret: input.byte() - 9)
    case 16: field.beginDrag(input.number(below: 6))
    case 17: field.drag(to: input.number(below: 8) - 1)
    case 18: if input.isTrue() { field.finishDrag() } else { field.cancelDrag() }
    default:
      if input.isTrue() { field.accept(Self.text(&input)) } else { setTokens(&input) }
    }
    try check()
  }

  private mutating func setTokens(_ input: inout FuzzInput) {
    for event in field.drainEvents() { apply(event) }
    let count = input.number(below: 4)
    field.setTokens((0..<count).map { Token(Self.text(&input), tag: $0) })
    for event in field.drainEvents() { apply(event) }
    labels = field.tokens.map(\.label)
  }

  /// What is undone can be done again.
  private mutating func undo() throws {
    field.finishDrag()
    let before = field.tokens
    guard field.perform(.undo, at: time) == .handled else { return }
    field.perform(.redo, at: time)
    try hold(field.tokens == before, "\(before.map(\.label)) is redone as \(field.tokens.map(\.label))")
    field.perform(.undo, at: time)
  }

  private mutating func apply(_ event: TokenEvent) {
    switch event {
    case .added(let index, let label): labels.insert(label, at: min(index, labels.count))
    case .removed(let index, _): if labels.indices.contains(index) { labels.remove(at: index) }
    case .moved(let from, let to, _): if labels.indices.contains(from) { labels.move(from: from, to: to) }
    default: break
    }
  }

  private mutating func check() throws {
    for event in field.drainEvents() {
      if case .added(let index, _) = event { try hold(index <= labels.count, "\(event) in \(labels)") }
      if case .removed(let index, let label) = event {
        try hold(labels.indices.contains(index) && labels[index] == label, "\(event) in \(labels)")
      }
      if case .moved(let from, _, let label) = event {
        try hold(labels.indices.contains(from) && labels[from] == label, "\(event) in \(labels)")
      }
      apply(event)
    }
    let shown = field.tokens.map(\.label)
    if field.draggedID == nil { try hold(shown == labels, "\(shown) are shown, \(labels) were told") }
    try hold(Set(field.tokens.map(\.id)).count == shown.count, "two chips have one identity")
    try hold(field.selection.ids.isSubset(of: field.tokens.map(\.id)), "what is gone is selected")
    for label in shown { try holdClean(label, "a label") }
    try hold(!(field.selectedText?.isEmpty ?? false) || !field.selection.isEmpty, "nothing is selected")
    try FuzzTarget.holdPlaces(of: field.input)
    _ = (field.completion, field.suggestionList)
  }
}
