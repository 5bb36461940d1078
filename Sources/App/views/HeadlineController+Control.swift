internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// A crawl's commands over the socket, and its events.
extension HeadlineController {
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    try control(request, in: context)
  }

  /// Executes the commands about headlines.
  func control(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    let t = context.time
    defer { context.setNeedsDisplay() }
    if try headlines.wall?.perform(request.command) == true { return nil }
    switch request.command {
    case .add, .urgent:
      let items = try request.items(isUrgent: request.command == .urgent)
      headlines.news().accept(.added(items))
      return .array(items.map { .string($0.id.guid) })
    case .acknowledge:
      let names = Set(try request.texts())
      return .integer(headlines.desk?.perform(.acknowledge(named: names)) ?? 0)
    case .remove: return .integer(headlines.remove(try request.texts(), at: t))
    case .replace: headlines.replaceAll(with: try request.items(), at: t)
    case .value: try setValues(request, at: t)
    case .read, .unread: for link in try request.texts() { setRead(request.command == .read, link: link) }
    case .rundown: return try rundown(request, at: t)
    case .pause: crawl.setPausedByKey(true, at: t)
    case .resume: crawl.setPausedByKey(false, at: t)
    case .start: crawl.start(at: t)
    case .stop: crawl.stop(at: t)
    case .next, .previous, .open:
      guard let command = UserCommand(rawValue: request.command.rawValue),
        crawl.handle(.command(command, at: nil), in: context.event)
      else { throw Failure.usage("\(request.command.rawValue): no headline is marked; newsreel focus marks one") }
    case .scrollTo: crawl.scroll(to: try request.place(), at: t)
    default: throw Failure.unsuited(request)
    }
    return nil
  }

  private func setValues(_ request: ControlRequest, at t: Seconds) throws(Failure) {
    let texts = try request.texts()
    guard crawl.hasValues else {
      throw Failure.usage(
        "value: headlines have no live numbers; start it with a first value, as --value \(texts.first ?? "aapl=1"), or with "
          + "--values FILE")
    }
    if let wrong = texts.first(where: { text in
      Array(text.utf8).withUnsafeBytes { HeadlineReceiver.value(in: $0) == nil }
    }) {
      throw Failure.usage("value: '\(TextCleaner.line(wrong, limit: 80))' is not a value; write name=number")
    }
    for text in texts { Array(text.utf8).withUnsafeBytes { headlines.receive(value: $0) } }
  }

  func state(at t: Seconds) -> [(String, JSON)] {
    var state: [(String, JSON)] = [
      ("scrolling", .bool(crawl.isScrolling(at: t))), ("finished", .bool(crawl.isFinished)),
      ("position", .number(crawl.position(at: t))), ("speed", .number(crawl.speed(at: t))),
      ("items", .array(crawl.textsInOrder(atMost: 1000).map(JSON.string))),
      ("area", .object([("x", .number(crawl.bounds.minX)), ("width", .number(crawl.bounds.width))])),
      ("shown", .array(crawl.textsInView(at: t).map(Self.place(of:)))),
    ]
    state.append(("waiting", .integer(headlines.waitingCount)))
    if let present = headlines.breakIns(at: t) { state.append(("break-ins", .array(present.map(Self.members(of:))))) }
    if let wall = headlines.wall { state.append(("wall", wall.state(at: t))) }
    if let desk = headlines.desk {
      let topics = desk.newsroom.topics.entries.filter { !$0.isGone }
      state.append(
        (
          "topics",
          .array(
            topics.map {
              .object(
                [("name", .string($0.name)), ("on", .bool($0.isOn))]
                  + JSON.members([("problem", $0.status.flatMap { $0.isFailing ? $0.reason?.description : nil })]))
            })
        ))
    }
    return state
  }

  /// A visible text with its left edge and width, in pixels of the window.
  private static func place(of text: (text: String, left: Double, width: Double)) -> JSON {
    .object([("text", .string(text.text)), ("x", .number(text.left)), ("width", .number(text.width))])
  }

  private static func members(of item: NewsItem) -> JSON {
    let placing = (item.airing.placing ?? .breakIn).rawValue
    return .object(JSON.members([("text", item.title), ("placing", placing), ("key", item.airing.key)]))
  }

  /// Adopts a change of `ViewContext.awaitedEvents`.
  func eventsChanged(in context: ViewContext) {
    headlines.reportsShownItems = !context.awaitedEvents.isDisjoint(with: ["item-shown", "item-hidden", "cycle"])
  }

  /// Reports an event of the crawl to its subscribers.
  func tell(_ event: ViewEvent, in context: ViewContext) {
    headlines.follow(event)
    switch event {
    case .itemShown(let item): context.tell("item-shown", members(of: item))
    case .itemHidden(let item): context.tell("item-hidden", members(of: item))
    case .itemClicked(let item): context.tell("item-clicked", members(of: item))
    case .itemRecorded(let item): headlines.asRun?.note(item)
    case .cycled: context.tell("cycle")
    case .finished: context.tell("finished")
    case .returned(let text): context.tell("edited", [("text", .string(text))])
    case .beganEditing, .textEdited, .endedEditing, .areaClicked: break
    }
  }

  private func members(of item: ShownHeadline) -> [(String, JSON)] {
    let text = item.text.isEmpty ? crawl.text(of: item.id) ?? crawl.text(of: item) : item.text
    return JSON.members([("text", text), ("link", item.link)])
  }
}

extension HeadlineReceiver {
  /// What breaks in, the present one first; nil where it comes next instead.
  fileprivate func breakIns(at t: Seconds) -> [NewsItem]? {
    breakIns.map { link in
      link.view.turns.ids.filter { link.view.waits($0, at: t) }.compactMap { desk?.newsroom.breakIns.item($0) }
    }
  }

  /// Removes headlines by text, or by the IDs returned when they were added. Returns how many there were.
  func remove(_ names: [String], at t: Seconds) -> Int {
    let names = Set(names)
    let own = crawl.itemIDs.filter { id in crawl.text(of: id).map(names.contains) ?? false }
    let queued = desk?.perform(.remove(named: names)) ?? 0
    let plain = Set(own).subtracting(crawl.toldTexts)
    crawl.remove(plain, at: t)
    return queued + plain.count
  }

  /// Replaces all headlines.
  func replaceAll(with items: [NewsItem], at t: Seconds) {
    let desk = news()
    desk.perform(.removeAll)
    crawl.remove(Set(crawl.itemIDs).subtracting(crawl.toldTexts), at: t)
    desk.accept(.added(items))
  }
}

extension ViewRequest {
  /// Why live numbers cannot be shown; nil if they can, or are not used.
  func problem(ofValuesIn markup: MarkupStyle) -> String? {
    guard sources.value.hasValues, markup.kind != .none else { return nil }
    return
      "--value and --values: lines with --markup \(markup.kind.rawValue) have no live numbers; let the script that "
      + "writes the lines write them"
  }
}
