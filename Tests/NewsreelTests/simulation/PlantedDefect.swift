import Glibc
import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

/// Defects that a simulation has to find. They are planted from outside: the program has no switch for them.
enum PlantedDefect: String, CaseIterable {
  case undrawn = "a headline is not drawn"
  case beside = "headlines are drawn beside their places"
  case swallowed = "an item of a feed gets lost on its way"
  case kept = "what a feed has withdrawn stays"
  case doubled = "an item comes under two names"
  case overdue = "an alert that has ended stays"
  case noisy = "an update of an alert is reported though it is no more urgent"
  case mute = "an alert that has become more urgent does not break in"
  case stuck = "what has broken in stays on the strip"
  case deaf = "what is taken off a channel stays"
  case moved = "news moves what is seen"
  case blank = "the strip loses all headlines after a night"
  case awake = "something wakes up each second"
  case leaking = "each save leaves a file behind"
  case half = "a file is half written"
  case forgotten = "what was read is forgotten"
  case untimely = "kept items are said to have come at a time of the loop's clock"
  case unwritten = "a field of kept items is not written"
  case unasked = "the picture changes, and nothing has asked for another one"
  case sleepy = "the loop wakes up too late"
  case curious = "a question moves the headlines"
  case counted = "what comes twice counts twice"
  case crossed = "a strip is paused with the other one"
  case overtaken = "of two events in one turn only the last one counts"
  case switchedOn = "a feed that was switched off is on after a restart"
  case unresumed = "a pause that is over goes on"
  case lost = "a headline is lost between the newsroom and the crawl"
  case twice = "what has broken in ends twice"
  case nosy = "a question marks a headline as read"
  case dropped = "what has come for a topic that is off is not there when it is on"

  /// By what it is found, if not by what has to be true of each run.
  var relation: Relation? {
    switch self {
    case .sleepy: .wakeups
    case .curious, .nosy: .questions
    case .counted: .twice
    case .unresumed: .takenBack
    case .crossed: .beside
    case .overtaken: .atOnce
    case .switchedOn: .restarted
    default: nil
    }
  }

  /// After a step.
  func plant(in simulation: Simulation, at place: Int) {
    if self == .twice, let turn = simulation.strip.breakIns.turns.turn(at: simulation.t) {
      simulation.feeds?.perform(.breakInEnded(turn.id))
    }
    guard place > 20, place.isMultiple(of: 10) else { return }
    switch self {
    case .undrawn: simulation.dropDrawing()
    case .beside: simulation.shiftDrawing()
    case .lost: simulation.crawl.remove(Set(simulation.crawl.toldTexts.sorted().suffix(1)), at: simulation.t)
    case .blank: simulation.crawl.remove(Set(simulation.crawl.itemIDs), at: simulation.t)
    case .awake: if place == 30 { simulation.loop.add(Ticking()) }
    case .leaking:
      try? Files.write("half", to: UserPaths.readState.replacing("items", with: ".items.newsreel-\(place)"))
    case .half:
      guard let bytes = try? Files.bytes(of: UserPaths.feedList) else { return }
      try? Files.write(Array(bytes.prefix(bytes.count / 2)), to: UserPaths.feedList)
    case .stuck:
      if place == 30 { simulation.strip.breakIns.show(Self.band, at: simulation.t) }
    case .forgotten: unlink(UserPaths.readState)
    case .dropped:
      guard let feeds = simulation.feeds else { return }
      let off = feeds.queue.items.filter { !feeds.topics.isOn($0.topicID) }
      feeds.perform(.remove(named: Set(off.map(\.title))))
    default: break
    }
  }

  private static let band: BreakIn = {
    var band = BreakIn("9 is held", number: 1_000_000)
    band.hold = .acknowledged
    return band
  }()

  /// Before a step: what a start finds.
  func prepare(simulation: Simulation, for kind: SimulatedStep.Kind) {
    if self == .switchedOn, kind == .restart { unlink(UserPaths.offFeeds) }
    guard self == .unwritten, [.restart, .reader].contains(kind) else { return }
    let cache = FeedCache(directory: UserPaths.cache)
    for path in simulation.feedFiles.map({ cache.path(of: $0.path) }) {
      guard let text = try? Project.text(of: path) else { continue }
      try? Files.write(text.replacing(/"arrived":[0-9.e+]+,?/, with: ""), to: path)
    }
  }

  /// In the course of a step.
  func interfere(with simulation: Simulation, during kind: SimulatedStep.Kind) {
    guard self == .moved, kind == .post else { return }
    simulation.strip.style.crawl.repeatSpacing += 7
    simulation.resized()
    simulation.layOut()
  }

  /// On the way of a feed's event to the strip.
  func change(_ event: FeedEvent) -> [FeedEvent] {
    switch (self, event) {
    case (.swallowed, .items(let items, let feed)): [.items(Array(items.dropFirst()), feed: feed)]
    case (.untimely, .items(let items, let feed)):
      [
        .items(
          items.map { item in
            var item = item
            if item.arrived < wallClockNow() { item.arrived = UnixTime(seconds: monotonicNow()) }
            return item
          }, feed: feed)
      ]
    case (.kept, .withdrawn): []
    case (.overdue, .withdrawn(_, let feed)) where feed.hasSuffix(SimulatedAlerts.file): []
    case (.noisy, .items(let items, let feed)) where feed.hasSuffix(SimulatedAlerts.file):
      [.withdrawn(items.map(\.id.guid), feed: feed), event]
    case (.mute, .items(let items, let feed)) where feed.hasSuffix(SimulatedAlerts.file):
      [
        .items(
          items.map { item in
            var item = item
            if item.senderID != item.id.guid { item.airing.placing = nil }
            return item
          }, feed: feed)
      ]
    case (.doubled, .items(let items, let feed)):
      [
        event,
        .items(
          items.prefix(1).map { item in
            var item = item
            item.id.guid += " again"
            item.link = nil
            return item
          }, feed: feed),
      ]
    default: [event]
    }
  }

  /// On the way of a channel's event.
  func change(_ event: BrokerEvent) -> [BrokerEvent] {
    if self == .deaf, case .feed(.withdrawn) = event { return [] }
    return [event]
  }
}

/// A source that has something to do each second.
private final class Ticking: LoopSource {
  private(set) var deadline = monotonicNow()

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    deadline = now + 1
    return .idle
  }

  func close() {}
}
