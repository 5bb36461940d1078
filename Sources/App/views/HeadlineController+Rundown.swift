internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore

/// The upcoming headlines.
extension HeadlineController {
  /// - Parameter length: How far to look ahead, in seconds.
  func rundown(for length: Seconds, at t: Seconds) -> Rundown {
    let (crawl, desk) = (crawl, headlines.desk)
    let newsroom = desk?.newsroom
    let now = desk?.wallClock() ?? wallClockNow()
    let lines = crawl.itemIDs.filter { crawl.headlineID(ofText: $0) == nil }
    var queue = newsroom?.queue ?? ItemQueue()
    queue.settings.maximumCount += lines.count
    var items = Dictionary(uniqueKeysWithValues: lines.map { ($0, lineItem($0)) })
    queue.add(lines.compactMap { items[$0] }, now: now)
    for id in crawl.itemIDs { items[id] = items[id] ?? desk?.item(ofText: id) }

    let (outlook, speed) = (crawl.outlook(at: t), crawl.steadySpeed)
    let time = { (pixels: Double) in speed > 0 ? pixels / speed : Double.infinity }
    let delay = crawl.stepTime(of: Headline("")) == nil ? outlook.delay : 0
    var place = Rundown.Place()
    place.cycle = newsroom?.cycle ?? 0
    place.inView = outlook.inView.compactMap { seen in items[seen.id].map { ($0, delay + time(seen.rest)) } }
    place.order = outlook.order.compactMap { items[$0]?.id }
    place.shown = Set(outlook.shown.compactMap { items[$0]?.id })
    place.wait = outlook.wait.map { delay + time($0) } ?? 0
    place.brokenIn = newsroom?.breakIns.ids ?? []
    if let breakIns = headlines.breakIns?.view, let newsroom {
      (place.breakIns, place.breakInTime) = (breakIns.turns, t)
      for id in breakIns.turns.ids { place.breakInItems[id] = newsroom.breakIns.item(id) }
    }
    return Rundown(
      of: queue, from: now, for: length, at: place, pace: pace(time), offset: desk?.utcOffset ?? localOffset,
      isShown: { newsroom?.topics.isOn($0.topicID) ?? true })
  }

  private func pace(_ time: @escaping (Double) -> Seconds) -> Rundown.Pace {
    let (crawl, room) = (crawl, crawl.bounds.width)
    // By the items, and whether they are marked as new.
    var widths: [[NewsItem.ID: Double]] = [[:], [:]]
    func width(_ item: NewsItem) -> Double {
      let mark = item.isNew ? 1 : 0
      if let known = widths[mark][item.id] { return known }
      let headline = Headline(item.line, topic: item.topicID, isNew: item.isNew, isPlain: item.isPlain)
      let width = crawl.width(of: headline)
      widths[mark][item.id] = width
      return width
    }
    func step(_ item: NewsItem) -> Seconds? { crawl.stepTime(of: Headline(item.line)) }
    return Rundown.Pace(
      step: { step($0) ?? time(width($0) + crawl.gap) }, crossing: { step($0) ?? time(width($0) + room) },
      reading: { [breakIns = headlines.breakIns] in
        breakIns?.view.readingTime(of: BreakIn($0, number: -1, priority: 0)) ?? 0
      }, cycle: crawl.stepTime(of: Headline("")) == nil ? time(crawl.lapGap) : 0)
  }

  /// A headline of a line without further fields.
  private func lineItem(_ id: Int) -> NewsItem { NewsItem(guid: "line \(id)", title: crawl.text(of: id) ?? "") }

  /// The answer to the command `rundown`.
  func rundown(_ request: ControlRequest, at t: Seconds) throws(Failure) -> JSON {
    var length = RundownOptions.usualLength
    if let text = try request.texts().first {
      guard let seconds = Double(text), RundownOptions.lengths.contains(seconds) else {
        throw .usage("rundown: '\(text)' is not a number of seconds from 1 to 86400, as in newsreel msg rundown 3600")
      }
      length = seconds
    }
    return rundown(for: length, at: t).json
  }
}

extension Rundown {
  /// A list of objects, in order of time.
  var json: JSON { .array(entries.map(\.json)) }
}

extension Rundown.Entry {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [("start", Self.time(start))]
    if let end { members.append(("end", Self.time(end))) }
    members += JSON.members([("text", item.title), ("topic", item.topic), ("link", item.link)])
    members += [
      ("placing", .string(placing.rawValue)), ("priority", .integer(priority)), ("cycle", .integer(cycle)),
    ]
    return .object(members)
  }

  /// Seconds since 1970, to the millisecond.
  private static func time(_ time: UnixTime) -> JSON { .number((time.seconds * 1000).rounded() / 1000) }
}
