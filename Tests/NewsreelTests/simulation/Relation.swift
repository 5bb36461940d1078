import Glibc
import ScrollCore
import TestKit
import ViewKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// What is different in a second run of a script, though everything that the program says and shows has to be the same.
enum Relation: String, CaseIterable {
  case repeated = "the same once more"
  case wakeups = "woken up between"
  case questions = "asked between"
  case beside = "another strip beside it"
  case twice = "all twice"
  case takenBack = "done and taken back between"
  case atOnce = "two events in one turn"
  case restarted = "started again at the end"

  /// What is different only for as long as the disk takes all.
  private static let faults: Set<SimulatedStep.Kind> = [.full, .kill, .cut]

  /// - Parameter length: How many steps there are.
  func script(seed: UInt64, length: Int) -> [SimulatedStep] {
    var script = SimulatedStep.script(seed: seed, count: length).filter { !Self.faults.contains($0.kind) }
    // A feed's item that was removed by its name is there again with the feed.
    if self == .restarted { script.removeAll { $0.kind == .removed } }
    if self == .atOnce { for i in script.indices where script[i].kind.comesAtOnce { script[i].pause = 0 } }
    // With the log of what was shown there is something to do each second.
    guard Self.isLogged(seed) else { return script }
    for i in script.indices { script[i].pause = min(script[i].pause, 60) }
    return script.filter { ![.rest, .hide].contains($0.kind) }
  }

  static func isLogged(_ seed: UInt64) -> Bool { !seed.isMultiple(of: 2) }

  /// Whether only what is kept is compared, and only in the end.
  var isOfKept: Bool { self == .restarted }
}

/// One thing that the program has said, shown or written.
struct Answer: Equatable {
  let name: String
  let text: String

  init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

  /// Both where they begin to differ.
  func difference(from other: Answer) -> String {
    let (mine, others) = (text.split(separator: "\n"), other.text.split(separator: "\n"))
    let same = zip(mine, others).prefix { $0 == $1 }.count
    let rest = (mine.dropFirst(same), others.dropFirst(same))
    let sameAtEnd = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    func part(_ lines: ArraySlice<Substring>, _ others: ArraySlice<Substring>) -> String {
      lines.dropLast(sameAtEnd).prefix(4).enumerated().map { number, line in
        let other = others.dropFirst(number).first ?? ""
        let start = zip(line.utf8, other.utf8).prefix { $0 == $1 }.count
        return "  " + String(decoding: line.utf8.dropFirst(max(0, start - 80)).prefix(300), as: UTF8.self)
      }.joined(separator: "\n")
    }
    return "\(name), line \(same + 1):\n\(part(rest.0, rest.1))\nfor\n\(part(rest.1, rest.0))"
  }
}

extension Simulation {
  /// Runs a script alone and under a relation. Returns where they differ, or nil.
  static func difference(
    of script: [SimulatedStep], seed: UInt64, under relation: Relation, planting defect: PlantedDefect? = nil
  ) throws -> SimulatedProblem? {
    // In the same place: what is asked when depends on addresses.
    let home = try TemporaryFolder()
    let (first, _) = try trace(script, seed, in: home, nil, relation, defect)
    for name in Files.names(in: home.path) { Files.remove("\(home.path)/\(name)") }
    let (second, history) = try trace(script, seed, in: home, relation, relation, defect)
    for (place, (one, other)) in zip(first, second).enumerated() where one != other && !one.isEmpty && !other.isEmpty {
      let all = zip(one, other).first { $0 != $1 }
      let what = all.map { $0.difference(from: $1) } ?? "other answers: \(one.map(\.name)), \(other.map(\.name))"
      return SimulatedProblem(
        description: "\(relation.rawValue), \(what)\nat step \(place), after\n\(history(place))",
        steps: relation.isOfKept ? script.count : place + 1)
    }
    return nil
  }

  private static func trace(
    _ script: [SimulatedStep], _ seed: UInt64, in home: TemporaryFolder, _ relation: Relation?, _ compared: Relation,
    _ defect: PlantedDefect?
  ) throws -> (steps: [[Answer]], history: (Int) -> String) {
    try run(seed, in: home, defect, under: relation, isLogged: Relation.isLogged(seed)) { simulation in
      simulation.isTraced = true
      var steps: [[Answer]] = []
      simulation.isBesideAnother = compared == .beside
      let isOfKept = compared.isOfKept
      var histories: [String] = []
      simulation.look(after: 1)
      for (place, step) in script.enumerated() where simulation.found == nil {
        let next = place + 1 < script.count ? script[place + 1].kind : .check
        simulation.isHeldBack = relation == .atOnce && step.kind.comesAtOnce && next.comesAtOnce && step.kind != next
        // What there is to choose from differs while something is on its way.
        if compared == .atOnce, step.kind.choosesHeadline, simulation.t <= simulation.busyUntil {
          simulation.look(after: step.pause)
        } else {
          simulation.perform(step)
        }
        defect?.plant(in: simulation, at: place)
        histories.append(simulation.history.suffix(14).joined(separator: "\n"))
        // What comes at once joins in one batch, and else in two, the second a moment later.
        let isOnItsWay = simulation.isHeldBack || compared == .atOnce && simulation.isBusy
        if !isOfKept { steps.append(isOnItsWay || place % 3 > 0 ? [] : simulation.answers()) }
      }
      if isOfKept { steps.append(simulation.keptAtTheEnd()) }
      return (steps, { histories.indices.contains($0) && !isOfKept ? histories[$0] : histories.last ?? "" })
    }
  }

  // MARK: - What the relations add

  /// Moments to wake up at, until a time: each 50 ms at first, and at random.
  func extraTimes(until end: Seconds) -> [Seconds] {
    guard end > t else { return [] }
    let near = stride(from: t + 0.05, to: min(end, t + 0.6), by: 0.05)
    let far = (0..<4).map { _ in Seconds.random(in: t..<end, using: &chance) }
    // What has just come is seen at the next turn, however early.
    return (Array(near) + far).filter { $0 > busyUntil }.sorted()
  }

  /// Serves each source of the loop, whether it has something to do or not.
  func wakeAll() {
    guard found == nil else { return }
    // How soon it sees that a file has changed is its own affair.
    for i in loop.entries.indices where !(loop.entries[i].source is FeedsInLoop) { loop.entries[i].hasMore = true }
    bring()
    if isSettled { feeds?.bring(at: t) }
    update(at: t)
  }

  private var hasPending: Bool { feeds?.newsroom.hasPending ?? false }

  /// Whether what has come lately may still be joining, or the number rolling.
  private var isBusy: Bool { hasPending || t <= busyUntil }

  /// Whether nothing is on its way: what comes in one batch or in another may come to other places.
  private var isSettled: Bool {
    guard let feeds else { return false }
    return !hasPending && feeds.deadline > t + 0.6 && t > busyUntil
  }

  /// After each step.
  func relate(_ kind: SimulatedStep.Kind) {
    switch relation {
    case .questions: for _ in 0..<2 { ask() }
    case .beside:
      neighbour?.live(until: t, &chance)
      if defect == .crossed { crawl.setPausedByKey(neighbour?.isPaused ?? false, at: t) }
    case .twice: again(kind)
    case .takenBack: if isSettled, !kind.isOfSource { doAndTakeBack() }
    default: break
    }
  }

  /// Asks for all that can be asked for.
  private func ask() {
    _ = controller.state(at: t)
    _ = controller.rundown(for: .random(in: 1...4000, using: &chance), at: t)
    _ = controller.properties
    _ = strip.accessibleNode(at: t)
    let place = Point(x: .random(in: 0..<size.width, using: &chance), y: 18)
    _ = (strip.topic(at: place, t: t), crawl.outlook(at: t), crawl.textsInView(at: t))
    guard let feeds else { return }
    _ = (feeds.tokens(now: t), feeds.chips.off, feeds.shownFeeds, feeds.texts.notice)
    for id in feeds.topics.entries.indices { _ = feeds.texts.description(ofTopic: id) }
    for id in crawl.itemIDs.prefix(5) { _ = feeds.texts.card(of: ShownHeadline(id: id, topic: nil, link: nil)) }
    if defect == .nosy, let link = feeds.newsroom.recent.first?.link { feeds.perform(.read(true, link: link)) }
    if defect == .curious { crawl.scroll(to: crawl.position(at: t) + 1, at: t) }
  }

  /// The same as it has just happened.
  private func again(_ kind: SimulatedStep.Kind) {
    do {
      // Not while they are read for the first time. When a feed's file is looked at next depends on its last change.
      if isSettled, !kind.isOfSource {
        try rewrite(Bool.random(using: &chance) ? UserPaths.feedList : UserPaths.offFeeds)
      }
      switch kind {
      case .item, .unsend, .token:
        guard channel.isUp else { return }
        // A state wakes the program, and what has come by then is queued at once.
        for (topic, payload) in channel.kept.sorted(by: { $0.key < $1.key })
        where kind == .token || !SimulatedChannel.isState(topic) {
          deliver(topic, payload, isRetained: false)
        }
        passOn()
      case .resize, .restyle: resized()
      case .clock, .zone: system.setWallClock(ahead: 0)
      default: break
      }
      if defect == .counted, kind == .item { feeds?.perform(.cycled) }
      bring()
    } catch { fail("twice: \(error)") }
  }

  private func rewrite(_ path: String) throws {
    guard let bytes = try? Files.bytes(of: path) else { return }
    try Files.write(bytes, to: path + ".again")
    guard rename(path + ".again", path) == 0 else { throw HarnessError("\(path) cannot be renamed") }
  }

  /// Something that leaves nothing behind once it is taken back.
  private func doAndTakeBack() {
    let way = Int.random(in: 0..<9, using: &chance)
    note("done and taken back: \(way)")
    switch way {
    case 0:
      // Keys resume it under a pointer, too.
      if crawl.isPaused { return }
      request("pause", [])
      if defect != .unresumed { request("resume", []) }
    case 1:
      controller.headlines.setQuiet(!controller.headlines.isQuiet, at: t)
      controller.headlines.setQuiet(!controller.headlines.isQuiet, at: t)
    case 2:
      for isSeen in [false, true] { controller.headlines.setSeen(isSeen, at: t) }
    case 3:
      // What was set past the settings is theirs again with the next of them.
      guard !isRestyled else { return }
      let speed = strip.style.crawl.scrollSpeed
      for speed in [speed * 2 + 1, speed] { request("set", [.string("scroll-speed"), .number(speed)]) }
    case 4:
      request("add", [.object([("text", .string("passing")), ("id", .string("passing"))])])
      request("remove", [.string("passing")])
    case 5:
      // It would be laid out now, and not with the next frame.
      if context.needsLayout { return }
      size.width += 100
      resized()
      layOut()
      size.width -= 100
      resized()
      layOut()
    case 6:
      guard pointer.x < 0 || pointer.y > 50 else { return }
      for event in [InputEvent.pointerMoved(Point(x: pointer.x, y: 70)), .pointerLeft] { handle(event) }
    case 7:
      guard let item = feeds?.queue.items.first(where: { $0.link != nil && !$0.isRead }), let link = item.link else {
        return
      }
      request("read", [.string(link)])
      request("unread", [.string(link)])
    default:
      // A menu opens on what is seen: nobody has looked at a strip that was hidden until now.
      guard t - drawnTime < 1 else { return }
      // What was thrown runs on under the pointer, which holds it again after the menu.
      guard pointer.x < 0 || pointer.y > 50 else { return }
      _ = controller.beginMenu(at: Point(x: size.width / 2, y: 18), Bindings(), t: t)
      controller.endMenu(at: t)
    }
    bring()
  }
}

extension SimulatedStep.Kind {
  /// Whether it is only that something comes from a source.
  var isOfSource: Bool { comesAtOnce || self == .alert }

  /// Whether it is done to one of the headlines that there are.
  var choosesHeadline: Bool { self == .removed || self == .corrected || self == .read }

  /// Whether it also takes no time.
  var comesAtOnce: Bool {
    switch self {
    case .post, .edit, .withdraw, .item, .unsend, .lines: true
    default: false
    }
  }
}

/// Another strip in the loop of the program, with headlines and a user of its own.
final class Neighbour {
  private let controller: StripController
  private let context = ViewContext()
  private var frame = Frame(size: Size(width: 700, height: 30), background: .black)
  private var count = 0
  var isPaused: Bool { controller.crawl.isPausedByKey }

  init(in simulation: Simulation) throws {
    var request = ViewRequest<StripKind>()
    request.sources = try Settings([PropertyChange("json-lines", to: .flag(true))], arguments: ["-"])
    controller = try StripController(request)
    context.time = simulation.t
    controller.headlines.desk?.open(
      in: simulation.loop, time: { [context] in context.time }, onChange: { [context] _ in context.setNeedsLayout() })
    layOut(at: simulation.t)
    controller.crawl.start(at: simulation.t)
  }

  private func layOut(at t: Seconds) {
    controller.strip.layout(in: Rect(origin: .zero, size: frame.size), with: FixedTypesetter(), at: t)
    context.didLayOut()
  }

  /// Something happens to it.
  func live(until t: Seconds, _ random: inout SeededRandom) {
    context.time = t
    count += 1
    let line =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: #"{"text":"beside \#(count)","urgent":true}"#
      case 1: #"{"text":"beside \#(count)","ttl":5}"#
      default: #"{"text":"beside \#(count)"}"#
      }
    Array(line.utf8).withUnsafeBytes { controller.headlines.receive(.line($0), at: t) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: controller.crawl.setPausedByKey(!controller.crawl.isPausedByKey, at: t)
    case 1: controller.headlines.setQuiet(!controller.headlines.isQuiet, at: t)
    case 2: controller.strip.style.crawl.scrollSpeed = .random(in: 20...300, using: &random)
    default: _ = controller.headlines.remove(["beside \(count - 3)"], at: t)
    }
    controller.update(at: t)
    layOut(at: t)
    frame.clear()
    controller.strip.draw(into: &frame, at: t)
    for action in context.takeActions() { _ = controller.perform(action, in: context) }
  }
}
