package import ScrollCore

/// What a crawl was told to show: see `CrawlScene.show(_:at:)`.
struct Programme {
  struct Entry {
    /// The number of its text in the crawl.
    var text: Int
    /// As it was told last.
    var headline: Headline
    /// The lap in which it came next; nil for one in its order.
    var lap: Int?
  }

  /// By the headlines' numbers.
  var entries: [Int: Entry] = [:]
  /// The texts to be removed that were still visible.
  var leaving: Set<Int> = []
  /// The same of texts that were added otherwise: see `dismiss(_:at:)`.
  var dismissed: Set<Int> = []
  /// The texts of headlines that are no longer new, but were still visible.
  var marked: Set<Int> = []
  /// Whether some of these have left since `show` was called last.
  var hasLetGo = false
  /// When some left, and how many headlines there were then; the latest ones.
  private var departures: [(time: Seconds, count: Int)] = []
  /// While it is changed, nothing is let go.
  var isChanging = false
  /// How many pieces of text were added for it.
  var pieces = 0
  /// Which headline each text is of, gone ones too.
  private var ids: [Int: HeadlineID] = [:]

  private static let mostGone = 1000
  /// A headline that is to go has left long before so many have come and gone.
  static let mostPassages = 10_000
  private static let mostDepartures = 16

  /// Whether anything waits until it has left.
  var hasLeavers: Bool { !leaving.isEmpty || !marked.isEmpty || !dismissed.isEmpty }

  /// The texts of its headlines.
  var texts: Set<Int> { Set(entries.values.lazy.map(\.text)) }

  func id(ofText text: Int) -> HeadlineID? { ids.isEmpty ? nil : ids[text] }

  /// A text shows a headline from now on.
  mutating func enter(_ headline: Headline, text: Int, lap: Int? = nil) {
    guard let id = headline.headlineID else { return }
    entries[id.number] = Entry(text: text, headline: headline, lap: lap)
    ids[text] = id
  }

  /// The same text shows another version of its headline.
  mutating func update(_ headline: Headline) {
    guard let id = headline.headlineID, let entry = entries[id.number] else { return }
    entries[id.number]?.headline = headline
    ids[entry.text] = id
  }

  mutating func forget(texts gone: Set<Int>) {
    if !gone.isEmpty { entries = entries.filter { !gone.contains($0.value.text) } }
  }

  mutating func noteDeparture(leaving count: Int, at t: Seconds) {
    departures = departures.suffix(Self.mostDepartures - 1) + [(t, count)]
  }

  mutating func takeDepartures() -> [(time: Seconds, count: Int)] {
    if departures.isEmpty { return [] }
    defer { departures = [] }
    return departures
  }

  /// Forgets whose texts have been, but for the latest.
  mutating func forgetGone() {
    guard ids.count > entries.count + 2 * Self.mostGone else { return }
    let latest = Set(ids.keys.sorted().suffix(entries.count + Self.mostGone)).union(texts)
    ids = ids.filter { latest.contains($0.key) }
  }
}

extension CrawlScene {
  /// The headline that a text is of, whether it is still there or not; nil for one that was added otherwise.
  package func headlineID(ofText text: Int) -> HeadlineID? { programme.id(ofText: text) }

  /// The number of the text that shows a headline.
  package func text(ofHeadline id: HeadlineID) -> Int? { programme.entries[id.number]?.text }

  /// The numbers of the texts that were shown by `show(_:at:)`, and that are there.
  package var toldTexts: Set<Int> { programme.texts }

  /// The headlines that were told, as they are shown.
  package var toldHeadlines: Set<HeadlineID> { Set(programme.entries.values.lazy.compactMap(\.headline.headlineID)) }

  /// How many pieces of text have come so far that were added otherwise, including removed ones.
  package var lineArrivals: Int { arrivals - programme.pieces }

  /// Shows these headlines, in this order, without changing the visible part: those that are no longer told leave once
  /// they are out of sight, new ones join beyond the view. Each has its `headlineID`; what was added otherwise stays.
  ///
  /// - Returns: Whether anything has changed.
  package func show(_ told: [Headline], at t: Seconds) -> Bool {
    let former = arrivals
    defer {
      programme.pieces += arrivals - former
      programme.forgetGone()
    }
    advance(to: t)
    let hasLetGo = programme.hasLetGo
    (programme.hasLetGo, programme.isChanging) = (false, true)
    defer { programme.isChanging = false }
    let hasReplaced = replaceInPlace(told, at: t)
    let wanted = told.filter { !$0.handling.isElsewhere }
    let hasRemoved = removeUntold(wanted, at: t)
    let hasUnmarked = unmark(wanted, at: t)
    let hasAdded = addMissing(wanted, at: t)
    let hasUpdated = update(wanted)
    return hasLetGo || hasReplaced || hasRemoved || hasUnmarked || hasAdded || hasUpdated
  }

  /// Whether headlines, or marks, that were to go have gone, or can go now: `show` does it, and tells.
  package func hasLeavers(at t: Seconds) -> Bool { programme.hasLetGo || canLetGo(at: t) }

  private func canLetGo(at t: Seconds) -> Bool {
    let leaving = programme.leaving.union(programme.dismissed)
    return !leaving.isEmpty && (isResting(at: t) || canRemove(leaving, at: t))
      || !programme.marked.isEmpty && !programme.marked.isSubset(of: shownItems(at: t))
  }

  /// Removes texts that were not shown by `show(_:at:)`: those in the view when they have left it.
  package func dismiss(_ texts: Set<Int>, at t: Seconds) {
    if texts.isEmpty { return }
    advance(to: t)
    programme.dismissed.formUnion(removeOffscreen(texts, at: t))
  }

  /// Keeps texts that were to go.
  package func keep(_ texts: Set<Int>) { programme.dismissed.subtract(texts) }

  /// The texts that were dismissed and have not left.
  package var dismissed: Set<Int> { programme.dismissed }

  /// Removes headlines, and marks, that are to go, each when it has left, also while no frame is drawn: what it would run next
  /// depends on it. Call it before the motion changes.
  func letGo(until t: Seconds) {
    guard programme.hasLeavers, isPlaced, wall == nil, steps == nil, !programme.isChanging else { return }
    programme.isChanging = true
    defer { programme.isChanging = false }
    var time = min(train.now, t)
    for _ in 0..<Programme.mostPassages {
      if canLetGo(at: time) { letGo(at: time) }
      let next = train.nextPassage(after: time)
      guard next > time, next <= t, programme.hasLeavers else { return }
      train.advance(to: next, from: headlines)
      time = next
    }
  }

  /// Requests a redraw when the train moves, and when something that is to go may have left: what comes into the view next depends
  /// on that.
  func scheduleChange(in frame: inout Frame, at t: Seconds, after run: SteadyRun?) {
    frame.change(at: train.nextChange(at: t), after: run)
    if programme.hasLeavers, wall == nil, steps == nil { frame.change(at: train.nextPassage(after: t)) }
  }

  private func letGo(at t: Seconds) {
    let leaving = programme.leaving
    let rest = removeOffscreen(leaving.union(programme.dismissed), at: t)
    programme.leaving.formIntersection(rest)
    programme.dismissed.formIntersection(rest)
    programme.forget(texts: leaving.subtracting(rest))
    if !programme.marked.isEmpty { programme.marked = unmark(programme.marked, at: t) }
    programme.hasLetGo = true
    programme.noteDeparture(leaving: count, at: t)
  }

  /// Returns, and clears, when headlines have gone by themselves, and how many were left.
  func takeDepartures() -> [(time: Seconds, count: Int)] { programme.takeDepartures() }

  /// Puts headlines into this order, as far as it has them, without moving visible ones.
  package func arrange(_ ids: some Sequence<HeadlineID>, at t: Seconds) -> Bool {
    arrange(ids.compactMap { programme.entries[$0.number]?.text }, at: t)
  }

  // MARK: - Steps

  private func entry(_ headline: Headline) -> Programme.Entry? {
    headline.headlineID.flatMap { programme.entries[$0.number] }
  }

  /// Lets other texts take the places of the former ones where they do so in view, too.
  private func replaceInPlace(_ told: [Headline], at t: Seconds) -> Bool {
    var hasReplaced = false
    for headline in told where headline.handling.changesInPlace {
      guard let former = entry(headline), !looksSame(headline, former.headline) else { continue }
      // A link alone does not change what is seen: the text comes again with it where it is.
      let (new, old) = (headline, former.headline)
      if new.handling.version == nil, new.text == old.text, new.row == old.row { continue }
      hasReplaced = replace(former, with: headline, at: t) || hasReplaced
    }
    return hasReplaced
  }

  private func replace(_ former: Programme.Entry, with headline: Headline, at t: Seconds) -> Bool {
    // It comes in at the edge of the view.
    if headline.handling.escalates(former.headline.handling) {
      remove([former.text], at: t)
      programme.forget(texts: [former.text])
      return true
    }
    let endsAtOnce = former.headline.handling.endsAtOnce
    guard let text = replace(former.text, with: headline, at: t, endsAtOnce: endsAtOnce) else { return false }
    programme.enter(headline, text: text, lap: former.lap)
    return true
  }

  /// Removes headlines out of sight that are no longer told, or look different; at once those that end so.
  private func removeUntold(_ wanted: [Headline], at t: Seconds) -> Bool {
    let looks = Dictionary(
      wanted.lazy.compactMap { headline in headline.headlineID.map { ($0.number, headline) } },
      uniquingKeysWith: { first, _ in first })
    let untold = programme.entries.filter { number, entry in
      !(looks[number].map { looksSame($0, entry.headline) } ?? false)
    }
    remove(Set(untold.values.lazy.filter(\.headline.handling.endsAtOnce).map(\.text)), at: t)
    programme.leaving = removeOffscreen(Set(untold.values.map(\.text)), at: t)
    let gone = Set(untold.values.lazy.map(\.text)).subtracting(programme.leaving)
    programme.forget(texts: gone)
    return !gone.isEmpty
  }

  /// Whether the text of a headline can stay for another one. A row whose numbers alone have changed rolls.
  private func looksSame(_ new: Headline, _ old: Headline) -> Bool {
    guard new.link == old.link else { return false }
    if let new = new.row, let old = old.row { return rolls(from: old, to: new) }
    return new.row == old.row && new.text == old.text && new.handling.version == old.handling.version
  }

  /// Ends the marks of headlines that are no longer new, once they are out of sight.
  private func unmark(_ wanted: [Headline], at t: Seconds) -> Bool {
    let ended = wanted.filter { headline in !headline.isNew && entry(headline)?.headline.isNew ?? false }
    let texts = Set(ended.compactMap { entry($0)?.text })
    programme.marked = texts.isEmpty ? [] : unmark(texts, at: t)
    return programme.marked != texts
  }

  private func addMissing(_ wanted: [Headline], at t: Seconds) -> Bool {
    guard wanted.contains(where: { entry($0) == nil }) else { return false }
    // Those that are not near the view yet are sorted again with the new ones.
    removeAgain(upcoming(of: toldTexts, at: t), at: t)
    removeWaiting(wanted, at: t)
    let missing = wanted.filter { entry($0) == nil }
    let lap = lap(at: t)
    for headline in missing where headline.handling.comesNext {
      if let text = interrupt(with: headline, at: t) { programme.enter(headline, text: text, lap: lap) }
    }
    let waiting = missing.filter { !$0.handling.comesNext }
    for (headline, text) in zip(waiting, append(contentsOf: waiting, at: t)) {
      if let text { programme.enter(headline, text: text) }
    }
    return true
  }

  /// Removes waiting headlines if a new one precedes them.
  private func removeWaiting(_ wanted: [Headline], at t: Seconds) {
    guard let first = wanted.firstIndex(where: { entry($0) == nil && $0.handling.comesNext }) else { return }
    let lap = lap(at: t)
    let later = wanted[first...].compactMap(entry).filter { $0.lap == lap && lap != nil }
    removeAgain(waiting(of: later.map(\.text), at: t), at: t)
  }

  private func removeAgain(_ texts: Set<Int>, at t: Seconds) {
    remove(texts, at: t)
    programme.forget(texts: texts)
  }

  /// Rolls the numbers of rows in place, and updates which headlines are shown as read.
  private func update(_ wanted: [Headline]) -> Bool {
    var hasChanged = false
    for headline in wanted {
      guard let former = entry(headline), former.headline != headline else { continue }
      hasChanged = hasChanged || headline.isRead != former.headline.isRead
      guard looksSame(headline, former.headline) else {
        programme.entries[headline.headlineID?.number ?? 0]?.headline.isRead = headline.isRead
        continue
      }
      if let row = headline.row, former.headline.row != row {
        roll(former.text, to: row)
        hasChanged = true
      }
      var now = headline
      // The mark goes with `unmark`; the text keeps the topic with which it came.
      (now.isNew, now.topic) = (headline.isNew || programme.marked.contains(former.text), former.headline.topic)
      programme.update(now)
    }
    setRead(Set(programme.entries.values.lazy.filter(\.headline.isRead).map(\.text)))
    return hasChanged
  }
}
