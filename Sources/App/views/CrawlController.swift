internal import Base
internal import Newswire
package import Scene
package import ScrollCore

/// `newsreel crawl`: headlines, or any text, by themselves.
final class CrawlController: StyledController {
  private let crawl: CrawlView
  private let editable: EditableCrawlView?
  private let headlines: HeadlineReceiver
  private let isLive: Bool

  init(_ request: ViewRequest<CrawlKind>) throws(ValueError) {
    let (style, options) = (try CrawlKind.style(of: request), request.sources)
    let crawl = CrawlView(style)
    self.crawl = crawl
    editable = options.isEditable ? EditableCrawlView(crawl) : nil
    if options.hasValues { crawl.enableValues() }
    isLive = options.isLive
    headlines = HeadlineReceiver(options, feeds: FeedController.feeds(options.news, orListAt: nil), for: crawl) {
      StripTheme().topicColor($0).darkened(toContrast: 4.5, against: style.background)
    }
    crawl.append(contentsOf: options.texts.map { Headline($0) }, at: 0)
  }

  var view: any View { editable ?? crawl }
  var appearance: WindowAppearance {
    WindowAppearance(
      background: crawl.style.background, isDock: true, takesText: editable != nil, mayChange: isLive)
  }

  var style: CrawlView.Style { crawl.style }

  func apply(_ style: CrawlView.Style, at t: Seconds) throws(ValueError) { try crawl.apply(style, at: t) }

  func open(_ connection: SourceConnection) throws(Failure) {
    try headlines.open(connection)
    crawl.start(at: connection.now())
  }

  func snapSpeed(to step: Double) { crawl.speedStep = step }

  func update(at t: Seconds) { headlines.update(at: t) }

  func perform(_ action: ViewAction, in context: ViewContext) -> Bool {
    switch action {
    // Where a click edits, it opens nothing.
    case .open where editable != nil: return true
    case .open(let link): headlines.feeds?.opened(link)
    case .edited(let text):
      context.print(JSON.object([("event", .string("edited")), ("text", .string(text))]).line)
      return true
    default: break
    }
    return false
  }

  func close() { headlines.feeds?.close() }

  // MARK: - For a program

  /// Adds a headline behind the last one; each line of it is one.
  func append(_ text: String, at t: Seconds) { crawl.append(lines: Array((text + "\n").utf8).span, at: t) }

  /// Takes a placeholder's value for the next frame; false where the name or the number is none.
  func setValue(_ name: String, to text: String) -> Bool {
    guard TextPart.isName(name), DecimalNumber(text) != nil else { return false }
    crawl.setValue(name, to: Array(text.utf8).span)
    return true
  }
}

// MARK: - The kind of view

package enum CrawlKind: ViewKind {
  package static let name = "crawl"
  package static let text = CommandText(
    name: "crawl", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "Scrolls headlines sideways",
    discussion: """
      Shows the crawl alone, without label, counter and chips. With --editable a click stops it and puts a caret into \
      the headline; Return scrolls the new text and prints {"event":"edited","text":"…"}, Escape brings the old one back. \
      With --values or --values-command, headlines may hold numbers that roll in place while they run by: AAPL {aapl} \
      shows the number of the last line aapl=…. \(CommandText.streamBound)
      """)

  package static var sourceOptions: [OptionText] { OptionText.joining + [.editable] }
  package static func validate(_ style: CrawlView.Style) throws(ValueError) { try style.crawl.validate() }

  package static func makeController(_ request: ViewRequest<Self>) throws(ValueError) -> ControllerOf<Style> {
    ControllerOf(try CrawlController(request))
  }
}

extension CrawlView.Style: SharedStyling {
  package mutating func adopt(_ shared: SharedStyle) {
    if let font = shared.font {
      self.font = font.family
      if let size = font.size { (crawl.fontSize, crawl.fontSizeAsView) = (size, false) }
    }
    if let color = shared.foreground { foreground = color }
    if let color = shared.background { background = color }
  }
}
