package import ScrollCore

/// The strip: label, crawl, the number of headlines with its caption, and a chip for each topic, side by side on a
/// background with a line at the edge towards the desktop. The parts do not overlap.
package final class StripScene: SceneView {
  package let crawl: CrawlScene
  package let counter = CounterScene()
  package let chips: TokensView
  let words: Words
  /// Applied by the next `layout`.
  package var style: StripStyle
  /// The visible places of the parts in window coordinates, since the last layout.
  package private(set) var parts = StripLayout(StripWidths(), in: .zero)
  /// Shown instead of headlines. The strip needs layout after a change.
  package var notice: StripNotice? {
    get { noticeView.notice }
    set { noticeView.notice = newValue }
  }

  let dock: StripLayout.Dock
  private let label: LabelView
  /// An image before the label's text.
  package var labelImage: SizedImage?
  /// An image between headlines instead of the diamond.
  package var separator: SizedImage?
  private let caption: LabelView
  let noticeView = NoticeView()
  let hintView = HintView()
  package let breakIns: BreakInView
  /// Returns the tooltip of a topic, by number, or nil.
  package var hint: (Int) -> String? = { _ in nil }
  var pointed = Pointed()
  /// Whether something that can be dropped is dragged over it. It needs display after a change.
  package var isDropTarget = false
  private var dropMark = DropMark()
  /// The message about a failed action, and until when it is shown.
  var failure: (text: String, until: Seconds)?
  /// The problem of the configuration, until it has been seen or corrected.
  var mistake: String?
  /// Returns the card of a headline, by link, or nil.
  package var card: (ShownHeadline) -> HeadlineCard? = { _ in nil }
  /// Returns the text of the clock at a time, and until when it is valid; nil for no clock.
  package var clock: ((Seconds) -> (text: String, until: Seconds))? { didSet { clockUntil = -.infinity } }
  let clockView: LabelView
  /// How many headlines wait until do not disturb ends; nil while it is off. Applied by the next frame.
  package var waiting: Int?
  let quietSign = QuietSignView()
  private var quietHairline = Content()
  var quietHairlinePlace: Rect?
  /// What the last layout showed of it.
  var shownWaiting: Int?
  private var clockUntil = -Seconds.infinity
  var list = ChipList()
  /// Whether the first button was pressed on the label.
  var isLabelPressed = false
  private var edge = Content()
  private var counterHairline = Content()
  private var chipsHairline = Content()
  private var clockHairline = Content()
  var clockHairlinePlace: Rect?

  private(set) var place = VisibleFrame()
  /// How much narrower the narrowest window is that shows it, in pixels.
  private(set) var less = 0.0
  /// The last layout, for those of new sizes between two.
  private var pass: LayoutPass?
  /// The views beside the crawl, from left to right.
  private var shown: [any SceneView] = []
  private var lines: [Layer] = []
  /// The layers of all parts but the crawl.
  let still = KeptFrame()
  /// The gliding widths of the chips and of the counter.
  private var (chipsRoom, counterRoom) = (GlidingWidth(), GlidingWidth())
  /// The counter's width at rest, and the chips' current and final widths.
  private var counterWidth = 0.0
  private var chipsWidth = (now: 0.0, atRest: 0.0)
  /// The number of digits in the last layout.
  private var laidOutDigits = 0
  /// The number of headlines that the caption was laid out for.
  private var captionCount = 0
  /// Whether the number rolls to another count since the last frame.
  private var hasNewCount = false
  /// How many new headlines have come.
  private var news = 0

  /// - Parameters:
  ///   - dock: The edge of the screen that the strip is docked to; its line is at the other one.
  ///   - labelImage: An image before the label's text.
  ///   - separator: An image between headlines instead of the diamond.
  ///   - words: The language of its texts. In a right-to-left language the label is at the right end.
  package init(
    _ style: StripStyle = StripStyle(), dock: StripLayout.Dock = .bottom, labelImage: SizedImage? = nil,
    separator: SizedImage? = nil, words: Words = .english
  ) {
    self.style = style
    self.words = words
    crawl = CrawlScene(words: words)
    chips = TokensView(properties: .switches, font: FontSpec(size: 13), words: words)
    breakIns = BreakInView(words: words)
    self.dock = dock
    self.labelImage = labelImage
    self.separator = separator
    // The layout sets their styles.
    let plain = LabelStyle(font: FontSpec(size: 1), color: style.theme.textColor)
    label = LabelView(style.label, style: plain)
    caption = LabelView(style.caption, style: plain)
    clockView = LabelView("", style: plain)
    chips.isCentered = true
    label.isMirrored = words.isRightToLeft
  }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    // Headlines of 18 px suit a strip of 36 px; everything scales with them.
    let size = context.typesetter.read(font: style.theme.font).size
    return Size(width: context.area.width, height: (36 * (size.map { $0 / 18 } ?? context.scale)).rounded())
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    (place, self.pass) = (frame, pass)
    layOutParts(at: pass.time)
  }

  package func fit(toLess pixels: Double) { less = pixels }

  /// The crawl. The list of chips extends to the end of the view, or to the clock.
  package var stretch: FlexibleColumns? {
    var (start, end) = (parts.crawl.minX, parts.crawl.maxX)
    let line = quietHairlinePlace ?? clockHairlinePlace
    if list.isOpen, isMirrored { start = min(start, line?.maxX ?? place.inner.minX) }
    if list.isOpen, !isMirrored { end = max(end, line?.minX ?? place.inner.maxX) }
    return FlexibleColumns(start...end, standsRight: isMirrored)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    breakIns.hold(crawl, at: t)
    followCount(at: t)
    let isListOver = list.isOpen && t >= list.until
    if isListOver { closeList() }
    let hasMoreDigits = hasNewCount && style.showsCounter && counter.odometer.text.utf8.count > laidOutDigits
    hasNewCount = false
    // The colours of a flash are not drawn before there is one.
    let flashesFirst = counter.properties.showsTrendColor != (news > 0)
    if turnClock(to: t) || isListOver || hasMoreDigits || isRoomMoving(at: t) || hasOtherCaption || flashesFirst
      || waiting != shownWaiting
    {
      layOutParts(at: t)
    }
    if !list.isOpen { (showsNotice ? noticeView as any SceneView : crawl).draw(into: &frame, at: t) }
    still.add(to: &frame, at: t) {
      for view in shown { view.draw(into: &$0, at: t) }
      for line in lines { $0.add(line) }
    }
    breakIns.draw(into: &frame, at: t)
    if let action = followPointed(at: t) { frame.perform(action) }
    if let failure, t >= failure.until { endFailure(at: t) }
    hintView.draw(into: &frame, at: t)
    if isDropTarget {
      let width = (2 * StripMetrics(height: place.outer.height).scale).rounded()
      dropMark.draw(in: place.inner, style.theme.chipSelectedBackground, width: max(2, width), into: &frame)
    }
    if let failure { frame.change(at: failure.until) }
    if list.isOpen { frame.change(at: list.until) }
    if clock != nil { frame.change(at: clockUntil) }
    frame.change(at: min(chipsRoom.nextChange(at: t), counterRoom.nextChange(at: t)))
  }

  /// Headlines may have come or gone: the number rolls from `t` on, whenever the next frame is. For new ones, so many in all,
  /// it flashes.
  package func tell(news count: Int, at t: Seconds) {
    followCount(at: t)
    guard count != news else { return }
    news = count
    counter.flash(at: t)
    still.expire()
  }

  private func followCount(at t: Seconds) {
    crawl.letGo(until: t)
    var hasChanged = false
    for departure in crawl.takeDepartures() {
      hasChanged = counter.show(count: departure.count, at: departure.time) || hasChanged
    }
    guard counter.show(count: crawl.count, at: t) || hasChanged else { return }
    hasNewCount = true
    still.expire()
  }

  /// Sets the chips.
  package func setTopics(_ tokens: [Token], at t: Seconds) {
    chips.change(at: t) { $0.setTokens(tokens) }
    _ = chips.drainEvents()
    still.expire()
    if case .topic = pointed.target { pointed.isStale = true }
  }

  // MARK: - Motion

  /// Switches between running headlines and one after the other. With reduced motion, number and chips snap, too, and
  /// headlines that break in do not move.
  package func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {
    crawl.setStepping(isReduced || steps, at: t)
    (counter.snaps, chips.snaps, breakIns.stands) = (isReduced, isReduced, isReduced)
    (chipsRoom.snaps, counterRoom.snaps) = (isReduced, isReduced)
  }

  /// Whether it is read from the right: by its language, or because headlines run to the right.
  var isMirrored: Bool { words.isRightToLeft || !style.crawl.scrollLeft }

  package var showsNotice: Bool { crawl.count == 0 && notice != nil }

  // MARK: - Layout

  /// Sets the clock to `t`. Returns whether its text changes.
  private func turnClock(to t: Seconds) -> Bool {
    guard let clock, t >= clockUntil else { return false }
    let (text, until) = clock(t)
    clockUntil = until
    defer { clockView.text = text }
    return text != clockView.text
  }

  private func layOutParts(at t: Seconds) {
    guard let pass = pass?.at(t) else { return }
    let typesetter = pass.typesetter
    still.expire()
    let (outer, bounds) = (place.outer, place.inner)
    let metrics = StripMetrics(height: outer.height)
    let looks = StripLooks(style: style, metrics: metrics, words: words, typesetter: typesetter)
    followCount(at: t)
    captionCount = crawl.count
    // It was valid when it was set.
    crawl.adopt(looks.crawl(separator: separator, numbers: crawl.style.numbers), at: t)
    var room = room(metrics)
    let clockPlace = takeClock(from: &room, looks, with: typesetter)
    let signPlace = takeSign(from: &room, looks, with: typesetter)
    var places = StripLayout(
      widths(looks, with: typesetter, at: t), in: room, toLess: less, metrics: metrics, dock: dock)
    if list.isOpen, places.chips != nil { places.listChips(in: room, toLess: less, metrics) }
    if isMirrored { places.mirror(in: room, numberFirst: !words.isRightToLeft) }
    parts = seen(of: places, isFramed: dock == .top ? outer.maxY > bounds.maxY : outer.minY < bounds.minY)
    layOutLines()
    shown.removeAll(keepingCapacity: true)
    for (view, place, seen) in [
      (label as any SceneView, places.label, parts.label), (crawl, places.crawl, parts.crawl),
      (counter, places.counter, parts.counter), (caption, places.caption, parts.caption),
      (chips, places.chips, parts.chips), (clockView, clockPlace, clockPlace?.intersection(bounds)),
      (quietSign, signPlace, signPlace?.intersection(bounds)),
    ] {
      guard var place, let seen else { continue }
      if list.isOpen, view === crawl { continue }
      if view === counter {
        // A new digit slides in from the left, so that the others stay visible.
        place = Rect(x: place.maxX - counterWidth, y: place.minY, width: counterWidth, height: place.height)
      }
      if view === chips { chips.widthAtRest = place.width == chipsWidth.now ? chipsWidth.atRest : nil }
      view.layout(in: VisibleFrame(seen, of: place), pass)
      if view !== crawl { shown.append(view) }
    }
    let crawlFrame = VisibleFrame(parts.crawl, of: places.crawl)
    (breakIns.style, hintView.style, noticeView.style) = (looks.breakIn, looks.hint, looks.notice)
    let seenByAll = VisibleFrame(
      parts.crawl.less(less, standsRight: isMirrored), of: places.crawl.less(less, standsRight: isMirrored))
    // A picture across the strip ends at the right, unless it begins with the columns that go.
    let whole = bounds.less(less, standsRight: isMirrored && parts.crawl.minX <= bounds.minX)
    breakIns.layout(in: crawlFrame, whole: place, seen: (seenByAll.inner, whole), pass)
    for view in [hintView as any SceneView, noticeView] { view.layout(in: seenByAll, pass) }
  }

  /// Prepares the parts for their height, and returns their natural widths.
  private func widths(_ looks: StripLooks, with typesetter: any Typesetter, at t: Seconds) -> StripWidths {
    let metrics = looks.metrics
    let height = metrics.height - metrics.edgeLine
    var widths = StripWidths()
    widths.label = labelWidth(looks, height: height, with: typesetter)
    if style.showsCounter {
      counter.properties = looks.counter
      counter.properties.showsTrendColor = news > 0
      counterWidth = counter.naturalSize(height: height, with: typesetter).width
      widths.counter = counterRoom.layOut(counterWidth, at: t)
      laidOutDigits = counter.odometer.text.utf8.count
      if let look = looks.caption {
        (caption.style, caption.text) = (look, captionText)
        widths.caption = caption.naturalWidth(height: height, with: typesetter)
      }
    }
    if style.showsChips { widths.chips = chipsWidths(looks, with: typesetter, at: t) }
    return widths
  }

  /// The default caption agrees with the number, in the user's language.
  var captionText: String {
    style.caption == StripStyle().caption ? words[.caption, crawl.count] : style.caption
  }

  private var hasOtherCaption: Bool { crawl.count != captionCount && captionText != caption.text }

  private func labelWidth(_ looks: StripLooks, height: Double, with typesetter: any Typesetter) -> Double {
    let metrics = looks.metrics
    label.text = style.label
    func width(scale: Double) -> Double {
      label.style = looks.label(scale: scale)
      label.image = labelImage?.limited(to: (24 * metrics.scale * scale).rounded())
      label.spacing = (5 * metrics.scale * scale).rounded()
      return label.naturalWidth(height: height, with: typesetter)
    }
    let natural = width(scale: 1)
    let scale = metrics.labelScale(of: natural, in: max(0, place.outer.width - less))
    return scale < 1 ? width(scale: scale) : natural
  }

  private func isRoomMoving(at t: Seconds) -> Bool { chipsRoom.isMoving(at: t) || counterRoom.isMoving(at: t) }

  /// The possible widths of the chips; the widest one glides.
  private func chipsWidths(_ looks: StripLooks, with typesetter: any Typesetter, at t: Seconds) -> [Double] {
    let metrics = looks.metrics
    guard let height = metrics.chipHeight, !chips.field.tokens.isEmpty else {
      chipsRoom.reset()
      return []
    }
    chips.properties = looks.chips(height: height, isList: list.isOpen)
    chips.font = looks.font(metrics.chipFont)
    chips.background = style.theme.background
    let widths = chips.rowWidths(atMost: metrics.chipsRoom(in: max(0, place.outer.width - less)), with: typesetter)
    let natural = widths.first ?? 0
    let widest = chipsRoom.layOut(natural, at: t)
    chipsWidth = (widest.rounded(.up), natural.rounded(.up))
    return [widest] + widths.filter { $0 < widest }
  }

  /// The area for the layout: that without a border, inset at the ends as far as the first and last part need it.
  private func room(_ metrics: StripMetrics) -> Rect {
    let (outer, bounds) = (place.outer, place.inner)
    let slack = 3 * metrics.scale
    let hasLabel = labelImage != nil || !style.label.isEmpty
    let labelRoom = max(0, hasLabel ? metrics.labelPadding - slack : bounds.width)
    let chipsRoom = max(0, metrics.chipsPadding - slack)
    let left = max(outer.minX, bounds.minX - (isMirrored ? chipsRoom : labelRoom))
    let right = min(outer.maxX, bounds.maxX + (isMirrored ? labelRoom : chipsRoom))
    return Rect(x: left, y: outer.minY, width: max(0, right - left), height: outer.height)
  }

  /// The parts inside the border. A border at the docked edge replaces the line.
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
    clockHairline.background = style.theme.hairlineColor
    quietHairline.background = style.theme.hairlineColor
    lines.removeAll(keepingCapacity: true)
    for (content, rect) in [
      (edge, parts.edgeLine), (counterHairline, parts.counterHairline), (chipsHairline, parts.chipsHairline),
      (clockHairline, clockHairlinePlace?.intersection(place.inner)),
      (quietHairline, quietHairlinePlace?.intersection(place.inner)),
    ] {
      if let rect { lines.append(Layer(content, clip: rect, origin: rect.origin)) }
    }
  }
}
