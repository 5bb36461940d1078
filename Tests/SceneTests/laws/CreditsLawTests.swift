import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to credits") struct CreditsLawTests {
  private static let place = Rect(x: 10, y: 4, width: 200, height: 100)
  private static let user = RandomUser(
    place: place, commands: [.pause, .scrollUp, .scrollDown, .toStart, .toEnd, .next, .previous])

  private static func history() -> ViewHistory<CreditsView> {
    ViewHistory(
      place: place,
      make: {
        var style = CreditsView.Style()
        (style.fontSize, style.lineSpacing, style.margin, style.speed) = (20, 1, 0, 40)
        let view = CreditsView(style)
        view.append(lines(9), at: 0)
        view.start(at: 0)
        return view
      }, next: next)
  }

  private static func lines(_ count: Int) -> String {
    (0..<count).map { "Line \($0) of \(count) " + String(repeating: "word ", count: $0 % 4 * 2) }.joined(
      separator: "\n")
  }

  private static func next(_ random: inout SeededRandom) -> Happening<CreditsView> {
    let (number, flag) = (Int.random(in: 1..<20, using: &random), Bool.random(using: &random))
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return shown { $0.append(lines(number % 5 + 1), at: $1) }
    case 1: return shown { $0.replaceAll(with: lines(number), at: $1) }
    case 2, 3: return shown { view, t in flag ? view.start(at: t) : view.stop(at: t) }
    case 4: return shown { $0.pause(flag, at: $1) }
    case 5: return shown { $0.scroll(by: Double(number * 20 - 200), at: $1) }
    case 6: return shown { $0.setStepping(flag, at: $1) }
    case 7: return restyled { $0.fontSize = Double(12 + number % 8) }
    case 8: return restyled { $0.speed = Double(10 + 10 * number) }
    case 9: return restyled { $0.textColor = flag ? .white : .black }
    case 10: return restyled { $0.edgeFade = flag ? 10 : 0 }
    case 11: return restyled { $0.alignment = flag ? .left : .center }
    case 12: return restyled { ($0.scroll.scrollRepeat, $0.scroll.delayAtEnd) = (number % 3 - 1, flag ? 1 : 0) }
    case 13: return shown { view, _ in view.awaitsMore = flag }
    case 14:
      let size = Size(width: Double(100 + 10 * number), height: Double(60 + 5 * number))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = user.event(&random)
      return { $0.handle(event, at: $1) }
    }
  }

  private static func restyled(_ change: @escaping (inout CreditsView.Style) -> Void) -> Happening<CreditsView> {
    shown { view, t in
      var style = view.style
      change(&style)
      view.apply(style, at: t)
    }
  }

  @Test("They draw when they change, however seldom they are asked", arguments: 0..<8 as Range<UInt64>)
  func draws(seed: UInt64) { Self.history().expectNothingIsMissed(seed: seed) }
}
