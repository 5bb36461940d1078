import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to a counter") struct CounterLawTests {
  private static let place = Rect(x: 10, y: 4, width: 300, height: 60)

  private static func history() -> ViewHistory<CounterScene> {
    ViewHistory(place: place, make: { CounterScene() }, next: next)
  }

  /// Properties at random.
  private static func properties(_ random: inout SeededRandom) -> CounterProperties {
    var properties = CounterProperties()
    properties.showsTrendColor = .random(using: &random)
    properties.showsTrendMark = .random(using: &random)
    properties.fontSize = Double.random(in: 12...40, using: &random).rounded()
    properties.caption = Bool.random(using: &random) ? "VISITORS" : ""
    properties.alignment = [.left, .right, .center, .fill].randomElement(using: &random) ?? .left
    properties.odometer.duration = Double.random(in: 0.1...2, using: &random)
    properties.odometer.roll = Bool.random(using: &random) ? .spin : .changed
    properties.textColor = Bool.random(using: &random) ? .white : .black
    return properties
  }

  private static func next(_ random: inout SeededRandom) -> Happening<CounterScene> {
    let number = Int.random(in: -200...200_000, using: &random) / [1, 10, 1000].randomElement(using: &random)!
    let flag = Bool.random(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1, 2: return shown { $0.show(text: flag ? "\(number)" : "\(Double(number) / 100)", at: $1) }
    case 3: return shown { $0.show(count: abs(number), at: $1) }
    case 4: return shown { view, t in flag ? view.flash(at: t) : view.start(at: t) }
    case 5: return shown { view, t in flag ? view.stop() : view.show(nil, at: t) }
    case 6:
      let properties = properties(&random)
      return { window, _ in
        window.view.properties = properties
        window.context.setNeedsLayout()
      }
    case 7: return shown { view, _ in view.snaps = flag }
    default:
      let size = Size(width: Double(200 + abs(number) % 200), height: Double(50 + abs(number) % 20))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    }
  }

  @Test("It draws when it changes, however seldom it is asked", arguments: 0..<8 as Range<UInt64>)
  func draws(seed: UInt64) { Self.history().expectNothingIsMissed(seed: seed) }

  @Test("A layout for another width and back leaves nothing", arguments: 20..<24 as Range<UInt64>)
  func resized(seed: UInt64) { Self.history().expectLayoutsLeaveNothing(seed: seed) }

  @Test("At rest it is as a new one with its number and properties", arguments: 40..<46 as Range<UInt64>)
  func asNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let window = LawWindow(CounterScene(), in: Self.place, isEager: true)
    var t = 0.0
    for _ in 0..<40 {
      for _ in 0..<3 {
        t += Double.random(in: 0...0.5, using: &random)
        Self.next(&random)(window, t)
        window.refresh(at: t)
      }
      t += 60
      window.refresh(at: t)
      let new = CounterScene(properties: window.view.properties)
      new.show(window.view.number, rolling: false, at: t)
      let other = LawWindow(new, in: window.place, isEager: true)
      other.refresh(at: t)
      guard window.showsTheSame(as: other, "seed \(seed) at \(t)") else { return }
      #expect(window.nextChange == .infinity)
    }
  }
}
