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
  /// When what is drawn may next be laid out anew, for numbers that have other widths now.
  var nextTidying = -Seconds.infinity

  package init(_ style: Style = Style(), topics: [Topic] = []) {
    self.style = style
    train = Train(style.crawl, viewWidth: 0, lookahead: Content.lookahead)
    content = Content(axis: .horizontal, background: style.background.solid)
    items.topics = topics
    items.foreground = style.foreground
    if !style.text.isEmpty { items.store.append(style.text, isMarkup: style.markup) }
  }

  /// See `Train.speedStep`; to be set before the start.
  package var speedStep: Double {
    get { train.speedStep }
    set { train.speedStep = newValue }
  }

  // MARK: View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let (wasPlaced, former) = (isPlaced, bounds)
    place = frame
    items.typesetter = typesetter
    guard bounds.width > 0 else { return }
    let font = items.font
    chooseFont()
    if wasPlaced, items.font != font {
      items.restyle()
      train.remeasured(at: t, from: items)
    }
    // The text stays where it is on the screen.
    let shift = wasPlaced ? bounds.minX - former.minX : 0
    train.resize(to: bounds.width, shift: shift, surround: place.cover, at: t, from: items)
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
    train.update(to: t, from: items)
    turnValues(at: t)
    if drawnRevision != train.revision { drawPieces() }
    guard items.values == nil else { return drawParts(into: &frame, at: t) }
    frame.add(
      Layer(
        content, clip: bounds,
        origin: Point(x: bounds.minX + train.contentOrigin(at: t), y: place.outer.minY),
        fade: Fade(style.edgeFade, into: style.background)))
    frame.change(at: train.nextChange(at: t))
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

  package func stop(at t: Seconds) {
    pendingStart = nil
    train.stop(at: t, from: items)
  }

  package func pause(at t: Seconds) { train.pause(at: t, from: items) }

  package func resume(at t: Seconds) { train.resume(at: t, from: items) }

  // MARK: Properties

  /// Takes over a style, live: what is on screen does not jump.
  package func apply(_ new: Style, at t: Seconds) throws(ValueError) {
    try new.crawl.validate()
    guard new != style else { return }
    let old = style
    style = new
    content.background = new.background.solid
    items.foreground = new.foreground
    train.set(crawl, at: t, from: items)
    if isPlaced {
      if !new.measuresLike(old) { chooseFont() }
      prepareValues()
      restyle(remeasuring: !new.measuresLike(old), at: t)
    }
    if (old.text, old.markup) != (new.text, new.markup) { replaceAll(with: [Headline(new.text)], at: t) }
  }

  /// Draws the items anew, after their font, colours or topics have changed.
  private func restyle(remeasuring: Bool = true, at t: Seconds) {
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
  private var crawl: Crawl {
    var crawl = style.crawl
    crawl.surround = place.cover
    return crawl
  }

  var isPlaced: Bool { train.viewWidth > 0 && items.typesetter != nil }

  @discardableResult
  func replaceStore(with headlines: [Headline]) -> [Int?] {
    items.store.removeAll()
    items.order.removeAll()
    items.forgetItem()
    return headlines.map { items.append($0, isMarkup: style.markup) }
  }

  /// Finds the size of the font for the view and, where it is asked to fit the width, for the text.
  func chooseFont() {
    guard let typesetter = items.typesetter else { return }
    items.font.family = style.font
    let spec = items.font
    items.font.size = crawl.fontSize(
      viewSize: bounds.size,
      lineHeight: { size in
        var tried = spec
        tried.size = size
        return typesetter.metrics(of: tried).lineHeight
      },
      textWidth: { [items, style, place] size in
        items.length(in: size, spacing: style.crawl.repeatSpacing, upTo: place.outer.width)
      })
    prepareValues()
    metrics = typesetter.metrics(of: items.font)
    labelMetrics = typesetter.metrics(of: items.labelFont)
  }
}

extension CrawlView {
  /// What a crawl view can be told.
  package struct Style: Equatable, Sendable, HasProperties {
    package var crawl = Crawl()
    package var text = ""
    package var font = FontSpec.defaultFamily
    package var foreground = Color(rgb: 0xe8ecf1)
    package var background = Color(rgb: 0x12161c)
    package var edgeFade = 0.0
    package var markup = false
    package var separatorColor = Color(rgb: 0x56616f)
    package var separatorSize = 6.0
    /// Stands between items instead of the diamond; nil for none.
    package var separatorImage: SizedImage?

    package init() {}

    package static let properties: [Property<Style>] =
      [
        .text("text", \.text, "What scrolls, where no source is given"),
        .text("font", \.font, kind: .font, "Family of the font"),
        .color("foreground", \.foreground, "Colour of the text"),
        .color("background", \.background, "Colour behind the text"),
        .number("edgeFade", \.edgeFade, range: 0...10_000, unit: "px", "Width over which the text fades at both ends"),
        .flag("markup", \.markup, "Read the text as Pango markup"),
        .color("separatorColor", \.separatorColor, "Colour of the diamond between items"),
        .number(
          "separatorSize", \.separatorSize, range: 0...1000, unit: "px",
          "Size of the diamond between items; 0 is none"),
      ] + Crawl.properties.map { $0.lifted(\.crawl) }

    /// Whether another style needs the text to be measured again.
    func measuresLike(_ other: Style) -> Bool {
      font == other.font && crawl.fontSizeAsView == other.crawl.fontSizeAsView
        && crawl.fontSize == other.crawl.fontSize && crawl.maxFontSize == other.crawl.maxFontSize
        && crawl.minFontSize == other.crawl.minFontSize
    }
  }
}
