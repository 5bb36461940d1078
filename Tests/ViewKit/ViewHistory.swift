package import Scene
package import ScrollCore
package import TestKit
package import Testing

/// What may happen to a view: a window of it, and when.
package typealias Happening<Content: SceneView> = (LawWindow<Content>, Seconds) -> Void

/// A change of a view, which is drawn again.
package func shown<Content: SceneView>(_ change: @escaping (Content, Seconds) -> Void) -> Happening<Content> {
  { window, t in
    change(window.view, t)
    window.context.setNeedsDisplay()
  }
}

/// A change of a view, which is laid out again.
package func laidOut<Content: SceneView>(_ change: @escaping (Content) -> Void) -> Happening<Content> {
  { window, _ in
    change(window.view)
    window.context.setNeedsLayout()
  }
}

/// Random histories of a view.
package struct ViewHistory<Content: SceneView> {
  package var place: Rect
  /// Makes the view, alike each time.
  package var make: () -> Content
  /// Something that happens next.
  package var next: (inout SeededRandom) -> Happening<Content>
  package var refreshes = 240

  package init(
    place: Rect, make: @escaping () -> Content, next: @escaping (inout SeededRandom) -> Happening<Content>,
    refreshes: Int = 240
  ) {
    (self.place, self.make, self.next, self.refreshes) = (place, make, next, refreshes)
  }

  /// The law of wake-ups: a window that draws when it is told to shows what one shows that draws in every refresh, and
  /// tells the same.
  package func expectNothingIsMissed(seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
    var random = SeededRandom(seed: seed)
    let (lazy, eager) = (
      LawWindow(make(), in: place, isEager: false), LawWindow(make(), in: place, isEager: true)
    )
    var t = 0.0
    for refresh in 0..<refreshes {
      t += random.step()
      if Int.random(in: 0..<6, using: &random) == 0 {
        let happening = next(&random)
        happening(lazy, t)
        happening(eager, t)
      }
      lazy.refresh(at: t)
      eager.refresh(at: t)
      let moment = "seed \(seed), refresh \(refresh) at \(t)"
      guard lazy.showsTheSame(as: eager, moment, sourceLocation) else { return }
      let (told, due) = (lazy.takeNews(), eager.takeNews())
      guard told == due else {
        Issue.record("\(moment): \(told) told instead of \(due)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// The law of wholeness: a layout for another size and back changes nothing.
  package func expectLayoutsLeaveNothing(seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
    var random = SeededRandom(seed: seed)
    let (one, other) = (LawWindow(make(), in: place, isEager: true), LawWindow(make(), in: place, isEager: true))
    var t = 0.0
    for refresh in 0..<refreshes {
      t += random.step()
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
      guard one.showsTheSame(as: other, "seed \(seed), refresh \(refresh) at \(t)", sourceLocation) else { return }
    }
  }
}

extension SeededRandom {
  /// Mostly the next refresh of a screen; at times a while, so that delays and pauses end.
  fileprivate mutating func step() -> Seconds {
    Int.random(in: 0..<8, using: &self) == 0 ? Double.random(in: 0...2, using: &self) : 1.0 / 64
  }
}

/// Events of a user, at random, for any view.
package struct RandomUser {
  package var place: Rect
  /// Commands that make sense for the view.
  package var commands: [UserCommand] = []
  package var text = "ab ,x"

  package init(place: Rect, commands: [UserCommand] = [], text: String = "ab ,x") {
    (self.place, self.commands, self.text) = (place, commands, text)
  }

  package func event(_ random: inout SeededRandom) -> InputEvent {
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

  /// What happens next to a view with changes of its own: one of these, another size, or an event.
  ///
  /// - Parameter change: Makes a change from a number from 0 to 5 and a flag.
  package func next<Content: SceneView>(
    _ random: inout SeededRandom, _ change: (Int, Bool) -> Happening<Content>
  ) -> Happening<Content> {
    let (number, flag) = (Int.random(in: 0..<6, using: &random), Bool.random(using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return change(number, flag)
    case 1:
      let size = Size(width: Double(200 + 20 * number), height: Double(100 + 20 * number))
      return { [place] window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = event(&random)
      return { $0.handle(event, at: $1) }
    }
  }
}
