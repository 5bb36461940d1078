import Scene
import ScrollCore
import TestKit
import Testing
import ViewKit

@Suite("Tokens view, at random")
struct TokensViewPropertyTests {
  @Test("Whatever is done and whenever, nothing jumps and all comes to rest", arguments: 0..<24 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let desk = ViewHarness.tokens((0..<12).map { "topic \($0)" }, in: Rect(x: 10, y: 10, width: 260, height: 70)) {
      $0.overflow = TokenOverflow.allCases[Int(seed) % 3]
      $0.canEdit = seed % 2 == 0
      $0.maxRows = Int(seed / 6) % 3
      $0.clickRemoves = seed % 5 == 0
    }
    var t = 0.0
    for step in 0..<120 {
      t += [0, 0.016, 0.1, 0.4].randomElement(using: &random) ?? 0
      let before = places(desk.frame(at: t))
      act(on: desk, step: step, at: t, &random)
      let frame = desk.frame(at: t)
      #expect(frame.layers.allSatisfy { $0.origin.x.isFinite && (0...1).contains($0.opacity) })
      #expect(frame.layers.allSatisfy { desk.bounds.union($0.clip) == desk.bounds })
      guard desk.view.field.draggedID == nil else { continue }
      for (id, place) in places(frame) {
        guard let was = before[id] else { continue }
        #expect(abs(was.x - place.x) < 1e-6 && abs(was.y - place.y) < 1e-6, "step \(step), content \(id)")
      }
    }
    desk.view.focus(false, at: t)
    desk.perform(.pointerLeft, at: t)
    #expect(desk.frame(at: t + 2).nextChange == .infinity)
    #expect(desk.picture(at: t + 2) == desk.picture(at: t + 3))
  }

  /// Where chips are, by content; one that is held is where the pointer is.
  private func places(_ frame: borrowing Frame) -> [Int: Point] {
    let chips = frame.layers.filter { layer in
      layer.content.primitives.contains { piece in
        if case .text(let run) = piece.element { run.text.hasPrefix("topic") || run.text.hasPrefix("n") } else { false }
      }
    }
    return Dictionary(chips.map { ($0.content.id, $0.origin) }, uniquingKeysWith: { first, _ in first })
  }

  private func act(on desk: ViewHarness<TokensView>, step: Int, at t: Seconds, _ random: inout SeededRandom) {
    let point = Point(x: .random(in: 0..<280, using: &random), y: .random(in: 0..<90, using: &random))
    let movement = EditMovement.allCases.randomElement(using: &random) ?? .left
    let view = desk.view
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      for _ in 1...Int.random(in: 1...3, using: &random) {
        desk.perform(.pressed(point, button: 1, modifiers: []), at: t)
      }
    case 1, 2, 3: desk.perform(.pointerMoved(point), at: t)
    case 4: desk.perform(.released(point, button: 1, modifiers: []), at: t)
    case 5:
      // No move comes first, which would bring along what is held.
      desk.perform(.pressed(point, button: 1, modifiers: []), at: t)
      desk.perform(.released(point, button: 1, modifiers: []), at: t)
    case 6:
      let notches = Double.random(in: -2...2, using: &random)
      desk.perform(.pressed(point, button: notches < 0 ? 4 : 5, modifiers: []), at: t)
    case 7: view.insert("x\(step)", at: t)
    case 8: view.key(.submit, at: t)
    case 9: view.key(.delete(movement), at: t)
    case 10: view.key(.move(movement, extending: Bool.random(using: &random)), at: t)
    case 11: view.key(.undo, at: t)
    case 12: view.key(.redo, at: t)
    case 13: view.paste("n\(step),n\(step + 1)", at: t)
    case 14: view.change(at: t) { $0.add([Token("n\(step) again")], at: 0, time: t) }
    default: view.key([.selectAll, .cancel, .cut].randomElement(using: &random) ?? .cancel, at: t)
    }
  }
}
