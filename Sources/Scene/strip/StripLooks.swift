import ScrollCore

/// The styles of a strip's parts, derived from its style and height.
struct StripLooks {
  let style: StripStyle
  let metrics: StripMetrics
  private let typesetter: any Typesetter
  /// The font of all parts. Their sizes follow from the strip's height.
  private let family: String
  /// Whether its language is read from the right.
  private let isMirrored: Bool

  init(style: StripStyle, metrics: StripMetrics, words: Words, typesetter: any Typesetter) {
    (self.style, self.metrics, self.typesetter) = (style, metrics, typesetter)
    isMirrored = words.isRightToLeft
    family = typesetter.read(font: style.theme.font).sizeless
  }

  func font(_ size: Double, weight: Int = 400, letterSpacing: Double = 0) -> FontSpec {
    FontSpec(family, size: size, weight: weight, letterSpacing: letterSpacing, with: typesetter)
  }

  private var theme: StripTheme { style.theme }
  private var scale: Double { metrics.scale }

  /// - Parameters:
  ///   - separator: An image between headlines instead of the diamond.
  ///   - numbers: How live numbers are written and roll, which is the crawl's own.
  func crawl(separator: SizedImage?, numbers: LiveNumberStyle) -> CrawlScene.Style {
    var crawl = CrawlScene.Style()
    crawl.numbers = numbers
    crawl.adopt(theme)
    crawl.crawl = style.crawl
    crawl.crawl.showsItemsOnce = true
    crawl.crawl.fontSize = metrics.crawlFont
    crawl.crawl.inset *= scale
    crawl.crawl.scrollSpeed *= scale
    crawl.crawl.repeatSpacing = max(style.crawl.repeatSpacing * scale, metrics.separatorSize + metrics.separatorGap)
    (crawl.font, crawl.markup) = (family, style.markup)
    (crawl.showsTrendMarks, crawl.read) = (style.showsTrendMarks, style.read)
    crawl.separatorSize = metrics.separatorSize
    if let separator {
      let image = separator.limited(to: (20 * scale).rounded())
      crawl.separatorImage = image
      crawl.crawl.repeatSpacing = max(crawl.crawl.repeatSpacing, image.size.width + 2 * metrics.separatorGap)
    }
    crawl.edgeFade = metrics.crawlFade
    crawl.hasFreeSpeed = style.hasFreeSpeed
    return crawl
  }

  var breakIn: BreakInView.Style {
    BreakInView.Style(
      font: font(metrics.crawlFont, weight: 600),
      labelFont: font(metrics.crawlFont * 12 / 18, weight: 700, letterSpacing: 0.06),
      color: theme.labelColor, background: theme.labelBackground, gap: (24 * metrics.scale).rounded(),
      speed: max(40, 60 * metrics.scale), markup: style.markup.kind)
  }

  var hint: HintView.Style {
    HintView.Style(
      font: font(metrics.chipFont), color: theme.chipTextColor,
      background: theme.chipBackground, border: theme.chipBorderColor, lineWidth: metrics.hairline,
      height: metrics.chipHeight ?? metrics.height * 0.66, padding: (10 * metrics.scale).rounded())
  }

  var notice: NoticeView.Style {
    NoticeView.Style(
      font: font(metrics.chipFont * 1.15), color: theme.captionColor,
      tint: theme.chipSelectedBackground, buttonBackground: theme.chipBackground,
      buttonHovered: theme.chipBackground.mixed(
        with: theme.chipBorderColor, share: 1, under: theme.chipSelectedBackground),
      inset: (24 * metrics.scale).rounded(), lineWidth: metrics.hairline,
      buttonHeight: metrics.chipHeight ?? metrics.height * 0.66, isMirrored: isMirrored)
  }

  var counter: CounterProperties {
    var properties = CounterProperties()
    properties.adopt(theme)
    properties.font = family
    properties.margin = 0
    properties.odometer = .brief
    properties.odometer.format.grouping = .threes
    properties.fontSizeAsView = false
    properties.fontSize = metrics.counterFont
    return properties
  }

  /// - Parameters:
  ///   - height: The height of a chip.
  ///   - isList: Whether all of them are shown, in a scrolling row.
  func chips(height: Double, isList: Bool) -> TokenFieldProperties {
    var properties = TokenFieldProperties.switches
    properties.adopt(theme)
    // Chips have a font of their own.
    properties.font = ""
    if isList { properties.overflow = .scroll }
    properties.tokenHeight = height
    properties.textMargin = (10 * metrics.scale).rounded()
    properties.tokenXMargin = metrics.chipGap
    return properties
  }

  /// - Parameter scale: A factor for its sizes, to limit its share of the strip.
  func label(scale: Double = 1) -> LabelStyle {
    LabelStyle(
      font: font(metrics.labelFont * scale, weight: 700, letterSpacing: 0.06), color: theme.labelColor,
      background: theme.labelBackground, padding: (metrics.labelPadding * scale).rounded())
  }

  /// Nil if it would be too small to read.
  var caption: LabelStyle? {
    metrics.captionFont.map {
      LabelStyle(font: font($0, letterSpacing: 0.06), color: theme.captionColor)
    }
  }

  /// Beside the caption's size, it is read from further away.
  var quietSign: QuietSignView.Style {
    QuietSignView.Style(
      font: font(metrics.chipFont), color: theme.captionColor, background: theme.background,
      size: (14 * metrics.scale).rounded(), gap: (6 * metrics.scale).rounded())
  }

  var clock: LabelStyle {
    LabelStyle(font: font(metrics.crawlFont, weight: 600), color: theme.counterColor)
  }
}
