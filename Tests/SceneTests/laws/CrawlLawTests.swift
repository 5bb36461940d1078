import ScrollCore
import TestKit
import Testing
import ViewKit

@testable import Scene

@Suite("Whatever happens to a crawl") struct CrawlLawTests {
  private static let place = Rect(x: 10, y: 4, width: 400, height: 40)
  private static let user = RandomUser(
    place: place,
    commands: [
      .pause, .next, .previous, .faster, .slower, .scrollLeft, .scrollRight, .focusNext, .focusPrevious, .leave, .open,
    ])

  private static func history(_ change: @escaping (CrawlScene) -> Void = { _ in }) -> ViewHistory<CrawlScene> {
    ViewHistory(
      place: place,
      make: {
        var style = CrawlScene.Style()
        (style.crawl.fontSize, style.crawl.scrollTime, style.crawl.scrollSpeed) = (20, 0, 100)
        style.crawl.delayAtStart = 0.5
        let view = CrawlScene(style, topics: [Topic("World", color: .white), Topic("Sport", color: .black)])
        change(view)
        view.append(contentsOf: (0..<4).map { headline($0, $0 % 3) }, at: 0)
        view.start(at: 0)
        return view
      }, next: next)
  }

  private static func headline(_ number: Int, _ topic: Int) -> Headline {
    Headline(
      "Headline \(number) " + String(repeating: "x", count: number % 7 * 5), topic: topic < 2 ? topic : nil,
      link: number % 4 == 0 ? nil : "https://example.org/\(number)")
  }

  private static func next(_ random: inout SeededRandom) -> Happening<CrawlScene> {
    let (number, topic) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<3, using: &random))
    let flag = Bool.random(using: &random)
    func some(_ view: CrawlScene) -> Set<Int> { Set(view.itemIDs.filter { ($0 + number) % 3 == 0 }) }
    switch Int.random(in: 0..<22, using: &random) {
    case 0, 1: return shown { $0.append(headline(number, topic), at: $1) }
    case 2: return shown { $0.interrupt(with: headline(number, topic), at: $1) }
    case 3: return shown { $0.remove(some($0), at: $1) }
    case 4: return shown { _ = $0.removeOffscreen(some($0), at: $1) }
    case 5: return shown { $0.replaceAll(with: [headline(number, topic), headline(number + 1, 0)], at: $1) }
    case 6: return shown { view, _ in view.setRead(some(view)) }
    case 7: return shown { $0.setTopics([Topic(flag ? "World" : "W", color: .white)], at: $1) }
    case 8: return shown { view, t in flag ? view.pause(at: t) : view.resume(at: t) }
    case 9: return shown { $0.setStepping(flag, at: $1) }
    case 10: return shown { view, t in flag ? view.start(at: t) : view.stop(at: t) }
    case 11: return restyled { $0.crawl.scrollSpeed = Double(20 + number * 5) }
    case 12: return restyled { $0.crawl.fontSize = Double(12 + number % 4) }
    case 13: return restyled { $0.textColor = flag ? .white : .black }
    case 14: return restyled { $0.crawl.repeatSpacing = Double(number) }
    case 15:
      let size = Size(width: Double(200 + 10 * number), height: Double(30 + topic))
      return { window, _ in window.resize(to: Rect(origin: place.origin, size: size)) }
    default:
      let event = user.event(&random)
      return { $0.handle(event, at: $1) }
    }
  }

  private static func restyled(_ change: @escaping (inout CrawlScene.Style) -> Void) -> Happening<CrawlScene> {
    shown { view, t in
      var style = view.style
      change(&style)
      view.adopt(style, at: t)
    }
  }

  @Test("It draws when it changes, however seldom it is asked", arguments: 0..<6 as Range<UInt64>)
  func draws(seed: UInt64) { Self.history().expectNothingIsMissed(seed: seed) }

  @Test("It tells what comes and goes, however seldom it is asked", arguments: 10..<14 as Range<UInt64>)
  func tells(seed: UInt64) { Self.history { $0.reportsShownItems = true }.expectNothingIsMissed(seed: seed) }

  @Test("It draws in time with numbers in the text", arguments: 20..<23 as Range<UInt64>)
  func numbers(seed: UInt64) { Self.history { $0.enableValues() }.expectNothingIsMissed(seed: seed) }

  @Test("At rest it is as a new one with its headlines, topics and style", arguments: 40..<46 as Range<UInt64>)
  func asNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var style = CrawlScene.Style()
    (style.crawl.fontSize, style.crawl.scrollOnlyWhenTooLong, style.crawl.delayAtStart) = (14, true, 0)
    let wide = Rect(x: 0, y: 0, width: 980, height: 40)
    let window = LawWindow(CrawlScene(style), in: wide, isEager: true)
    var (t, read) = (0.0, Set<String>())
    window.view.append(contentsOf: [Self.headline(0, 0), Self.headline(1, 1)], at: 0)
    window.view.start(at: 0)
    for _ in 0..<25 {
      for _ in 0..<3 {
        t += Double.random(in: 0...3, using: &random)
        change(window, &read, at: t, &random)
        window.refresh(at: t)
      }
      t += 60
      window.refresh(at: t)
      let new = CrawlScene(window.view.style, topics: window.view.topics)
      new.append(contentsOf: window.view.itemIDs.compactMap(window.view.headline(of:)), at: t)
      new.setRead(Set(new.itemIDs.filter { read.contains(new.text(of: $0) ?? "") }))
      let other = LawWindow(new, in: window.place, isEager: true)
      other.refresh(at: t)
      new.start(at: t)
      t += 60
      for one in [window, other] { one.refresh(at: t) }
      guard window.showsTheSame(as: other, "seed \(seed) at \(t)") else { return }
    }
  }

  private func change(
    _ window: LawWindow<CrawlScene>, _ read: inout Set<String>, at t: Seconds, _ random: inout SeededRandom
  ) {
    let (view, number) = (window.view, Int.random(in: 0..<8, using: &random))
    var style = view.style
    switch Int.random(in: 0..<9, using: &random) {
    case 0: view.setTopics([Topic("W\(number)", color: .white), Topic("Sport", color: .black)], at: t)
    case 1: style.textColor = number < 4 ? .white : .black
    case 2: style.crawl.fontSize = Double(10 + number)
    case 3: style.read = number < 4 ? .keep : .dim
    case 4: style.separatorSize = Double(number)
    case 5: style.crawl.inset = Double(2 * number)
    case 6: window.resize(to: Rect(x: 0, y: 0, width: Double(900 + 10 * number), height: Double(30 + number)))
    case 7: view.replaceAll(with: [Self.headline(number, number % 3), Self.headline(0, 1)], at: t)
    default:
      read = Set(view.itemIDs.filter { $0 % 2 == number % 2 }.compactMap(view.text(of:)))
    }
    view.adopt(style, at: t)
    view.setRead(Set(view.itemIDs.filter { read.contains(view.text(of: $0) ?? "") }))
  }
}
