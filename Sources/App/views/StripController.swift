internal import Base
internal import Newswire
package import Scene
package import ScrollCore

/// `newsreel`: the strip with a label, the crawl, the number of headlines and a chip for each topic.
final class StripController: HeadlineController {
  let strip: StripView
  var request: ViewRequest<StripKind>
  let headlines: HeadlineReceiver
  /// What the desktop asks for.
  var wishes = DesktopWishes()
  /// The theme's own border.
  var border: Border
  /// The user's own file that the looks come from, which may change.
  let themeFile: Theme.File?

  init(_ request: ViewRequest<StripKind>) throws(ValueError) {
    self.request = request
    let theme = try Theme.load(request.own.value.themeName)
    (border, themeFile) = (theme.border, theme.file)
    let style = try StripKind.style(of: request, over: theme.style(for: request))
    strip = StripView(
      style, dock: request.window.value.dock, labelImage: .load(style.labelImage, flag: "label-image"),
      separator: .load(style.separatorImage, flag: "separator-image"))
    let options = request.sources
    if options.hasValues { strip.crawl.enableValues() }
    let list = options.isBlank ? FollowedFeedList() : nil
    headlines = HeadlineReceiver(options, list: list, for: strip.crawl, color: style.theme.topicColor)
    if let feeds = headlines.feeds {
      feeds.onTopics = { [unowned self] in setChips($0, hidden: $1, at: $2) }
      strip.hint = { [unowned feeds] in feeds.description(ofTopic: $0) }
      strip.card = { [unowned feeds] in feeds.card(ofLink: $0) }
      if let list, list.feeds.isEmpty { feeds.show(BundledHeadlines.load(), at: 0) }
    }
    // It says so where it waits.
    if headlines.feeds == nil { strip.notice = StripNotice("Waiting for headlines") }
  }

  var view: any View { strip }
  var crawl: CrawlView { strip.crawl }
  var appearance: WindowAppearance {
    WindowAppearance(
      background: strip.style.theme.background, border: border, isDock: true, mayChange: themeFile != nil)
  }

  var style: StripStyle { strip.style }
  var theme: StripTheme? { strip.style.theme }

  /// The topics' colours, too; headlines stay where they are.
  func apply(_ style: StripStyle, at t: Seconds) {
    strip.style = style
    headlines.feeds?.recolor(style.theme.topicColor)
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    try headlines.open(connection)
    if !strip.style.clockFormat.isEmpty {
      let clock = WallClock(format: strip.style.clockFormat, offset: wallClockNow() - connection.now())
      strip.clock = { clock.text(at: $0) }
    }
    if !connection.isForPicture { followTheme(connection) }
  }

  func update(at t: Seconds) {
    headlines.update(at: t)
    for headline in headlines.feeds?.takeUrgent() ?? [] { strip.show(headline, at: t) }
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    switch action {
    case .open(let link): headlines.feeds?.opened(link)
    case .topic(let action):
      headlines.feeds?.perform(action, at: context.time)
      context.setNeedsLayout()
      return true
    default: return headlines.markup.perform(action, in: context)
    }
    return false
  }

  // MARK: - Topics

  private func setChips(_ tokens: [Token], hidden: [Token], at t: Seconds) {
    strip.setTopics(tokens, hidden: hidden, at: t)
    strip.notice = headlines.feeds?.notice
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    strip.setMotion(isReduced: isReduced, steps: steps, at: t)
  }
}

extension StripKind: ViewKind {
  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> ControllerOf<StripStyle> {
    ControllerOf(try StripController(request))
  }
}
