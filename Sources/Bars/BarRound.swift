package import ScrollCore

/// How long each headline stays, and how one that does not fit moves.
package struct BarPace: Equatable, Sendable {
  /// How long one is shown, in seconds; nil for the time that it takes to read.
  package var hold: Seconds?
  /// The room, in cells; nil for any length.
  package var width: Int?
  /// Cells a second; 0 for a text that is cut.
  package var speed = 0.0

  package init() {}

  /// The rest at both ends of a text that moves.
  static let rest = 2.0

  func overflow(of text: String) -> Int {
    guard let width, speed > 0 else { return 0 }
    return max(0, CellWidth.of(text) - width)
  }

  /// How long a text is shown.
  package func duration(of text: String) -> Seconds {
    let least = hold ?? max(3, 1 + 0.06 * Double(text.count))
    let overflow = overflow(of: text)
    return overflow == 0 ? least : max(least, 2 * Self.rest + Double(overflow) / speed)
  }

  /// How many cells of a text have moved out after `age` seconds.
  private func step(of text: String, age: Seconds) -> Int {
    let overflow = overflow(of: text)
    // A step is due at its very moment, however that is rounded.
    return max(0, min(overflow, Int((age - Self.rest) * speed + 1e-6)))
  }

  func visible(_ text: String, age: Seconds) -> String {
    guard let width, CellWidth.of(text) > width else { return text }
    if speed == 0 { return CellWidth.cut(text, to: width) }
    return CellWidth.window(of: text, from: step(of: text, age: age), cells: width)
  }

  /// The age at which the text moves next; infinite for none.
  func nextStep(of text: String, after age: Seconds) -> Seconds {
    let step = step(of: text, age: age)
    return step >= overflow(of: text) ? .infinity : Self.rest + Double(step + 1) / speed
  }
}

/// Which headline a bar shows: one after the other, new ones next, urgent ones at once. Everything is a function of the
/// headlines, of what the user did, and of the time.
package struct BarRound: Sendable {
  package let pace: BarPace
  package private(set) var headlines: [BarHeadline] = []
  private var key: BarHeadline.Key?
  /// Since when that is shown.
  private var start: Seconds = 0
  /// The new ones that come next.
  private var next: [BarHeadline.Key] = []
  private var pause: Seconds?
  /// How often all headlines have been shown.
  package private(set) var laps = 0

  /// The limit for headlines to come.
  private static let mostComing = 10

  package init(_ pace: BarPace) { self.pace = pace }

  package var isPaused: Bool { pause != nil }

  private var place: Int? { key.flatMap { key in headlines.firstIndex { $0.key == key } } }

  /// The headline that is shown.
  package var shown: BarHeadline? { place.map { headlines[$0] } }

  // MARK: - Changes

  /// Has these headlines from now on, in this order.
  package mutating func show(_ new: [BarHeadline], at t: Seconds) {
    advance(to: t)
    let former = headlines
    headlines = new
    let (known, present) = (Set(former.map(\.key)), Set(new.map(\.key)))
    let arrived = former.isEmpty ? [] : new.filter { !known.contains($0.key) }
    let urgent = arrived.filter(\.isUrgent).map(\.key)
    next = urgent + next.filter(present.contains) + arrived.filter { $0.comesNext && !$0.isUrgent }.map(\.key)
    guard let key, present.contains(key) else { return begin(heir(among: former), at: t) }
    if !urgent.isEmpty, !isPaused { goOn(at: t) }
  }

  /// The headline in place of one that has gone: a new one, or else the one that followed it.
  private mutating func heir(among former: [BarHeadline]) -> BarHeadline.Key? {
    if !next.isEmpty { return next.removeFirst() }
    let present = Set(headlines.map(\.key))
    let later = former.drop { $0.key != key }.first { present.contains($0.key) }
    return later?.key ?? headlines.first?.key
  }

  private mutating func begin(_ key: BarHeadline.Key?, at t: Seconds) {
    (self.key, start) = (key, t)
    next.removeAll { $0 == key }
    if isPaused { pause = t }
  }

  /// Shows the next headline.
  package mutating func goOn(at t: Seconds) {
    if !next.isEmpty { return begin(next[0], at: t) }
    guard let place, !headlines.isEmpty else { return begin(headlines.first?.key, at: t) }
    if place + 1 == headlines.count { laps += 1 }
    begin(headlines[(place + 1) % headlines.count].key, at: t)
  }

  /// Shows the headline before this one.
  package mutating func goBack(at t: Seconds) {
    guard let place, !headlines.isEmpty else { return }
    begin(headlines[(place + headlines.count - 1) % headlines.count].key, at: t)
  }

  package mutating func setPaused(_ isPaused: Bool, at t: Seconds) {
    guard isPaused != self.isPaused else { return }
    advance(to: t)
    start += pause.map { t - $0 } ?? 0
    pause = isPaused ? t : nil
  }

  /// Goes on to the headline of that time.
  package mutating func advance(to t: Seconds) {
    guard !isPaused, isMoving else { return }
    for _ in 0...headlines.count {
      guard let shown, t >= start + pace.duration(of: shown.text) else { return }
      goOn(at: start + pace.duration(of: shown.text))
    }
    // The machine has slept.
    start = t
  }

  /// Whether anything else comes.
  private var isMoving: Bool {
    headlines.count > 1 || !next.isEmpty || shown.map { pace.overflow(of: $0.text) > 0 } ?? false
  }

  // MARK: - What is seen

  /// What is seen at a time of any day, where each headline has `turn` seconds: for a program that starts for each picture.
  package func content(atTime time: Double, turn: Seconds) -> BarContent {
    var round = self
    let turns = (time / turn).rounded(.down)
    guard !headlines.isEmpty, turns.isFinite else { return BarContent() }
    round.begin(headlines[Int(turns.truncatingRemainder(dividingBy: Double(headlines.count)))].key, at: 0)
    return round.content(at: time - turns * turn)
  }

  /// When something else is seen, without other changes; infinite for never.
  package func nextChange(after t: Seconds) -> Seconds {
    guard !isPaused, isMoving, let shown else { return .infinity }
    return start + min(pace.nextStep(of: shown.text, after: t - start), pace.duration(of: shown.text))
  }

  package func content(at t: Seconds) -> BarContent {
    guard let place else { return BarContent() }
    let shown = headlines[place]
    var content = BarContent()
    content.text = pace.visible(shown.text, age: (pause ?? t) - start)
    content.kind = shown.isUrgent ? .urgent : shown.isRead ? .read : .unread
    (content.count, content.unread) = (headlines.count, headlines.count { !$0.isRead })
    content.hasLink = shown.link != nil
    let later = next.compactMap { key in headlines.first { $0.key == key } }
    let rest = (headlines[(place + 1)...] + headlines[..<place]).filter { !next.contains($0.key) }
    content.coming = ([shown] + later + rest).prefix(Self.mostComing).map { headline in
      headline.topic.map { "\(TextCleaner.line($0)): \(headline.text)" } ?? headline.text
    }
    return content
  }
}
