internal import Bars
internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// The headlines of `newsreel bar`: a crawl that is never drawn, with its sources, and the one that has its turn.
final class BarController: HeadlineController {
  let crawl = CrawlScene()
  let headlines: HeadlineReceiver
  private(set) var round: BarRound
  private let placesNewNext: Bool
  /// Why a source fails; nil if none does.
  var problem: String?
  /// The numbers of the headlines' texts.
  private var texts: [BarHeadline.Key: Int] = [:]

  /// The limit for headlines: they are shown one at a time.
  private static let most = 1000

  /// - Parameter list: The user's feeds, if they are shown.
  init(_ options: BarOptions, _ sources: SourceOptions, list: FollowedFeedList?, words: Words) {
    round = BarRound(options.pace)
    placesNewNext = sources.news.new == .next
    if sources.hasValues(in: .none) { crawl.enableValues() }
    headlines = HeadlineReceiver(sources, list: list, for: crawl, words: words) { StripTheme().topicColor($0) }
    crawl.limits = TextStore.Limits(chunks: Self.most, bytes: 1 << 20)
  }

  var view: any SceneView { crawl }
  var appearance: WindowAppearance { WindowAppearance(background: StripTheme().background) }
  var isPaused: Bool { round.isPaused }
  func open(_ connection: SourceConnection) throws(Failure) { try headlines.open(connection) }
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {}
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu { Menu([], at: nil) }

  // MARK: - Headlines

  /// Shows what there is now.
  func update(at t: Seconds) {
    headlines.update(at: t)
    crawl.adoptValues(at: t)
    change { $0.show(present, at: t) }
  }

  /// Goes on to the headline of that time, without other news.
  func advance(to t: Seconds) { change { $0.advance(to: t) } }

  /// Changes what is shown, and tells the desk what has been seen.
  private func change(_ change: (inout BarRound) -> Void) {
    let (former, laps) = (round.shown, round.laps)
    change(&round)
    if round.laps != laps { headlines.follow(.cycled) }
    guard let former, former.key != round.shown?.key, let desk = headlines.desk, desk.newsroom.queue.hasCycles,
      let item = texts[former.key].flatMap(desk.item(ofText:))
    else { return }
    desk.perform(.leftView(item.id))
  }

  private var present: [BarHeadline] {
    texts = [:]
    return crawl.idsInOrder(atMost: Self.most).compactMap { id in
      guard let text = crawl.textWithNumbers(of: id) else { return nil }
      let item = headlines.desk?.item(ofText: id)
      let key = crawl.headlineID(ofText: id).map { BarHeadline.Key.item($0.number) } ?? .line(id)
      var headline = BarHeadline(key, text)
      headline.link = item?.link ?? crawl.headline(of: id)?.link
      headline.topic = item?.topicID.flatMap { name(ofTopic: $0) } ?? item?.topic
      (headline.isRead, headline.isUrgent) = (crawl.isRead(id), item?.breaksIn ?? false)
      headline.comesNext = placesNewNext
      texts[key] = id
      return headline.text.isEmpty ? nil : headline
    }
  }

  private func name(ofTopic id: TopicID) -> String? {
    guard let topics = headlines.desk?.newsroom.topics.entries, topics.indices.contains(id) else { return nil }
    return topics[id].name
  }

  func content(at t: Seconds) -> BarContent { orNotice(round.content(at: t)) }

  /// What is seen at a time of any day.
  func content(atTime time: UnixTime, turn: Seconds) -> BarContent {
    orNotice(round.content(atTime: time.seconds, turn: turn))
  }

  private func orNotice(_ content: BarContent) -> BarContent {
    content.count > 0 ? content : BarContent(notice: problem ?? notice)
  }

  /// What is said without headlines. A user without feeds sees nothing.
  private var notice: String {
    guard let desk = headlines.desk else { return headlines.problem ?? headlines.words[.waiting] }
    if let list = desk.list, list.feeds.isEmpty, desk.newsroom.topics.entries.isEmpty { return "" }
    return desk.texts.notice?.text ?? ""
  }

  // MARK: - Control

  /// Performs a click of the bar.
  func perform(_ action: BarClick.Action, in context: ViewContext) throws(Failure) {
    let t = context.time
    advance(to: t)
    switch action {
    case .open:
      guard let link = round.shown?.link else { throw .usage("open: the headline that is shown has no link") }
      context.perform(.open(link: link) as WindowRequest)
    case .next: change { $0.goOn(at: t) }
    case .previous: change { $0.goBack(at: t) }
    case .pause: change { $0.setPaused(!$0.isPaused, at: t) }
    }
    context.setNeedsDisplay()
  }

  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    switch request.command {
    case .open: try perform(.open, in: context)
    case .next: try perform(.next, in: context)
    case .previous: try perform(.previous, in: context)
    case .pause, .resume: if isPaused != (request.command == .pause) { try perform(.pause, in: context) }
    case .start, .stop, .scrollTo, .rundown: throw Failure.unsuited(request)
    default: return try control(request, in: context)
    }
    return nil
  }

  func state(at t: Seconds) -> [(String, JSON)] {
    let content = content(at: t)
    return [
      ("text", .string(content.text)), ("class", .string(content.kind.rawValue)),
      ("headline", round.shown.map { .string($0.text) } ?? .null),
      ("items", .array(round.headlines.map { .string($0.text) })), ("unread", .integer(content.unread)),
      ("paused", .bool(isPaused)),
    ]
  }
}
