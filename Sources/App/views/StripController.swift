internal import Base
internal import Newsroom
internal import Newswire
internal import Scene
package import ScrollCore
internal import Windows

/// `newsreel`: the strip with a label, the crawl, the number of headlines, and a chip for each topic.
final class StripController: HeadlineController, ThemedController {
  let strip: StripScene
  var looks: StyleResolver<StripKind>
  let headlines: HeadlineReceiver
  /// The time at 0 of the view's clock.
  private var clockOrigin = UnixTime.epoch
  private var clockWatch: ClockWatch?

  init(_ request: ViewRequest<StripKind>) throws(ValueError) {
    looks = try StyleResolver(request)
    let style = try looks.style()
    strip = StripScene(
      style, dock: request.window.value.dock, labelImage: .load(style.labelImage, flag: "label-image"),
      separator: .load(style.separatorImage, flag: "separator-image"), words: request.words)
    let options = request.sources.value
    if options.hasValues(in: style.markup.kind) { strip.crawl.enableValues() }
    let list = options.isBlank ? FollowedFeedList() : nil
    headlines = HeadlineReceiver(
      options, list: list, for: strip.crawl, words: request.words, color: style.theme.topicColor)
    headlines.read = style.read
    headlines.breakIns = BreakInLink(strip.breakIns)
    headlines.onDesk = { [unowned self] in show($0) }
    if let desk = headlines.desk {
      show(desk)
      desk.bundled = { [words = request.words] in BundledHeadlines.load(words) }
      if let list, list.feeds.isEmpty { desk.showBundled(at: 0) }
    }
    if request.window.value.geometry.height != nil { reportFontSize() }
    showNotice()
  }

  /// The notice while nothing has arrived. Feeds have notices of their own.
  private func showNotice() {
    guard headlines.desk == nil else { return }
    let text = headlines.problem ?? headlines.words[.waiting]
    if strip.notice?.text != text { strip.notice = StripNotice(text) }
  }

  var view: any SceneView { strip }
  var crawl: CrawlScene { strip.crawl }
  func appearance(of style: StripStyle, by looks: StyleResolver<StripKind>) -> WindowAppearance {
    WindowAppearance(
      background: style.theme.background, border: looks.border, isDock: true, mayChange: looks.file != nil)
  }

  var style: StripStyle { strip.style }
  var theme: StripTheme? { strip.style.theme }

  /// Applies the topics' colours, too; headlines keep their places.
  func apply(_ style: StripStyle, at t: Seconds) {
    let old = strip.style
    if style.theme.font != old.theme.font { reportFontSize() }
    strip.style = style
    let context = looks.connection?.context
    if style.labelImage != old.labelImage {
      strip.labelImage = .load(style.labelImage, flag: "label-image", tell: context)
    }
    if style.separatorImage != old.separatorImage {
      strip.separator = .load(style.separatorImage, flag: "separator-image", tell: context)
    }
    if style.clockFormat != old.clockFormat { showClock() }
    headlines.recolor(style.theme.topicColor)
    headlines.desk?.change { $0.allowsTakeover = style.allowsTakeover }
    headlines.read = style.read
  }

  /// Reports that the size of the user's font has no effect if something else sets the strip's height.
  private func reportFontSize() {
    let window = looks.request.window
    guard window.hasSet("font"), window.value.font.size != nil else { return }
    reportError(
      "--font: the size in '\(window.value.font.text)' is not used: what a strip shows is as large as its height says; "
        + "give --geometry another height, or the font none")
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    try headlines.open(connection)
    followTheme(connection)
    setClock(origin: wallClockNow() - connection.now())
  }

  /// - Parameter origin: The time at 0 of the view's clock.
  func setClock(origin: UnixTime) {
    clockOrigin = origin
    showClock()
  }

  /// Follows the time of day once a clock is visible.
  private func watchClock() {
    guard clockWatch == nil, let connection = looks.connection, !connection.isForPicture else { return }
    clockWatch = ClockWatch { [unowned self, context = connection.context] in
      setClock(origin: wallClockNow() - monotonicNow())
      context.setNeedsLayout()
    }
    clockWatch.map(connection.loop.add)
  }

  private func showClock() {
    let format = strip.style.clockFormat
    guard !format.isEmpty else {
      strip.clock = nil
      return
    }
    watchClock()
    let clock = WallClock(format: format, origin: clockOrigin)
    strip.clock = { clock.text(at: $0) }
  }

  func update(at t: Seconds) {
    headlines.update(at: t)
    strip.tell(news: headlines.desk?.newsroom.onAir.news ?? 0, at: t)
    strip.waiting = headlines.isQuiet ? headlines.waitingCount : nil
    showNotice()
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    switch action {
    case .chosen(let url):
      drop(DroppedAddresses(typed: url), in: context)
    case .window(.failed(let reason)):
      reportError(reason)
      strip.say(reason, at: context.time)
      context.setNeedsLayout()
    case .session(.problem(let reason)):
      // It stands where the source's headlines would be.
      if let reason, !strip.showsNotice || strip.notice?.text != reason { strip.say(reason, at: context.time) }
      context.setNeedsLayout()
    default:
      let isDone = performOnHeadlines(action, in: context)
      // The message about it is obsolete.
      if action == .headlines(.topic(.undo)) { strip.endFailure(at: context.time) }
      return isDone
    }
    return true
  }

  /// Shows what is wrong in the configuration; nil once nothing is.
  func show(mistake: String?, at t: Seconds) -> Bool {
    strip.say(mistake: mistake, at: t)
    return true
  }

  func markedPlace(at t: Seconds) -> Rect? { strip.markedPlace(at: t) }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    strip.setMotion(isReduced: isReduced, steps: steps, at: t)
  }
}

extension StripKind: ViewKind {
  package static func missing(_ request: ViewRequest<Self>) -> String? {
    request.problem(ofValuesIn: request.own.value.markup)
  }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try StripController(request)
  }
}
