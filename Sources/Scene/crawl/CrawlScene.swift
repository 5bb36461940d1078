package import ScrollCore

/// Side-scrolling text: one text, or a stream of headlines.
///
/// It holds the headlines and their train, and delegates the display to a presentation: running, one after the other,
/// or closing a gap.
package final class CrawlScene: SceneView {
  package typealias Style = CrawlStyle

  package private(set) var style: Style
  /// Whether the last pass is over, until a new start or new text.
  package var isFinished: Bool { train.state == .finished }
  package var isPaused: Bool { train.isPaused }
  /// Whether it has been started, and is neither stopped, paused nor finished.
  package var isScrolling: Bool { (train.state == .running || pendingStart != nil) && !isPaused }
  /// Whether to report headlines that come into view and leave it (`ViewEvent.itemShown`), which takes a check in every
  /// frame.
  package var reportsShownItems = false
  /// Whether a click on a headline opens its link.
  package var opensLinks = true
  /// Whether its owner performs actions on headlines as news (`HeadlineAction`); other commands of that kind are not taken.
  package var hasNewsroom = false
  /// Returns details of headlines besides text and topic, by the numbers of their texts.
  package var details: () -> [Int: String] = { [:] }
  /// What it was told to show.
  var programme = Programme()
  /// The factor of the speed.
  package private(set) var pace = 1.0
  /// Refreshes a second of the screen that it is on; 0 if unknown.
  private var refreshRate = 0.0

  let headlines: Headlines
  /// The ID of the headline with the style's text; nil without one.
  var textID: Int?
  var train: Train
  /// The presentation of running headlines.
  private(set) lazy var run = CrawlRun(self, on: style.background.solid)
  /// The presentation of running headlines with live numbers.
  private var numbers: CrawlNumbers?
  /// Set for a part of a wall's crawl, which shows the conductor's items.
  package internal(set) var wall: CrawlWall?
  /// Set while headlines are shown one after the other.
  private(set) var steps: CrawlSteps?
  /// Removed headlines that still run through the view, as all of them were in it.
  var runningOut: [Int: Headline] = [:]
  /// The last removal of a visible headline.
  var closing: CrawlClosing?
  /// The state of pointer and keyboard.
  var pointer = Pointer()
  var markContent = Content()
  private var underline = Content()
  private var placeholder = Content()
  /// An empty content for the fade at both ends.
  private let ends = Content()
  /// The visible headlines at the last report, and the lap.
  private var reportedItems: [Int: ShownHeadline] = [:]
  private var toldLap: Int?
  /// The record of visible headlines.
  var seen = Seen()

  private(set) var place = VisibleFrame()
  private var metrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
  /// A start that was requested before the first layout.
  private var pendingStart: Seconds?
  /// The scale of the screen that it was laid out for.
  private var screenScale = 1.0

  package init(_ style: Style = Style(), topics: [Topic] = [], words: Words = .english) {
    self.style = style
    headlines = Headlines(words: words)
    train = Train(style.crawl, viewWidth: 0, lookahead: Content.lookahead)
    headlines.topics = topics
    (headlines.foreground, headlines.readColor, headlines.rowKinds) = (style.textColor, style.readColor, style.rows)
    adoptMarkup()
    if !style.text.isEmpty { textID = headlines.append(Headline(style.text)) }
  }

  /// Switches between running headlines and one after the other.
  package func setStepping(_ isStepping: Bool, at t: Seconds) {
    guard wall == nil, isStepping != (steps != nil) else { return }
    advance(to: t)
    steps = isStepping ? CrawlSteps(self, heldSince: isPaused ? t : nil, at: train.distance(at: t)) : nil
    run.setNeedsPieces()
    sampleShowings(at: t)
  }

  /// Turns placeholders into live numbers: `{name}` in a headline stands for the value of that name. Call it before
  /// headlines are added. The surroundings must have the view's background colour.
  package func enableValues() {
    headlines.readsPlaceholders = true
    enableNumbers()
  }

  /// Whether placeholders are numbers.
  package var hasValues: Bool { headlines.readsPlaceholders }

  /// Shows headlines with numbers from now on.
  func enableNumbers() {
    guard numbers == nil else { return }
    let numbers = CrawlNumbers(self, on: style.background.solid)
    (run, self.numbers, headlines.values) = (numbers, numbers, numbers.values)
    numbers.prepare()
  }

  /// Whether texts have numbers, of placeholders or of rows.
  var hasNumbers: Bool { numbers != nil }

  /// Rolls a value to the number in a text, with the next frame; any other text is shown as a dash.
  package func setValue(_ name: String, to text: Span<UInt8>) { headlines.values?.set(name, to: text) }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    Size(width: context.area.width, height: (36 * context.scale).rounded())
  }

  package var stretch: FlexibleColumns? {
    FlexibleColumns(bounds.minX...bounds.maxX, standsRight: !style.crawl.scrollLeft)
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let (typesetter, t) = (pass.typesetter, pass.time)
    let (wasPlaced, former) = (isPlaced, bounds)
    (place, screenScale) = (frame, pass.scale)
    headlines.typesetter = typesetter
    guard bounds.width > 0 else { return }
    if wasPlaced { letGo(until: t) }
    let (font, room) = (headlines.font, headlines.barRoom)
    chooseFont()
    let isBar = headlines.markup.kind.isBar
    let isOther = wasPlaced && (headlines.font != font || isBar && headlines.barRoom != room)
    // A line of bar markup that stands still has the view's width; in a narrower view it would start to run.
    let isLater = isBar && headlines.barRoom.width > room.width
    headlines.height = place.outer.height
    if isOther, !isLater { restyle(at: t) }
    keepReadingSpeed(at: t)
    // The text keeps its place on the screen, unless the view leaves all of it behind.
    let way = wasPlaced ? bounds.minX - former.minX : 0
    let shift = abs(way) < bounds.width + former.width ? way : 0
    train.resize(to: bounds.width, shift: shift, surround: place.cover, at: t, from: headlines)
    if isOther, isLater { restyle(at: t) }
    run.setNeedsPieces()
    wall?.setNeedsPieces()
    if let start = pendingStart {
      pendingStart = nil
      headlines.restyle()
      train.start(at: start, from: headlines)
    }
    follow(from: former, at: t)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard bounds.width > 0, bounds.height > 0, headlines.typesetter != nil else { return }
    letGo(until: t)
    if wall == nil, train.update(to: t, from: headlines) { frame.tell(.finished) }
    steps?.advance(to: t)
    if recordsShowings { followShowings(in: &frame, at: t) }
    if reportsShownItems { reportShown(in: &frame, at: t) }
    if isVacant, !style.placeholder.isEmpty { return drawPlaceholder(into: &frame) }
    numbers?.turnValues(at: t)
    if closing?.isOver(at: t) == true { endClosing(at: t) }
    let presentation = presentation(at: t)
    presentation.draw(into: &frame, at: t)
    followLink(in: &frame, at: t)
    if presentation === closing { return }
    if presentation === steps || !hasNumbers { underlineLink(in: &frame, at: t) }
    drawMark(into: &frame, at: t)
  }

  /// The presentation at `t`.
  func presentation(at t: Seconds) -> any CrawlPresentation { wall ?? steps ?? running(at: t) }

  /// Whether there is nothing to show.
  private var isVacant: Bool {
    wall.map { $0.follower.plan?.belt.isEmpty ?? true } ?? (count == 0 && train.segments.isEmpty)
  }

  /// The presentation while they run.
  func running(at t: Seconds) -> any CrawlPresentation {
    if let closing, !closing.isOver(at: t) { closing } else { run }
  }

  /// Whether something follows the running headlines: events, the pointer's link, or the mark.
  var followsRun: Bool { reportsShownItems || pointer.place != nil || pointer.mark != nil }

  /// Draws the placeholder of an empty crawl at the start position.
  private func drawPlaceholder(into frame: inout Frame) {
    guard let typesetter = headlines.typesetter else { return }
    let run = TextRun(style.placeholder, font: headlines.font, color: style.separatorColor)
    let (width, area) = (typesetter.width(of: run), place.textArea(margin: style.crawl.inset))
    let x = (style.crawl.scrollLeft ? area.minX : area.maxX - width).rounded() - bounds.minX
    placeholder.show([line.primitive(run, at: x, width: width)], on: style.background.solid)
    frame.add(Layer(placeholder, clip: bounds, origin: origin(ofContentAt: 0)))
  }

  /// The fade of both ends; none for a text that fits and rests.
  var fade: Fade { train.isResting ? Fade() : style.fade }

  /// Fades both ends of a text shown in parts.
  func addEnds(to frame: inout Frame) {
    if fade.length > 0 { frame.add(Layer(ends, clip: bounds, origin: bounds.origin, fade: fade)) }
  }

  /// Draws the underline of the link under the pointer; it fades with the text.
  private func underlineLink(in frame: inout Frame, at t: Seconds) {
    guard let id = pointer.link else { return }
    underline.background = style.textColor
    let thickness = max(1, (headlines.font.size / 16).rounded())
    let y = (place.outer.minY + baseline + headlines.font.size * 0.12).rounded()
    var fade = Fade()
    if steps == nil { (fade, fade.bounds) = (self.fade, bounds) }
    for piece in presentation(at: t).pieces(at: t) where piece.layout.headline.id == id {
      let (start, width) = steps == nil ? (piece.layout.textStart, piece.layout.textWidth) : (0, piece.width)
      let left = (bounds.minX + piece.left + start).rounded()
      let line = Rect(x: left, y: y, width: width.rounded(), height: thickness).intersection(bounds)
      if !line.isEmpty { frame.add(Layer(underline, clip: line, origin: line.origin, fade: fade)) }
    }
  }

  /// Reports which headlines have come into view and left it.
  private func reportShown(in frame: inout Frame, at t: Seconds) {
    if let lap = train.visible(at: t).map(\.segment.lap).max() {
      if let toldLap, lap > toldLap { frame.tell(.cycled) }
      toldLap = lap
    }
    let shown = shownItems(at: t)
    guard shown != Set(reportedItems.keys) else { return }
    for (id, headline) in reportedItems.sorted(by: { $0.key < $1.key }) where !shown.contains(id) {
      frame.tell(.itemHidden(headline))
      reportedItems[id] = nil
    }
    for id in shown.sorted() where reportedItems[id] == nil {
      guard var headline = shownHeadlines.layout(ofHeadline: id)?.headline else { continue }
      headline.text = shownHeadlines.text(of: id) ?? text(of: headline)
      reportedItems[id] = headline
      frame.tell(.itemShown(headline))
    }
  }

  // MARK: - Time

  /// Starts the motion from the start position; does nothing while it runs.
  package func start(at t: Seconds) {
    guard wall == nil else { return }
    guard isPlaced else {
      pendingStart = pendingStart ?? t
      return
    }
    train.start(at: t, from: headlines)
  }

  /// Begins at the start position again if nothing is in the view.
  package func startOver(at t: Seconds) {
    guard isPlaced else { return }
    letGo(until: t)
    train.startOver(at: t, from: headlines)
  }

  /// Stops the text in place; `start` begins at the start position again.
  package func stop(at t: Seconds) {
    pendingStart = nil
    letGo(until: t)
    train.stop(at: t, from: headlines)
  }

  /// Whether it runs at `t`, perhaps after a delay: it has been started, and is neither stopped, paused, finished nor
  /// at rest because it fits the view.
  package func isScrolling(at t: Seconds) -> Bool {
    if let wall { return wall.follower.nextChange(at: t) < .infinity }
    return steps == nil && !isPaused && train.nextChange(at: t) < .infinity
  }

  /// Whether the headlines are at rest at `t`, and not held by hand.
  package func isResting(at t: Seconds) -> Bool {
    steps == nil && !isPaused && train.nextChange(at: t) == .infinity
  }

  /// The speed on the screen at `t` in px/s, regardless of direction.
  package func speed(at t: Seconds) -> Double {
    if let wall { return wall.follower.plan?.speed(at: wall.follower.origin + t) ?? 0 }
    return steps == nil ? abs(train.screenVelocity(at: t)) : 0
  }

  /// How far the headlines have run, in pixels. It stays while they are shown one after the other.
  package func position(at t: Seconds) -> Double {
    wall?.follower.distance(at: t) ?? steps?.position ?? train.distance(at: t)
  }

  /// The displayed headlines: its own, or the wall's.
  var shownHeadlines: Headlines { wall?.headlines ?? headlines }

  /// Pauses the text; `resume` continues as if no time had passed.
  package func pause(at t: Seconds) {
    letGo(until: t)
    train.pause(at: t, from: headlines)
    steps?.hold(true, at: t)
  }

  package func resume(at t: Seconds) {
    letGo(until: t)
    train.resume(at: t, from: headlines)
    steps?.hold(false, at: t)
  }

  /// Changes the speed by a factor; the velocity eases.
  package func setPace(_ pace: Double, at t: Seconds) {
    letGo(until: t)
    self.pace = min(8, max(0.125, pace))
    if isPlaced { train.set(crawl, at: t, from: headlines) }
  }

  /// Pixels per second, at the pace 1, of a crawl whose speed follows from its height; nil if it is set.
  package var readingSpeed: Double? { style.readingSpeed.map { $0 * place.outer.height / 36 } }

  /// Makes speeds multiples of a step; see `Train.speedStep`.
  package func setSpeedStep(_ step: Double, at t: Seconds) {
    letGo(until: t)
    train.speedStep = step
    if isPlaced { train.set(crawl, at: t, from: headlines) }
  }

  /// Whether its speed may be a little off, so that frames repeat the fractions of a pixel at which text is drawn. On a wall the
  /// conductor's screen is not everybody's.
  package var hasFreeSpeed: Bool { style.hasFreeSpeed && pace == 1 && wall == nil }

  /// Follows the screen's refresh rate with a speed that nobody has set.
  package func follow(refreshRate: Double, at t: Seconds) {
    letGo(until: t)
    self.refreshRate = refreshRate
    if hasFreeSpeed, isPlaced { train.set(crawl, at: t, from: headlines) }
  }

  // MARK: - Style

  /// Applies a style while it runs, without moving visible text.
  ///
  /// - Throws: if its sizes contradict each other; then nothing has changed.
  package func apply(_ new: Style, at t: Seconds) throws(ValueError) {
    try new.crawl.validate()
    adopt(new, at: t)
  }

  /// Applies a style without checking its sizes: of a contradicting range for the font the maximum counts.
  package func adopt(_ new: Style, at t: Seconds) {
    guard new != style else { return }
    letGo(until: t)
    let old = style
    style = new
    run.content.background = new.background.solid
    wall?.setNeedsPieces()
    (headlines.foreground, headlines.readColor) = (new.textColor, new.readColor)
    headlines.rowKinds = new.rows
    train.set(crawl, at: t, from: headlines)
    if isPlaced {
      if !new.measuresLike(old) { chooseFont() }
      numbers?.prepare()
      if !new.drawsLike(old) { restyle(remeasuring: !new.measuresLike(old), at: t) }
    }
    if new.markup != old.markup { adoptMarkup() }
    if new.markup != old.markup { replaceAll(with: itemIDs.compactMap(headline(of:)), at: t) }
    if new.text != old.text { showText(at: t) }
  }

  /// Redraws the headlines after a change of font, colours or topics.
  func restyle(remeasuring: Bool = true, at t: Seconds) {
    headlines.barRoom = barRoom
    headlines.restyle()
    if remeasuring { train.remeasured(at: t, from: headlines) }
    run.setNeedsPieces()
    wall?.setNeedsPieces()
  }

  package var topics: [Topic] { headlines.topics }

  /// The names and colours of topics, which headlines refer to. Redraws only if a headline near the view is affected.
  package func setTopics(_ topics: [Topic], at t: Seconds) {
    let old = headlines.topics
    headlines.topics = topics
    let isSeen = headlines.layouts.values.contains { layout in
      guard let topic = layout.headline.topic else { return false }
      return (old.indices.contains(topic) ? old[topic] : nil) != (topics.indices.contains(topic) ? topics[topic] : nil)
    }
    if isPlaced, isSeen { restyle(at: t) }
  }

  /// Sets which headlines have been read, by ID. This only changes their colour.
  package func setRead(_ ids: Set<Int>) { if headlines.setRead(ids) { run.setNeedsPieces() } }

  /// The style's motion, adapted to the screen's scale, the view's height and the pace.
  var crawl: Crawl {
    var crawl = style.crawl
    crawl.surround = place.cover
    if scale != 1 {
      for size in [\Crawl.fontSize, \.minFontSize, \.maxFontSize, \.inset, \.repeatSpacing] {
        crawl[keyPath: size] *= scale
      }
    }
    if let readingSpeed { (crawl.scrollTime, crawl.scrollSpeed) = (0, readingSpeed) }
    if hasFreeSpeed { crawl.scrollSpeed = freeSpeed(near: crawl.scrollSpeed, rate: refreshRate) }
    (crawl.scrollTime, crawl.scrollSpeed) = (crawl.scrollTime / pace, crawl.scrollSpeed * pace)
    return crawl
  }

  /// Derives the speed from the view's height, and sizes from the screen's scale.
  private func keepReadingSpeed(at t: Seconds) {
    guard style.readingSpeed != nil || style.followsScale else { return }
    var crawl = crawl
    crawl.surround = train.crawl.surround
    if crawl != train.crawl { train.set(crawl, at: t, from: headlines) }
  }

  /// Chooses the font size for the view and, if it has to fit the width, for the text.
  private func chooseFont() {
    guard let typesetter = headlines.typesetter else { return }
    headlines.font = FontSpec(style.font, size: headlines.font.size, with: typesetter)
    if typesetter.read(font: style.font).size == nil {
      headlines.font.size = crawl.fontSize(
        viewSize: bounds.size, lineHeight: headlines.font.lineHeight(with: typesetter),
        textWidth: { [headlines, crawl, place] size in
          headlines.length(in: size, spacing: crawl.repeatSpacing, upTo: place.outer.width)
        })
    }
    numbers?.prepare()
    metrics = typesetter.metrics(of: headlines.font)
    headlines.barRoom = barRoom
  }

  /// If the font fits the text, another text may need another size.
  func fitFont(at t: Seconds) {
    guard style.crawl.maxFontSize > 0 || style.crawl.minFontSize > 0, !style.crawl.fontSizeAsView else { return }
    let present = headlines.font.size
    chooseFont()
    guard headlines.font.size != present else { return }
    headlines.restyle()
    train.remeasured(at: t, from: headlines)
  }

  // MARK: - Geometry

  /// Its place in the window.
  package var bounds: Rect { place.inner }

  /// Whether it has been laid out.
  package var isPlaced: Bool { train.viewWidth > 0 && headlines.typesetter != nil }

  /// The factor for sizes.
  var scale: Double { style.followsScale ? screenScale : 1 }

  var line: HeadlineLine { HeadlineLine(baseline: baseline, metrics: metrics) }

  /// From the top of the view including its surroundings, in whole pixels. Capitals are centred, as far as the line
  /// stays inside the view.
  var baseline: Double {
    let outer = place.outer
    return place.seen(outer.minY + baseline(in: outer.height), of: metrics) - outer.minY
  }

  private func baseline(in height: Double) -> Double {
    let room = height - metrics.lineHeight
    if room < 0 || style.crawl.fontSizeAsView { return (room / 2 + metrics.ascent).rounded() }
    let highest = metrics.ascent.rounded(.up)
    let lowest = max(highest, (height - metrics.descent).rounded(.down))
    return min(max(opticalBaseline(of: metrics, in: height).rounded(), highest), lowest)
  }

  /// The origin in the window of a headlines' content at an x of the view.
  func origin(ofContentAt x: Double) -> Point { Point(x: bounds.minX + x, y: place.outer.minY) }

  /// The part of the view between two places, in whole pixels of the window.
  func stretch(from left: Double, to right: Double) -> Rect {
    let (left, right) = ((bounds.minX + left).rounded(), (bounds.minX + right).rounded())
    return Rect(x: left, y: bounds.minY, width: max(0, right - left), height: bounds.height)
  }
}
