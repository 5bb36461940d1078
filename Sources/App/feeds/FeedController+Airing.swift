internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore

/// The items on the air: by the wall clock, by cycles of the headlines, and by break-ins.
extension FeedController {
  func moment(_ now: UnixTime) -> AirTime { AirTime(time: now, cycle: cycle, offset: utcOffset) }

  /// The items to show now, in order. Breaks in those with that placing.
  func itemsOnAir(now: UnixTime) -> [NewsItem] {
    let present = moment(now)
    endBreakIns(at: present, now: now)
    if queue.isTimed { queue.removeAll { $0.airing.isOver(at: present.time, present.offset) } }
    // Without headlines no cycle ends: the next one with any follows.
    let last = queue.hasCycles ? cycle + Airing.mostCycles : cycle
    var items: [NewsItem]
    while true {
      items = queue.ordered(at: moment(now)) { topics.isOn($0.topicID) }
      if !items.isEmpty || cycle >= last { break }
      cycle += 1
    }
    follow(items)
    let new = items.filter { $0.aired == nil && ($0.airing.hold != nil || $0.airing.alert != nil) }
    if !new.isEmpty { queue.noteAired(Set(new.map(\.id)), now: now) }
    alerts += new.filter { $0.airing.alert != nil }
    if alerts.count > Self.mostAlerts { alerts.removeFirst(alerts.count - Self.mostAlerts) }
    return items
  }

  /// The limit for alerts that wait to be reported.
  private static let mostAlerts = 100

  /// Returns and clears the alerts that have come on the air since the last call.
  func takeAlerts() -> [NewsItem] {
    defer { alerts = [] }
    return alerts
  }

  /// The members of an event for an item.
  func members(of item: NewsItem) -> [(String, JSON)] {
    JSON.members([("text", item.title), ("link", item.link), ("topic", item.topic)])
      + [("priority", .integer(queue.priority(item)))]
      + JSON.members([("severity", item.airing.alert?.rawValue)])
  }

  /// Breaks in the new items of the queue that are to, and lets others take the places of those that have.
  func breakIn(_ new: [NewsItem]) {
    guard !breakIns.isEmpty || new.contains(where: \.breaksIn) else { return }
    let ids = Set(new.map(\.id))
    follow(queue.items.filter { ids.contains($0.id) })
  }

  /// Why an item is no longer wanted, in the as-run log's words. One that this cycle leaves out has just left.
  func ending(of item: NewsItem, at moment: AirTime) -> String {
    if queue.isOver(item, at: moment) { return "expired" }
    return queue.holds(item.id) && queue.isLeftOut(item, ofCycleAt: moment) ? "left" : "withdrawn"
  }

  private func follow(_ items: [NewsItem]) {
    guard !breakIns.isEmpty || items.contains(where: \.breaksIn) else { return }
    let moment = moment(wallClock())
    breakIns.follow(
      items.filter { topics.isOn($0.topicID) }, allowsTakeover: allowsTakeover,
      isOnAir: { [queue] in queue.isOnAir($0, at: moment) }, priority: { [queue] in queue.priority($0) })
  }

  /// Ends break-ins that are off the air, or no longer in the queue. One without a hold of its own is shown as long as it takes to
  /// read, unless it is an alert.
  private func endBreakIns(at moment: AirTime, now: UnixTime) {
    if breakIns.isEmpty { return }
    let isGone = { [queue] (item: NewsItem) in
      let stays = item.airing.hold == nil && item.alert == nil || queue.holds(item.id)
      return !queue.isOnAir(item, at: moment) || !stays
    }
    breakIns.withdraw("expired") { [queue] in isGone($0) && ($0.isOver(at: now) || queue.isOver($0, at: moment)) }
    breakIns.withdraw(where: isGone)
    let shown = Set(breakIns.items.map(\.id))
    breakIns.withdraw { [topics] in shown.contains($0.id) && !topics.isOn($0.topicID) }
  }

  /// Notices from now on that the clock on the wall was set: something depends on it.
  func followClock() {
    if isForPicture { return }
    clockWatch = ClockWatch { [unowned self] in
      tzset()
      wake(at: monotonicNow())
    }
  }

  // MARK: - Holds and cycles

  /// The strip has finished showing a break-in. One with a hold of its own ends with that; others continue in the crawl.
  func ended(breakIn number: Int) {
    guard let item = breakIns.ended(number), item.airing.hold != nil else { return }
    queue.removeAll { $0.id == item.id }
    wake(at: monotonicNow())
  }

  /// Ends items that are held until somebody acknowledges them.
  ///
  /// - Parameter isMeant: Selects the items.
  /// - Returns: Their number.
  func acknowledge(where isMeant: (NewsItem) -> Bool) -> Int {
    remove(as: "acknowledged") { $0.airing.hold == .acknowledged && isMeant($0) }
  }

  /// Whether it has to know of cycles, and of headlines that have left the view.
  var followsCycles: Bool { queue.hasCycles }

  /// All headlines have been shown once more.
  func cycled() {
    cycle += 1
    if queue.hasCycles { wake(at: monotonicNow()) }
  }

  /// A headline has left the view.
  func hidden(_ id: Int) {
    guard queue.hasCycles, let item = headlines.item(ofHeadline: id) else { return }
    queue.noteCycle(of: item.id)
    wake(at: monotonicNow())
  }
}
