import Glibc
import ScrollCore
import TestKit

@testable import App
@testable import Base
@testable import Newsroom
@testable import Newswire
@testable import Scene
@testable import Windows

// What has to be true of what there is: in the queue, on the strip, and on disk.
extension Simulation {
  /// Once sources are quiet: nothing is lost, nothing is there that has gone, nothing is there twice.
  func checkContents() {
    note("all that is there")
    bring()
    advance(to: max(busyUntil, t + 4))
    // It may have been killed meanwhile.
    advance(to: max(busyUntil, t))
    draw()
    // What the frame has shown may end something.
    bring()
    guard found == nil, let feeds else { return }
    let queued = feeds.queue.items.compactMap { Self.number($0.title) }
    let required = required
    let lost = required.subtracting(queued)
    if !lost.isEmpty { fail("lost: \(lost.sorted()) of \(required.count)") }
    let late = unwanted.intersection(queued)
    if !late.isEmpty { fail("stays: \(late.sorted()) have been taken away") }
    checkStrip(feeds)
    checkAlerts()
    checkSounds()
    checkRundown()
    checkBounds(feeds)
    checkMemory(feeds)
    // There a headline keeps the text that it had first.
    if feeds.writing.due == .infinity { checkHistory(required.intersection(queued).subtracting(alerts.updates)) }
    for place in feedFiles.indices {
      if !isRead(feedFiles[place]) || hasFaults {
        feedFiles[place].lastRead = []
      } else if feedFiles[place].isWhole {
        feedFiles[place].lastRead = feedFiles[place].items
      }
    }
    for item in feeds.queue.items where !item.isRead && read.contains(item.id) {
      fail("read: \(item.id.guid) was read, and is shown as if it was not")
    }
  }

  /// A program that was started again knows of the items of feeds what the one before it knew. Times are not compared once the
  /// clock was set, nor anything once a file was lost.
  private func checkMemory(_ feeds: NewsDesk) {
    let former = remembered
    guard !hasFaults, system.settings == 0 else {
      remembered = [:]
      return
    }
    let files = Set(feedFiles.map(\.path))
    let items = feeds.queue.items.filter { $0.id.feed.map(files.contains) ?? false }
    remembered = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for item in items {
      guard let old = former[item.id] else { continue }
      if item.arrived != old.arrived {
        fail(
          "memory: \(item.title.prefix(8)) came at \(old.arrived.seconds), and now it is said to be \(item.arrived.seconds)"
        )
      }
      if item.published != old.published || item.link != old.link {
        fail("memory: \(item.title.prefix(8)) is dated or linked in another way")
      }
    }
  }

  /// What has to be there, as far as sources say so, whatever is off.
  private var required: Set<Int> {
    var all = sent.union(channel.numbers)
    for feed in feedFiles where isRead(feed) {
      // As long as a document is damaged, what was there before stays. Dates in the future do not say what is older.
      let last = system.settings == 0 && !hasFaults ? feed.lastRead : []
      all.formUnion(Set((feed.isWhole ? feed.items : last).map(\.number)).subtracting(feed.withdrawn))
    }
    return all.union(requiredAlerts).subtracting(loose).subtracting(gone)
  }

  /// What has gone for good.
  private var unwanted: Set<Int> {
    var all = channel.isUp ? channel.all.subtracting(channel.numbers) : []
    for feed in feedFiles where isRead(feed) && feed.isWhole && !hasFaults { all.formUnion(feed.withdrawn) }
    return all.union(gone).union(endedAlerts).subtracting(loose)
  }

  /// Whether the program reads it.
  private func isRead(_ feed: SimulatedFeed) -> Bool {
    isOn(feed.path) && feeds?.list?.feeds.contains { $0.url == feed.path } == true
  }

  /// Whether the topic of a source is on.
  func isOn(_ source: String) -> Bool {
    guard let feeds, let id = feeds.topics.id(ofFeed: source) else { return false }
    return feeds.topics.isOn(id)
  }

  /// The strip has what is on the air, once.
  private func checkStrip(_ feeds: NewsDesk) {
    let (wanted, shown) = (numbersOnAir(feeds), shownNumbers)
    let missing = wanted.subtracting(shown.map(\.1))
    if !missing.isEmpty { fail("lost: \(missing.sorted()) are on the air, and not on the strip") }
    let twice = Dictionary(grouping: shown, by: \.1).filter { $0.value.count > 1 }.keys
    if !twice.isEmpty { fail("twice: \(twice.sorted()) are on the strip twice") }
    let late = lateIDs(feeds)
    guard !late.isEmpty, found == nil else { return }
    // What has left the view is removed within a second.
    look(after: 1.2)
    bring()
    for id in late.intersection(lateIDs(feeds)) {
      fail("stays: \(crawl.text(of: id)?.prefix(8) ?? "") is on the strip, and not on the air")
    }
  }

  private func numbersOnAir(_ feeds: NewsDesk) -> Set<Int> {
    let onAir = feeds.queue.ordered(at: feeds.moment()).filter {
      feeds.topics.isOn($0.topicID) && !($0.breaksIn && $0.airing.hold != nil)
    }
    return Set(onAir.compactMap { Self.number($0.title) })
  }

  private var shownNumbers: [(Int, Int)] {
    crawl.itemIDs.compactMap { id in crawl.text(of: id).flatMap(Self.number).map { (id, $0) } }
  }

  /// Headlines out of sight that are not on the air.
  private func lateIDs(_ feeds: NewsDesk) -> Set<Int> {
    let (wanted, visible) = (numbersOnAir(feeds), crawl.shownItems(at: t))
    return Set(shownNumbers.lazy.filter { !wanted.contains($0.1) }.map(\.0)).subtracting(visible)
  }

  private func checkBounds(_ feeds: NewsDesk) {
    let sizes = [
      ("items", feeds.queue.items.count, 700), ("drawn texts", crawl.run.content.primitives.count, 2000),
      ("endings", feeds.newsroom.onAir.pastCount, 1100), ("break-ins", feeds.newsroom.breakIns.ids.count, 700),
      ("waiting", feeds.waiting.count, 1000), ("layouts", crawl.headlines.layouts.count, 700),
    ]
    for (name, count, most) in sizes where count > most { fail("bounds: \(count) \(name)") }
  }

  // MARK: - On disk

  /// What has been shown for a while is in the history.
  private func checkHistory(_ numbers: Set<Int>) {
    var problem: Failure?
    let kept = Set(HeadlineHistory.items(UserPaths.headlines, problem: &problem).compactMap { Self.number($0.title) })
    guard kept.count < 480 else { return }
    let missing = numbers.subtracting(kept)
    if !missing.isEmpty { fail("history: without \(missing.sorted())") }
  }

  /// Each file is whole, and what it was before or after the last change.
  func checkFiles() {
    if found != nil { return }
    do {
      _ = try FeedList(path: UserPaths.feedList)
      _ = try OffFeeds()
      let cache = FeedCache(directory: UserPaths.cache)
      for feed in feedFiles where !cut.contains(cache.path(of: feed.path)) { _ = try cache.load(feed.path) }
    } catch { fail("disk: \(error)") }
    var problem: Failure?
    let state = ReadState(path: UserPaths.readState, problem: &problem)
    // With the disk full it was not set aside at the start.
    let wasCut = cut.remove(UserPaths.readState) != nil
    if let problem, !wasCut { fail("disk: \(problem)") }
    for id in read where state[id] != .read { fail("read: \(id.guid) was read before, and is not now") }
    _ = HeadlineHistory.items(UserPaths.headlines, problem: &problem)
    if let problem, !hasFaults { fail("disk: \(problem)") }
    if let bytes = try? Files.bytes(of: UserPaths.headlines), bytes.count(where: { $0 == 0x0A }) > 1010 {
      fail("bounds: the history has \(bytes.count) bytes")
    }
    let names = Files.names(in: AtomicFile.directory(of: UserPaths.readState))
    if names.count(where: { $0.contains(".newsreel-") }) > 5 { fail("bounds: \(names) are left") }
  }
}
