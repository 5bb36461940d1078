package import ScrollCore

/// A view in the strip, and how wide it would like to be.
package struct StripPart {
  package var view: any View
  /// Prepares the view for these sizes and gives the widths at which it can be shown, widest first and in pixels; of
  /// those but the chips only the first counts. Called before each layout.
  package var widths: (StripMetrics, any Typesetter) -> [Double]

  package init(_ view: any View, widths: @escaping (StripMetrics, any Typesetter) -> [Double]) {
    self.view = view
    self.widths = widths
  }

  /// A view that takes any width from its smallest to its natural one: chips that are cut to "+N".
  package init(_ view: any View, elastic: @escaping (StripMetrics, any Typesetter) -> ClosedRange<Double>) {
    self.init(view) { metrics, typesetter in
      let range = elastic(metrics, typesetter)
      return [range.upperBound] + stride(from: range.upperBound - 8, to: range.lowerBound, by: -8) + [range.lowerBound]
    }
  }

  package init(_ view: any View, width: @escaping (StripMetrics, any Typesetter) -> Double) {
    self.init(view, widths: { metrics, typesetter in [width(metrics, typesetter)] })
  }
}

/// The default strip: label, crawl, counter with its caption, and chips, side by side on one background with a line
/// at the edge towards the desktop. Nothing in it lies on anything else.
package final class StripView: FramedView {
  /// Where the parts are, in window coordinates, since the last layout.
  package private(set) var parts = StripLayout(StripWidths(), in: .zero)
  /// All of these take effect at the next `layout`.
  package var theme: StripTheme
  package var dock: StripLayout.Dock
  package var label: StripPart?
  package var crawl: StripPart
  package var counter: StripPart?
  package var caption: StripPart?
  package var chips: StripPart?

  package var outerBounds: Rect?

  private var edge: Content
  private var counterHairline: Content
  private var chipsHairline: Content
  /// The views that are shown, from left to right.
  private var shown: [any View] = []
  private var lines: [Layer] = []

  /// - Parameter crawl: Gets the width that is left; its own widths count for nothing.
  package init(
    label: StripPart? = nil, crawl: StripPart, counter: StripPart? = nil, caption: StripPart? = nil,
    chips: StripPart? = nil, theme: StripTheme = .dark, dock: StripLayout.Dock = .bottom, ids: inout ContentIDs
  ) {
    self.label = label
    self.crawl = crawl
    self.counter = counter
    self.caption = caption
    self.chips = chips
    self.theme = theme
    self.dock = dock
    edge = Content(id: ids.next())
    counterHairline = Content(id: ids.next())
    chipsHairline = Content(id: ids.next())
  }

  package func layout(in bounds: Rect, with typesetter: any Typesetter) {
    let outer = outerBounds ?? bounds
    let metrics = StripMetrics(height: outer.height)
    func widths(_ part: StripPart?) -> [Double] { part?.widths(metrics, typesetter) ?? [] }
    _ = widths(crawl)
    let places = StripLayout(
      StripWidths(
        label: widths(label).first ?? 0, counter: widths(counter).first ?? 0, caption: widths(caption).first ?? 0,
        chips: widths(chips)),
      in: room(in: bounds, outer, metrics), metrics: metrics, dock: dock)
    parts = seen(of: places, in: bounds, isFramed: dock == .top ? outer.maxY > bounds.maxY : outer.minY < bounds.minY)
    layoutLines()
    shown.removeAll(keepingCapacity: true)
    for (part, place, seen) in [
      (label, places.label, parts.label), (crawl, places.crawl, parts.crawl), (counter, places.counter, parts.counter),
      (caption, places.caption, parts.caption), (chips, places.chips, parts.chips),
    ] {
      guard let part, let seen else { continue }
      (part.view as? any FramedView)?.outerBounds = place
      part.view.layout(in: seen, with: typesetter)
      shown.append(part.view)
    }
  }

  /// Where the parts are laid out: as if there were no border, but moved in from the ends as far as the first and the last
  /// part cannot do without what it covers.
  private func room(in bounds: Rect, _ outer: Rect, _ metrics: StripMetrics) -> Rect {
    let slack = 3 * metrics.scale
    let left = max(outer.minX, bounds.minX - max(0, label == nil ? bounds.width : metrics.labelPadding - slack))
    let right = min(
      outer.maxX,
      bounds.maxX + max(0, chips == nil && counter == nil ? bounds.width : metrics.chipsPadding - slack))
    return Rect(x: left, y: outer.minY, width: max(0, right - left), height: outer.height)
  }

  /// What the border leaves of the parts. Where it lies at the docked edge it stands for the line there.
  private func seen(of places: StripLayout, in bounds: Rect, isFramed: Bool) -> StripLayout {
    var parts = places
    for part in [\StripLayout.counter, \.caption, \.chips, \.counterHairline, \.chipsHairline, \.label] {
      parts[keyPath: part] = places[keyPath: part]?.intersection(bounds)
    }
    parts.crawl = places.crawl.intersection(bounds)
    guard isFramed else { return parts }
    parts.edgeLine = nil
    parts.label = parts.label.map { Rect(x: $0.minX, y: bounds.minY, width: $0.width, height: bounds.height) }
    return parts
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    for view in shown { view.draw(into: &frame, at: t) }
    for line in lines { frame.add(line) }
  }

  private func layoutLines() {
    edge.background = theme.edgeColor
    counterHairline.background = theme.hairlineColor
    chipsHairline.background = theme.hairlineColor
    lines.removeAll(keepingCapacity: true)
    for (content, rect) in [
      (edge, parts.edgeLine), (counterHairline, parts.counterHairline), (chipsHairline, parts.chipsHairline),
    ] {
      if let rect { lines.append(Layer(content, clip: rect, origin: rect.origin)) }
    }
  }
}

extension StripView {
  /// The label block as the strip's metrics and theme have it.
  package func labelStyle(_ metrics: StripMetrics) -> LabelStyle {
    LabelStyle(
      font: FontSpec(family: theme.font, size: metrics.labelFont, weight: 700, letterSpacing: 0.06),
      color: theme.labelColor, background: theme.labelBackground, padding: metrics.labelPadding)
  }

  /// The counter's caption as the strip's metrics and theme have it; nil where it would be too small to read.
  package func captionStyle(_ metrics: StripMetrics) -> LabelStyle? {
    metrics.captionFont.map { size in
      LabelStyle(font: FontSpec(family: theme.font, size: size, letterSpacing: 0.06), color: theme.captionColor)
    }
  }

  /// Makes `view` the label block.
  package func setLabel(_ view: LabelView) {
    label = StripPart(view) { [unowned self] metrics, typesetter in
      view.style = labelStyle(metrics)
      return view.naturalWidth(with: typesetter)
    }
  }

  /// Makes a badge the label block, its text in the label's style.
  package func setLabel(_ view: BadgeView) {
    label = StripPart(view) { [unowned self] metrics, typesetter in
      view.style = labelStyle(metrics)
      return view.naturalWidth(height: metrics.height - metrics.edgeLine, with: typesetter)
    }
  }

  /// Makes `view` the counter's caption.
  package func setCaption(_ view: LabelView) {
    caption = StripPart(view) { [unowned self] metrics, typesetter in
      guard let style = captionStyle(metrics) else { return 0 }
      view.style = style
      return view.naturalWidth(with: typesetter)
    }
  }
}
