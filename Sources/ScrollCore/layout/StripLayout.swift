/// The sizes of the default strip's parts, in pixels, for one height. They are drawn for 36 px and grow in
/// proportion; below that, text that would be too small to read keeps a smallest size or gives way.
package struct StripMetrics: Equatable, Sendable {
  /// The whole strip, its edge line included.
  package let height: Double
  package let scale: Double

  package init(height: Double) {
    self.height = max(0, height)
    scale = self.height / 36
  }

  /// The line towards the desktop.
  package var edgeLine: Double { max(1, scale.rounded(.down)) }
  /// The line before counter and chips.
  package var hairline: Double { edgeLine }

  package var labelFont: Double { legible(14) }
  package var labelPadding: Double { (14 * scale).rounded() }

  package var crawlFont: Double { legible(18) }
  /// Across its corners: a square of 6 px.
  package var separatorSize: Double { max(5, 8 * scale) }
  /// Free on each side of a separator.
  package var separatorGap: Double { 22 * scale }
  package var crawlFade: Double { (28 * scale).rounded() }

  package var counterFont: Double { legible(20) }
  /// On both sides of counter and caption.
  package var counterPadding: Double { (14 * scale).rounded() }
  package var captionGap: Double { (8 * scale).rounded() }
  /// Nil: too small to read, so there is no caption.
  package var captionFont: Double? { 11 * scale >= 9 ? 11 * scale : nil }

  /// Nil: no room for chips.
  package var chipHeight: Double? {
    let pill = max(24 * scale, chipFont * 1.6).rounded()
    return pill <= height - edgeLine - 2 ? pill : nil
  }
  package var chipFont: Double { legible(13) }
  /// Between chips.
  package var chipGap: Double { (6 * scale).rounded() }
  /// Before the first chip and after the last.
  package var chipsPadding: Double { (10 * scale).rounded() }

  /// The most that chips take before some give way to "+N": it is the headlines that the strip is about. Six short names
  /// have room whatever the width.
  package func chipsRoom(in width: Double) -> Double { max(540 * scale, width * 0.32) }

  /// The most that a label takes, which shrinks before it takes more.
  package func labelRoom(in width: Double) -> Double { width / 5 }

  /// What a label is multiplied by that would like to be so wide: it stays legible.
  package func labelScale(of natural: Double, in width: Double) -> Double {
    guard natural > labelRoom(in: width), labelFont > 0 else { return 1 }
    return min(1, max(smallest / labelFont, labelRoom(in: width) / natural))
  }

  /// Scaled, but at least 10 px where the strip has room for that.
  private func legible(_ size: Double) -> Double { max(size * scale, min(smallest, size)) }
  private var smallest: Double { min(10, height * 0.6) }
}

/// How wide the strip's parts would like to be, in pixels, without their paddings. 0 or empty: there is none.
package struct StripWidths: Equatable, Sendable {
  /// With its own padding, as it is a block of its own colour.
  package var label: Double
  package var counter: Double
  package var caption: Double
  /// The widths at which the chips can be shown, widest first: with all names, then with "+N" for ever more of them, then
  /// as dots, at last a single chip.
  package var chips: [Double]

  package init(label: Double = 0, counter: Double = 0, caption: Double = 0, chips: [Double] = []) {
    self.label = label
    self.counter = counter
    self.caption = caption
    self.chips = chips
  }
}

/// Where the parts of the default strip are: label, crawl, counter with its caption, chips. Whole pixels, in the
/// strip's bounds; a part that gave way is nil.
///
/// What is not the crawl's takes little more than half. When that is short parts give way in this order: caption,
/// chips, counter, label.
package struct StripLayout: Equatable, Sendable {
  /// The edge of the screen that the strip is docked at; the line is opposite.
  package enum Dock: String, CaseIterable, Sendable {
    case bottom, top
    /// Floating: no line.
    case none
  }

  package var edgeLine: Rect?
  package var label: Rect?
  package var crawl: Rect
  package var counterHairline: Rect?
  package var counter: Rect?
  package var caption: Rect?
  package var chipsHairline: Rect?
  package var chips: Rect?

  /// - Parameter metrics: Nil: those of the bounds' height.
  package init(_ widths: StripWidths, in bounds: Rect, metrics: StripMetrics? = nil, dock: Dock = .bottom) {
    let metrics = metrics ?? StripMetrics(height: bounds.height)
    let plan = StripPlan(
      widths, metrics: metrics, room: (bounds.width * 0.54).rounded(.down), captionRoom: bounds.width * 0.4,
      chipsRoom: metrics.chipsRoom(in: bounds.width))
    let line = dock == .none ? 0 : min(metrics.edgeLine, bounds.height)
    let y = dock == .bottom ? bounds.minY + line : bounds.minY
    let height = bounds.height - line
    if line > 0 {
      let lineY = dock == .bottom ? bounds.minY : bounds.maxY - line
      edgeLine = Rect(x: bounds.minX, y: lineY, width: bounds.width, height: line)
    }
    func part(_ x: Double, _ width: Double) -> Rect { Rect(x: x, y: y, width: width, height: height) }

    if plan.label > 0 { label = part(bounds.minX, plan.label) }
    var end = bounds.maxX
    if plan.chips > 0 {
      chips = part(end - metrics.chipsPadding - plan.chips, plan.chips)
      end -= plan.chipsBlock
      chipsHairline = part(end, metrics.hairline)
    }
    if plan.counter > 0 {
      end -= plan.counterBlock
      let start = end + metrics.hairline + metrics.counterPadding
      counterHairline = part(end, metrics.hairline)
      counter = part(start, plan.counter)
      if plan.caption > 0 { caption = part(start + plan.counter + metrics.captionGap, plan.caption) }
    }
    crawl = part(bounds.minX + plan.label, max(0, end - bounds.minX - plan.label))
  }
}

extension StripLayout {
  /// The other way round, for headlines that run to the right: the label at the right end, the chips at the left one. A
  /// number still stands before its caption.
  package mutating func mirror(in bounds: Rect) {
    func mirrored(_ rect: Rect) -> Rect {
      Rect(x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }
    for part in [\Self.edgeLine, \.label, \.counterHairline, \.counter, \.caption, \.chipsHairline, \.chips] {
      self[keyPath: part] = self[keyPath: part].map(mirrored)
    }
    crawl = mirrored(crawl)
    if let number = counter, let words = caption {
      counter?.origin.x = words.minX
      caption?.origin.x = number.maxX - words.width
    }
  }

  /// Gives the chips the place of all but the label.
  package mutating func listChips(in bounds: Rect, _ metrics: StripMetrics) {
    let left = crawl.minX + metrics.chipsPadding
    chips = Rect(
      x: left, y: crawl.minY, width: max(0, bounds.maxX - metrics.chipsPadding - left), height: crawl.height)
    (counter, caption, counterHairline, chipsHairline) = (nil, nil, nil, nil)
  }
}

/// What each part gets.
private struct StripPlan {
  let metrics: StripMetrics
  var label: Double
  var counter: Double
  var caption: Double
  var chips: Double

  /// Lets parts give way until all that is not the crawl fits into `room`, with a caption into `captionRoom`.
  init(
    _ widths: StripWidths, metrics: StripMetrics, room: Double, captionRoom: Double, chipsRoom: Double
  ) {
    self.metrics = metrics
    label = whole(widths.label)
    counter = whole(widths.counter)
    caption = metrics.captionFont == nil || counter == 0 ? 0 : whole(widths.caption)
    let all = metrics.chipHeight == nil ? [] : widths.chips.map(whole)
    let fitting = all.filter { $0 <= chipsRoom }
    let steps = fitting.isEmpty ? all.suffix(1) : fitting
    chips = steps.first ?? 0

    if total > captionRoom { caption = 0 }
    for step in steps.dropFirst() where total > room { chips = step }
    if total > room { chips = 0 }
    if total > room { counter = 0 }
    if total > room { label = room >= smallestLabel ? room : 0 }
  }

  private var total: Double { label + counterBlock + chipsBlock }

  var counterBlock: Double {
    guard counter > 0 else { return 0 }
    return metrics.hairline + 2 * metrics.counterPadding + counter + (caption > 0 ? metrics.captionGap + caption : 0)
  }

  var chipsBlock: Double { chips > 0 ? metrics.hairline + 2 * metrics.chipsPadding + chips : 0 }

  /// Below this a label would be little more than an ellipsis. A short one is not cut at all.
  private var smallestLabel: Double { min(label, 2 * metrics.labelPadding + 7 * metrics.labelFont) }
}

private func whole(_ width: Double) -> Double { width > 0 && width.isFinite ? width.rounded(.up) : 0 }
