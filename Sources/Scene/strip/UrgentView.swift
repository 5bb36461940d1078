import ScrollCore

/// Urgent headlines, one after the other, over the crawl. The label's colour wipes across, the text stays in the middle
/// as long as it takes to read, and the wipe goes on. The state at a time follows from the arrival times.
final class UrgentView: View {
  struct Style: Equatable {
    var font: FontSpec
    var labelFont: FontSpec
    var color: Color
    var background: Color
    /// The space between the parts of a text, and before it.
    var gap: Double
    /// The speed of a text wider than its place, in pixels per second.
    var speed: Double
    /// How lines are read.
    var markup = TextMarkup.none
  }

  /// Whether to avoid motion: it appears at once, and a text that is too wide is shown in parts.
  var stands = false { didSet { if stands != oldValue { measure() } } }
  /// The duration of a wipe in each direction.
  private var wipe: Seconds { stands ? 0 : 0.25 }
  /// The minimum time for a text, and the time for each character, in seconds.
  private static let leastHold = 4.0
  private static let holdPerCharacter = 0.06
  /// How long the ends of a running text stay, in seconds.
  private static let rest = 1.5
  private static let most = 20

  private struct Turn {
    /// The number of headlines before it.
    var number: Int
    var headline: UrgentHeadline
    var start: Seconds
    /// In order; several if the text is shown in parts.
    var parts: [Part] = []
    /// The end of its display, known once it is measured.
    var end = Double.infinity
  }

  /// A part of a text that is visible at a time.
  private struct Part {
    var content = Content()
    var width = 0.0
    /// How long it stays, or runs.
    var hold: Seconds = 0
  }

  private let words: Words
  var style: Style? { didSet { if style != oldValue { measure() } } }
  private var turns: [Turn] = []
  /// The number of headlines so far.
  private var count = 0
  private var place = VisibleFrame()
  private var typesetter: (any Typesetter)?
  private var ground = Content()

  init(words: Words) { self.words = words }

  /// Shows a headline after the earlier ones.
  func show(_ headline: UrgentHeadline, at t: Seconds) {
    guard turns.count < Self.most else { return }
    turns.append(Turn(number: count, headline: headline, start: max(t, turns.last?.end ?? t)))
    count += 1
    measure()
  }

  /// Whether one is visible.
  func isShown(at t: Seconds) -> Bool { turns.contains { $0.start <= t && t < $0.end } }

  /// The link of the visible one.
  func link(at point: Point, t: Seconds) -> String?? {
    guard place.inner.contains(point), let turn = turns.first(where: { $0.start <= t && t < $0.end }) else {
      return nil
    }
    return .some(turn.headline.link)
  }

  func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let turn = turns.first(where: { $0.start <= t && t < $0.end }) else { return nil }
    let kind = turn.headline.isPlain ? .none : style?.markup ?? .none
    let parts = [turn.headline.topic, kind.plainText(of: turn.headline.text)].compactMap(\.self)
    var node = AccessibleNode(turn.number, .notification, parts.joined(separator: ": "), at: place.inner)
    (node.details, node.link) = (words[.urgent], turn.headline.link)
    if node.link != nil { node.actions = [.open] }
    return node
  }

  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard action == .open, let link = turns.first(where: { $0.number == path.first })?.headline.link else {
      return false
    }
    context.perform(.open(link: link))
    return true
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
    let (part, since) = part(of: turn, at: t)
    // In and out in the reading direction.
    let from = left < wipe ? inner.minX + inner.width * Self.eased(1 - left / wipe) : inner.minX
    let to = age < wipe ? inner.minX + inner.width * Self.eased(age / wipe) : inner.maxX
    var clip = Rect(
      x: from.rounded(), y: inner.minY, width: max(0, to.rounded() - from.rounded()), height: inner.height)
    if words.isRightToLeft { clip.origin.x = inner.minX + inner.maxX - clip.maxX }
    if !clip.isEmpty {
      ground.background = style.background
      frame.add(Layer(ground, clip: clip, origin: clip.origin))
      let lead = x(of: part, since: since, at: t)
      let x = words.isRightToLeft ? inner.maxX - lead - part.width : inner.minX + lead
      frame.add(Layer(part.content, clip: clip, origin: Point(x: x, y: inner.minY)))
    }
    frame.change(at: t < turn.start + wipe || left <= wipe ? t : nextChange(of: part, since: since, at: t))
  }

  // MARK: - Over time

  private static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }

  /// The visible part at `t`, and since when.
  private func part(of turn: Turn, at t: Seconds) -> (Part, since: Seconds) {
    var since = turn.start + wipe
    for part in turn.parts.dropLast() {
      if t < since + part.hold { return (part, since) }
      since += part.hold
    }
    return (turn.parts.last ?? Part(), since)
  }

  /// How far a text that is too wide has to run.
  private func way(of part: Part) -> Double {
    stands ? 0 : max(0, part.width + 2 * (style?.gap ?? 0) - place.inner.width)
  }

  /// The text's left end in the view: centred, or running from its start to its end.
  private func x(of part: Part, since: Seconds, at t: Seconds) -> Double {
    let way = way(of: part)
    guard way > 0, let style else { return ((place.inner.width - part.width) / 2).rounded() }
    let run = (t - since - Self.rest) * style.speed
    return style.gap - min(way, max(0, run))
  }

  private func nextChange(of part: Part, since: Seconds, at t: Seconds) -> Seconds {
    let way = way(of: part)
    guard way > 0, let style else { return since + part.hold }
    let (first, last) = (since + Self.rest, since + Self.rest + way / max(1, style.speed))
    return t < first ? first : t < last ? t : since + part.hold
  }

  private func measure() {
    guard let style, let typesetter, !place.inner.isEmpty else { return }
    var start = -Double.infinity
    for i in turns.indices {
      turns[i].parts = parts(of: turns[i].headline, style, with: typesetter)
      turns[i].start = max(turns[i].start, start)
      turns[i].end = turns[i].start + turns[i].parts.reduce(0) { $0 + $1.hold } + 2 * wipe
      start = turns[i].end
    }
  }

  /// The parts of the text: one, or lines that fit.
  private func parts(of headline: UrgentHeadline, _ style: Style, with typesetter: any Typesetter) -> [Part] {
    let mark = [words[.urgent], headline.topic?.uppercased()].compactMap(\.self).joined(separator: " · ")
    let label = TextRun(mark, font: style.labelFont, color: style.color)
    let kind = headline.isPlain ? .none : style.markup
    // A bar's colours and shapes do not suit the label's colour.
    let written = kind.line(headline.text, side: .left)?.text ?? headline.text
    var text = TextRun(written, font: style.font, color: style.color, isMarkup: kind == .pango)
    let whole = part(label, text, style, with: typesetter)
    if kind == .pango { (text.text, text.isMarkup) = (TextMarkup.plainText(ofPango: written), false) }
    guard stands, whole.width + 2 * style.gap > place.inner.width else { return [whole] }
    let labelWidth = typesetter.width(of: label) + style.gap / 2
    let room = max(1, place.inner.width - 2 * style.gap - labelWidth.rounded())
    return typesetter.lines(of: text, width: room).map { part(label, $0, style, with: typesetter) }
  }

  private func part(_ label: TextRun, _ text: TextRun, _ style: Style, with typesetter: any Typesetter) -> Part {
    let metrics = typesetter.metrics(of: style.font)
    let labelMetrics = typesetter.metrics(of: style.labelFont)
    let baseline = (place.baseline(of: metrics) - place.inner.minY).rounded()
    let (labelWidth, textWidth) = (typesetter.width(of: label), typesetter.width(of: text))
    let textX = (labelWidth + style.gap / 2).rounded()
    var part = Part()
    part.width = textX + textWidth
    let pieces = [
      Primitive(text: label, baseline: Point(x: 0, y: baseline), width: labelWidth, metrics: labelMetrics),
      Primitive(text: text, baseline: Point(x: textX, y: baseline), width: textWidth, metrics: metrics),
    ]
    part.content.show(words.isRightToLeft ? pieces.map { $0.mirrored(in: part.width) } : pieces, on: nil)
    let way = way(of: part)
    part.hold =
      way > 0
      ? 2 * Self.rest + way / max(1, style.speed)
      : max(Self.leastHold, min(20, Double(text.text.count) * Self.holdPerCharacter))
    return part
  }
}
