/// The sizes of the default strip's parts for one height, in pixels. They are designed for 36 px and scale in
/// proportion. In lower strips, text keeps a legible size or is left out.
package struct StripMetrics: Equatable, Sendable {
  /// The height of the whole strip, including its edge line.
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
  /// The diagonal: a square of 6 px.
  package var separatorSize: Double { max(5, 8 * scale) }
  /// The space on each side of a separator.
  package var separatorGap: Double { 22 * scale }
  package var crawlFade: Double { (28 * scale).rounded() }

  package var counterFont: Double { legible(20) }
  /// On both sides of counter and caption.
  package var counterPadding: Double { (14 * scale).rounded() }
  package var captionGap: Double { (8 * scale).rounded() }
  /// Nil if it would be too small to read.
  package var captionFont: Double? { 11 * scale >= 9 ? 11 * scale : nil }

  /// Nil without room for chips.
  package var chipHeight: Double? {
    let pill = max(24 * scale, chipFont * 1.6).rounded()
    return pill <= height - edgeLine - 2 ? pill : nil
  }
  package var chipFont: Double { legible(13) }
  /// Between chips.
  package var chipGap: Double { (6 * scale).rounded() }
  /// Before the first chip and after the last.
  package var chipsPadding: Double { (10 * scale).rounded() }

  /// The widest that chips become before some give way to "+N", because the strip is about headlines. Six short names
  /// fit at any width.
  package func chipsRoom(in width: Double) -> Double { max(540 * scale, width * 0.32) }

  /// The widest that a label becomes before it shrinks.
  package func labelRoom(in width: Double) -> Double { width / 5 }

  /// The scale of a label with this natural width; it stays legible.
  package func labelScale(of natural: Double, in width: Double) -> Double {
    guard natural > labelRoom(in: width), labelFont > 0 else { return 1 }
    return min(1, max(smallest / labelFont, labelRoom(in: width) / natural))
  }

  /// Scaled, but at least 10 px if the strip has room for that.
  private func legible(_ size: Double) -> Double { max(size * scale, min(smallest, size)) }
  private var smallest: Double { min(10, height * 0.6) }
}

/// The natural widths of the strip's parts in pixels, without padding. 0 or empty for missing parts.
package struct StripWidths: Equatable, Sendable {
  /// Including its padding, because the label has its own background.
  package var label: Double
  package var counter: Double
  package var caption: Double
  /// The possible widths of the chips, widest first: with all names, with "+N" for more and more of them, as dots, and
  /// a single chip.
  package var chips: [Double]

  package init(label: Double = 0, counter: Double = 0, caption: Double = 0, chips: [Double] = []) {
    self.label = label
    self.counter = counter
    self.caption = caption
    self.chips = chips
  }
}

/// The places of the default strip's parts: label, crawl, counter with its caption, chips. Whole pixels in the strip's
/// bounds; a part that gave way is nil.
///
/// All parts but the crawl take little more than half. If that is too little, parts give way in this order: caption,
/// chips, counter, label. A strip that narrower windows show, too, has the parts that fit the narrowest.
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

  /// - Parameters:
  ///   - less: How much narrower the narrowest window is that shows it.
  ///   - metrics: Nil takes those of the bounds' height.
  package init(
    _ widths: StripWidths, in bounds: Rect, toLess less: Double = 0, metrics: StripMetrics? = nil, dock: Dock = .bottom
  ) {
    let metrics = metrics ?? StripMetrics(height: bounds.height)
    let width = max(0, bounds.width - less)
    let plan = StripPlan(
      widths, metrics: metrics, room: (width * 0.54).rounded(.down), captionRoom: width * 0.4,
      chipsRoom: metrics.chipsRoom(in: width))
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
  /// Mirrors the layout for right-to-left languages: the label at the right end, the chips at the left.
  ///
  /// - Parameter numberFirst: The number still stands at the left of its caption.
  package mutating func mirror(in bounds: Rect, numberFirst: Bool = true) {
    func mirrored(_ rect: Rect) -> Rect {
      Rect(x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.width, height: rect.height)
    }
    for part in [\Self.edgeLine, \.label, \.counterHairline, \.counter, \.caption, \.chipsHairline, \.chips] {
      self[keyPath: part] = self[keyPath: part].map(mirrored)
    }
    crawl = mirrored(crawl)
    if numberFirst, let number = counter, let words = caption {
      counter?.origin.x = words.minX
      caption?.origin.x = number.maxX - words.width
    }
  }

  /// Gives the chips the place of everything but the label, in the narrowest window.
  package mutating func listChips(in bounds: Rect, toLess less: Double = 0, _ metrics: StripMetrics) {
    let left = crawl.minX + metrics.chipsPadding
    chips = Rect(
      x: left, y: crawl.minY, width: max(0, bounds.maxX - less - metrics.chipsPadding - left), height: crawl.height)
    (counter, caption, counterHairline, chipsHairline) = (nil, nil, nil, nil)
  }
}

/// The widths that the parts get.
private struct StripPlan {
  let metrics: StripMetrics
  var label: Double
  var counter: Double
  var caption: Double
  var chips: Double

  /// Drops parts until everything but the crawl fits into `room`, and with a caption into `captionRoom`.
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

  /// A narrower label would be little more than an ellipsis. Short labels are not cut.
  private var smallestLabel: Double { min(label, 2 * metrics.labelPadding + 7 * metrics.labelFont) }
}

private func whole(_ width: Double) -> Double { width > 0 && width.isFinite ? width.rounded(.up) : 0 }
