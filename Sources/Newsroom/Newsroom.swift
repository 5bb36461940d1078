package import Newswire
package import ScrollCore

/// The news: what has come, what is on the air and in which order, what waits, what breaks in, what has been read, and which
/// topics are on.
///
/// It is a value without a clock, a file or a picture. `receive`, `perform` and `advance` are the only ways to change it, and
/// return what has changed for those around it; a copy can be moved forward to see what comes.
package struct Newsroom: Sendable {
  /// How items are selected and ordered, and where break-ins are shown.
  package struct Settings: Equatable, Sendable {
    package var queue = ItemQueue.Settings()
    /// Whether an item that asks for it covers the whole strip.
    package var allowsTakeover = false

    package init() {}
  }

  package private(set) var queue: ItemQueue
  package private(set) var topics: Topics
  package private(set) var breakIns = BreakIns()
  package private(set) var marks: ReadMarks
  /// The items that join the queue in the next rounds.
  package private(set) var pending: [NewsItem] = []
  /// The items that wait until it is no longer quiet.
  package private(set) var waiting: [NewsItem] = []
  package private(set) var isQuiet = false
  /// How many cycles of the headlines have been shown.
  package private(set) var cycle = 0
  /// What is on the air since the last `advance`, in order.
  package private(set) var onAir = OnAir()

  private var allowsTakeover: Bool
  private var followed = FollowedItems()
  /// Whether the crawl has to be brought into the order of the followed source.
  private var isReordered = false
  private var switched = SwitchedTopics()
  /// Whether a sender wants topics to be on that have not come, by their names.
  private var wantedStates: [String: Bool] = [:]
  /// The feeds that the user has dropped on the window.
  private var dropped: Set<String> = []
  /// The feeds that are in no list: no choice is kept for them.
  private var given: Set<String> = []
  private var bundledTopics: Set<TopicID> = []

  /// The limit for items that join the queue at once: frames are drawn between hundreds of feeds.
  private static let mostAtOnce = 1000
  /// The limit for topics that have not come and that a sender may switch.
  private static let mostWantedStates = 1000

  package init(settings: Settings = Settings(), marks: ReadMarks = ReadMarks(), colors: TopicColors = TopicColors()) {
    (self.marks, allowsTakeover) = (marks, settings.allowsTakeover)
    queue = ItemQueue(settings: settings.queue)
    topics = Topics(colors: colors)
  }

  // MARK: - Receiving

  /// Takes what a source has to say. Items join with the next `advance`.
  package mutating func receive(_ news: SourceReport, at now: NewsTime) -> [NewsroomChange] {
    switch news {
    case .items(let items, let feed):
      if let id = topics.id(ofFeed: feed), !topics.entries[id].isGone { pending += items }
    case .added(let items): add(items, at: now)
    case .line(let item): if !followed.take([item]) { add([item], at: now) }
    case .restarted: followed.restart()
    case .finished: return finishLines(at: now)
    case .withdrawn(let ids, let feed): return remove("withdrawn") { $0.id.feed == feed && ids.contains($0.id.guid) }
    case .marked(let read, let unread, let feed, let unsent):
      mark(Set(read).subtracting(unsent), of: feed, isRead: true, at: now)
      mark(Set(unread).subtracting(unsent), of: feed, isRead: false, at: now)
    case .described(let description): return topics.describe(description) ? [.topics] : []
    case .status(let status): return topics.note(status) ? [.topics] : []
    case .switched(let topic, let isOn):
      if wantedStates[topic] != nil || wantedStates.count < Self.mostWantedStates { wantedStates[topic] = isOn }
    case .joined(let channel):
      topics.add(channel)
      return [.topics]
    case .kept(let marks, let colors): (self.marks, topics.colors) = (marks, colors)
    }
    return []
  }

  /// Whether what has come does not wait for more: it breaks in, or concerns something that has.
  package func isUrgent(_ items: [NewsItem]) -> Bool { items.contains(where: \.breaksIn) || breakIns.concern(items) }

  /// They have come now, however long they wait to join the queue; what waits already came when it came first.
  private mutating func add(_ items: [NewsItem], at now: NewsTime) {
    pending += items.map { item in
      var item = item
      if item.arrived == .epoch { item.arrived = waiting.first { $0.id == item.id }?.arrived ?? now.wall }
      return item
    }
    // In a flood, drops what newer items would push out anyway.
    let most = 2 * queue.settings.maximumCount
    if pending.count > 2 * most { pending.removeFirst(pending.count - most) }
  }

  private mutating func finishLines(at now: NewsTime) -> [NewsroomChange] {
    guard let (items, gone) = followed.finish() else { return [] }
    pending.removeAll { gone.contains($0.id) }
    waiting.removeAll { gone.contains($0.id) }
    queue.removeAll { gone.contains($0.id) }
    breakIns.withdraw { gone.contains($0.id) }
    isReordered = true
    add(items, at: now)
    return breakInChanges()
  }

  private mutating func mark(_ guids: Set<String>, of feed: String, isRead: Bool, at now: NewsTime) {
    let ids = Set(guids.lazy.map { NewsItem.ID(feed: feed, guid: $0) })
    for id in ids where (marks[id] == .read) != isRead { marks.set(id, isRead ? .read : nil, at: now.wall) }
    if !ids.isEmpty { _ = queue.setRead(isRead) { ids.contains($0.id) } }
  }

  // MARK: - Acting

  package mutating func perform(_ action: NewsAction, at now: NewsTime) -> [NewsroomChange] {
    switch action {
    case .topic(let action): return perform(action, at: now)
    case .follow(let list): return follow(list)
    case .add(let feed):
      given.insert(feed.url)
      topics.add(feed)
      return [.topics]
    case .dropped(let feed):
      guard let id = topics.id(ofFeed: feed) else { return [] }
      dropped.insert(feed)
      switched.noteAddition(of: id)
    case .showBundled(let items): return showBundled(items, at: now)
    case .read(let isRead, let link):
      let ids = queue.setRead(isRead) { $0.link == link }
      for id in ids { marks.set(id, isRead ? .read : nil, at: now.wall) }
      return [.marked(ids, isRead: isRead)]
    case .remove(let names): return remove("withdrawn") { $0.isNamed(in: names) }
    case .removeAll: return remove("withdrawn") { _ in true }
    case .acknowledge(let names):
      return remove("acknowledged") { $0.airing.hold == .acknowledged && (names.isEmpty || $0.isNamed(in: names)) }
    case .acknowledgeBreakIn(let number):
      guard let shown = breakIns.item(number) else { return [] }
      return remove("acknowledged") { $0.airing.hold == .acknowledged && $0.id == shown.id }
    case .setQuiet(let isQuiet): return setQuiet(isQuiet)
    case .setSettings(let settings):
      guard settings != self.settings else { return [] }
      (queue.settings, allowsTakeover) = (settings.queue, settings.allowsTakeover)
      return [.unsettled]
    case .breakInEnded(let number):
      // One with a hold of its own ends with that; others continue in the crawl.
      guard let item = breakIns.ended(number), item.airing.hold != nil else { return [] }
      queue.removeAll { $0.id == item.id }
      return [.unsettled]
    case .cycled:
      cycle += 1
      return queue.hasCycles ? [.unsettled] : []
    case .leftView(let id):
      guard queue.hasCycles else { return [] }
      queue.noteCycle(of: id)
      return [.unsettled]
    }
    return []
  }

  private mutating func setQuiet(_ isQuiet: Bool) -> [NewsroomChange] {
    self.isQuiet = isQuiet
    if isQuiet || waiting.isEmpty { return [] }
    pending = waiting + pending
    waiting = []
    return [.unsettled]
  }

  /// Ends items. A visible headline leaves once it is out of sight.
  ///
  /// - Parameter ending: The end reason to log for items that had broken in.
  private mutating func remove(_ ending: String, where isGone: (NewsItem) -> Bool) -> [NewsroomChange] {
    let count = pending.count + waiting.count
    pending.removeAll(where: isGone)
    waiting.removeAll(where: isGone)
    let gone = breakIns.withdraw(ending, where: isGone).union(queue.removeAll(where: isGone).map(\.id))
    return [.ended(count - pending.count - waiting.count + gone.count)] + breakInChanges()
  }

  // MARK: - Topics

  /// Switching can be undone. For a feed that is in no list it lasts for this run; one of the list stays off until the user
  /// switches it on again.
  private mutating func perform(_ action: TopicAction, at now: NewsTime) -> [NewsroomChange] {
    if case .reload(let ids) = action { return reload(ids) }
    var changes: [NewsroomChange] = []
    for (id, isOn) in switched.changes(of: action, in: topics.entries.map { $0.isGone ? nil : $0.isOn }) {
      let feed = topics.entries[id].feed
      guard let isOn else {
        // It leaves with the list.
        if let feed, dropped.remove(feed) != nil { changes.append(.takenOff(feed: feed)) }
        continue
      }
      changes += set(id, on: isOn, undoUntil: action.offersUndo ? now.loop + SwitchedTopics.undoTime : -.infinity)
      if let feed, !given.contains(feed) { changes.append(.chosen(feed: feed, isOn: isOn)) }
    }
    return changes
  }

  /// Asks for what is new in topics, unless they are off.
  private mutating func reload(_ ids: [TopicID]) -> [NewsroomChange] {
    var changes: [NewsroomChange] = [.topics]
    for id in ids where topics.entries.indices.contains(id) && topics.isOn(id) {
      guard let feed = topics.entries[id].feed, topics.entries[id].isPolled else { continue }
      topics.noteLoading(id)
      changes.append(.look(feed: feed))
    }
    return changes
  }

  /// Switches a topic. Its headlines disappear or return at once.
  private mutating func set(_ id: TopicID, on isOn: Bool, undoUntil: Seconds = -.infinity) -> [NewsroomChange] {
    let entry = topics.entries[id]
    guard isOn != entry.isOn else { return [] }
    topics.set(id, on: isOn, undoUntil: undoUntil)
    guard isOn else { return [.topics, .topicLeft(id)] }
    return [.topics] + (entry.isPolled ? entry.feed.map { [.poll(feed: $0)] } ?? [] : [])
  }

  /// Takes a topic away, with its headlines.
  private mutating func takeAway(_ id: TopicID) -> [NewsroomChange] {
    guard !topics.entries[id].isGone else { return [] }
    queue.removeAll { $0.topicID == id }
    topics.setGone(id, true)
    return [.topics, .topicLeft(id)] + (topics.entries[id].feed.map { [.stop(feed: $0)] } ?? [])
  }

  private mutating func follow(_ list: FeedSelection) -> [NewsroomChange] {
    let states = Dictionary(list.feeds.map { ($0.spec.url, $0.isOn) }, uniquingKeysWith: { first, _ in first })
    let hadFeeds = topics.entries.contains { $0.feed != nil && !$0.isGone }
    queue.settings.ownFilters = list.filters
    for feed in list.feeds { topics.add(feed.spec, title: feed.title) }
    topics.arrange(list.feeds.map(\.spec.url))
    var changes: [NewsroomChange] = [.topics]
    for (id, entry) in topics.entries.enumerated() {
      // The bundled headlines make room for the user's feeds.
      guard let feed = entry.feed else {
        if !states.isEmpty, bundledTopics.contains(id) { changes += takeAway(id) }
        continue
      }
      // Sources of alerts and channels are not in the list.
      if !entry.isPolled || given.contains(feed) { continue }
      changes += states[feed].map { set(id, on: $0) } ?? takeAway(id)
    }
    if states.isEmpty, hadFeeds { changes.append(.listEmptied) }
    return changes
  }

  private mutating func showBundled(_ items: [NewsItem], at now: NewsTime) -> [NewsroomChange] {
    var changes: [NewsroomChange] = []
    for id in bundledTopics.sorted() where topics.entries[id].isGone {
      topics.setGone(id, false)
      changes += set(id, on: true)
    }
    for item in items {
      if let id = topics.id(of: item) { bundledTopics.insert(id) }
    }
    _ = enqueue(items, at: now)
    return changes + [.topics]
  }

  /// Switches the topics that have come as their senders want.
  private mutating func turnWanted() -> [NewsroomChange] {
    if wantedStates.isEmpty { return [] }
    var changes: [NewsroomChange] = []
    for (id, entry) in topics.entries.enumerated() {
      guard let isOn = wantedStates.removeValue(forKey: entry.name), !entry.isGone else { continue }
      changes += set(id, on: isOn)
    }
    return changes
  }

  // MARK: - As time goes by

  /// Lets what has come join, what is over go, and selects what is on the air.
  package mutating func advance(to now: NewsTime) -> [NewsroomChange] {
    if isQuiet { putAside() }
    var changes = joinPending(at: now) + turnWanted()
    queue.expire(now: now.wall)
    breakIns.forget(except: queue.holds)
    changes += select(at: now)
    if isReordered {
      let order = followed.order
      changes.append(.reordered(queue.items.filter { order[$0.id] != nil }.compactMap(\.headline)))
      isReordered = hasPending
    }
    return changes + breakInChanges()
  }

  /// Whether more items wait to join the queue than one `advance` lets in.
  package var hasPending: Bool { !pending.isEmpty }

  /// When `advance` has something to do next, if nothing comes; `.distantFuture` for never.
  package func nextChange(after now: NewsTime) -> UnixTime {
    min(queue.nextExpiry, queue.nextAiring(after: moment(now)))
  }

  /// Returns and clears what the strip has to do for break-ins.
  private mutating func breakInChanges() -> [NewsroomChange] { breakIns.takeChanges().map { .breakIn($0) } }

  private mutating func joinPending(at now: NewsTime) -> [NewsroomChange] {
    guard !pending.isEmpty else { return [] }
    let part = Array(pending.prefix(Self.mostAtOnce))
    // Another array, so that the room for all that came at the start is given back.
    pending = Array(pending.dropFirst(part.count))
    let count = topics.entries.count
    let items = enqueue(part, at: now)
    queue.arrange(followed.order)
    return (topics.entries.count > count ? [.topics] : []) + [.came(items.map(\.id))]
  }

  /// Lets items join the queue, except those of topics that are gone. Returns them.
  private mutating func enqueue(_ new: [NewsItem], at now: NewsTime) -> [NewsItem] {
    var items: [NewsItem] = []
    items.reserveCapacity(new.count)
    for var item in new {
      item.isRead = marks[item.id] == .read
      item.topicID = topics.id(of: item)
      if item.topicID.map({ topics.entries[$0].isGone }) != true { items.append(item) }
    }
    queue.add(items, now: now.wall)
    if !breakIns.isEmpty || items.contains(where: \.breaksIn) {
      let ids = Set(items.map(\.id))
      showBreakIns(queue.items.filter { ids.contains($0.id) }, at: now)
    }
    return items
  }

  /// Holds back new headlines that do not break in. A changed text of a known one is not new.
  private mutating func putAside() {
    let known = Set(queue.ordered.lazy.map(\.id))
    let isNews = { [queue] (item: NewsItem) in
      !item.breaksIn && (item.isNew || item.id.feed == nil) && !known.contains(item.id)
        && !queue.items.contains { $0.hasKey(of: item) }
    }
    let new = pending.filter(isNews)
    pending.removeAll(where: isNews)
    // `pending` has newer versions of these.
    waiting.removeAll { old in pending.contains { $0.id == old.id || $0.hasKey(of: old) } }
    // An item that waits already keeps its place, with its newest text.
    var places = Dictionary(waiting.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for item in new {
      guard let place = places[item.id] else {
        places[item.id] = waiting.count
        waiting.append(item)
        continue
      }
      waiting[place] = item
    }
    if waiting.count > 2 * queue.settings.maximumCount {
      waiting.removeFirst(waiting.count - queue.settings.maximumCount)
    }
  }

  /// Selects what is on the air. Break-ins that are over end.
  private mutating func select(at now: NewsTime) -> [NewsroomChange] {
    endBreakIns(at: now)
    let present = moment(now)
    if queue.isTimed { queue.removeAll { $0.airing.isOver(at: present.time, present.offset) } }
    // Without headlines no cycle ends: the next one with any follows.
    let last = queue.hasCycles ? cycle + Airing.mostCycles : cycle
    var items: [NewsItem] = []
    while true {
      items = queue.ordered(at: moment(now)) { topics.isOn($0.topicID) }
      if !items.isEmpty || cycle >= last { break }
      cycle += 1
    }
    let new = items.indices.filter {
      items[$0].aired == nil && (items[$0].airing.hold != nil || items[$0].airing.alert != nil)
    }
    for place in new { items[place].aired = now.wall }
    if !new.isEmpty { queue.noteAired(Set(new.map { items[$0].id }), now: now.wall) }
    let moment = moment(now)
    onAir.show(items, of: queue) { [queue] in queue.ending(of: $0, at: moment) }
    showBreakIns(items, at: now)
    return new.map { items[$0] }.filter { $0.airing.alert != nil }.map { .alert($0) }
  }

  private mutating func showBreakIns(_ items: [NewsItem], at now: NewsTime) {
    guard !breakIns.isEmpty || items.contains(where: \.breaksIn) else { return }
    let moment = moment(now)
    breakIns.follow(
      items.filter { topics.isOn($0.topicID) }, allowsTakeover: allowsTakeover,
      isOnAir: { [queue] in queue.isOnAir($0, at: moment) }, priority: { [queue] in queue.priority($0) })
  }

  /// Ends break-ins that are off the air, or no longer in the queue. One without a hold of its own is shown as long as it takes to
  /// read, unless it is an alert.
  private mutating func endBreakIns(at now: NewsTime) {
    if breakIns.isEmpty { return }
    let moment = moment(now)
    let isGone = { [queue] (item: NewsItem) in
      let stays = item.airing.hold == nil && item.alert == nil || queue.holds(item.id)
      return !queue.isOnAir(item, at: moment) || !stays
    }
    breakIns.withdraw("expired") { [queue] in isGone($0) && ($0.isOver(at: now.wall) || queue.isOver($0, at: moment)) }
    breakIns.withdraw(where: isGone)
    let shown = Set(breakIns.items.map(\.id))
    breakIns.withdraw { [topics] in shown.contains($0.id) && !topics.isOn($0.topicID) }
  }
}

// MARK: - Asking

extension Newsroom {
  package var settings: Settings {
    var settings = Settings()
    (settings.queue, settings.allowsTakeover) = (queue.settings, allowsTakeover)
    return settings
  }

  package func moment(_ now: NewsTime) -> AirTime { AirTime(time: now.wall, cycle: cycle, offset: now.offset) }

  /// The items on their way to the queue.
  package var coming: [NewsItem] { pending + waiting }

  /// The latest headlines of topics that are on, newest first, with those that have been read.
  package var recent: [NewsItem] { Array(queue.recent.filter { topics.isOn($0.topicID) }.prefix(100)) }

  package func isRead(_ link: String) -> Bool { queue.recent.contains { $0.link == link && $0.isRead } }

  package var canUndo: Bool { !switched.isEmpty }

  package var hasFeeds: Bool { topics.entries.contains { $0.feed != nil } }

  /// The feeds whose headlines are shown, by their addresses.
  package var polledFeeds: [String] {
    topics.entries.filter { $0.isOn && !$0.isGone && $0.isPolled }.compactMap(\.feed)
  }

  /// The present items of a feed, the latest first.
  package func items(ofFeed url: String) -> [NewsItem] {
    [queue.items, coming].joined().filter { $0.id.feed == url }.sorted { $0.arrived > $1.arrived }
  }

  /// The sequence numbers, by ID, of a channel's items: those in the queue or waiting.
  package func places(in channel: BrokerAddress) -> [String: Int] {
    let own = [queue.items, coming].joined().lazy.filter { $0.id.feed == channel.description }
    return Dictionary(own.compactMap { item in item.place.map { (item.id.guid, $0) } }) { _, new in new }
  }

  /// Of items that have come those that the history keeps, with their topics' names and their times of arrival.
  package func kept(of ids: [NewsItem.ID]) -> [NewsItem] {
    let wanted = Set(ids)
    let recent = queue.recent.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) }
    let held = Dictionary(recent, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { held[$0] }.map { item in
      var item = item
      item.topic = item.topicID.map { topics.entries[$0].name } ?? item.topic
      return item
    }
  }
}

extension NewsItem {
  /// Whether one of these names is its ID, its key or its text.
  package func isNamed(in names: Set<String>) -> Bool {
    names.contains(id.guid) || names.contains(title) || airing.key.map(names.contains) ?? false
  }
}
