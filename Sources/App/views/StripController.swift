internal import Base
internal import Newswire
package import Scene
package import ScrollCore

/// `newsreel`: the strip with a label, the crawl, the number of headlines and a chip for each topic.
final class StripController: StyledController {
  let strip: StripView
  private let request: ViewRequest<StripKind>
  private let headlines: HeadlineReceiver
  /// The theme's own border.
  private var border: Border
  /// The user's own file that the looks come from, which may change.
  private let themeFile: Theme.File?

  init(_ request: ViewRequest<StripKind>) throws(ValueError) {
    self.request = request
    let theme = try Theme.load(request.own.value.themeName)
    (border, themeFile) = (theme.border, theme.file)
    let style = try StripKind.style(of: request, over: theme.style)
    strip = StripView(
      style, dock: request.window.value.dock, labelImage: SizedImage(path: style.labelImage, flag: "label-image"),
      separator: SizedImage(path: style.separatorImage, flag: "separator-image"))
    let options = request.sources
    if options.hasValues { strip.crawl.enableValues() }
    let feeds = options.isEmpty ? FeedController.feeds(options.news) : FeedController.feeds(options.news, orListAt: nil)
    headlines = HeadlineReceiver(options, feeds: feeds, for: strip.crawl, color: style.theme.topicColor)
    if options.isEmpty, feeds.isEmpty {
      let shipped = BundledHeadlines.load()
      setTopics(shipped.topics, at: 0) { _ in true }
      strip.crawl.append(contentsOf: shipped.headlines, at: 0)
    } else {
      strip.crawl.append(contentsOf: options.texts.map { Headline($0) }, at: 0)
    }
  }

  var view: any View { strip }
  var appearance: WindowAppearance {
    WindowAppearance(
      background: strip.style.theme.background, border: border, isDock: true,
      mayChange: request.sources.isLive || themeFile != nil)
  }

  var style: StripStyle { strip.style }

  /// The topics' colours, too; headlines stay where they are.
  func apply(_ style: StripStyle, at t: Seconds) {
    strip.style = style
    if let feeds = headlines.feeds { return feeds.recolor(style.theme.topicColor) }
    let standing = Set(strip.chips.field.tokens.compactMap(\.tag))
    setTopics(strip.crawl.topics.map(\.name), at: t, whereChip: standing.contains)
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    try headlines.open(connection) { [unowned self] tokens, t in setChips(tokens, at: t) }
    if !connection.isForPicture { followTheme(connection) }
    strip.crawl.start(at: connection.now())
  }

  func snapSpeed(to step: Double) { strip.crawl.speedStep = step }

  func update(at t: Seconds) {
    headlines.update(at: t)
    strip.isUrgent = headlines.feeds?.isUrgent(at: t) ?? false
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    switch action {
    case .open(let link): headlines.feeds?.opened(link)
    case .removeTopic(let topic):
      if let feeds = headlines.feeds {
        feeds.remove(topic: topic, at: context.time)
      } else {
        strip.crawl.remove(topic: topic, at: context.time)
      }
      return true
    default: break
    }
    return false
  }

  func close() { headlines.feeds?.close() }

  // MARK: - Topics

  private func setTopics(_ names: [String], at t: Seconds, whereChip hasChip: (Int) -> Bool) {
    let topics = names.enumerated().map { Topic($1, color: strip.style.theme.topicColor($0)) }
    strip.crawl.setTopics(topics, at: t)
    setChips(
      topics.indices.filter(hasChip).map { Token(topics[$0].name, dot: topics[$0].color, tag: $0) }, at: t)
  }

  private func setChips(_ tokens: [Token], at t: Seconds) {
    strip.chips.change(at: t) { $0.setTokens(tokens) }
    _ = strip.chips.drainEvents()
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

  private func take(_ result: Result<[UInt8], Failure>, from path: String, _ connection: SourceConnection) {
    do throws(ValueError) {
      guard case .success(let bytes) = result else {
        if case .failure(let error) = result { throw ValueError(name: "theme", reason: error.description) }
        return
      }
      let theme = try Theme(Theme.File(path: path, bytes: bytes))
      apply(try StripKind.style(of: request, over: theme.style), at: connection.now())
      border = theme.border
      connection.context.perform(.changeAppearance)
    } catch {
      reportError("--\(error.description); the theme stays as it was")
    }
  }
}

extension Theme {
  /// A strip's style with this theme.
  var style: StripStyle {
    var style = StripStyle()
    style.theme = strip
    return style
  }
}

// MARK: - The kind of view

package enum StripKind: ViewKind {
  package static let name = "strip"
  package static let text = CommandText(
    name: "", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "A news ticker for the X11 desktop",
    discussion: """
      Shows a strip along the edge of the screen: a label, headlines that scroll by, their number, and a chip for each \
      topic. A click on a chip takes its headlines off; a feed of the list is hidden then, and newsreel feeds show brings it \
      back. Without a source it shows the feeds of newsreel feeds list, and \
      where there are none, the headlines that it ships with. \
      A first argument that is no subcommand is a headline. \(CommandText.streamBound)
      """)

  package static var sourceOptions: [OptionText] { OptionText.joining }

  package static func style(of request: ViewRequest<Self>) throws(ValueError) -> StripStyle {
    try style(of: request, over: Theme.load(request.own.value.themeName).style)
  }

  package static func validate(_ style: StripStyle) throws(ValueError) { try style.crawl.validate() }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> ControllerOf<Style> {
    ControllerOf(try StripController(request))
  }
}

extension StripStyle: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { theme.font = font.family }
    if let color = shared.foreground { theme.textColor = color }
    if let color = shared.background { theme.background = color }
  }
}
