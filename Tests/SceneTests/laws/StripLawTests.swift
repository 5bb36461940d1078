import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to a strip") struct StripLawTests {
  private static let place = Rect(x: 0, y: 20, width: 900, height: 36)
  private static let user = RandomUser(
    place: place,
    commands: [
      .pause, .next, .previous, .faster, .scrollLeft, .focusNext, .focusPrevious, .leave, .open, .switchOff, .copy,
    ])
  private static let chips = [
    Token("World", tag: 0), Token("Science", tag: 1), Token("A longer topic", tag: 2), Token("Sports", tag: 3),
  ]

  private static func history() -> ViewHistory<StripScene> {
    ViewHistory(
      place: place,
      make: {
        let view = StripScene()
        view.crawl.append(contentsOf: (0..<5).map(headline), at: 0)
        view.hint = { "Topic \($0)" }
        view.card = { HeadlineCard(title: $0.link ?? "") }
        view.setTopics(Array(chips.prefix(3)), at: 0)
        view.crawl.start(at: 0)
        return view
      }, next: next, refreshes: 160)
  }

  private static func headline(_ number: Int) -> Headline {
    Headline(
      "Headline \(number) " + String(repeating: "x", count: number % 9 * 6), link: "https://example.org/\(number)")
  }

  private static func next(_ random: inout SeededRandom) -> Happening<StripScene> {
    let (number, small) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<4, using: &random))
    let flag = Bool.random(using: &random)
    switch Int.random(in: 0..<26, using: &random) {
    case 0, 1: return shown { $0.crawl.append(headline(number), at: $1) }
    case 2: return shown { view, t in view.crawl.remove(Set(view.crawl.itemIDs.prefix(small)), at: t) }
    case 3: return shown { view, t in view.crawl.replaceAll(with: flag ? [] : [headline(number)], at: t) }
    case 4: return shown { $0.say("What failed \(number)", at: $1) }
    case 5: return shown { $0.say(mistake: flag ? "A mistake \(small)" : nil, at: $1) }
    case 6: return shown { $0.tell(news: number, at: $1) }
    case 7: return shown { view, _ in view.waiting = flag ? small : nil }
    case 8:
      let period = Double(1 + small)
      let clock = { (t: Seconds) -> (text: String, until: Seconds) in
        let turn = (t / period).rounded(.down)
        return ("\(period) \(turn)", (turn + 1) * period)
      }
      return laidOut { $0.clock = flag ? clock : nil }
    case 9, 10:
      var news = BreakIn("Breaking \(number) " + String(repeating: "y", count: 40 * small), number: small)
      news.priority = Airing.urgentPriority + number % 3
      news.hold = flag ? .time(Double(small)) : nil
      news.takesOver = number % 5 == 0
      return shown { $0.breakIns.show(news, at: $1) }
    case 11: return shown { $0.breakIns.end(small, at: $1) }
    case 12: return shown { _ = $0.breakIns.takeOver(at: $1) }
    case 13:
      let count = small + (flag ? 0 : 1)
      return shown { $0.setTopics(Array(chips.prefix(count)), at: $1) }
    case 14: return shown { $0.setMotion(isReduced: flag, steps: small == 0, at: $1) }
    case 15: return laidOut { view in view.notice = flag ? StripNotice("No headlines", button: "Show all") : nil }
    case 16: return laidOut { $0.style.label = flag ? "NEWS" : "" }
    case 17: return laidOut { $0.style.showsCounter = flag }
    case 18: return laidOut { $0.style.theme.textColor = flag ? .white : Color(rgb: 0x808080) }
    case 19: return shown { view, _ in view.isDropTarget = flag }
    case 20:
      let size = Size(width: Double(400 + 20 * number), height: Double(30 + 2 * small))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = user.event(&random)
      return { $0.handle(event, at: $1) }
    }
  }

  @Test("It draws when it changes, however seldom it is asked", arguments: 0..<8 as Range<UInt64>)
  func draws(seed: UInt64) { Self.history().expectNothingIsMissed(seed: seed) }

  @Test("Without headlines it is as a new one with its style, topics and clock", arguments: 40..<46 as Range<UInt64>)
  func asNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let window = LawWindow(StripScene(), in: Self.place, isEager: true)
    var (t, shown) = (0.0, Array(Self.chips.prefix(2)))
    window.view.notice = StripNotice("No headlines")
    window.view.setTopics(shown, at: 0)
    for _ in 0..<25 {
      for _ in 0..<3 {
        t += Double.random(in: 0...1, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          shown = Array(Self.chips.prefix(Int.random(in: 0...4, using: &random)))
          window.view.setTopics(shown, at: t)
        }
        change(window, &random)
        window.refresh(at: t)
      }
      t += 60
      window.refresh(at: t)
      let new = StripScene(window.view.style)
      (new.notice, new.clock, new.waiting) = (window.view.notice, window.view.clock, window.view.waiting)
      new.setTopics(shown, at: t)
      let other = LawWindow(new, in: window.place, isEager: true)
      other.refresh(at: t)
      guard window.showsTheSame(as: other, "seed \(seed) at \(t)") else { return }
    }
  }

  private func change(_ window: LawWindow<StripScene>, _ random: inout SeededRandom) {
    let (view, number) = (window.view, Int.random(in: 0..<8, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: view.style.label = String(repeating: "N", count: number)
    case 1: view.style.caption = number < 4 ? "" : StripStyle().caption
    case 2: view.style.showsCounter.toggle()
    case 3: view.style.theme.textColor = number < 4 ? .white : Color(rgb: 0x808080)
    case 4: view.style.theme.background = number < 4 ? .black : Color(rgb: 0x202020)
    case 5: view.style.showsChips = number > 1
    case 6: view.clock = number < 4 ? nil : { _ in ("It is \(number)", .infinity) }
    case 7: view.waiting = number < 4 ? nil : number
    case 8: view.style.theme.hairlineColor = number < 4 ? .white : .black
    default:
      let size = Size(width: Double(400 + 70 * number), height: Double(30 + 2 * number))
      window.resize(to: Rect(origin: Self.place.origin, size: size))
    }
    window.context.setNeedsLayout()
  }
}
