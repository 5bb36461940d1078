internal import Base
internal import Newsroom
internal import Newswire
package import Scene
package import ScrollCore
internal import Windows

/// `newsreel crawl`: headlines or any text, without the parts of a strip.
final class CrawlController: HeadlineController, ThemedController {
  let crawl: CrawlScene
  private let editable: EditableCrawlView?
  /// The crawl with what breaks in over it; nil if that comes next: on a wall, and while headlines are edited.
  private let interruptible: InterruptibleCrawlView?
  let headlines: HeadlineReceiver
  var looks: StyleResolver<CrawlKind>
  private var toldFailure: String?

  init(_ request: ViewRequest<CrawlKind>) throws(ValueError) {
    let (looks, options) = (try StyleResolver(request), request.sources.value)
    let style = try looks.style()
    self.looks = looks
    let crawl = CrawlScene(style, words: request.words)
    self.crawl = crawl
    editable = options.isEditable ? EditableCrawlView(crawl) : nil
    let comesNext = options.isEditable || !options[WallScreen.self].isEmpty
    interruptible = comesNext ? nil : InterruptibleCrawlView(crawl, words: request.words)
    if options.hasValues(in: style.markup.kind) { crawl.enableValues() }
    headlines = HeadlineReceiver(
      options, for: crawl, words: request.words, color: Self.topicColors(looks, on: style.background))
    headlines.read = style.read
    interruptible?.theme = looks.stripTheme ?? StripTheme()
    headlines.breakIns = interruptible.map { BreakInLink($0.breakIns) }
  }

  private static func topicColors(
    _ looks: StyleResolver<CrawlKind>, on background: Color
  ) -> (Int) -> Color {
    let theme = looks.stripTheme ?? StripTheme()
    return { theme.topicColor($0).darkened(toContrast: 4.5, against: background) }
  }

  var view: any SceneView { editable ?? interruptible ?? crawl as any SceneView }
  func appearance(of style: CrawlScene.Style, by looks: StyleResolver<CrawlKind>) -> WindowAppearance {
    WindowAppearance(
      background: style.background, border: looks.border, isDock: true, takesText: editable != nil,
      mayChange: looks.file != nil)
  }

  var style: CrawlScene.Style { crawl.style }

  /// Applies the topics' colours, too; headlines keep their places.
  func apply(_ style: CrawlScene.Style, at t: Seconds) {
    // The kind has validated the style.
    try? crawl.apply(style, at: t)
    headlines.recolor(Self.topicColors(looks, on: style.background))
    interruptible?.theme = looks.stripTheme ?? StripTheme()
    headlines.read = style.read
  }

  func open(_ connection: SourceConnection) throws(Failure) {
    try headlines.open(connection)
    followTheme(connection)
  }

  func update(at t: Seconds) {
    headlines.update(at: t)
    reportFailure()
    guard interruptible == nil, let desk = headlines.desk else { return }
    for case .show(let headline, let item) in desk.takeBreakIns() {
      desk.perform(.breakInEnded(headline.number))
      headlines.tell("urgent", of: item)
    }
  }

  /// Reports that feeds fail while there is nothing else to see.
  private func reportFailure() {
    let failure = headlines.desk?.texts.failure
    guard failure != toldFailure else { return }
    toldFailure = failure
    looks.connection?.context.perform(.problem(failure))
  }

  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    crawl.setStepping(isReduced || steps, at: t)
    interruptible?.breakIns.stands = isReduced
  }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    // A click that edits does not open a link.
    if case .window(.open) = action, editable != nil { return true }
    return performOnHeadlines(action, in: context)
  }
}

// MARK: - The kind of view

package enum CrawlKind: ViewKind {
  package static let text = CommandText.headlines(
    name: "crawl", abstract: "Scrolls headlines sideways",
    discussion: """
      Shows the crawl alone, without label, counter and chips. It moves at a reading speed, 60 px/s at 36 px of height and \
      faster in a higher window, or up to a tenth off that for even steps at the screen's refresh rate, unless --scroll-time \
      or --scroll-speed is given; with --replace, a text that fits stands still. With --editable a click stops it and puts \
      a caret into \
      the headline; Return scrolls the new text and prints {"event":"edited","text":"…"}, Escape brings the old one back. \
      With --values or --values-command, headlines may hold numbers that roll in place while they run by: AAPL {aapl} \
      shows the number of the last line aapl=….
      """)

  package static let audiences: Set<SourceAudience> = [.headlines, .editors, .walls]
  package static var stretches: (across: Bool, down: Bool) { (true, false) }
  package static func validate(_ style: CrawlScene.Style) throws(ValueError) { try style.crawl.validate() }

  /// A readable speed, regardless of the amount of text. The library's view has other defaults.
  package static var initial: CrawlScene.Style {
    var style = CrawlScene.Style()
    (style.crawl.scrollTime, style.crawl.scrollSpeed) = (0, readingSpeed)
    return style
  }

  /// Pixels per second at a height of 36 px.
  private static let readingSpeed = 60.0

  package static func base(for request: ViewRequest<Self>) -> CrawlScene.Style {
    var base = initial
    // A text that gets replaced, such as the time, stands still if it fits.
    base.crawl.scrollOnlyWhenTooLong = request.sources.value.replaces
    // Bars use the full width.
    if request.own.value.markup.kind.isBar { base.crawl.inset = 0 }
    base.followsScale = !request.own.hasSet("fontSize") && request.window.value.font.size == nil
    if !request.hasSetSpeed { (base.readingSpeed, base.hasFreeSpeed) = (readingSpeed, true) }
    return base
  }

  package static func missing(_ request: ViewRequest<Self>) -> String? {
    if let problem = request.problem(ofValuesIn: request.own.value.markup) ?? request.problemOfWall { return problem }
    let sources = request.sources.value
    guard sources.isBlank, sources[AlertFeeds.self].isEmpty, request.own.value.text.isEmpty else { return nil }
    return "crawl: there is nothing to scroll; give it a text, as in newsreel crawl \"First headline\", a file with "
      + "--file, a command with --command, a feed with --feed, or - for the lines of standard input"
  }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> any ViewController {
    try CrawlController(request)
  }
}

extension ViewRequest<CrawlKind> {
  /// Why the options do not suit a wall; nil if they do.
  fileprivate var problemOfWall: String? {
    let wall = sources.value[WallScreen.self]
    guard let name = wall.name else { return nil }
    let style = own.value
    if style.markup.kind.isBar {
      return "--wall: lines with --markup \(style.markup.kind.rawValue) have a screen's width; leave the markup out"
    }
    guard !wall.conducts, !style.text.isEmpty else { return nil }
    return "--wall: \(name) shows the headlines of its conductor; leave --text out, or add --conduct to this screen"
  }
}

extension CrawlScene.Style: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font { self.font = font.text }
    if let color = shared.foreground { textColor = color }
    background = shared.background(over: background)
  }
}
