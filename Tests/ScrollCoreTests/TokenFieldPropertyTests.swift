import ScrollCore
import TestKit
import Testing

@Suite("Token field, at random")
struct TokenFieldPropertyTests {
  @Test("Events keep a copy equal; undo leads to the start, redo to the end", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var field = tokenField(["a", "b", "c", "d", "e"])
    let start = field.tokens
    var mirror = field.labels
    var selection = field.selection
    for step in 0..<80 {
      if !field.canUndo { selection = field.selection }
      act(on: &field, step: step, &random)
      apply(field.drainEvents(), to: &mirror)
      if field.draggedID == nil { #expect(mirror == field.labels) }
      #expect(Set(field.tokens.map(\.id)).isSuperset(of: field.selection.ids))
      #expect(Set(field.tokens.map(\.id)).count == field.tokens.count)
    }
    field.cancelDrag()
    while field.press(.redo) == .handled {}
    let end = (field.tokens, field.input.text, field.selection)
    while field.press(.undo) == .handled {}
    #expect(field.tokens == start)
    #expect(field.input.isEmpty)
    #expect(field.selection == selection)
    while field.press(.redo) == .handled {}
    #expect((field.tokens, field.input.text) == (end.0, end.1))
    #expect(field.selection == end.2)
    apply(field.drainEvents(), to: &mirror)
    #expect(mirror == field.labels)
  }

  private func act(on field: inout TokenField, step: Int, _ random: inout SeededRandom) {
    let index = Int.random(in: 0..<max(1, field.tokens.count), using: &random)
    let movement = EditMovement.allCases.randomElement(using: &random) ?? .left
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: field.insert(["x", "é", " ", "a"].randomElement(using: &random) ?? "")
    case 2: field.paste(["p\(step),q\(step);a", "plain", "r\(step)\n"].randomElement(using: &random) ?? "", at: 0)
    case 3, 4: field.press(.submit)
    case 5: field.press(.delete(movement))
    case 6: field.press(.move(movement, extending: Bool.random(using: &random)))
    case 7: field.tap(index, [.plain, .toggling, .extending].randomElement(using: &random) ?? .plain)
    case 8: field.tapRemove(index)
    case 9: field.move(from: index, to: Int.random(in: 0...6, using: &random))
    case 10:
      field.beginDrag(index)
      field.drag(to: Int.random(in: 0..<max(1, field.tokens.count), using: &random))
      if Bool.random(using: &random) { field.finishDrag() }
    case 11: field.press([.cut, .selectAll, .cancel].randomElement(using: &random) ?? .cut)
    case 12: field.press(.undo)
    default: field.press(.redo)
    }
  }

  private func apply(_ events: [TokenEvent], to mirror: inout [String]) {
    for event in events {
      switch event {
      case .added(let index, let label): mirror.insert(label, at: index)
      case .removed(let index, let label):
        #expect(mirror[index] == label)
        mirror.remove(at: index)
      case .moved(let source, let destination, let label):
        #expect(mirror[source] == label)
        mirror.remove(at: source)
        mirror.insert(label, at: destination)
      default: break
      }
    }
  }
}
