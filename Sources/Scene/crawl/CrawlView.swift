package import ScrollCore

/// Side-scrolling text: one text, or a stream of headlines.
///
/// It draws one layer with one content. A headline is put into the content once, as it comes near the view, and
/// stays where it is until it has left; only the layer's origin moves.
package final class CrawlView: View {
  package private(set) var style: Style
  /// Headlines that will be or may be shown again.
  package var count: Int { items.store.itemCount }
  /// True once the last pass is over, until a new start or new text.
  package var isFinished: Bool { train.state == .finished }
  package var isPaused: Bool { train.isPaused }
  /// Whether it has been started, and is neither stopped, paused nor finished.
  package var isScrolling: Bool { (train.state == .running || pendingStart != nil) && !isPaused }
  /// Whether it says when headlines come into view and leave it (`ViewEvent.itemShown`): that is looked for with every
  /// frame.
  package var tellsShownItems = false

  let items = CrawlItems()
  var train: Train
  var content: Content
  /// Where the texts and numbers of the present frame stand.
  var placement = CrawlPlacement()
  /// Kept, so that nothing is allocated.
  var instances: [Instance] = []
  /// How the train's segments look, in their order, and the revisions of train and looks that they are from.
  var segmentLooks: [CrawlItems.Look?] = []
  var segmentLooksRevision = (train: -1, looks: -1)
  /// Those of them near the view when numbers were last brought up to date.
  var nearSegments = 0..<0
  /// Shows nothing but the fade at both ends.
  var ends: Content?
  /// What stands in an empty view.
  var placeholder = Content()
  /// What headlines are known by whose ids have changed.
  var names = ItemNames()
  /// The headlines that were in view when that was last told, and the lap.
  var toldItems: [Int: ShownHeadline] = [:]
  var toldLap: Int?
  /// Its place in the window.
  package var bounds: Rect { place.inner }
  private(set) var place = VisibleFrame()
  private(set) var metrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
  private(set) var labelMetrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
  /// What the pointer is doing to the text.
  var pointer = Pointer()
  /// What was asked for before there was a place to run in.
  private var pendingStart: Seconds?
  var drawnRevision = -1
  /// What was taken off the glass a moment ago.
  var closing: CrawlClosing?
  /// A click on a headline opens its link.
  package var opensLinks = true
  private var underline = Content()
  var markContent = Content()
  /// Set where headlines stand one after the other.
  var steps: CrawlSteps?
  /// What the speed is multiplied by.
  package private(set) var pace = 1.0
  /// Of the screen that the window was measured for.
  private var screenScale = 1.0
  /// What sizes are multiplied by.
  var scale: Double { style.followsScale ? screenScale : 1 }
  /// When what is drawn may next be laid out anew, for numbers that have other widths now.
  var nextTidying = -Seconds.infinity

  package init(_ style: Style = Style(), topics: [Topic] = []) {
    self.style = style
    train = Train(style.crawl, viewWidth: 0, lookahead: Content.lookahead)
    content = Content(axis: .horizontal, background: style.background.solid)
    items.topics = topics
    (items.foreground, items.readColor) = (style.foreground, style.readColor)
    takeMarkup()
    if !style.text.isEmpty { items.store.append(style.text) }
  }

  /// Chooses speeds that are even in this; see `Train.speedStep`.
  package func setSpeedStep(_ step: Double, at t: Seconds) {
    train.speedStep = step
    if isPlaced { train.set(crawl, at: t, from: items) }
  }

  // MARK: View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    screenScale = scale
    return Size(width: area.width, height: (36 * scale).rounded())
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let (wasPlaced, former) = (isPlaced, bounds)
    place = frame
    items.typesetter = typesetter
    guard bounds.width > 0 else { return }
    let (font, room) = (items.font, items.barRoom)
    chooseFont()
    let isOther = wasPlaced && (items.font != font || items.markup.kind.isBar && items.barRoom != room)
    // A line of a bar is as wide as the view where it stands; wider than it, it would begin to run.
    let isLater = items.markup.kind.isBar && items.barRoom.width > room.width
    if isOther, !isLater { restyle(at: t) }
    keepReadingSpeed(at: t)
    // The text stays where it is on the screen.
    let shift = wasPlaced ? bounds.minX - former.minX : 0
    train.resize(to: bounds.width, shift: shift, surround: place.cover, at: t, from: items)
    if isOther, isLater { restyle(at: t) }
    drawnRevision = -1
    if let start = pendingStart {
      pendingStart = nil
      items.restyle()
      train.start(at: start, from: items)
    }
    follow(from: former, at: t)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard bounds.width > 0, bounds.height > 0, items.typesetter != nil else { return }
    if train.update(to: t, from: items) { frame.tell(.finished) }
    if tellsShownItems { tellShown(in: &frame, at: t) }
    if count == 0, train.segments.isEmpty, !style.placeholder.isEmpty { return drawPlaceholder(into: &frame) }
    turnValues(at: t)
    if isStepping {
      drawStep(into: &frame, at: t)
      followLink(in: &frame, at: t)
      underlineLink(in: &frame, at: t)
      return drawMark(into: &frame, at: t)
    }
    if drawnRevision != train.revision { drawPieces() }
    followLink(in: &frame, at: t)
    if items.values != nil {
      drawParts(into: &frame, at: t)
      return drawMark(into: &frame, at: t)
    }
    if let closing, !closing.isOver(at: t) { return drawClosing(closing, into: &frame, at: t) }
    closing = nil
    let run = train.steadyRun(at: t)
    frame.add(
      Layer(
        content, clip: bounds,
        origin: Point(x: bounds.minX + train.contentOrigin(at: t), y: place.outer.minY),
        fade: style.fade, speed: train.steadySpeed, velocity: run?.velocity ?? 0))
    underlineLink(in: &frame, at: t)
    drawMark(into: &frame, at: t)
    frame.change(at: train.nextChange(at: t), after: run)
    // What is told of headlines, and what the pointer is on, changes with their places.
    if tellsShownItems || pointer.place != nil || pointer.mark != nil { frame.follow() }
  }

  /// The line under the headline that a click would open; it fades where its text does.
  private func underlineLink(in frame: inout Frame, at t: Seconds) {
    guard let id = pointer.link else { return }
    underline.background = style.foreground
    let thickness = max(1, (items.font.size / 16).rounded())
    let y = (place.outer.minY + baseline + items.font.size * 0.12).rounded()
    func draw(from left: Double, _ width: Double, _ fade: Fade) {
      let line = Rect(x: left.rounded(), y: y, width: width.rounded(), height: thickness).intersection(bounds)
      if !line.isEmpty { frame.add(Layer(underline, clip: line, origin: line.origin, fade: fade)) }
    }
    if isStepping {
      if stepItem?.id == id { draw(from: stepPlace.minX, stepPlace.width, Fade()) }
      return
    }
    var fade = style.fade
    fade.bounds = bounds
    for (segment, x) in train.visible(at: t) {
      guard let look = items.look(of: segment.id), look.item.id == id else { continue }
      draw(from: bounds.minX + x + look.textStart, look.textWidth, fade)
    }
  }

  // MARK: Time

  /// Starts the motion, from home; does nothing while it runs.
  package func start(at t: Seconds) {
    guard isPlaced else {
      pendingStart = pendingStart ?? t
      return
    }
    train.start(at: t, from: items)
  }

  /// Freezes the text where it is; `start` begins anew.
  package func stop(at t: Seconds) {
    pendingStart = nil
    train.stop(at: t, from: items)
  }

  /// Whether it runs at `t`, if only after its first delay: it has been started, and is neither stopped, paused, finished
  /// nor at rest because it fits the view.
  package func isScrolling(at t: Seconds) -> Bool { !isPaused && train.nextChange(at: t) < .infinity }

  /// How fast it runs on the screen at `t`, in px/s, whatever the direction.
  package func speed(at t: Seconds) -> Double { abs(train.screenVelocity(at: t)) }

  /// Holds the text; `resume` goes on as if no time had passed.
  package func pause(at t: Seconds) {
    train.pause(at: t, from: items)
    holdStep(true, at: t)
  }

  package func resume(at t: Seconds) {
    train.resume(at: t, from: items)
    holdStep(false, at: t)
  }

  // MARK: Properties

  /// Takes over a style, live: what is on screen does not jump.
  ///
  /// - Throws: where its sizes do not go together; nothing has changed then.
  package func apply(_ new: Style, at t: Seconds) throws(ValueError) {
    try new.crawl.validate()
    adopt(new, at: t)
  }

  /// Takes over a style, whatever its sizes are together: of fonts that fit the width the larger end counts then.
  package func adopt(_ new: Style, at t: Seconds) {
    guard new != style else { return }
    let old = style
    style = new
    content.background = new.background.solid
    (items.foreground, items.readColor) = (new.foreground, new.readColor)
    train.set(crawl, at: t, from: items)
    if isPlaced {
      if !new.measuresLike(old) { chooseFont() }
      prepareValues()
      if !new.drawsLike(old) { restyle(remeasuring: !new.measuresLike(old), at: t) }
    }
    if new.markup != old.markup { takeMarkup() }
    if new.text != old.text {
      replaceAll(with: [Headline(new.text)], at: t)
    } else if new.markup != old.markup {
      replaceAll(with: itemIDs.compactMap(headline(of:)), at: t)
    }
  }

  /// Lets the headlines run faster, or slower where it is below 1; the velocity eases.
  package func setPace(_ pace: Double, at t: Seconds) {
    self.pace = min(8, max(0.125, pace))
    if isPlaced { train.set(crawl, at: t, from: items) }
  }

  /// Draws the items anew, after their font, colours or topics have changed.
  func restyle(remeasuring: Bool = true, at t: Seconds) {
    items.barRoom = barRoom
    items.restyle()
    if remeasuring { train.remeasured(at: t, from: items) }
    drawnRevision = -1
  }

  /// Names and colours of the topics that headlines point to. Nothing is drawn anew for those that no headline near the
  /// view has.
  package func setTopics(_ topics: [Topic], at t: Seconds) {
    let old = items.topics
    items.topics = topics
    let isSeen = items.looks.values.contains { look in
      guard let topic = look.item.topic else { return false }
      return (old.indices.contains(topic) ? old[topic] : nil) != (topics.indices.contains(topic) ? topics[topic] : nil)
    }
    if isPlaced, isSeen { restyle(at: t) }
  }

  package var topics: [Topic] { items.topics }

  // MARK: Private help

  /// What the train is told.
  var crawl: Crawl {
    var crawl = style.crawl
    crawl.surround = place.cover
    if scale != 1 {
      for size in [\Crawl.fontSize, \.minFontSize, \.maxFontSize, \.inset, \.repeatSpacing] {
        crawl[keyPath: size] *= scale
      }
    }
    if let speed = style.readingSpeed { (crawl.scrollTime, crawl.scrollSpeed) = (0, speed * place.outer.height / 36) }
    (crawl.scrollTime, crawl.scrollSpeed) = (crawl.scrollTime / pace, crawl.scrollSpeed * pace)
    return crawl
  }

  /// A reading speed follows from the height of the view, and sizes from the screen's.
  private func keepReadingSpeed(at t: Seconds) {
    guard style.readingSpeed != nil || scale != 1 else { return }
    var crawl = crawl
    crawl.surround = train.crawl.surround
    if crawl != train.crawl { train.set(crawl, at: t, from: items) }
  }

  var isPlaced: Bool { train.viewWidth > 0 && items.typesetter != nil }

  @discardableResult
  func replaceStore(with headlines: [Headline]) -> [Int?] {
    items.store.removeAll()
    items.order.removeAll()
    items.forgetItem()
    return headlines.map { items.append($0) }
  }

  /// Finds the size of the font for the view and, where it is asked to fit the width, for the text.
  func chooseFont() {
    guard let typesetter = items.typesetter else { return }
    items.font = FontSpec(style.font, size: items.font.size, with: typesetter)
    if typesetter.read(font: style.font).size == nil {
      items.font.size = crawl.fontSize(
        viewSize: bounds.size, lineHeight: items.font.lineHeight(with: typesetter),
        textWidth: { [items, crawl, place] size in
          items.length(in: size, spacing: crawl.repeatSpacing, upTo: place.outer.width)
        })
    }
    prepareValues()
    metrics = typesetter.metrics(of: items.font)
    labelMetrics = typesetter.metrics(of: items.labelFont)
    items.barRoom = barRoom
  }
}

extension CrawlView {
  package typealias Style = CrawlStyle
}
