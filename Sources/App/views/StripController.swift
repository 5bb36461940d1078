internal import Base
internal import Newswire
package import Scene
package import ScrollCore

/// `newsreel`: the strip with a label, the crawl, the number of headlines and a chip for each topic.
final class StripController: HeadlineController {
  let strip: StripView
  private var request: ViewRequest<StripKind>
  let headlines: HeadlineReceiver
  /// What the desktop asks for.
  private var wishes = DesktopWishes()
  /// The theme's own border.
  private var border: Border
  /// The user's own file that the looks come from, which may change.
  private let themeFile: Theme.File?

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
      strip.hint = { [unowned feeds] in
        switch $0 {
        case .topic(let id): feeds.description(ofTopic: id)
        case .link: nil
        }
      }
      strip.card = { [unowned feeds] in feeds.card(ofLink: $0) }
      if let list, list.feeds.isEmpty { feeds.show(BundledHeadlines.load(), at: 0) }
    }
    // It says so where it waits.
    if headlines.feeds == nil { strip.notice = StripNotice("Waiting for headlines") }
    strip.crawl.append(contentsOf: options.texts.map { Headline($0) }, at: 0)
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
    default: break
    }
    return false
  }

  // MARK: - Topics

  private func setChips(_ tokens: [Token], hidden: [Token], at t: Seconds) {
    strip.setTopics(tokens, hidden: hidden, at: t)
    strip.notice = headlines.feeds?.notice
  }

  // MARK: - Theme

  /// Follows the file that the theme comes from: what is saved is shown, what is wrong is refused.
  private func followTheme(_ connection: SourceConnection) {
    guard let file = themeFile else { return }
    do throws(Failure) {
      connection.loop.add(
        try WatchedFile(path: file.path, known: file.bytes) { [unowned self] result in
          take(result, from: file.path, connection)
        })
    } catch {
      reportError("--theme: \(error.description); it stays as it is")
    }
  }

  func setTheme(_ name: String, in context: ViewContext) throws(ValueError) {
    var new = request
    try new.own.set("theme", to: name)
    try show(try Theme.load(theme(of: new)), for: new, in: context)
  }

  func follow(_ wishes: DesktopWishes, in context: ViewContext) {
    self.wishes = wishes
    guard request.own.value.themeName.lowercased() == Theme.automatic else { return }
    // It ships, and what was laid over it was right before.
    if let theme = try? Theme.load(wishes.theme) { try? show(theme, for: request, in: context) }
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    strip.setMotion(isReduced: isReduced, steps: steps, at: t)
  }

  /// The theme's own name, where the desktop is to choose it.
  private func theme(of request: ViewRequest<StripKind>) -> String {
    let name = request.own.value.themeName
    return name.lowercased() == Theme.automatic ? wishes.theme : name
  }

  private func show(_ theme: Theme, for new: ViewRequest<StripKind>, in context: ViewContext) throws(ValueError) {
    apply(try StripKind.style(of: new, over: theme.style(for: new)), at: context.time)
    (request, border) = (new, theme.border)
    context.perform(.changeAppearance)
  }

  private func take(_ result: Result<[UInt8], Failure>, from path: String, _ connection: SourceConnection) {
    // The user may have chosen another one since.
    guard request.own.value.themeName == path else { return }
    do throws(ValueError) {
      guard case .success(let bytes) = result else {
        if case .failure(let error) = result { throw ValueError(name: "theme", reason: error.description) }
        return
      }
      let theme = try Theme(Theme.File(path: path, bytes: bytes))
      apply(try StripKind.style(of: request, over: theme.style(for: request)), at: connection.now())
      border = theme.border
      connection.context.perform(.changeAppearance)
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }
}

extension Theme {
  /// A strip's style with this theme. A text that others replace stands still where it fits, as the time of day.
  func style(for request: ViewRequest<StripKind>) -> StripStyle {
    var style = StripStyle()
    style.theme = strip
    style.crawl.scrollOnlyWhenTooLong = request.sources.replaces
    return style
  }
}

// MARK: - The kind of view

package enum StripKind: ViewKind {
  package static let name = "strip"
  package static let text = CommandText.headlines(
    name: "", abstract: "A news ticker for the X11 desktop",
    discussion: """
      Shows a strip along the edge of the screen: a label, headlines that scroll by, their number, and a chip for each \
      topic. A click on a chip takes its headlines off, and another one brings them back; its × removes it, and for ten \
      seconds it can be undone there, later with newsreel feeds show. Without a source it shows the feeds of newsreel feeds list, and \
      where there are none, the headlines that it ships with. \
      A first argument that is no subcommand is a headline.
      """)

  package static var sourceOptions: [OptionText] { OptionText.joining }

  package static func style(of request: ViewRequest<Self>) throws(ValueError) -> StripStyle {
    try style(of: request, over: Theme.load(request.own.value.themeName).style(for: request))
  }

  package static func validate(_ style: StripStyle) throws(ValueError) { try style.crawl.validate() }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> ControllerOf<Style> {
    ControllerOf(try StripController(request))
  }
}

extension StripStyle: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { theme.font = font.text }
    if let color = shared.foreground { theme.textColor = color }
    theme.background = shared.background(over: theme.background)
  }
}
