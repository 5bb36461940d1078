import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

/// What may happen to a view: a window of it, and when.
typealias Happening<Content: SceneView> = (LawWindow<Content>, Seconds) -> Void

/// Random histories of a view.
struct ViewHistory<Content: SceneView> {
  var place: Rect
  /// Makes the view, alike each time.
  var make: () -> Content
  /// Something that happens next.
  var next: (inout SeededRandom) -> Happening<Content>
  var refreshes = 240

  /// The law of wake-ups: a window that draws when it is told to shows what one shows that draws in every refresh, and
  /// tells the same.
  func expectNothingIsMissed(seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
    var random = SeededRandom(seed: seed)
    let (lazy, eager) = (
      LawWindow(make(), in: place, isEager: false), LawWindow(make(), in: place, isEager: true)
    )
    var t = 0.0
    for refresh in 0..<refreshes {
      // Mostly the next refresh of a screen; at times a while, so that delays and pauses end.
      t += Int.random(in: 0..<8, using: &random) == 0 ? Double.random(in: 0...2, using: &random) : 1.0 / 64
      if Int.random(in: 0..<6, using: &random) == 0 {
        let happening = next(&random)
        happening(lazy, t)
        happening(eager, t)
      }
      lazy.refresh(at: t)
      eager.refresh(at: t)
      let (shown, expected) = (lazy.picture, eager.picture)
      if shown != expected {
        Issue.record(
          "seed \(seed), refresh \(refresh) at \(t): \(shown.difference(from: expected))",
          sourceLocation: sourceLocation)
        return
      }
      let (told, due) = (lazy.takeNews(), eager.takeNews())
      guard told == due else {
        Issue.record(
          "seed \(seed), refresh \(refresh) at \(t): \(told) told instead of \(due)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// The law of wholeness: a layout for another size and back changes nothing.
  func expectLayoutsLeaveNothing(seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
    var random = SeededRandom(seed: seed)
    let (one, other) = (LawWindow(make(), in: place, isEager: true), LawWindow(make(), in: place, isEager: true))
    var t = 0.0
    for refresh in 0..<refreshes {
      t += Int.random(in: 0..<8, using: &random) == 0 ? Double.random(in: 0...2, using: &random) : 1.0 / 64
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        let happening = next(&random)
        happening(one, t)
        happening(other, t)
      case 2:
        let whole = one.place
        for share in [Double.random(in: 0.3...1, using: &random), 1] {
          one.resize(
            to: Rect(origin: whole.origin, size: Size(width: (whole.width * share).rounded(), height: whole.height)))
          one.refresh(at: t)
        }
      default: break
      }
      one.refresh(at: t)
      other.refresh(at: t)
      let (shown, expected) = (one.picture, other.picture)
      if shown != expected {
        Issue.record(
          "seed \(seed), refresh \(refresh) at \(t): \(shown.difference(from: expected))",
          sourceLocation: sourceLocation)
        return
      }
    }
  }
}

/// Events of a user, at random, for any view.
struct RandomUser {
  var place: Rect
  /// Commands that make sense for the view.
  var commands: [UserCommand] = []
  var text = "ab ,x"

  func event(_ random: inout SeededRandom) -> InputEvent {
    let point = Point(
      x: Double(Int.random(in: Int(place.minX) - 5...Int(place.maxX) + 5, using: &random)),
      y: Double(Int.random(in: Int(place.minY) - 3...Int(place.maxY) + 3, using: &random)))
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return .pointerMoved(point)
    case 2: return .pointerLeft
    case 3: return .pressed(point, button: 1, modifiers: [])
    case 4: return .released(point, button: 1, modifiers: [])
    case 5: return .pressed(point, button: [4, 5].randomElement(using: &random) ?? 4, modifiers: [])
    case 6: return .focused(.random(using: &random))
    case 7, 8:
      guard let command = commands.randomElement(using: &random) else { return .pointerMoved(point) }
      return .command(command, at: Bool.random(using: &random) ? nil : point)
    case 9:
      let keys: [Key] = [.left, .right, .up, .down, .home, .end, .backspace, .delete, .enter, .escape, .tab, .pageDown]
      return .keyPressed(keys.randomElement(using: &random), text: "", modifiers: [])
    default: return .keyPressed(nil, text: String(text.randomElement(using: &random) ?? "a"), modifiers: [])
    }
  }
}
