import ScrollCore

// Live numbers in a crawl: texts of which parts roll while they run by.
//
// The texts between the numbers are drawn once, with room for the numbers as wide as they are then, and the numbers are
// put into these holes. Where a width changes, the texts are shown part by part where they belong: so it moves what runs
// behind it, and nothing is drawn anew until all is at rest again.

extension CrawlView {
  /// Makes placeholders show live numbers: `{name}` in a headline stands for the value of that name. To be called before
  /// headlines are added. What lies behind the view has to be of its background's colour.
  package func enableValues() {
    items.values = InlineValues()
    ends = Content()
    prepareValues()
  }

  package var hasValues: Bool { items.values != nil }

  /// Rolls a value to the number that a text holds, with the next frame; a text that is none is shown as a dash.
  package func setValue(_ name: String, to text: Span<UInt8>) { items.values?.set(name, to: text) }

  func prepareValues() {
    guard let values = items.values, let typesetter = items.typesetter else { return }
    values.prepare(
      items.font, color: style.foreground, background: style.background,
      trends: style.trendMarks ? InlineValues.TrendColors(rise: style.riseColor, fall: style.fallColor) : nil,
      with: typesetter)
  }

  // MARK: Changes

  /// Rolls to the numbers that have come for what is in the view. What comes into it in a moment shows them at once, and
  /// what is farther away waits.
  func turnValues(at t: Seconds) {
    guard let values = items.values else { return }
    let hasOtherLooks = findCarLooks()
    let near = carsNearView(at: t)
    guard values.hasNews || hasOtherLooks || near != nearSegments else { return }
    nearSegments = near
    values.hasNews = false
    var hasWidened = false
    for i in near {
      guard let look = segmentLooks[i] else { continue }
      let isShown = isNearView(train.segments[i], within: 0, at: t)
      for place in look.numbers where values.isChanged(place.number) {
        hasWidened = turn(place.number, rolling: isShown || isInView(place.number, at: t), at: t) || hasWidened
      }
    }
    if hasWidened { train.widened(at: t, from: items) }
  }

  /// The segments that a width on its way may bring into the view.
  private func carsNearView(at t: Seconds) -> Range<Int> {
    var near = 0..<0
    for (i, segment) in train.segments.enumerated() where isNearView(segment, within: Self.margin, at: t) {
      near = (near.isEmpty ? i : near.lowerBound)..<i + 1
    }
    return near
  }

  /// Whether any of a segment is less than so many pixels away from the view.
  private func isNearView(_ segment: Train.Segment, within margin: Double, at t: Seconds) -> Bool {
    let x = train.x(of: segment, at: t)
    return x < bounds.width + margin && x + segment.width > -margin
  }

  /// In pixels.
  private static let margin = 64.0

  /// Brings the looks of the train's segments up to date. Returns whether there are others than before.
  @discardableResult
  private func findCarLooks() -> Bool {
    guard segmentLooksRevision != (train.revision, items.looksRevision) else { return false }
    segmentLooks = train.segments.map { items.look(of: $0.id) }
    segmentLooksRevision = (train.revision, items.looksRevision)
    return true
  }

  /// Rolls to the number that has come. Returns whether widths have changed.
  private func turn(_ number: Int, rolling: Bool, at t: Seconds) -> Bool {
    guard let values = items.values else { return false }
    let lag = values.lag(of: number, at: t)
    let growth = values.turn(number, rolling: rolling, at: t)
    guard growth != 0 || lag != 0 else { return false }
    let change = lag - values.lag(of: number, at: t)
    var done: Set<Int> = []
    for segment in train.segments where done.insert(segment.id).inserted {
      guard let look = items.look(of: segment.id) else { continue }
      let ends = ends(of: number, in: look)
      let lag = items.lag(of: look, at: t) + change * Double(ends.count)
      for end in ends { train.widen(segmentsOf: segment.id, by: growth, partEnd: end - growth, lag: lag, at: t) }
    }
    return growth != 0
  }

  private func isInView(_ number: Int, at t: Seconds) -> Bool {
    zip(train.segments, segmentLooks).contains { segment, look in
      isNearView(segment, within: 0, at: t) && look?.shows(number) == true
    }
  }

  private func ends(of number: Int, in look: CrawlItems.Look) -> [Double] {
    look.numbers.indices.filter { look.numbers[$0].number == number }.map {
      items.end(ofNumber: $0, of: look, leftwards: style.crawl.scrollLeft)
    }
  }

  // MARK: Frames

  func drawParts(into frame: inout Frame, at t: Seconds) {
    guard let values = items.values else { return }
    placeParts(at: t)
    if placement.texts.count > 1, !placement.isLagging, t >= nextTidying { tidy(at: t) }
    let isWhole = placement.isWhole(in: bounds.width)
    let run = train.steadyRun(at: t)
    addTexts(to: &frame, isWhole: isWhole, velocity: run?.velocity ?? 0)
    values.speed = train.steadySpeed
    var isRolling = false
    for span in placement.numbers {
      let window = stretch(from: span.x, to: span.x + span.width)
      let clip = window.intersection(bounds)
      if clip.isEmpty { continue }
      values.place(
        span.number, into: &frame, at: t, x: bounds.minX + span.x, baseline: place.outer.minY + baseline,
        window: window, clip: clip)
      isRolling = isRolling || !values.isResting(span.number, at: t)
    }
    values.add(to: &frame, baseline: place.outer.minY + baseline, in: place, isOverlay: isWhole)
    if style.edgeFade > 0, let ends {
      frame.add(Layer(ends, clip: bounds, origin: bounds.origin, fade: style.fade))
    }
    frame.change(at: train.nextChange(at: t), after: run)
    // Numbers stand where the text has room for them.
    frame.follow()
    if isRolling { frame.change(at: t) }
  }

  /// Adds the texts: as they are drawn, where the numbers just fill their holes, else part by part.
  private func addTexts(to frame: inout Frame, isWhole: Bool, velocity: Double) {
    instances.removeAll(keepingCapacity: true)
    if isWhole {
      let origin = Point(x: bounds.minX + placement.texts[0].offset, y: place.outer.minY)
      return frame.add(
        Layer(content, clip: bounds, origin: origin, speed: train.steadySpeed, velocity: velocity))
    }
    for span in placement.texts {
      let clip = stretch(from: span.left, to: span.right).intersection(bounds)
      if clip.isEmpty { continue }
      instances.append(Instance(clip: clip, origin: Point(x: bounds.minX + span.offset, y: place.outer.minY)))
    }
    frame.add(content, at: instances, clip: bounds, speed: train.steadySpeed, velocity: velocity)
  }

  /// Draws the texts anew, with room for the numbers as they are now. Not often: it is as dear as a change of font.
  private func tidy(at t: Seconds) {
    nextTidying = t + Self.tidyingPause
    items.placed.removeAll()
    train.layOutContent(from: items)
    drawPieces()
    placeParts(at: t)
  }

  private static let tidyingPause = 2.0

  /// The stretch of the view between two places, in whole pixels of the window.
  func stretch(from left: Double, to right: Double) -> Rect {
    let (left, right) = ((bounds.minX + left).rounded(), (bounds.minX + right).rounded())
    return Rect(x: left, y: bounds.minY, width: max(0, right - left), height: bounds.height)
  }

  /// Finds where everything near the view stands. Widths that are on their way move what runs behind them.
  private func placeParts(at t: Seconds) {
    guard let values = items.values else { return }
    var placed = CrawlPlacement()
    // Its storage is kept, so that nothing is allocated.
    swap(&placed, &placement)
    placed.clear()
    let leftwards = style.crawl.scrollLeft
    var shift = 0.0
    /// Where the segment before ends, as it is shown.
    var edge: Double?
    findCarLooks()
    for (segment, look) in zip(train.segments, segmentLooks) {
      // What comes after it is out of sight.
      if let edge, leftwards ? edge > bounds.width : edge < 0 { break }
      guard let look else { continue }
      let lag = segment.hasPassed ? 0 : items.lag(of: look, at: t)
      let x = train.x(of: segment, at: t)
      let left = leftwards ? x - shift : x + shift + lag
      let right = left + segment.width - lag
      shift += lag
      // The gap before it is its own: with it moves what separates the two.
      let from = leftwards ? min(edge ?? min(0, left), left) : left
      let to = leftwards ? right : max(edge ?? max(bounds.width, right), right)
      edge = leftwards ? right : left
      if to > 0, from < bounds.width {
        placed.add(
          look, lags: !segment.hasPassed, from: from, left: left, to: to, contentX: train.contentX(of: segment), values,
          at: t)
      }
    }
    swap(&placed, &placement)
  }
}
