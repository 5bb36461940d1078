package import ScrollCore

/// Side-scrolling text: one text, or a stream of headlines.
///
/// It draws one layer with one content. A headline is put into the content once, as it comes near the view, and
/// stays where it is until it has left; only the layer's origin moves.
package final class CrawlView: View {
  package private(set) var style: Style
  /// Headlines that will be or may be shown again.
  package var count: Int { cargo.store.itemCount }
  /// True once the last pass is over, until a new start or new text.
  package var isFinished: Bool { train.state == .finished }
  package var isPaused: Bool { train.isPaused }
  /// Called once when the last pass is over.
  package var onFinish: ((Seconds) -> Void)?

  let cargo = CrawlCargo()
  var train: Train
  var content: Content
  /// Where the texts and numbers of the present frame stand.
  var placement = CrawlPlacement()
  /// Kept, so that nothing is allocated.
  var instances: [Instance] = []
  /// How the train's segments look, in their order, and the revisions of train and looks that they are from.
  var segmentLooks: [CrawlCargo.Look?] = []
  var segmentLooksRevision = (train: -1, looks: -1)
  /// Those of them near the view when numbers were last brought up to date.
  var nearSegments = 0..<0
  /// Shows nothing but the fade at both ends.
  var ends: Content?
  /// Its place in the window.
  package var bounds: Rect { opening.inner }
  private(set) var opening = VisibleFrame()
  private(set) var metrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
  private(set) var labelMetrics = FontMetrics(ascent: 0, descent: 0, capHeight: 0)
  /// What the pointer is doing to the text.
  var pointer = CrawlPointer()
  /// What was asked for before there was a place to run in.
  private var pendingStart: Seconds?
  var drawnRevision = -1
  /// When what is drawn may next be laid out anew, for numbers that have other widths now.
  var nextTidying = -Seconds.infinity

  package init(_ style: Style = Style(), topics: [Topic] = []) {
    self.style = style
    train = Train(style.crawl, viewWidth: 0, lookahead: Content.lookahead)
    content = Content(axis: .horizontal, background: style.background.solid)
    cargo.topics = topics
    cargo.foreground = style.foreground
    if !style.text.isEmpty { cargo.store.append(style.text, isMarkup: style.markup) }
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
    opening = frame
    cargo.typesetter = typesetter
    guard bounds.width > 0 else { return }
    let font = cargo.font
    chooseFont()
    if wasPlaced, cargo.font != font {
      cargo.restyle()
      train.remeasured(at: t, from: cargo)
    }
    // The text stays where it is on the screen.
    let shift = wasPlaced ? bounds.minX - former.minX : 0
    train.resize(to: bounds.width, shift: shift, surround: opening.cover, at: t, from: cargo)
    drawnRevision = -1
    if let start = pendingStart {
      pendingStart = nil
      cargo.restyle()
      train.start(at: start, from: cargo)
    }
    follow(from: former, at: t)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard bounds.width > 0, bounds.height > 0, cargo.typesetter != nil else { return }
    if train.update(to: t, from: cargo) { onFinish?(train.finishTime ?? t) }
    turnValues(at: t)
    if drawnRevision != train.revision { drawPieces() }
    guard cargo.values == nil else { return drawParts(into: &frame, at: t) }
    frame.add(
      Layer(
        content, clip: bounds,
        origin: Point(x: bounds.minX + train.contentOrigin(at: t), y: opening.outer.minY),
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
    train.start(at: t, from: cargo)
  }

  package func stop(at t: Seconds) {
    pendingStart = nil
    train.stop(at: t, from: cargo)
  }

  package func pause(at t: Seconds) {
    train.pause(at: t, from: cargo)
  }

  package func resume(at t: Seconds) { train.resume(at: t, from: cargo) }

  /// Moves the text by `pixels` to the right, gliding; the wheel.
  package func scrub(by pixels: Double, at t: Seconds) {
    train.scrub(by: pixels, at: t, from: cargo)
  }

  package func beginDrag(at t: Seconds) { train.beginDrag(at: t, from: cargo) }

  /// Moves the text 1:1 by `pixels` to the right.
  package func drag(by pixels: Double, at t: Seconds) { train.drag(by: pixels, at: t, from: cargo) }

  /// Lets go: the text goes on with the hand's velocity, which it loses to its own.
  package func endDrag(at t: Seconds) { train.endDrag(at: t, from: cargo) }

  // MARK: Properties

  /// Sets any property by its name, in Swift or kebab spelling, while it runs.
  package func set(_ name: String, to value: PropertyValue, at t: Seconds) throws(ValueError) {
    guard let property = Style.property(named: name) else {
      let hint =
        nearest(to: name, in: Style.properties.map(\.flag)).map { "; did you mean '\($0)'?" } ?? ""
      throw ValueError(name: name, reason: "a crawl has no such property\(hint)")
    }
    var changed = style
    try property.set(value, of: &changed)
    try apply(changed, at: t)
  }

  /// Takes over a style, live: what is on screen does not jump.
  package func apply(_ new: Style, at t: Seconds) throws(ValueError) {
    try new.crawl.validate()
    guard new != style else { return }
    let old = style
    style = new
    content.background = new.background.solid
    cargo.foreground = new.foreground
    guard isPlaced else {
      if old.text != new.text || old.markup != new.markup {
        replaceStore(with: [Headline(new.text)])
      }
      train.set(crawl, at: t, from: cargo)
      return
    }
    train.set(crawl, at: t, from: cargo)
    if !new.measuresLike(old) { chooseFont() }
    prepareValues()
    cargo.restyle()
    if !new.measuresLike(old) { train.remeasured(at: t, from: cargo) }
    if old.text != new.text || old.markup != new.markup {
      replaceAll(with: [Headline(new.text)], at: t)
    }
    drawnRevision = -1
  }

  /// Names and colours of the topics that headlines point to. Nothing is drawn anew for those that no headline near the
  /// view has.
  package func setTopics(_ topics: [Topic], at t: Seconds) {
    let old = cargo.topics
    cargo.topics = topics
    let isSeen = cargo.looks.values.contains { look in
      guard let topic = look.item.topic else { return false }
      return (old.indices.contains(topic) ? old[topic] : nil) != (topics.indices.contains(topic) ? topics[topic] : nil)
    }
    guard isPlaced, isSeen else { return }
    cargo.restyle()
    train.remeasured(at: t, from: cargo)
    drawnRevision = -1
  }

  package var topics: [Topic] { cargo.topics }

  // MARK: Private help

  /// What the train is told.
  private var crawl: Crawl {
    var crawl = style.crawl
    crawl.surround = opening.cover
    return crawl
  }

  var isPlaced: Bool { train.viewWidth > 0 && cargo.typesetter != nil }

  @discardableResult
  func replaceStore(with headlines: [Headline]) -> [Int?] {
    cargo.store.removeAll()
    cargo.detours.removeAll()
    cargo.forgetItem()
    return headlines.map { cargo.append($0, isMarkup: style.markup) }
  }

  /// Finds the size of the font for the view and, where it is asked to fit the width, for the text.
  func chooseFont() {
    guard let typesetter = cargo.typesetter else { return }
    cargo.font.family = style.font
    let spec = cargo.font
    cargo.font.size = crawl.fontSize(
      viewSize: bounds.size,
      lineHeight: { size in
        var tried = spec
        tried.size = size
        return typesetter.metrics(of: tried).lineHeight
      },
      textWidth: { [cargo, style, opening] size in
        cargo.length(in: size, spacing: style.crawl.repeatSpacing, upTo: opening.outer.width)
      })
    prepareValues()
    metrics = typesetter.metrics(of: cargo.font)
    labelMetrics = typesetter.metrics(of: cargo.labelFont)
  }
}
