package import ScrollCore

/// A crawl alone, and the break-ins over it.
package final class InterruptibleCrawlView: SceneView {
  package let crawl: CrawlScene
  package let breakIns: BreakInView
  /// The colours of break-ins. It needs layout after a change.
  package var theme = StripTheme()
  /// How much narrower the narrowest window is that shows it, in pixels.
  private var less = 0.0

  package init(_ crawl: CrawlScene, words: Words = .english) {
    self.crawl = crawl
    breakIns = BreakInView(words: words)
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    crawl.naturalSize(in: context)
  }

  package var stretch: FlexibleColumns? { crawl.stretch }

  package func fit(toLess pixels: Double) { less = pixels }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    crawl.layout(in: frame, pass)
    breakIns.style = breakInStyle
    let seen = frame.inner.less(less, standsRight: !crawl.style.crawl.scrollLeft)
    breakIns.layout(in: frame, whole: frame, seen: (seen, seen), pass)
  }

  private var breakInStyle: BreakInView.Style {
    var (font, labelFont) = (crawl.headlines.font, crawl.headlines.font)
    font.weight = max(600, font.weight)
    (labelFont.size, labelFont.weight, labelFont.letterSpacing) = (font.size * 12 / 18, max(700, font.weight), 0.06)
    let scale = crawl.place.outer.height / 36
    return BreakInView.Style(
      font: font, labelFont: labelFont, color: theme.labelColor, background: theme.labelBackground,
      gap: (24 * scale).rounded(), speed: max(40, 60 * scale), markup: crawl.style.markup.kind)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    breakIns.hold(crawl, at: t)
    crawl.draw(into: &frame, at: t)
    breakIns.draw(into: &frame, at: t)
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    if case .command(let command, let point) = event, breakIns.answer(command, at: point, in: context) { return true }
    return breakIns.click(event, over: crawl, in: context) || crawl.handle(event, in: context)
  }

  /// The headlines, followed by the break-ins.
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var node = crawl.accessibleNode(at: t)
    if var shown = breakIns.accessibleNode(at: t) {
      shown.key += Self.firstKey
      node?.children.append(shown)
    }
    return node
  }

  /// Beyond the IDs of headlines.
  private static let firstKey = 1 << 48

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let key = path.first, key >= Self.firstKey else { return crawl.perform(action, on: path, in: context) }
    return breakIns.perform(action, on: [key - Self.firstKey], in: context)
  }
}
