import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to chips") struct TokensLawTests {
  private static let place = Rect(x: 10, y: 4, width: 300, height: 90)
  private static let user = RandomUser(place: place)

  private static func history(_ properties: TokenFieldProperties = TokenFieldProperties()) -> ViewHistory<TokensView> {
    ViewHistory(
      place: place,
      make: {
        let view = TokensView(properties: properties, font: FontSpec(size: 10))
        view.change(at: 0) { $0.setTokens(["one", "two", "three", "four"].map { Token($0) }) }
        return view
      }, next: next)
  }

  private static func next(_ random: inout SeededRandom) -> Happening<TokensView> {
    let (number, flag) = (Int.random(in: 0..<12, using: &random), Bool.random(using: &random))
    let label = "chip \(number)" + String(repeating: "x", count: number * 2)
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1: return shown { $0.add([label], at: $1) }
    case 2: return shown { view, t in view.change(at: t) { $0.remove(at: [number]) } }
    case 3: return shown { view, t in view.change(at: t) { $0.move(from: number, to: number / 2) } }
    case 4: return shown { view, t in view.change(at: t) { _ = $0.perform(flag ? .undo : .redo, at: t) } }
    case 5: return laidOut { $0.properties.tokenHeight = Double(20 + number) }
    case 6: return laidOut { $0.properties.maxRows = number % 3 }
    case 7: return laidOut { $0.properties.tintColor = flag ? .white : .black }
    case 8: return laidOut { $0.properties.placeholder = flag ? "Type" : "" }
    case 9: return shown { view, _ in view.snaps = flag }
    case 10:
      let size = Size(width: Double(150 + 20 * number), height: Double(40 + 8 * number))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = user.event(&random)
      return { $0.handle(event, at: $1) }
    }
  }

  @Test("They draw when they change, however seldom they are asked", arguments: 0..<6 as Range<UInt64>)
  func draws(seed: UInt64) { Self.history().expectNothingIsMissed(seed: seed) }

  @Test("Switches draw when they change, however seldom they are asked", arguments: 10..<14 as Range<UInt64>)
  func switches(seed: UInt64) { Self.history(.switches).expectNothingIsMissed(seed: seed) }

  @Test("At rest they are as new ones with their labels and properties", arguments: 40..<44 as Range<UInt64>)
  func asNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var properties = TokenFieldProperties()
    properties.canEdit = false
    let window = LawWindow(Self.history(properties).make(), in: Self.place, isEager: true)
    var t = 0.0
    for _ in 0..<30 {
      for _ in 0..<3 {
        t += Double.random(in: 0...0.5, using: &random)
        Self.next(&random)(window, t)
        window.refresh(at: t)
      }
      // Out of the window, with nothing held or selected.
      window.handle(.released(Point(x: 1, y: 1), button: 1, modifiers: []), at: t)
      window.handle(.pointerLeft, at: t)
      window.handle(.focused(false), at: t)
      window.view.change(at: t) { _ = $0.perform(.cancel, at: t) }
      t += 60
      window.refresh(at: t)
      let new = TokensView(properties: window.view.properties, font: FontSpec(size: 10))
      new.change(at: t) { $0.setTokens(window.view.field.tokens) }
      let other = LawWindow(new, in: window.place, isEager: true)
      other.refresh(at: t)
      guard window.view.field.selection.ids.isEmpty, window.view.scrollOffset(at: t) == .zero else { continue }
      guard window.showsTheSame(as: other, "seed \(seed) at \(t)") else { return }
      #expect(window.nextChange == .infinity)
    }
  }
}
