internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// The topics, and which of them are shown, according to the user's list and actions.
extension FeedController {
  /// Applies the user's current list: feeds that were added or removed, their order, names and colours, and whether they are
  /// off or hidden.
  func apply(_ list: FollowedFeedList, at t: Seconds) {
    let standing = Set(list.feeds.map(\.url))
    let hadFeeds = topics.entries.contains { $0.feed != nil && !$0.isGone }
    queue.settings.ownFilters = list.filters
    for feed in list.feeds { topics.add(feed, title: list.title(of: feed)) }
    topics.arrange(list.feeds.map(\.url))
    for (id, entry) in topics.entries.enumerated() {
      // The bundled headlines make room for the user's feeds.
      guard let feed = entry.feed else {
        if !standing.isEmpty, bundledTopics.contains(id) { forget(id, at: t) }
        continue
      }
      // Sources of alerts and channels are not in the list.
      if !entry.isPolled || isGiven(feed) { continue }
      guard standing.contains(feed) else {
        forget(id, at: t)
        continue
      }
      let state: TokenState =
        switch list.visibility(of: feed) {
        case .shown: .on
        case .off: .off
        case .hidden: .removed
        }
      set(id, to: state, at: t)
    }
    // New feeds are on from the start.
    reader.read(shownFeeds)
    reader.follow(list.accounts.map(\.address))
    hasNewTopics = true
    if standing.isEmpty, hadFeeds { bringBundledBack(at: t) }
  }

  /// Shows the bundled headlines again after the last feed has left the list.
  private func bringBundledBack(at t: Seconds) {
    for id in bundledTopics.sorted() where topics.entries[id].isGone {
      topics.revive(id)
      set(id, to: .on, at: t)
    }
    showBundled(at: t)
  }

  private func forget(_ id: TopicID, at t: Seconds) {
    set(id, to: .removed, at: t)
    topics.forget(id)
  }

  /// Applies an action to topics. Switching and removing can be undone. Removing a feed of the command line lasts for
  /// this run; a feed of the list stays hidden until the user shows it again.
  func perform(_ action: TopicAction, at t: Seconds) {
    if case .reload(let ids) = action { return reload(ids, at: t) }
    for (id, state) in switched.changes(of: action, in: topics.entries.map(\.state))
    where !topics.entries[id].isGone {
      let offersUndo = state == .removed && action != .undo
      set(id, to: state, undoUntil: offersUndo ? monotonicNow() + TopicList.undoTime : -.infinity, at: t)
      guard let feed = topics.entries[id].feed else { continue }
      if action == .undo, state == .removed, dropped.contains(feed) { takeOff(feed) } else { save(state, of: feed) }
    }
    bring(at: t)
  }

  /// Makes a topic of a broker's channel.
  func join(_ channel: BrokerAddress) {
    topics.add(channel)
    hasNewTopics = true
    wake(at: monotonicNow())
  }

  /// The present items of a feed, the latest first.
  func items(ofFeed url: String) -> [NewsItem] {
    [queue.items, coming].joined().filter { $0.id.feed == url }.sorted { $0.arrived > $1.arrived }
  }

  /// The sequence numbers, by ID, of a channel's items: those shown, shelved or waiting.
  func places(in channel: BrokerAddress) -> [String: Int] {
    let all = [queue.items, coming, topics.entries.flatMap(\.shelf)].joined()
    let own = all.lazy.filter { $0.id.feed == channel.description }
    return Dictionary(own.compactMap { item in item.place.map { (item.id.guid, $0) } }) { _, new in new }
  }

  /// How many topics that have not come a sender may switch.
  private static let mostWantedStates = 1000

  /// Switches a topic, by its name, as its sender wants: at once, or when it comes. A removed one stays away.
  func turn(topic name: String, on isOn: Bool) {
    guard wantedStates[name] != nil || wantedStates.count < Self.mostWantedStates else { return }
    wantedStates[name] = isOn
    wake(at: monotonicNow())
  }

  /// Switches the topics that have come.
  func turnWanted(at t: Seconds) {
    if wantedStates.isEmpty { return }
    for (id, entry) in topics.entries.enumerated() {
      guard let isOn = wantedStates.removeValue(forKey: entry.name), entry.state != .removed else { continue }
      set(id, to: isOn ? .on : .off, at: t)
    }
  }

  /// Fetches the feeds of these topics now, unless they are off.
  private func reload(_ ids: [TopicID], at t: Seconds) {
    for id in ids where topics.state(of: id) == .on {
      guard let feed = topics.entries[id].feed, topics.entries[id].isPolled else { continue }
      topics.noteLoading(id)
      reader.look(at: feed)
    }
    hasNewTopics = true
    bring(at: t)
  }

  /// Switches a topic. Its headlines disappear or return at once.
  private func set(_ id: TopicID, to state: TokenState, undoUntil: Double = -.infinity, at t: Seconds) {
    let old = topics.entries[id].state
    guard state != old else { return }
    if state != .on { headlines.remove(topic: id, at: t) }
    if state == .removed {
      topics.shelve(queue.removeAll { $0.topicID == id }, of: id)
    } else if old == .removed {
      queue.add(topics.takeShelf(of: id), now: wallClock())
    }
    topics.set(id, to: state, undoUntil: undoUntil)
    hasNewTopics = true
    guard let feed = topics.entries[id].feed else { return }
    if state == .removed { reader.stop(feed) }
    if state == .on, topics.entries[id].isPolled { read(feed) }
  }

  private func read(_ url: String) {
    // The address of a topic has been one of a feed.
    let feed = list?.feeds.first { $0.url == url } ?? given[url] ?? (try? FeedSpec(url: url))
    if let feed { reader.read([feed]) }
  }

  /// Whether it is a feed of the command line, of which no choice is kept.
  private func isGiven(_ feed: String) -> Bool { given[feed] != nil }

  private func save(_ state: TokenState, of feed: String) {
    guard let list, !isGiven(feed) else { return }
    let visibility: FeedVisibility =
      switch state {
      case .on: .shown
      case .off: .off
      case .removed: .hidden
      }
    do throws(Failure) { try list.set(feed, visibility) } catch {
      onFailure(words[.choiceNotKept, ["reason": error.description]])
    }
  }
}
