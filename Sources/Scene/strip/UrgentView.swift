import ScrollCore

/// Urgent headlines, one after the other, over the crawl: the label's colour wipes across it, the text holds in the middle
/// for as long as it takes to read, and the wipe goes on. What is shown at a time follows from when each of them came.
final class UrgentView: View {
  struct Style: Equatable {
    var font: FontSpec
    var labelFont: FontSpec
    var color: Color
    var background: Color
    /// Between the parts of a text, and before it.
    var gap: Double
    /// Of a text that is wider than its place, in pixels per second.
    var speed: Double
  }

  /// How long the wipe takes, on its way in and out; 0 for a cut.
  var wipe = 0.25 { didSet { if wipe != oldValue { measure() } } }
  /// A text stands still for at least so long, and for a character so much.
  private static let leastHold = 4.0
  private static let holdPerCharacter = 0.06
  /// How long the ends of a text that is too wide stand still.
  private static let rest = 1.5
  private static let most = 20

  private struct Turn {
    var headline: UrgentHeadline
    var start: Seconds
    var content = Content()
    var width = 0.0
    /// Until when it is seen; found when it is measured.
    var end = Double.infinity
  }

  var style: Style? { didSet { if style != oldValue { measure() } } }
  private var turns: [Turn] = []
  private var place = VisibleFrame()
  private var typesetter: (any Typesetter)?
  private var ground = Content()

  /// Shows a headline as soon as those before it have been shown.
  func show(_ headline: UrgentHeadline, at t: Seconds) {
    guard turns.count < Self.most else { return }
    turns.append(Turn(headline: headline, start: max(t, turns.last?.end ?? t)))
    measure()
  }

  /// Whether one is on the glass.
  func isShown(at t: Seconds) -> Bool { turns.contains { $0.start <= t && t < $0.end } }

  /// The link of the one that is shown.
  func link(at point: Point, t: Seconds) -> String?? {
    guard place.inner.contains(point), let turn = turns.first(where: { $0.start <= t && t < $0.end }) else {
      return nil
    }
    return .some(turn.headline.link)
  }

  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    let isNew = place != frame || self.typesetter == nil
    place = frame
    self.typesetter = typesetter
    turns.removeAll { $0.end <= t }
    if isNew { measure() }
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    turns.removeAll { $0.end <= t }
    guard let turn = turns.first(where: { $0.start <= t }), let style, !place.inner.isEmpty else {
      if let next = turns.first { frame.change(at: next.start) }
      return
    }
    let inner = place.inner
    let (age, left) = (t - turn.start, turn.end - t)
    // In and out from left to right, as one reads.
    let from = left < wipe ? inner.minX + inner.width * Self.eased(1 - left / wipe) : inner.minX
    let to = age < wipe ? inner.minX + inner.width * Self.eased(age / wipe) : inner.maxX
    let clip = Rect(
      x: from.rounded(), y: inner.minY, width: max(0, to.rounded() - from.rounded()), height: inner.height)
    if !clip.isEmpty {
      ground.background = style.background
      frame.add(Layer(ground, clip: clip, origin: clip.origin))
      frame.add(Layer(turn.content, clip: clip, origin: Point(x: inner.minX + x(of: turn, at: t), y: inner.minY)))
    }
    frame.change(at: nextChange(of: turn, at: t))
  }

  // MARK: - Over time

  private static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }

  /// How far a text that is too wide has to run.
  private func way(of turn: Turn) -> Double { max(0, turn.width + 2 * (style?.gap ?? 0) - place.inner.width) }

  /// The text's left end in the view: in the middle, or on its way from its beginning to its end.
  private func x(of turn: Turn, at t: Seconds) -> Double {
    let way = way(of: turn)
    guard way > 0, let style else { return ((place.inner.width - turn.width) / 2).rounded() }
    let run = (t - turn.start - wipe - Self.rest) * style.speed
    return style.gap - min(way, max(0, run))
  }

  private func nextChange(of turn: Turn, at t: Seconds) -> Seconds {
    let (running, stopping) = (turn.start + wipe, turn.end - wipe)
    if t < running || t >= stopping { return t }
    guard way(of: turn) > 0, let style else { return stopping }
    let (first, last) = (running + Self.rest, running + Self.rest + way(of: turn) / max(1, style.speed))
    return t < first ? first : t < last ? t : stopping
  }

  private func measure() {
    guard let style, let typesetter, !place.inner.isEmpty else { return }
    var start = -Double.infinity
    for i in turns.indices {
      compose(&turns[i], style, with: typesetter)
      turns[i].start = max(turns[i].start, start)
      let count = Double(turns[i].headline.text.count)
      let way = way(of: turns[i])
      let hold =
        way > 0
        ? 2 * Self.rest + way / max(1, style.speed) : max(Self.leastHold, min(20, count * Self.holdPerCharacter))
      turns[i].end = turns[i].start + hold + 2 * wipe
      start = turns[i].end
    }
  }

  private func compose(_ turn: inout Turn, _ style: Style, with typesetter: any Typesetter) {
    let metrics = typesetter.metrics(of: style.font)
    let labelMetrics = typesetter.metrics(of: style.labelFont)
    let baseline = (place.baseline(of: metrics) - place.inner.minY).rounded()
    let words = ["URGENT", turn.headline.topic?.uppercased()].compactMap(\.self).joined(separator: " · ")
    let label = TextRun(words, font: style.labelFont, color: style.color)
    let text = TextRun(turn.headline.text, font: style.font, color: style.color)
    let (labelWidth, textWidth) = (typesetter.width(of: label), typesetter.width(of: text))
    let textX = (labelWidth + style.gap / 2).rounded()
    turn.width = textX + textWidth
    turn.content.show(
      [
        Primitive(text: label, baseline: Point(x: 0, y: baseline), width: labelWidth, metrics: labelMetrics),
        Primitive(text: text, baseline: Point(x: textX, y: baseline), width: textWidth, metrics: metrics),
      ], on: nil)
  }
}
