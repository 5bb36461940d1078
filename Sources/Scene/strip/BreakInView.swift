package import ScrollCore

/// Headlines that break in, one after the other, over the crawl or over the whole strip. A wipe in the label's colour
/// uncovers each; its text stays in the middle while it is held, and then the wipe continues. `Interruptions` computes the
/// state at a time.
package final class BreakInView: SceneView {
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
  package var stands = false {
    didSet {
      guard stands != oldValue else { return }
      followShowings(to: lastTime)
      turns.wipe = stands ? 0 : Self.wipeTime
      measure(at: lastTime)
    }
  }
  static let wipeTime = 0.25
  /// How much of it the first frame shows, in pixels.
  private static let firstWidth = 4.0
  /// The minimum time for a text, and the time for each character, in seconds.
  private static let leastHold = 4.0
  private static let holdPerCharacter = 0.06
  /// How long the ends of a running text stay, in seconds.
  private static let rest = 1.5

  /// A headline with its drawing.
  private struct Shown {
    var headline: BreakIn
    /// In order; several if the text is shown in parts.
    var parts: [Part] = []
  }

  /// A part of a text that is visible at a time.
  private struct Part {
    var content = Content()
    var width = 0.0
    /// How long it stays, or runs.
    var hold: Seconds = 0
  }

  let words: Words
  /// Whether a crawl waits until it is gone.
  private var isHolding = false
  /// The record of visible headlines, if there is one.
  var showings: ShowingRecord?
  var style: Style? { didSet { if style != oldValue { measure(at: lastTime) } } }
  package private(set) var turns = Interruptions()
  private var shown: [Int: Shown] = [:]
  /// The areas of the headlines and of the whole strip.
  private var (place, whole) = (VisibleFrame(), VisibleFrame())
  /// The parts of both that every window shows.
  private var seen = (place: Rect.zero, whole: Rect.zero)
  private var typesetter: (any Typesetter)?
  private var ground = Content()
  private var lastTime: Seconds = 0

  init(words: Words) { self.words = words }

  // MARK: - What happens

  /// Shows a headline, in the order of priority. One with the number of another replaces it in place.
  package func show(_ headline: BreakIn, at t: Seconds) {
    followShowings(to: t)
    lastTime = max(lastTime, t)
    if shown.count > 2 * Interruptions.most {
      let present = Set(turns.ids)
      shown = shown.filter { present.contains($0.key) }
    }
    shown[headline.number] = Shown(headline: headline, parts: parts(of: headline) ?? [])
    turns.add(
      headline.number, priority: headline.priority, hold: headline.hold, reading: reading(headline.number), at: t)
  }

  /// Takes a headline off: it was withdrawn or acknowledged. Returns whether it was there. It needs display then.
  @discardableResult
  package func end(_ number: Int, at t: Seconds) -> Bool {
    followShowings(to: t)
    return turns.end(number, at: t)
  }

  /// Returns the numbers of the headlines that have come since the last call.
  package func takeBegun(at t: Seconds) -> [Int] {
    guard !shown.isEmpty else { return [] }
    followShowings(to: t)
    return turns.takeBegun(at: t)
  }

  /// Returns the numbers of the headlines that have ended since the last call.
  package func takeOver(at t: Seconds) -> [Int] {
    guard !shown.isEmpty else { return [] }
    followShowings(to: t)
    let over = turns.takeOver(at: t)
    let present = Set(turns.ids)
    for number in over where !present.contains(number) { shown[number] = nil }
    return over
  }

  // MARK: - Asking

  /// Pauses a crawl in place while a break-in covers it.
  func hold(_ crawl: CrawlScene, at t: Seconds) {
    guard isShown(at: t) != isHolding else { return }
    isHolding.toggle()
    crawl.hold(isHolding, at: t)
    crawl.setHidden(isHolding, .covered, fading: Self.wipeTime, at: t)
  }

  /// Whether one is visible.
  func isShown(at t: Seconds) -> Bool { turns.turn(at: t) != nil }

  /// Whether one is to come, or to come back.
  package func waits(_ number: Int, at t: Seconds) -> Bool { turns.waits(number, at: t) }

  /// The visible one.
  package func headline(at t: Seconds) -> BreakIn? { turns.turn(at: t).flatMap { shown[$0.id]?.headline } }

  /// The visible one, if it is at that point.
  func headline(at point: Point, t: Seconds) -> BreakIn? {
    guard let headline = headline(at: t), frame(of: headline).inner.contains(point) else { return nil }
    return headline
  }

  /// Whether the visible one covers the whole strip.
  func takesOver(at t: Seconds) -> Bool { headline(at: t)?.takesOver ?? false }

  // MARK: - Drawing

  /// - Parameters:
  ///   - whole: The place of the whole strip, for a takeover.
  ///   - seen: The parts of both that every window shows, for the text.
  func layout(
    in frame: VisibleFrame, whole: VisibleFrame, seen: (place: Rect, whole: Rect), _ pass: LayoutPass
  ) {
    let (typesetter, t) = (pass.typesetter, pass.time)
    let isNew = place != frame || self.whole != whole || self.seen != seen || self.typesetter == nil
    (place, self.whole, self.seen, self.typesetter, lastTime) = (frame, whole, seen, typesetter, max(lastTime, t))
    if isNew { measure(at: t) }
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    layout(in: frame, whole: frame, seen: (frame.inner, frame.inner), pass)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    lastTime = max(lastTime, t)
    guard let turn = turns.turn(at: t) else {
      if let next = turns.next(after: t) { frame.change(at: next.start) }
      return
    }
    guard let style, let headline = shown[turn.id]?.headline, !self.frame(of: headline).inner.isEmpty else { return }
    if let covered = turns.covered(by: turn, at: t) { draw(covered, style, into: &frame, at: covered.end, ends: false) }
    draw(turn, style, into: &frame, at: t, ends: true)
    let (age, left) = (t - turn.start, turn.end - t)
    let (part, since) = part(of: turn, at: t)
    let isWiping = age < turns.wipe || left <= turns.wipe
    frame.change(at: isWiping ? t : min(turn.end - turns.wipe, nextChange(of: part, since: since, at: t, headline)))
  }

  /// - Parameter ends: Whether it goes at its end; otherwise another one covers it.
  private func draw(_ turn: Interruptions.Turn, _ style: Style, into frame: inout Frame, at t: Seconds, ends: Bool) {
    guard let headline = shown[turn.id]?.headline else { return }
    let (inner, wipe) = (self.frame(of: headline).inner, turns.wipe)
    let (age, left) = (t - turn.start, ends ? turn.end - t : .infinity)
    let (part, since) = part(of: turn, at: t)
    // In and out in the reading direction.
    let from = left < wipe ? inner.minX + inner.width * Self.eased(1 - left / wipe) : inner.minX
    let to = age < wipe ? inner.minX + max(Self.firstWidth, inner.width * Self.eased(age / wipe)) : inner.maxX
    var clip = Rect(
      x: from.rounded(), y: inner.minY, width: max(0, to.rounded() - from.rounded()), height: inner.height)
    if words.isRightToLeft { clip.origin.x = inner.minX + inner.maxX - clip.maxX }
    guard !clip.isEmpty else { return }
    ground.background = style.background
    frame.add(Layer(ground, clip: clip, origin: clip.origin))
    let lead = x(of: part, since: since, at: t, headline)
    let room = room(of: headline)
    let x = words.isRightToLeft ? room.maxX - lead - part.width : room.minX + lead
    // A running text fades at its ends; one at rest is beside the fades.
    let runs = way(of: part, headline) > 0
    let fade = runs ? Fade(style.gap, of: style.color, into: style.background, bounds: inner) : Fade()
    frame.add(Layer(part.content, clip: clip, origin: Point(x: x, y: inner.minY), fade: fade))
  }

  func frame(of headline: BreakIn) -> VisibleFrame { headline.takesOver ? whole : place }

  /// The place of its text.
  private func room(of headline: BreakIn) -> Rect { headline.takesOver ? seen.whole : seen.place }

  // MARK: - Over time

  private static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }

  /// The visible part at `t`, and since when. A text that is held longer begins again.
  private func part(of turn: Interruptions.Turn, at t: Seconds) -> (Part, since: Seconds) {
    let parts = shown[turn.id]?.parts ?? []
    let reading = parts.reduce(0) { $0 + $1.hold }
    var since = turn.since
    let held = min(t, turn.end - turns.wipe - 0.001) - since
    if reading > 0, held > reading { since += (held / reading).rounded(.down) * reading }
    for part in parts.dropLast() {
      if t < since + part.hold { return (part, since) }
      since += part.hold
    }
    return (parts.last ?? Part(), since)
  }

  /// Which edition of a headline is shown, and whether all of it is in the view at once; nil if it is gone.
  func edition(of number: Int) -> (number: Int, fits: Bool)? {
    guard let shown = shown[number] else { return nil }
    let fits = shown.parts.count == 1 && way(of: shown.parts[0], shown.headline) == 0
    return (shown.headline.edition, fits)
  }

  /// How far a text that is too wide has to run.
  private func way(of part: Part, _ headline: BreakIn) -> Double {
    stands ? 0 : max(0, part.width + 2 * (style?.gap ?? 0) - room(of: headline).width)
  }

  /// The text's left end in the view: centred, or running from its start to its end.
  private func x(of part: Part, since: Seconds, at t: Seconds, _ headline: BreakIn) -> Double {
    let way = way(of: part, headline)
    guard way > 0, let style else { return ((room(of: headline).width - part.width) / 2).rounded() }
    let run = (t - since - Self.rest) * style.speed
    return style.gap - min(way, max(0, run))
  }

  private func nextChange(of part: Part, since: Seconds, at t: Seconds, _ headline: BreakIn) -> Seconds {
    let way = way(of: part, headline)
    guard way > 0, let style else { return stands ? since + part.hold : .infinity }
    let (first, last) = (since + Self.rest, since + Self.rest + way / max(1, style.speed))
    return t < first ? first : t < last ? t : since + part.hold
  }

  // MARK: - Measuring

  private func measure(at t: Seconds) {
    followShowings(to: t)
    for number in shown.keys {
      if let parts = shown[number].flatMap({ parts(of: $0.headline) }) { shown[number]?.parts = parts }
    }
    if !turns.isEmpty { turns.measure(at: t) { reading($0) } }
  }

  /// How long it takes to read a headline once; for ever if it is not measured yet.
  private func reading(_ number: Int) -> Seconds {
    let parts = shown[number]?.parts ?? []
    return parts.isEmpty ? .infinity : parts.reduce(0) { $0 + $1.hold }
  }

  /// How long a headline takes to read once, in seconds.
  package func readingTime(of headline: BreakIn) -> Seconds {
    parts(of: headline)?.reduce(0) { $0 + $1.hold } ?? Self.leastHold
  }

  /// The parts of the text: one, or lines that fit; nil before a layout.
  private func parts(of headline: BreakIn) -> [Part]? {
    guard let style, let typesetter, !frame(of: headline).inner.isEmpty else { return nil }
    let mark = [words[.urgent], headline.topic?.uppercased()].compactMap(\.self).joined(separator: " · ")
    let label = TextRun(mark, font: style.labelFont, color: style.color)
    let kind = headline.isPlain ? .none : style.markup
    // A bar's colours and shapes do not suit the label's colour.
    let written = kind.line(headline.text, side: .left)?.text ?? headline.text
    var text = TextRun(written, font: style.font, color: style.color, isMarkup: kind == .pango)
    let whole = part(label, text, headline, style, with: typesetter)
    if kind == .pango { (text.text, text.isMarkup) = (TextMarkup.plainText(ofPango: written), false) }
    let width = room(of: headline).width
    guard stands, whole.width + 2 * style.gap > width else { return [whole] }
    let labelWidth = typesetter.width(of: label) + style.gap / 2
    let room = max(1, width - 2 * style.gap - labelWidth.rounded())
    return typesetter.lines(of: text, width: room).map { part(label, $0, headline, style, with: typesetter) }
  }

  private func part(
    _ label: TextRun, _ text: TextRun, _ headline: BreakIn, _ style: Style, with typesetter: any Typesetter
  ) -> Part {
    let metrics = typesetter.metrics(of: style.font)
    let labelMetrics = typesetter.metrics(of: style.labelFont)
    let frame = frame(of: headline)
    let baseline = (frame.baseline(of: metrics) - frame.inner.minY).rounded()
    let (labelWidth, textWidth) = (typesetter.width(of: label), typesetter.width(of: text))
    let textX = (labelWidth + style.gap / 2).rounded()
    var part = Part()
    part.width = textX + textWidth
    let pieces = [
      Primitive(text: label, baseline: Point(x: 0, y: baseline), width: labelWidth, metrics: labelMetrics),
      Primitive(text: text, baseline: Point(x: textX, y: baseline), width: textWidth, metrics: metrics),
    ]
    part.content.show(words.isRightToLeft ? pieces.map { $0.mirrored(in: part.width) } : pieces, on: nil)
    let way = way(of: part, headline)
    part.hold =
      way > 0
      ? 2 * Self.rest + way / max(1, style.speed)
      : max(Self.leastHold, min(20, Double(text.text.count) * Self.holdPerCharacter))
    return part
  }
}
