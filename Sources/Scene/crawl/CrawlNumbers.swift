import ScrollCore

/// Running headlines with live numbers.
///
/// The text between the numbers is drawn once, with gaps of the numbers' current widths, which are then filled. After a
/// change of width, the parts of the text are shown at their own places, so that the change moves what follows without
/// redrawing, until everything is at rest.
final class CrawlNumbers: CrawlRun {
  let values = InlineValues()
  private var headlines: Headlines { view.headlines }
  /// The places of texts and numbers in the current frame.
  private var placement = NumberPlacement()
  /// Reused, so that nothing is allocated.
  private var instances: [Instance] = []
  /// The layouts of the train's segments in order, with the revisions of train and layouts that they are based on.
  private var segmentLayouts: [HeadlineLayout?] = []
  private var layoutsRevision = (train: -1, layouts: -1)
  /// The segments near the view at the last update of numbers.
  private var nearSegments = 0..<0
  /// When the drawing may be updated next for numbers with other widths.
  private var nextTidying = -Seconds.infinity

  /// The distance from the view within which numbers are up to date, in pixels.
  private static let margin = 64.0
  private static let tidyingPause = 2.0

  func prepare() {
    guard let typesetter = headlines.typesetter else { return }
    let style = view.style
    values.prepare(
      NumberInk.Style(
        font: headlines.font, color: style.textColor, background: style.background, rise: style.riseColor,
        fall: style.fallColor),
      style.numbers, marksChanges: style.showsTrendMarks, with: typesetter)
  }

  // MARK: Changes

  /// Rolls visible numbers to their new values. Numbers about to become visible change at once; others wait.
  func turnValues(at t: Seconds) {
    let hasOtherLayouts = refreshSegmentLayouts()
    let near = segmentsNearView(at: t)
    guard values.hasNews || hasOtherLayouts || near != nearSegments else { return }
    nearSegments = near
    values.hasNews = false
    var hasWidened = false
    for i in near {
      guard let layout = segmentLayouts[i] else { continue }
      let isShown = isNearView(view.train.segments[i], within: 0, at: t)
      for place in layout.numbers where values.isChanged(place.number) {
        hasWidened = turn(place.number, rolling: isShown || isInView(place.number, at: t), at: t) || hasWidened
      }
    }
    if hasWidened { view.train.widened(at: t, from: headlines) }
  }

  /// The segments that a changing width may bring into the view.
  private func segmentsNearView(at t: Seconds) -> Range<Int> {
    var near = 0..<0
    for (i, segment) in view.train.segments.enumerated() where isNearView(segment, within: Self.margin, at: t) {
      near = (near.isEmpty ? i : near.lowerBound)..<i + 1
    }
    return near
  }

  /// Whether any part of a segment is within `margin` pixels of the view.
  private func isNearView(_ segment: Train.Segment, within margin: Double, at t: Seconds) -> Bool {
    let x = view.train.x(of: segment, at: t)
    return x < view.bounds.width + margin && x + segment.width > -margin
  }

  /// Updates the layouts of the train's segments. Returns whether they have changed.
  @discardableResult
  private func refreshSegmentLayouts() -> Bool {
    guard layoutsRevision != (view.train.revision, headlines.layoutsRevision) else { return false }
    segmentLayouts = view.train.segments.map { headlines.layout(of: $0.id) }
    layoutsRevision = (view.train.revision, headlines.layoutsRevision)
    return true
  }

  /// Rolls a number to its new value. Returns whether widths have changed.
  private func turn(_ number: Int, rolling: Bool, at t: Seconds) -> Bool {
    let lag = values.lag(of: number, at: t)
    let growth = values.turn(number, rolling: rolling, at: t)
    guard growth != 0 || lag != 0 else { return false }
    let change = lag - values.lag(of: number, at: t)
    var done: Set<Int> = []
    for segment in view.train.segments where done.insert(segment.id).inserted {
      guard let layout = headlines.layout(of: segment.id) else { continue }
      let ends = ends(of: number, in: layout)
      let lag = headlines.lag(of: layout, at: t) + change * Double(ends.count)
      for end in ends { view.train.widen(segmentsOf: segment.id, by: growth, partEnd: end - growth, lag: lag, at: t) }
    }
    return growth != 0
  }

  private func isInView(_ number: Int, at t: Seconds) -> Bool {
    zip(view.train.segments, segmentLayouts).contains { segment, layout in
      isNearView(segment, within: 0, at: t) && layout?.numbers.contains { $0.number == number } == true
    }
  }

  private func ends(of number: Int, in layout: HeadlineLayout) -> [Double] {
    layout.numbers.indices.filter { layout.numbers[$0].number == number }.map {
      headlines.end(ofNumber: $0, of: layout, leftwards: view.style.crawl.scrollLeft)
    }
  }

  // MARK: Frames

  override func draw(into frame: inout Frame, at t: Seconds) {
    drawPieces()
    place(at: t)
    if placement.texts.count > 1, !placement.isLagging, t >= nextTidying { tidy(at: t) }
    let (bounds, baseline) = (view.bounds, view.place.outer.minY + view.line.baseline)
    let isWhole = placement.isWhole(in: bounds.width)
    let run = view.train.steadyRun(at: t)
    addTexts(to: &frame, isWhole: isWhole, velocity: run?.velocity ?? 0)
    values.speed = view.train.steadySpeed
    var isRolling = false
    for span in placement.numbers {
      let window = view.stretch(from: span.x, to: span.x + span.width)
      let clip = window.intersection(bounds)
      if clip.isEmpty { continue }
      values.place(
        span.number, into: &frame, at: t, x: bounds.minX + span.x, baseline: baseline, window: window, clip: clip,
        in: view.place)
      isRolling = isRolling || !values.isResting(span.number, at: t)
    }
    values.add(to: &frame, baseline: baseline, in: view.place, isOverlay: isWhole)
    view.addEnds(to: &frame)
    view.scheduleChange(in: &frame, at: t, after: run)
    // The numbers follow the gaps in the text.
    frame.follow()
    if isRolling { frame.change(at: t) }
  }

  /// Adds the text: as drawn if the numbers fill their gaps exactly, else in parts.
  private func addTexts(to frame: inout Frame, isWhole: Bool, velocity: Double) {
    instances.removeAll(keepingCapacity: true)
    let (bounds, speed) = (view.bounds, view.train.steadySpeed)
    if isWhole {
      let origin = view.origin(ofContentAt: placement.texts[0].offset)
      return frame.add(Layer(content, clip: bounds, origin: origin, speed: speed, velocity: velocity))
    }
    for span in placement.texts {
      let clip = view.stretch(from: span.left, to: span.right).intersection(bounds)
      if clip.isEmpty { continue }
      instances.append(Instance(clip: clip, origin: view.origin(ofContentAt: span.offset)))
    }
    frame.add(content, at: instances, clip: bounds, speed: speed, velocity: velocity)
  }

  /// Redraws the text, with gaps of the numbers' current widths. Done rarely, as it costs as much as a change of font.
  private func tidy(at t: Seconds) {
    nextTidying = t + Self.tidyingPause
    headlines.placed.removeAll()
    view.train.layOutContent(from: headlines)
    drawPieces()
    place(at: t)
  }

  /// Computes the places of everything near the view. Changing widths move the parts behind.
  private func place(at t: Seconds) {
    var placed = NumberPlacement()
    // Reuses its storage, so that nothing is allocated.
    swap(&placed, &placement)
    placed.clear()
    let (leftwards, width) = (view.style.crawl.scrollLeft, view.bounds.width)
    var shift = 0.0
    /// The displayed end of the previous segment.
    var edge: Double?
    refreshSegmentLayouts()
    for (segment, layout) in zip(view.train.segments, segmentLayouts) {
      // Further ones are not visible.
      if let edge, leftwards ? edge > width : edge < 0 { break }
      guard let layout else { continue }
      let lag = segment.hasPassed ? 0 : headlines.lag(of: layout, at: t)
      let x = view.train.x(of: segment, at: t)
      let left = leftwards ? x - shift : x + shift + lag
      let right = left + segment.width - lag
      shift += lag
      // The gap before it, with the separator, moves with it.
      let from = leftwards ? min(edge ?? min(0, left), left) : left
      let to = leftwards ? right : max(edge ?? max(width, right), right)
      edge = leftwards ? right : left
      if to > 0, from < width {
        placed.add(
          layout, lags: !segment.hasPassed, from: from, left: left, to: to, contentX: view.train.contentX(of: segment),
          values, at: t)
      }
    }
    swap(&placed, &placement)
  }
}

/// The places of texts and their live numbers at one moment, in the view's pixels.
private struct NumberPlacement {
  /// A part of the text, shown as drawn.
  struct TextSpan {
    var left: Double
    var right: Double
    /// The offset from the content to the view.
    var offset: Double
  }

  struct NumberSpan {
    /// See `InlineValues.number(of:)`.
    var number: Int
    var x: Double
    var width: Double
  }

  private(set) var texts: [TextSpan] = []
  private(set) var numbers: [NumberSpan] = []
  /// Whether a number's width is changing.
  private(set) var isLagging = false

  mutating func clear() {
    texts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    isLagging = false
  }

  /// Whether a single part of the text fills the view.
  func isWhole(in width: Double) -> Bool { texts.count == 1 && texts[0].left <= 0 && texts[0].right >= width }

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - lags: Whether numbers with changing widths move the parts behind.
  ///   - from: The start of its part of the view, including the gap beside it.
  ///   - left: Its own left end.
  ///   - to: The end of its part of the view.
  ///   - contentX: Its left end in the content.
  mutating func add(
    _ layout: HeadlineLayout, lags: Bool, from: Double, left: Double, to: Double, contentX: Double,
    _ values: InlineValues, at t: Seconds
  ) {
    var (x, drawn, start) = (left + layout.textStart, contentX + layout.textStart, from)
    for number in layout.numbers {
      x += number.lead
      drawn += number.lead
      let lag = lags ? values.lag(of: number.number, at: t) : 0
      let (width, gap) = (values.width(of: number.number) - lag, number.gap ?? 0)
      isLagging = isLagging || lag != 0
      numbers.append(NumberSpan(number: number.number, x: x, width: width))
      if width != gap {
        add(TextSpan(left: start, right: x, offset: x - drawn))
        start = x + width
      }
      x += width
      drawn += gap
    }
    add(TextSpan(left: start, right: to, offset: layout.numbers.isEmpty ? left - contentX : x - drawn))
  }

  /// Adds a part, merging it with an adjacent one of the same offset.
  private mutating func add(_ span: TextSpan) {
    guard span.right > span.left else { return }
    if let last = texts.indices.last, abs(texts[last].offset - span.offset) < 1e-6 {
      if abs(texts[last].right - span.left) < 1e-6 {
        texts[last].right = span.right
        return
      }
      if abs(texts[last].left - span.right) < 1e-6 {
        texts[last].left = span.left
        return
      }
    }
    texts.append(span)
  }
}
