public import ScrollCore

// Live numbers in a crawl: texts of which parts roll while they run by.
//
// The texts between the numbers are drawn once, close together, and shown part by part where they belong; so a number
// whose width changes moves what runs behind it, and nothing is drawn anew.

extension CrawlView {
  /// A stretch of the text that is shown as it is drawn.
  struct TextSpan {
    /// In the view.
    var left: Double
    var right: Double
    /// What is to be added to places in the content.
    var offset: Double
  }

  struct NumberSpan {
    var number: Int
    var x: Double
    var width: Double
  }

  /// Makes placeholders show live numbers: `{name}` in a headline stands for the value of that name. To be called before
  /// headlines are added. What lies behind the view has to be of its background's colour.
  public func enableValues(ids: inout ContentIDs) {
    cargo.values = InlineValues(ids: &ids)
    ends = Content(id: ids.next())
    prepareValues()
  }

  /// Rolls a value to a number with the next frame; nil is shown as a dash.
  public func setValue(_ name: String, to number: DecimalNumber?) { cargo.values?.set(name, to: number) }

  func prepareValues() {
    guard let values = cargo.values, let typesetter = cargo.typesetter else { return }
    values.prepare(cargo.font, color: style.foreground, background: style.background, with: typesetter)
  }

  // MARK: Changes

  /// Rolls to the numbers that have come since the last frame. Those out of sight show at once.
  func turnValues(at t: Seconds) {
    guard let values = cargo.values, !values.changed.isEmpty else { return }
    let shown = shownValues(at: t)
    var hasWidened = false
    for number in values.changed {
      let lags = pieces(with: number).map { ($0, cargo.lag(of: $0.look, at: t)) }
      let places = lags.map { piece, _ in ends(of: number, in: piece.look) }
      let growth = values.turn(number, rolling: shown.contains(number), at: t)
      guard growth != 0 || lags.contains(where: { $0.1 != 0 }) else { continue }
      hasWidened = true
      for ((piece, lag), ends) in zip(lags, places) {
        for end in ends { train.widen(carsOf: piece.id, by: growth, partEnd: end, lag: lag, at: t) }
      }
    }
    values.turned()
    if hasWidened { train.widened(at: t, from: cargo) }
  }

  private func shownValues(at t: Seconds) -> Set<Int> {
    var shown: Set<Int> = []
    for car in train.cars {
      let x = train.x(of: car, at: t)
      guard x < bounds.width + Self.margin, x + car.width > -Self.margin, let look = cargo.look(of: car.id) else {
        continue
      }
      for case .value(let number) in look.parts { shown.insert(number) }
    }
    return shown
  }

  private func pieces(with number: Int) -> [(id: Int, look: CrawlCargo.Look)] {
    var found: [(id: Int, look: CrawlCargo.Look)] = []
    for car in train.cars where !found.contains(where: { $0.id == car.id }) {
      guard let look = cargo.look(of: car.id) else { continue }
      let isThere = look.parts.contains { part in if case .value(number) = part { true } else { false } }
      if isThere { found.append((car.id, look)) }
    }
    return found
  }

  private func ends(of number: Int, in look: CrawlCargo.Look) -> [Double] {
    look.parts.indices.compactMap { i in
      guard case .value(number) = look.parts[i] else { return nil }
      return cargo.end(ofPart: i, of: look, leftwards: style.crawl.scrollLeft)
    }
  }

  /// Pixels beyond the view within which numbers roll: a width on its way may bring them in.
  private static let margin = 64.0

  // MARK: Frames

  func drawParts(into frame: inout Frame, at t: Seconds) {
    guard let values = cargo.values else { return }
    placeParts(at: t)
    var isRolling = false
    let start = spans.lazy.filter { $0.right > 0 }.map { max($0.left, 0) - $0.offset }.min() ?? 0
    for span in spans {
      let clip = clip(from: span.left, to: span.right)
      if clip.isEmpty { continue }
      var layer = Layer(content, clip: clip, origin: Point(x: bounds.minX + span.offset, y: bounds.minY))
      layer.shared = (start - 2, bounds.width + Self.margin)
      frame.add(layer)
    }
    for span in numbers {
      let clip = clip(from: span.x, to: span.x + span.width)
      if clip.isEmpty { continue }
      values.draw(
        span.number, into: &frame, at: t, x: bounds.minX + span.x, baseline: bounds.minY + baseline, clip: clip)
      isRolling = isRolling || !values.isResting(span.number, at: t)
    }
    values.face.keep(in: &frame)
    if style.edgeFade > 0, let ends {
      frame.add(
        Layer(ends, clip: bounds, origin: bounds.origin, fade: style.edgeFade, fadeColor: style.background))
    }
    frame.change(at: isRolling ? t : train.nextChange(at: t))
  }

  /// The stretch of the view between two places, in whole pixels of the window.
  private func clip(from left: Double, to right: Double) -> Rect {
    let (left, right) = ((bounds.minX + left).rounded(), (bounds.minX + right).rounded())
    return Rect(x: left, y: bounds.minY, width: max(0, right - left), height: bounds.height).intersection(bounds)
  }

  /// Finds where everything near the view stands. Widths that are on their way move what runs behind them.
  private func placeParts(at t: Seconds) {
    spans.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    let leftwards = style.crawl.scrollLeft
    var shift = 0.0
    /// Where the car before ends, as it is shown.
    var edge: Double?
    for car in train.cars {
      guard let look = cargo.look(of: car.id) else { continue }
      let lag = car.hasPassed ? 0 : cargo.lag(of: look, at: t)
      let x = train.x(of: car, at: t)
      let left = leftwards ? x - shift : x + shift + lag
      let right = left + car.width - lag
      shift += lag
      // The gap before it is its own: with it moves what separates the two.
      let from = leftwards ? min(edge ?? min(0, left), left) : left
      let to = leftwards ? right : max(edge ?? max(bounds.width, right), right)
      edge = leftwards ? right : left
      if to > 0, from < bounds.width {
        place(look, lags: !car.hasPassed, from: from, left: left, to: to, contentX: train.contentX(of: car), at: t)
      }
    }
  }

  private func place(
    _ look: CrawlCargo.Look, lags: Bool, from: Double, left: Double, to: Double, contentX: Double, at t: Seconds
  ) {
    guard let values = cargo.values else { return }
    var (x, drawn, start) = (left + look.textStart, contentX + look.textStart, from)
    for part in look.parts {
      switch part {
      case .text(_, let width):
        x += width
        drawn += width
      case .value(let number):
        let width = values.width(of: number) - (lags ? values.lag(of: number, at: t) : 0)
        add(TextSpan(left: start, right: x, offset: x - drawn))
        numbers.append(NumberSpan(number: number, x: x, width: width))
        x += width
        drawn += CrawlCargo.valueGap
        start = x
      }
    }
    add(TextSpan(left: start, right: to, offset: look.parts.isEmpty ? left - contentX : x - drawn))
  }

  /// Adds a stretch, to one beside it where they are shown alike.
  private func add(_ span: TextSpan) {
    guard span.right > span.left else { return }
    if let last = spans.indices.last, abs(spans[last].offset - span.offset) < 1e-6 {
      if abs(spans[last].right - span.left) < 1e-6 {
        spans[last].right = span.right
        return
      }
      if abs(spans[last].left - span.right) < 1e-6 {
        spans[last].left = span.left
        return
      }
    }
    spans.append(span)
  }
}
