package import ScrollCore

/// Multi-line text that scrolls upwards: credits, lyrics, a log.
///
/// It draws a layer with one content, whose primitives are the lines near the view; only the layer's origin moves.
package final class CreditsView: SceneView {
  package private(set) var style: Style
  package var isFinished: Bool { scroll.state == .finished }
  /// Whether it has been started, and is neither stopped, paused nor finished.
  package var isScrolling: Bool {
    (scroll.state == .running || pendingStart != nil) && !(steps.map { $0.heldSince != nil } ?? scroll.isPaused)
  }
  /// Whether more text is to come, so that the present end is not final.
  package var awaitsMore: Bool {
    get { scroll.awaitsMore }
    set { scroll.awaitsMore = newValue }
  }

  private var store = TextStore(limits: .text)
  var scroll: AutoScroll
  private(set) var page = CreditsPage()
  private(set) var content: Content
  private(set) var place = VisibleFrame()
  /// The space above the first line and below the last one that a border and fading ends need, beyond that of the
  /// lines.
  private(set) var padding = Insets()
  private var typesetter: (any Typesetter)?
  /// A start that was requested before the first layout.
  private var pendingStart: (pace: AutoScroll.Pace, time: Seconds)?
  var pointer = Pointer()
  /// Set while it is shown page by page.
  var steps: CreditsSteps?
  private var drawnRevision = -1
  /// Whether the layout has reached its end, which the next frame reports.
  private var owesEnd = false
  /// The scale of the screen that the window was measured for.
  private var screenScale = 1.0
  private var scale: Double { style.followsScale ? screenScale : 1 }

  /// How far below the view lines are wrapped in advance, in pixels: little, so that the first frame is not delayed.
  private static let lookahead = 96.0
  /// The size of headings relative to the text.
  private static let headingSize = 1.3

  package init(_ style: Style = Style()) {
    self.style = style
    scroll = AutoScroll(style.scroll, contentHeight: 0, viewHeight: 0)
    content = Content(axis: .vertical, background: style.background.solid)
    store.keepsOldest = true
    store.keepsBlankLines = true
    store.keepsTabs = true
  }

  // MARK: View

  package func naturalSize(in context: MeasureContext) -> Size {
    let (area, scale) = (context.area, context.scale)
    return Size(width: min(area.width, (720 * scale).rounded()), height: min(area.height, (480 * scale).rounded()))
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let (typesetter, t) = (pass.typesetter, pass.time)
    (place, screenScale) = (frame, pass.scale)
    self.typesetter = typesetter
    setText(at: t)
    guard let start = pendingStart else { return }
    pendingStart = nil
    // It was validated when it was requested.
    try? self.start(start.pace, at: start.time)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard !place.inner.isEmpty, let typesetter else { return }
    if scroll.update(to: t) || owesEnd { frame.tell(.finished) }
    owesEnd = false
    if steps != nil { return drawStep(into: &frame, with: typesetter, at: t) }
    let offset = prepare(with: typesetter, at: t)
    let run = scroll.steadyRun(at: t)
    frame.add(
      Layer(
        content, clip: place.inner,
        origin: Point(x: place.outer.minX, y: place.outer.minY + padding.top - offset),
        fade: Fade(style.edgeFade * scale, of: style.textColor, into: style.background), speed: scroll.steadySpeed,
        velocity: run?.velocity ?? 0))
    frame.change(at: scroll.nextChange(at: t), after: run)
  }

  // MARK: Text

  /// Adds the next bytes of a text; a line may continue in the next part.
  package func append(lines bytes: Span<UInt8>, at t: Seconds) {
    store.append(lines: bytes)
    grow(at: t)
  }

  /// Ends the text: a last line without its end counts.
  package func finishLines(at t: Seconds) {
    store.finishLine()
    grow(at: t)
  }

  /// Adds a text of one or more lines.
  package func append(_ text: String, at t: Seconds) {
    store.append(lines: Array(text.utf8).span)
    store.finishLine()
    grow(at: t)
  }

  /// Replaces the text, and starts at its beginning.
  ///
  /// - Parameter spill: The store for a long text; nil for that of the old one.
  package func replaceAll(with text: String, in spill: (any SpillStore)? = nil, at t: Seconds) {
    store.removeAll()
    if let spill { store.spill = spill }
    page.forget()
    append(text, at: t)
  }

  /// The store for a long text, except for its last part. To be set before any text. Without one everything is in
  /// memory.
  package var spill: (any SpillStore)? {
    get { store.spill }
    set { store.spill = newValue }
  }

  /// Whether the text exceeds the limit.
  package var isCut: Bool { store.hasLeftOut }

  /// The first lines of the text, up to `most`.
  package func lines(atMost most: Int) -> [String] {
    (0..<min(most, store.chunkCount)).map { store.text(ofChunk: $0) }
  }

  /// Its first lines as labels.
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = AccessibleNode(0, .list, "", at: place.inner)
    for (number, line) in lines(atMost: AccessibleNode.most).enumerated() where !line.isEmpty {
      node.children.append(AccessibleNode(number, .listItem, String(line.prefix(AccessibleNode.longest))))
    }
    return node
  }

  // MARK: Time

  /// Starts from the current offset, at the style's speed or in its duration. Does nothing while it runs.
  package func start(at t: Seconds) {
    // The ranges of the properties ensure a valid pace.
    try? start(pace, at: t)
  }

  /// Starts from the current offset, at a speed or in a duration. Does nothing while it runs.
  ///
  /// - Throws: for a speed that is not above 0, or a negative duration.
  package func start(_ pace: AutoScroll.Pace, at t: Seconds) throws(ValueError) {
    try pace.validate()
    guard isPlaced else {
      pendingStart = pendingStart ?? (pace, t)
      return
    }
    try scroll.start(pace, at: t)
    hold(at: t)
  }

  /// Stops the text in place; `start` continues from there.
  package func stop(at t: Seconds) {
    pendingStart = nil
    scroll.stop(at: t)
  }

  /// How much of the text is above the view, in pixels.
  package func offset(at t: Seconds) -> Double { scroll.offset(at: t) }

  /// The speed at `t`, in px/s; 0 while it eases or stands still.
  package func speed(at t: Seconds) -> Double { abs(scroll.steadyRun(at: t)?.velocity ?? 0) }

  /// Pauses the text, or resumes it as if no time had passed.
  package func pause(_ isPaused: Bool, at t: Seconds) {
    if steps != nil { holdStep(isPaused, at: t) } else if isPaused { scroll.pause(at: t) } else { scroll.resume(at: t) }
  }

  /// Scrolls by hand, by `pixels` towards the end.
  package func scroll(by pixels: Double, at t: Seconds) {
    scroll.scroll(by: pixels, at: t)
    steps?.stand(at: t)
  }

  // MARK: Properties

  /// Applies a style while it runs: the paragraph at the view's top stays.
  package func apply(_ new: Style, at t: Seconds) {
    let old = style
    style = new
    content.background = new.background.solid
    scroll.set(new.scroll, at: t)
    scroll.set(pace, at: t)
    if !new.wrapsLike(old) || new.textColor != old.textColor { setText(at: t) }
  }

  // MARK: Details

  private var isPlaced: Bool { scroll.viewHeight > 0 }

  private var pace: AutoScroll.Pace {
    if case .speed(let speed) = style.pace { .speed(speed * scale) } else { style.pace }
  }

  /// Wraps the text for the current size and style.
  private func setText(at t: Seconds) {
    guard let typesetter else { return }
    let font = FontSpec(style.font, size: style.fontSize * scale, with: typesetter)
    let area = place.textArea(margin: style.margin * scale)
    page.setting = CreditsPage.Setting(
      body: CreditsPage.Face(font, style.textColor, spacing: style.lineSpacing, with: typesetter),
      roles: style.roles ? (style.roleColor, heading(font, with: typesetter)) : nil, isMarkup: style.markup == .pango,
      alignment: style.alignment, left: area.minX - place.outer.minX, width: area.width)
    let former = padding
    padding = neededPadding
    owesEnd = scroll.update(to: t) || owesEnd
    page.rewrap(at: scroll.offset(at: t) - padding.top, of: store, with: typesetter)
    scroll.resize(contentHeight: contentHeight, viewHeight: place.outer.height, at: t)
    // Text resting at the end moves out from under a new border.
    if isFinished {
      scroll.scroll(by: max(0, padding.top + padding.bottom - former.top - former.bottom), at: t)
    }
  }

  private func heading(_ font: FontSpec, with typesetter: any Typesetter) -> CreditsPage.Face {
    var heading = font.bold
    heading.size = (font.size * Self.headingSize).rounded()
    return CreditsPage.Face(heading, style.textColor, spacing: style.lineSpacing * 1.25, with: typesetter)
  }

  private func grow(at t: Seconds) {
    guard isPlaced else { return }
    steps?.arrived(at: t)
    scroll.resize(contentHeight: contentHeight, viewHeight: place.outer.height, at: t)
  }

  /// Wraps everything visible at `t`, and updates the content. Returns the offset, which may be another one now: a text
  /// that turns out to be shorter ends earlier.
  @discardableResult
  func prepare(with typesetter: any Typesetter, at t: Seconds) -> Double {
    var (former, offset) = (Double.nan, scroll.offset(at: t))
    for _ in 0..<Self.mostTries where offset != former {
      cover(offset, with: typesetter, at: t)
      (former, offset) = (offset, scroll.offset(at: t))
    }
    if drawnRevision != page.revision { drawPieces() }
    return offset
  }

  private static let mostTries = 8

  /// Wraps the text near the view, and reports its height to the scroll.
  private func cover(_ offset: Double, with typesetter: any Typesetter, at t: Seconds) {
    let revision = page.revision
    let top = offset - padding.top
    page.cover(from: top, to: top + place.outer.height + Self.lookahead, of: store, with: typesetter)
    if page.revision != revision { scroll.refine(contentHeight: contentHeight, at: t) }
  }

  /// The height of the text, in pixels. Of a long text that has not been near the view yet it is estimated.
  package var contentHeight: Double {
    let height = page.height(of: store)
    return height > 0 ? height + padding.top + padding.bottom : 0
  }

  /// Text resting at an end is not faded.
  private var neededPadding: Insets {
    let (cover, body) = (place.cover, page.setting.body)
    let edge = style.edgeFade * scale
    return Insets(
      top: max(edge, cover.top - (body.baseline - body.metrics.inkAscent)).rounded(.up),
      bottom: max(edge, cover.bottom - (body.lineHeight - body.baseline - body.metrics.inkDescent)).rounded(.up)
    ).atLeast(Insets())
  }

  private func drawPieces() {
    drawnRevision = page.revision
    var pieces: [Primitive] = []
    for paragraph in page.paragraphs {
      for line in paragraph.lines {
        let baseline = Point(x: line.x, y: paragraph.y + line.y)
        pieces.append(Primitive(text: line.run, baseline: baseline, width: line.width, metrics: line.metrics))
      }
    }
    content.primitives = pieces
  }
}

extension CreditsView {
  package typealias Style = AutoScrollStyle
}
