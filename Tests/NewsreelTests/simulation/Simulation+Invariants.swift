import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What has to be true of what is seen.
extension Simulation {
  func fail(_ problem: String) { found = found ?? problem }

  /// After each step.
  func check() {
    if found != nil { return }
    if let problem { return fail("glass: \(problem)") }
    if isPlain { checkDoubles() }
    checkBreakIns()
    // They come on the air again with their topic.
    if !isOn(alerts.path) { alerts.sounds = SimulatedAlerts.Sounds() }
  }

  /// The same headline twice under two names. One that has ended runs on, and it may be in the view with another text.
  private func checkDoubles() {
    var known: [Int: Int] = [:]
    let texts = Dictionary(grouping: expected, by: \.text)
    for headline in expected {
      guard let number = Self.number(headline.text) else { continue }
      let isOwn = Set(texts[headline.text, default: []].map(\.id)).count == 1
      if isOwn, feeds?.ending(ofText: headline.id) != nil { continue }
      if let other = known[number], other != headline.id {
        fail("twice: \(number) is seen as \(other) and \(headline.id)")
      }
      known[number] = headline.id
    }
  }

  /// What is held over the headlines is in the queue as it stands there, and the state says so.
  private func checkBreakIns() {
    guard let feeds else { return }
    let said = controller.state(at: t).first { $0.0 == "break-ins" }?.1.array?.compactMap { $0["text"]?.string } ?? []
    guard let turn = strip.breakIns.turns.turn(at: t), turn.end > t + 0.26 else { return }
    let text = strip.breakIns.headline(at: t)?.text ?? ""
    guard let item = feeds.newsroom.breakIns.item(turn.id), said.first == text else {
      return fail("break-in: \(text.prefix(8)) is shown, and the state has \(said.map { $0.prefix(8) })")
    }
    if item.airing.hold == nil, item.alert == nil { return }
    let queued = feeds.queue.items.first { $0.id == item.id }
    if queued?.title == text { return }
    fail("break-in: \(text.prefix(8)) is held, and \(queued?.title.prefix(8) ?? "nothing") is there")
  }

  /// The rundown has what is held over the headlines.
  func checkRundown() {
    guard found == nil, let turn = strip.breakIns.turns.turn(at: t), turn.end > t + 0.3 else { return }
    let (text, now) = (strip.breakIns.headline(at: t)?.text, wallClockNow())
    let said = controller.rundown(for: 60, at: t).entries.first {
      [.breakIn, .takeover].contains($0.placing) && $0.start <= now && $0.end ?? .distantFuture > now
    }
    guard said?.item.title != text else { return }
    fail("rundown: \(text?.prefix(8) ?? "") is shown, and it has \(said?.item.title.prefix(8) ?? "nothing")")
  }

  /// What the state over the socket says of the view, and is not so.
  var wrongState: String? {
    guard let shown = controller.state(at: shownTime).first(where: { $0.0 == "shown" })?.1.array else {
      return "the state has no headlines"
    }
    let said = shown.map { ($0["text"]?.string ?? "", $0["x"]?.number ?? .nan) }
    let seen = expected.map { ($0.text, $0.place.lowerBound) }
    func holds(_ all: [(String, Double)], _ one: (String, Double)) -> Bool {
      all.contains { $0.0 == one.0 && abs($0.1 - one.1) < 0.02 }
    }
    let isRight = said.allSatisfy { holds(seen, $0) } && seen.allSatisfy { holds(said, $0) }
    return isRight ? nil : "the state says \(said), and there are \(seen)"
  }

  // MARK: - Motion

  /// Pieces of headlines with their places on the glass.
  typealias Places = [(id: Int, x: Double)]

  /// Nil where they need not go on as they do.
  var placesOnGlass: Places? {
    guard isPlain, !context.needsLayout else { return nil }
    return crawl.train.visible(at: t).map { ($0.segment.id, $0.x + crawl.bounds.minX) }
  }

  /// - Parameter way: By how much the headlines have moved to the right.
  func checkPlaces(_ before: Places, moved way: Double, because reason: String) {
    guard let after = placesOnGlass else { return }
    for (id, x) in before where x + way > crawl.bounds.minX + 1 && x + way < crawl.bounds.maxX - 1 {
      let isThere = after.contains { $0.id == id && abs($0.x - x - way) < 0.02 }
      if !isThere {
        return fail("jump: \(id) was at \(x), should be at \(x + way), and there are \(after), by \(reason)")
      }
    }
  }

  /// One frame after the other.
  func runFrames() {
    let count = Int.random(in: 10...40, using: &random)
    note("\(count) frames")
    for _ in 0..<count where found == nil {
      let (before, position, speed, bounds, runs) = (
        placesOnGlass, crawl.position(at: t), crawl.speed(at: t), crawl.bounds, runs
      )
      look(after: 1.0 / 60)
      guard let before, crawl.bounds == bounds, runs == self.runs, placesOnGlass != nil else { continue }
      let way = crawl.position(at: t) - position
      if abs(way) > max(speed, crawl.speed(at: t)) / 60 + 2 {
        fail("jump: \(way) px in a frame at \(speed) px/s")
      }
      checkPlaces(before, moved: crawl.style.crawl.scrollLeft ? -way : way, because: "a frame")
      check()
    }
  }

  // MARK: - Rest

  /// Paused, and left alone, the program does nothing.
  func checkRest() {
    note("at rest")
    let runs = runs
    handle(.pointerLeft)
    handle(.command(.leave, at: nil))
    request(#"{"command":["pause"]}"#)
    for _ in 0..<6 { look(after: 20) }
    // What has ended last may roll the number.
    for _ in 0..<10 where frame.nextChange < .infinity { look(after: 1) }
    let isAlone = crawl.count > 0 && strip.breakIns.headline(at: t) == nil && !strip.list.isOpen
    guard found == nil, runs == self.runs, isAlone else { return goOn() }
    let (end, start) = (t + 3600, wakeups)
    // What was due before the clock was set back wakes up once more then, and sees that it is not. What is new by then stays
    // new for its time from there.
    let new = feeds?.queue.items.count(where: \.isNew) ?? 0
    let most = system.settings > 0 ? 1 + new : 1
    // What could not be written is tried again.
    let isWriting = feeds?.writing.due ?? .infinity < .infinity
    let hasNews = isWriting || nextTurn < max(system.wallTime - t, Self.firstWallTime) + end
    if isPlain, frame.nextChange < .infinity { fail("rest: the picture changes at \(frame.nextChange)") }
    advance(to: end)
    if !hasNews, wakeups - start > most {
      fail("rest: \(wakeups - start) times up in an hour in which nothing happens")
    }
    goOn()
  }

  /// When something ends or begins next, by the clock on the wall.
  private var nextTurn: UnixTime {
    guard let feeds else { return .distantFuture }
    return min(feeds.queue.nextExpiry, feeds.queue.nextAiring(after: feeds.moment()))
  }

  private func goOn() {
    request(#"{"command":["resume"]}"#)
    lastSeen = crawl.position(at: t)
    look(after: 0.1)
  }

  // MARK: - The end

  /// Lets go of everything, and sees each headline once.
  func finish() {
    system.disk = VirtualSystem.Disk()
    for place in feedFiles.indices { try? publish(place) }
    rejoin()
    request(#"{"command":["start"]}"#)
    settle()
    // A write that has failed is tried again.
    if let due = feeds?.writing.due, due > t, due < .infinity { advance(to: due) }
    checkContents()
    checkLap()
    checkFiles()
    controller.close()
  }

  /// A lap brings each headline once.
  private func checkLap() {
    let ids = crawl.itemIDs
    let length = ids.reduce(0) { $0 + Double(crawl.text(of: $1)?.count ?? 0) * crawl.headlines.font.size / 2 }
    guard found == nil, ids.count > 8, length > 2 * crawl.bounds.width else { return }
    // What was turned round brings what has passed once more.
    let laid = crawl.train.segments.last?.place ?? 0
    while crawl.position(at: t) + crawl.bounds.width < laid { guard goOn(with: ids) else { return } }
    var (seen, came): (Set<Int>, [Int]) = (Set(itemsInView), [])
    let end = crawl.position(at: t) + length * 4 + Double(ids.count) * 600 + 4000
    while came.count < ids.count, crawl.position(at: t) < end {
      guard goOn(with: ids) else { return }
      for id in itemsInView where !seen.contains(id) {
        if let first = came.firstIndex(of: id) {
          return fail("lap: \(name(id)) comes again after \(came[first...].map(name)), of \(ids.count)")
        }
        came.append(id)
      }
      seen = Set(itemsInView)
    }
    let missing = Set(ids).subtracting(came)
    if found == nil, !missing.isEmpty { fail("lap: without \(missing.sorted().map(name))") }
  }

  /// Returns whether it runs, and nothing has come or gone.
  private func goOn(with ids: [Int]) -> Bool {
    check()
    guard crawl.isScrolling(at: t), found == nil else { return false }
    look(after: min(0.5, crawl.bounds.width / 4 / max(1, crawl.speed(at: t))))
    return crawl.itemIDs == ids
  }

  private var itemsInView: [Int] {
    crawl.train.visible(at: t).map { crawl.headlines.layout(of: $0.segment.id)?.headline.id ?? $0.segment.id }
  }

  private func name(_ id: Int) -> String { String((crawl.text(of: id) ?? "\(id)").prefix(6)) }
}
