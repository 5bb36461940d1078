import ScrollCore

/// The named numbers in a crawl's texts, and their appearance. A number has one odometer, wherever it is shown.
final class InlineValues {
  private struct Value {
    var odometer: Odometer
    var ink: NumberInk
    /// In whole pixels, at rest.
    var width = 0.0
    /// The new value, not shown yet; empty for a dash. Stored as bytes, so that it is parsed only if it is shown.
    var next: [UInt8] = []
    var isChanged = false
    var trend = NumberInk.Trend.none

    init(in ink: NumberInk) {
      self.ink = ink
      odometer = Odometer(ink.properties)
    }
  }

  /// The looks of numbers; the first is that of placeholders in texts.
  private var inks = [NumberInk(NumberLook())]
  private var values: [Value] = []
  private var numbers: [String: Int] = [:]
  /// Numbers without a name.
  private var free: [Int] = []
  /// Whether numbers have arrived since this was set to false.
  var hasNews = false
  private var style: NumberInk.Style?
  private var rolls = LiveNumberStyle()
  private var typesetter: (any Typesetter)?

  /// The limit for names; the placeholders of others show a dash.
  private static let limit = 10_000
  /// The limit for unused looks.
  private static let mostLooks = 32

  init() {
    // The value for names beyond the limit.
    values.append(Value(in: inks[0]))
  }

  /// The index of a name's number.
  func number(of name: String) -> Int { numbers[name] ?? add(name, in: inks[0]) }

  /// The index of a name's number in a look of its own. A new one shows `text` at once.
  func number(of name: String, _ look: NumberLook, showing text: String) -> Int {
    if let number = numbers[name] {
      if values[number].ink.look != look { show(number, in: ink(look)) }
      return number
    }
    let number = add(name, in: ink(look))
    guard number > 0 else { return 0 }
    values[number].next = Array(text.utf8)
    _ = turn(number, rolling: false, at: 0)
    return number
  }

  /// Forgets names that start with a text, for others to have their numbers.
  func forget(prefix: String) {
    for (name, number) in numbers where name.hasPrefix(prefix) {
      numbers[name] = nil
      free.append(number)
    }
  }

  private func add(_ name: String, in ink: NumberInk) -> Int {
    var value = Value(in: ink)
    value.width = ink.restingWidth(of: value.odometer)
    if let number = free.popLast() {
      values[number] = value
      numbers[name] = number
      return number
    }
    guard values.count < Self.limit else { return 0 }
    values.append(value)
    numbers[name] = values.count - 1
    return values.count - 1
  }

  private func show(_ number: Int, in ink: NumberInk) {
    values[number].ink = ink
    values[number].odometer.properties = ink.properties
    values[number].trend = ink.trend(of: values[number].odometer.number, after: values[number].odometer.number)
    values[number].width = ink.restingWidth(of: values[number].odometer)
  }

  private func ink(_ look: NumberLook) -> NumberInk {
    if let ink = inks.dropFirst().first(where: { $0.look == look }) { return ink }
    if inks.count > Self.mostLooks {
      let used = Set(values.map { ObjectIdentifier($0.ink) })
      inks = [inks[0]] + inks.dropFirst().filter { used.contains(ObjectIdentifier($0)) }
    }
    let ink = NumberInk(look)
    ink.rolls = rolls
    if let style, let typesetter { ink.prepare(style, with: typesetter) }
    ink.speed = speed
    inks.append(ink)
    return ink
  }

  /// - Parameter marksChanges: Whether ▲ or ▼ and a colour show the last change of a placeholder's number.
  func prepare(
    _ style: NumberInk.Style, _ rolls: LiveNumberStyle, marksChanges: Bool, with typesetter: any Typesetter
  ) {
    let isOther = rolls != self.rolls
    (self.style, self.rolls, self.typesetter) = (style, rolls, typesetter)
    inks[0].look.trend = marksChanges ? .change : .none
    for ink in inks {
      ink.rolls = rolls
      ink.prepare(style, with: typesetter)
    }
    if isOther { for i in values.indices { values[i].odometer.properties = values[i].ink.properties } }
    for i in values.indices { values[i].width = values[i].ink.restingWidth(of: values[i].odometer) }
  }

  // MARK: Changes

  /// Sets the text of a number, or of none, for the next frame that shows it.
  func set(_ name: String, to text: Span<UInt8>) {
    let number = number(of: name)
    guard number > 0 else { return }
    // Moved out meanwhile, to avoid an exclusivity check for each byte.
    var next: [UInt8] = []
    swap(&next, &values[number].next)
    next.removeAll(keepingCapacity: true)
    for i in 0..<text.count { next.append(text[i]) }
    values[number].next = next
    values[number].isChanged = true
    hasNews = true
  }

  /// Whether a name has a number.
  func isKnown(_ name: String) -> Bool { numbers[name] != nil }

  /// Whether a number has a new value.
  func isChanged(_ number: Int) -> Bool { values[number].isChanged }

  /// Shows the new value, rolling if it is visible. Returns by how much its width grows.
  func turn(_ number: Int, rolling: Bool, at t: Seconds) -> Double {
    values[number].isChanged = false
    let bytes = values[number].next
    let (former, next) = (values[number].odometer.number, DecimalNumber(bytes: bytes.span))
    values[number].trend = values[number].ink.trend(of: next, after: former, showing: values[number].trend)
    values[number].odometer.show(next, at: t)
    if !rolling { values[number].odometer.stop() }
    let old = values[number].width
    values[number].width = values[number].ink.restingWidth(of: values[number].odometer)
    return values[number].width - old
  }

  /// Gives all numbers their new values at once.
  func adoptAll(at t: Seconds) {
    for number in values.indices where values[number].isChanged { _ = turn(number, rolling: false, at: t) }
    hasNews = false
  }

  // MARK: Display

  /// The speed of the text's layer.
  var speed: Double {
    get { inks[0].speed }
    set { for ink in inks { ink.speed = newValue } }
  }

  /// The width at rest, in whole pixels.
  func width(of number: Int) -> Double { values[number].width }

  /// How much narrower than that it is at `t`, in whole pixels.
  func lag(of number: Int, at t: Seconds) -> Double {
    if isResting(number, at: t) { return 0 }
    return (values[number].width - values[number].ink.width(of: values[number].odometer, at: t)).rounded()
  }

  func isResting(_ number: Int, at t: Seconds) -> Bool { values[number].odometer.isResting(at: t) }

  func text(of number: Int) -> String { values[number].odometer.text }

  /// The number of a name as text; a dash for a name without one.
  func text(named name: String) -> String { text(of: numbers[name] ?? 0) }

  /// Places a number's columns; see `add`.
  func place(
    _ number: Int, into frame: inout Frame, at t: Seconds, x: Double, baseline: Double, window: Rect, clip: Rect,
    in place: VisibleFrame
  ) {
    values[number].ink.place(
      values[number].odometer.columns, values[number].trend, into: &frame, at: t, x: x, baseline: baseline,
      window: window, clip: clip, in: place)
  }

  /// Adds the placed columns.
  func add(to frame: inout Frame, baseline: Double, in place: VisibleFrame, isOverlay: Bool) {
    for ink in inks {
      ink.add(to: &frame, baseline: baseline, in: place, isOverlay: isOverlay && ink === inks[0])
    }
  }

  /// A number at rest, to be drawn as text.
  func primitives(of number: Int, at x: Double, baseline: Double) -> [Primitive] {
    guard let typesetter else { return [] }
    return values[number].ink.primitives(
      of: values[number].odometer, values[number].trend, at: x, baseline: baseline, with: typesetter)
  }
}
