/// The sizes of the default strip's parts, in pixels, for one height. They are drawn for 36 px and grow in
/// proportion; below, text that would be too small to read keeps a smallest size or gives way.
public struct StripMetrics: Equatable, Sendable {
  /// The whole strip, its edge line included.
  public let height: Double
  public let scale: Double

  public init(height: Double) {
    self.height = max(0, height)
    scale = self.height / 36
  }

  /// The line towards the desktop.
  public var edgeLine: Double { max(1, scale.rounded(.down)) }
  /// The line before counter and chips.
  public var hairline: Double { edgeLine }

  public var labelFont: Double { legible(14) }
  public var labelPadding: Double { (14 * scale).rounded() }

  public var crawlFont: Double { legible(18) }
  public var topicFont: Double { legible(12) }
  /// Between a topic and its headline.
  public var topicGap: Double { 10 * scale }
  /// Across its corners: a square of 6 px.
  public var separatorSize: Double { max(5, 8 * scale) }
  /// Free on each side of a separator.
  public var separatorGap: Double { 22 * scale }
  public var crawlFade: Double { (28 * scale).rounded() }

  public var counterFont: Double { legible(20) }
  /// On both sides of counter and caption.
  public var counterPadding: Double { (14 * scale).rounded() }
  public var captionGap: Double { (8 * scale).rounded() }
  /// Nil: too small to read, so that there is no caption.
  public var captionFont: Double? { 11 * scale >= 9 ? 11 * scale : nil }

  /// Nil: no room for chips.
  public var chipHeight: Double? {
    let pill = max(24 * scale, chipFont * 1.6).rounded()
    return pill <= height - edgeLine - 2 ? pill : nil
  }
  public var chipFont: Double { legible(13) }
  public var chipDot: Double { max(5, 7 * scale) }
  /// Between chips.
  public var chipGap: Double { (6 * scale).rounded() }
  /// Before the first chip and after the last.
  public var chipsPadding: Double { (10 * scale).rounded() }

  /// The most that chips take before they become "+N": it is the headlines that the strip is about. Four or five
  /// chips have room whatever the width.
  public func chipsRoom(in width: Double) -> Double { max(400 * scale, width * 0.32) }

  /// Scaled, but at least 10 px where the strip has room for that.
  private func legible(_ size: Double) -> Double { max(size * scale, min(10, size, height * 0.6)) }
}

/// How wide the strip's parts would like to be, in pixels, without their paddings. 0 or empty: there is none.
public struct StripWidths: Equatable, Sendable {
  /// With its own padding, as it is a block of its own colour.
  public var label: Double
  public var counter: Double
  public var caption: Double
  /// The widths at which the chips can be shown, widest first: all of them, then fewer and "+N", at last "+N" alone.
  public var chips: [Double]

  public init(label: Double = 0, counter: Double = 0, caption: Double = 0, chips: [Double] = []) {
    self.label = label
    self.counter = counter
    self.caption = caption
    self.chips = chips
  }
}

/// Where the parts of the default strip are: label, crawl, counter with its caption, chips. Whole pixels, in the
/// strip's bounds; a part that gave way is nil.
///
/// What is not the crawl's takes at most two thirds. When that is short parts give way in this order: caption,
/// chips, counter, label.
public struct StripLayout: Equatable, Sendable {
  /// The edge of the screen that the strip is docked at; the line is opposite.
  public enum Dock: String, CaseIterable, Sendable {
    case bottom, top
    /// Floating: no line.
    case none
  }

  public var edgeLine: Rect?
  public var label: Rect?
  public var crawl: Rect
  public var counterHairline: Rect?
  public var counter: Rect?
  public var caption: Rect?
  public var chipsHairline: Rect?
  public var chips: Rect?

  /// - Parameter metrics: Nil: those of the bounds' height.
  public init(_ widths: StripWidths, in bounds: Rect, metrics: StripMetrics? = nil, dock: Dock = .bottom) {
    let metrics = metrics ?? StripMetrics(height: bounds.height)
    let plan = StripPlan(
      widths, metrics: metrics, room: (bounds.width * 2 / 3).rounded(.down),
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

/// What each part gets.
private struct StripPlan {
  let metrics: StripMetrics
  var label: Double
  var counter: Double
  var caption: Double
  var chips: Double

  /// Lets parts give way until all that is not the crawl fits into `room`.
  init(_ widths: StripWidths, metrics: StripMetrics, room: Double, chipsRoom: Double) {
    self.metrics = metrics
    label = whole(widths.label)
    counter = whole(widths.counter)
    caption = metrics.captionFont == nil || counter == 0 ? 0 : whole(widths.caption)
    let all = metrics.chipHeight == nil ? [] : widths.chips.map(whole)
    let fitting = all.filter { $0 <= chipsRoom }
    let steps = fitting.isEmpty ? all.suffix(1) : fitting
    chips = steps.first ?? 0

    if total > room { caption = 0 }
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

  /// Below this a label would be little more than an ellipsis.
  private var smallestLabel: Double { 2 * metrics.labelPadding + 3 * metrics.labelFont }
}

private func whole(_ width: Double) -> Double { width > 0 && width.isFinite ? width.rounded(.up) : 0 }
