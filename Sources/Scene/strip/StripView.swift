package import ScrollCore

/// The default strip: label, crawl, the number of headlines with its caption, and a chip for each topic, side by side on
/// one background with a line at the edge towards the desktop. Nothing in it lies on anything else.
package final class StripView: View {
  package let crawl = CrawlView()
  package let counter = CounterView()
  package let chips = TokensView(properties: .strip, font: FontSpec(size: 13))
  /// Takes effect at the next `layout`.
  package var style: StripStyle
  /// Where the parts are seen, in window coordinates, since the last layout.
  package private(set) var parts = StripLayout(StripWidths(), in: .zero)
  /// Breaking news is in view: the label says so.
  package var isUrgent = false

  private let dock: StripLayout.Dock
  private let label: LabelView
  private let labelImage: SizedImage?
  private let separator: SizedImage?
  private let caption: LabelView
  private var edge = Content()
  private var counterHairline = Content()
  private var chipsHairline = Content()

  private var place = VisibleFrame()
  private var typesetter: (any Typesetter)?
  /// The views that are shown, from left to right.
  private var shown: [any View] = []
  private var lines: [Layer] = []
  /// The width that the chips take, on its way with them when one goes.
  private var chipsWidth: Transition?
  /// The part of that way at the last layout.
  private var laidOutChipsWidth: Double?
  /// The digits of the counter at the last layout.
  private var laidOutDigits = 0

  /// - Parameters:
  ///   - dock: the edge of the screen that the strip lies at; the line is at the other one.
  ///   - labelImage: a picture before the label's text.
  ///   - separator: a picture between headlines instead of the diamond.
  package init(
    _ style: StripStyle = StripStyle(), dock: StripLayout.Dock = .bottom, labelImage: SizedImage? = nil,
    separator: SizedImage? = nil
  ) {
    self.style = style
    self.dock = dock
    self.labelImage = labelImage
    self.separator = separator
    // They get their looks with each layout.
    let plain = LabelStyle(font: FontSpec(size: 1), color: style.theme.textColor)
    label = LabelView(style.label, style: plain)
    caption = LabelView(style.caption, style: plain)
    chips.isCentered = true
  }

  // MARK: - View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    place = frame
    self.typesetter = typesetter
    layOutParts(at: t)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    countHeadlines(at: t)
    if counter.odometer.text.utf8.count > laidOutDigits || label.text != labelText || isChipsRoomMoving(at: t) {
      layOutParts(at: t)
    }
    for view in shown { view.draw(into: &frame, at: t) }
    for line in lines { frame.add(line) }
    if isChipsRoomMoving(at: t) { frame.change(at: t) }
  }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    var isTaken = crawl.handle(event, in: context)
    let tokens = chips.field.tokens
    if parts.chips != nil, event.isPointer { isTaken = chips.handle(event, in: context) || isTaken }
    guard !chips.drainEvents().isEmpty else { return isTaken }
    let standing = Set(chips.field.tokens.map(\.id))
    for topic in tokens.filter({ !standing.contains($0.id) }).compactMap(\.tag) {
      context.perform(.removeTopic(topic))
      context.setNeedsLayout()
    }
    return isTaken
  }

  // MARK: - Layout

  private func countHeadlines(at t: Seconds) {
    let count = DecimalNumber(crawl.count)
    if counter.odometer.number != count { counter.show(count, at: t) }
  }

  private var labelText: String { isUrgent && !style.label.isEmpty ? "URGENT" : style.label }

  private func layOutParts(at t: Seconds) {
    guard let typesetter else { return }
    let (outer, bounds) = (place.outer, place.inner)
    let metrics = StripMetrics(height: outer.height)
    countHeadlines(at: t)
    // It was valid when it was set.
    try? crawl.apply(crawlStyle(metrics), at: t)
    let places = StripLayout(widths(metrics, with: typesetter, at: t), in: room(metrics), metrics: metrics, dock: dock)
    parts = seen(of: places, isFramed: dock == .top ? outer.maxY > bounds.maxY : outer.minY < bounds.minY)
    layOutLines()
    shown.removeAll(keepingCapacity: true)
    for (view, place, seen) in [
      (label as any View, places.label, parts.label), (crawl, places.crawl, parts.crawl),
      (counter, places.counter, parts.counter), (caption, places.caption, parts.caption),
      (chips, places.chips, parts.chips),
    ] {
      guard let place, let seen else { continue }
      view.layout(in: VisibleFrame(seen, of: place), with: typesetter, at: t)
      shown.append(view)
    }
  }

  /// Prepares the parts for their size, and finds how wide they would like to be.
  private func widths(_ metrics: StripMetrics, with typesetter: any Typesetter, at t: Seconds) -> StripWidths {
    let height = metrics.height - metrics.edgeLine
    var widths = StripWidths()
    widths.label = labelWidth(metrics, height: height, with: typesetter)
    counter.properties = counterProperties(metrics)
    widths.counter = counter.naturalSize(height: height, with: typesetter).width
    laidOutDigits = counter.odometer.text.utf8.count
    if let size = metrics.captionFont {
      caption.style = LabelStyle(
        font: FontSpec(family: style.theme.font, size: size, letterSpacing: 0.06), color: style.theme.captionColor)
      widths.caption = caption.naturalWidth(height: height, with: typesetter)
    }
    widths.chips = chipsWidths(metrics, with: typesetter, at: t)
    return widths
  }

  private func labelWidth(_ metrics: StripMetrics, height: Double, with typesetter: any Typesetter) -> Double {
    let style = LabelStyle(
      font: FontSpec(family: self.style.theme.font, size: metrics.labelFont, weight: 700, letterSpacing: 0.06),
      color: self.style.theme.labelColor, background: self.style.theme.labelBackground, padding: metrics.labelPadding)
    (label.text, label.style) = (labelText, style)
    label.image = labelImage?.limited(to: (24 * metrics.scale).rounded())
    label.spacing = (5 * metrics.scale).rounded()
    return label.naturalWidth(height: height, with: typesetter)
  }

  private func isChipsRoomMoving(at t: Seconds) -> Bool { chipsWidth?.value(at: t) != laidOutChipsWidth }

  /// The widths at which the chips can be shown, the widest of them on its way to where it belongs.
  private func chipsWidths(_ metrics: StripMetrics, with typesetter: any Typesetter, at t: Seconds) -> [Double] {
    guard let height = metrics.chipHeight, !chips.field.tokens.isEmpty else {
      (chipsWidth, laidOutChipsWidth) = (nil, nil)
      return []
    }
    chips.properties = chipProperties(metrics, height: height)
    chips.font = FontSpec(family: style.theme.font, size: metrics.chipFont)
    let widths = chips.rowWidths(atMost: metrics.chipsRoom(in: place.outer.width), with: typesetter)
    let natural = widths.first ?? 0
    chipsWidth = chipsWidth ?? Transition(restingAt: natural)
    chipsWidth?.move(to: natural, at: t)
    let widest = chipsWidth?.value(at: t) ?? natural
    laidOutChipsWidth = widest
    return [widest] + widths.filter { $0 < widest }
  }

  /// Where the parts are laid out: as if there were no border, but moved in from the ends as far as the first and the last
  /// part cannot do without what it covers.
  private func room(_ metrics: StripMetrics) -> Rect {
    let (outer, bounds) = (place.outer, place.inner)
    let slack = 3 * metrics.scale
    let hasLabel = labelImage != nil || !style.label.isEmpty
    let left = max(outer.minX, bounds.minX - max(0, hasLabel ? metrics.labelPadding - slack : bounds.width))
    let right = min(outer.maxX, bounds.maxX + max(0, metrics.chipsPadding - slack))
    return Rect(x: left, y: outer.minY, width: max(0, right - left), height: outer.height)
  }

  /// What the border leaves of the parts. Where it lies at the docked edge it stands for the line there.
  private func seen(of places: StripLayout, isFramed: Bool) -> StripLayout {
    let bounds = place.inner
    var parts = places
    for part in [\StripLayout.counter, \.caption, \.chips, \.counterHairline, \.chipsHairline, \.label] {
      parts[keyPath: part] = places[keyPath: part]?.intersection(bounds)
    }
    parts.crawl = places.crawl.intersection(bounds)
    guard isFramed else { return parts }
    parts.edgeLine = nil
    parts.label = parts.label.map { Rect(x: $0.minX, y: bounds.minY, width: $0.width, height: bounds.height) }
    return parts
  }

  private func layOutLines() {
    edge.background = style.theme.edgeColor
    counterHairline.background = style.theme.hairlineColor
    chipsHairline.background = style.theme.hairlineColor
    lines.removeAll(keepingCapacity: true)
    for (content, rect) in [
      (edge, parts.edgeLine), (counterHairline, parts.counterHairline), (chipsHairline, parts.chipsHairline),
    ] {
      if let rect { lines.append(Layer(content, clip: rect, origin: rect.origin)) }
    }
  }
}

// MARK: - Looks

extension StripView {
  private func crawlStyle(_ metrics: StripMetrics) -> CrawlView.Style {
    let (theme, scale) = (style.theme, metrics.scale)
    var crawl = CrawlView.Style()
    crawl.crawl = style.crawl
    crawl.crawl.fontSize = metrics.crawlFont
    crawl.crawl.inset *= scale
    crawl.crawl.scrollSpeed *= scale
    crawl.crawl.repeatSpacing = max(style.crawl.repeatSpacing * scale, metrics.separatorSize + metrics.separatorGap)
    crawl.font = theme.font
    crawl.foreground = theme.textColor
    crawl.background = theme.background
    crawl.separatorColor = theme.separatorColor
    crawl.separatorSize = metrics.separatorSize
    if let separator {
      let image = separator.limited(to: (20 * scale).rounded())
      crawl.separatorImage = image
      crawl.crawl.repeatSpacing = max(crawl.crawl.repeatSpacing, image.size.width + 2 * metrics.separatorGap)
    }
    crawl.edgeFade = metrics.crawlFade
    return crawl
  }

  private func counterProperties(_ metrics: StripMetrics) -> CounterProperties {
    var properties = CounterProperties()
    properties.font = style.theme.font
    properties.inset = 0
    properties.fontSizeAsView = false
    properties.fontSize = metrics.counterFont
    properties.textColor = style.theme.counterColor
    properties.backgroundColor = style.theme.background
    properties.riseColor = style.theme.trendUpColor
    properties.fallColor = style.theme.trendDownColor
    return properties
  }

  private func chipProperties(_ metrics: StripMetrics, height: Double) -> TokenFieldProperties {
    let theme = style.theme
    var properties = TokenFieldProperties.strip
    properties.tokenHeight = height
    properties.textMargin = (10 * metrics.scale).rounded()
    properties.tokenXMargin = metrics.chipGap
    properties.textColor = theme.chipTextColor
    properties.textColorSelected = theme.chipSelectedTextColor
    properties.tokenBackgroundSelected = theme.chipSelectedBackground
    properties.tintColor = theme.chipSelectedBackground
    properties.removeColorHovered = theme.chipCloseHoverColor
    properties.tokenBackground = theme.chipBackground
    properties.tokenBorder = theme.chipBorderColor
    properties.removeColor = theme.chipCloseColor
    return properties
  }
}
