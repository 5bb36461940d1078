internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel`: the strip with a label, the crawl, the number of headlines and a chip for each topic.
final class StripShow: Show {
  let strip: StripView
  let crawl: CrawlView
  let counter: CounterView
  let chips: TokensView
  private var style: StripStyle
  private let invocation: Invocation
  private(set) var border: Border
  private(set) var themeFile: Theme.File?
  private let separator: StripImage?
  private let replaces: Bool
  private var hand = CrawlHand()
  private var values = CrawlValues()
  private var lines = CrawlLines()
  private var requests: [ShowRequest] = []
  /// The width that the chips take, on its way with them when one goes.
  private var chipsWidth: Transition?
  /// The part of that way at the last layout.
  private var laidOutChipsWidth: Double?
  private var time: Seconds = 0
  private let label: LabelView
  /// In place of the label, where it has a picture.
  private var badge: BadgeView?
  private(set) var desk: NewsDesk?
  /// The label block has other words since the last layout.
  private var hasNewLabel = false
  /// The counter has got more digits since the last layout.
  private var counterNeedsRoom = false

  init(_ invocation: Invocation) throws(ValueError) {
    let theme = try Theme.load(invocation.properties.last { $0.name == "theme" }?.text ?? "dark")
    style = try StripStyle(invocation.window, invocation.properties, theme: theme.strip)
    (border, themeFile) = (theme.border, theme.file)
    self.invocation = invocation
    separator = StripImage(path: style.separatorImage, flag: "separator-image")
    replaces = invocation.replaces
    var ids = ContentIDs()
    crawl = CrawlView(ids: &ids)
    if invocation.hasValues { crawl.enableValues(ids: &ids) }
    counter = CounterView(ids: &ids)
    // The strip gives them their looks with each layout.
    let plain = LabelStyle(font: FontSpec(size: 1), color: style.theme.textColor)
    let caption = LabelView(style.caption, style: plain, ids: &ids)
    label = LabelView(style.label, style: plain, ids: &ids)
    let image = StripImage(path: style.labelImage, flag: "label-image")
    let badge = BadgeView(style.label, style: plain, image: image?.reference, ids: &ids)
    strip = StripView(
      crawl: StripPart(crawl, width: { _, _ in 0 }), theme: style.theme,
      dock: StripLayout.Dock(invocation.window), ids: &ids)
    let source = IDSource(ids)
    chips = TokensView(properties: .strip, font: FontSpec(size: 13), makeID: source.next)
    crawl.limits = invocation.hasStream ? .stream : .none
    if let image {
      setLabel(badge, image)
    } else if !style.label.isEmpty {
      strip.setLabel(label)
    }
    if !style.caption.isEmpty { strip.setCaption(caption) }
    wire()
    fill(invocation)
  }

  var view: any View { strip }
  var background: Color { style.theme.background }
  var isDock: Bool { true }
  var takesWholeLines: Bool { replaces || desk?.takesJSONLines ?? false }
  var followsLines: Bool { !takesWholeLines }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  // MARK: - Parts

  /// A picture and the text as the label block.
  private func setLabel(_ badge: BadgeView, _ image: StripImage) {
    self.badge = badge
    strip.label = StripPart(badge) { [unowned strip] metrics, typesetter in
      badge.style = strip.labelStyle(metrics)
      badge.imageSize = image.size(atMost: (24 * metrics.scale).rounded())
      badge.spacing = (5 * metrics.scale).rounded()
      return badge.naturalWidth(height: metrics.height - metrics.edgeLine, with: typesetter)
    }
  }

  private func wire() {
    strip.crawl = StripPart(crawl) { [unowned self] metrics, _ in
      // Validated when it was set.
      try? crawl.apply(crawlStyle(metrics), at: time)
      return 0
    }
    strip.counter = StripPart(counter) { [unowned self] metrics, typesetter in
      counter.properties = counterProperties(metrics)
      return counter.naturalSize(height: metrics.height - metrics.edgeLine, with: typesetter).width
    }
    strip.chips = StripPart(chips) { [unowned self] metrics, typesetter in
      guard let height = metrics.chipHeight, !chips.field.tokens.isEmpty else {
        (chipsWidth, laidOutChipsWidth) = (nil, nil)
        return []
      }
      prepareChips(metrics, height: height)
      let room = strip.outerBounds.map { metrics.chipsRoom(in: $0.width) } ?? .infinity
      let widths = chips.rowWidths(atMost: room, with: typesetter)
      let natural = widths.first ?? 0
      chipsWidth = chipsWidth ?? Transition(restingAt: natural)
      chipsWidth?.move(to: natural, at: time)
      let widest = chipsWidth?.value(at: time) ?? natural
      laidOutChipsWidth = widest
      return [widest] + widths.filter { $0 < widest }
    }
  }

  private func crawlStyle(_ metrics: StripMetrics) -> CrawlView.Style {
    var style = CrawlView.Style()
    let scale = metrics.scale
    style.crawl = self.style.crawl
    style.crawl.fontSize = metrics.crawlFont
    style.crawl.inset *= scale
    style.crawl.scrollSpeed *= scale
    style.crawl.repeatSpacing = max(
      style.crawl.repeatSpacing * scale, metrics.separatorSize + metrics.separatorGap)
    style.font = self.style.theme.font
    style.foreground = self.style.theme.textColor
    style.background = self.style.theme.background
    style.separatorColor = self.style.theme.separatorColor
    style.separatorSize = metrics.separatorSize
    if let separator {
      style.separatorImage = separator.reference
      style.separatorImageSize = separator.size(atMost: (20 * scale).rounded())
      style.crawl.repeatSpacing = max(
        style.crawl.repeatSpacing, style.separatorImageSize.width + 2 * metrics.separatorGap)
    }
    style.edgeFade = metrics.crawlFade
    return style
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

  private func prepareChips(_ metrics: StripMetrics, height: Double) {
    var properties = TokenFieldProperties.strip
    let theme = style.theme
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
    chips.properties = properties
    chips.isCentered = true
    chips.font = FontSpec(family: theme.font, size: metrics.chipFont)
  }

  /// The topics' colours, too; headlines stay where they are.
  func apply(_ theme: Theme, at t: Seconds) throws(ValueError) {
    style = try StripStyle(invocation.window, invocation.properties, theme: theme.strip)
    strip.theme = style.theme
    border = theme.border
    guard let desk else {
      let standing = Set(chips.field.tokens.map(\.label))
      return setTopics(crawl.topics.map(\.name), at: t) { standing.contains($0) }
    }
    desk.recolor(style.theme.topicColor)
  }

  private func setTopics(_ names: [String], at t: Seconds, whereChip hasChip: (String) -> Bool) {
    let topics = names.enumerated().map { Topic($1, color: style.theme.topicColor($0)) }
    crawl.setTopics(topics, at: t)
    let tokens = topics.filter { hasChip($0.name) }.map { Token($0.name, dot: $0.color) }
    chips.change(at: t) { $0.setTokens(tokens) }
    _ = chips.drainEvents()
  }

  // MARK: - Headlines

  private func fill(_ invocation: Invocation) {
    let isAlone =
      invocation.texts.isEmpty && invocation.files.isEmpty && invocation.command == nil && !invocation.readsInput
    let news = invocation.news
    let feeds = isAlone ? NewsDesk.feeds(news) : NewsDesk.feeds(news, orListAt: nil)
    if !feeds.isEmpty || news.takesJSONLines { openDesk(feeds, news) }
    if isAlone, feeds.isEmpty {
      let shipped = Shipped.topicHeadlines
      setTopics(shipped.topics, at: 0) { _ in true }
      crawl.append(contentsOf: shipped.headlines, at: 0)
    } else {
      crawl.append(contentsOf: invocation.texts.map { Headline($0) }, at: 0)
    }
    counter.show(DecimalNumber(crawl.count), at: 0)
  }

  private func openDesk(_ feeds: [FeedSpec], _ options: NewsOptions) {
    let theme = style.theme
    let desk = NewsDesk(feeds: feeds, options: options, crawl: crawl, color: theme.topicColor)
    desk.onTopics = { [unowned self] tokens, t in
      chips.change(at: t) { $0.setTokens(tokens) }
      _ = chips.drainEvents()
    }
    self.desk = desk
  }

  func snapSpeed(to step: Double) { crawl.speedStep = step }

  func begin(at t: Seconds) {
    time = t
    crawl.start(at: t)
  }

  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if let desk, desk.takesJSONLines {
      desk.take(line: bytes)
    } else if replaces {
      crawl.replaceAll(with: [Headline(String(decoding: bytes, as: UTF8.self))], at: t)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }

  func takeValue(_ bytes: UnsafeRawBufferPointer) { values.take(bytes, for: crawl) }

  func pause(at t: Seconds) { crawl.finishLines(at: t) }

  func change(_ change: RetoldLines.Change, at t: Seconds) { lines.change(change, on: crawl, at: t) }

  /// What comes next takes its place; until then it stays.
  func restart(at t: Seconds) { desk?.restart() }

  func prepare(at t: Seconds) {
    time = t
    hand.follow(crawl, in: crawl.bounds, at: t)
    lines.settle(on: crawl, at: t)
    let count = DecimalNumber(crawl.count)
    if let desk, !style.label.isEmpty {
      let text = desk.isUrgent(at: t) ? "URGENT" : style.label
      hasNewLabel = label.text != text
      label.text = text
      badge?.text = text
    }
    guard counter.odometer.number != count else { return }
    let digits = counter.odometer.text.utf8.count
    counter.show(count, at: t)
    if counter.odometer.text.utf8.count > digits { counterNeedsRoom = true }
  }

  // MARK: - Hands

  /// Whether the strip is to be laid out for the next frame too: the chips' room is on its way.
  func needsLayout(at t: Seconds) -> Bool {
    defer { counterNeedsRoom = false }
    return hasNewLabel || counterNeedsRoom || chipsWidth?.value(at: t) != laidOutChipsWidth
  }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    time = t
    if case .keyPressed(_, "q", _) = event { requests.append(.quit) }
    if let link = hand.handle(event, crawl, in: strip.parts.crawl, at: t) {
      desk?.opened(link)
      requests.append(.open(link: link))
    }
    if let pointer = pointer(of: event) { chips.pointer(pointer, at: t) }
    for case .removed(_, let label) in chips.drainEvents() { remove(topic: label, at: t) }
    return true
  }

  private func pointer(of event: Event) -> TokensView.Pointer? {
    guard strip.parts.chips != nil else { return nil }
    return TokensView.Pointer(event)
  }

  private func remove(topic label: String, at t: Seconds) {
    if let desk {
      desk.remove(topic: label, at: t)
      return requests.append(.layOut)
    }
    guard let topic = crawl.topics.firstIndex(where: { $0.name == label }) else { return }
    crawl.remove(topic: topic, at: t)
    requests.append(.layOut)
  }

  func takeRequests() -> [ShowRequest] {
    defer { requests = [] }
    return requests
  }
}
