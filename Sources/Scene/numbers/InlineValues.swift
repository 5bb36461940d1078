import ScrollCore

/// The named numbers that a crawl's texts show, and how they look. A number is one odometer, wherever it is shown.
final class InlineValues {
  private struct Value {
    var odometer: Odometer
    /// In whole pixels, at rest.
    var width = 0.0
    /// What has come and is not shown yet; empty for a dash. Bytes, so that what is never seen is never read.
    var next: [UInt8] = []
    var isChanged = false
  }

  private let face = InlineFace()
  private var values: [Value] = []
  private var numbers: [String: Int] = [:]
  /// Numbers have come since this was last set to false.
  var hasNews = false
  private var group = SpriteGroup()

  /// Names beyond so many are not kept; their placeholders show a dash.
  private static let limit = 10_000

  init() {
    // What stands for names beyond the limit.
    values.append(Value(odometer: Odometer(Self.properties)))
  }

  /// They come to rest sooner than a counter that stands still: the eye follows the text.
  private static var properties: OdometerProperties {
    var properties = OdometerProperties()
    (properties.duration, properties.durationOffset) = (0.8, 0.1)
    return properties
  }

  /// The number of a name, by which it is asked for.
  func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    guard values.count < Self.limit else { return 0 }
    var value = Value(odometer: Odometer(Self.properties))
    value.width = face.restingWidth(of: value.odometer)
    values.append(value)
    numbers[name] = values.count - 1
    return values.count - 1
  }

  func prepare(_ font: FontSpec, color: Color, background: Color, with typesetter: any Typesetter) {
    face.prepare(font, color: color, background: background, with: typesetter)
    for i in values.indices { values[i].width = face.restingWidth(of: values[i].odometer) }
  }

  // MARK: Changes

  /// Takes over the text of a number, or of none, for the next frame that shows it.
  func set(_ name: String, to text: Span<UInt8>) {
    let number = number(of: name)
    guard number > 0 else { return }
    // Taken out meanwhile: in place, each byte would be an access that is checked.
    var next: [UInt8] = []
    swap(&next, &values[number].next)
    next.removeAll(keepingCapacity: true)
    for i in 0..<text.count { next.append(text[i]) }
    values[number].next = next
    values[number].isChanged = true
    hasNews = true
  }

  /// Whether a number has come that is not shown yet.
  func isChanged(_ number: Int) -> Bool { values[number].isChanged }

  /// Shows the number that has come; one that nobody sees does not roll. Returns by how much its width grows.
  func turn(_ number: Int, rolling: Bool, at t: Seconds) -> Double {
    values[number].isChanged = false
    let next = values[number].next
    values[number].odometer.show(DecimalNumber(bytes: next.span), at: t)
    if !rolling { values[number].odometer.stop() }
    let old = values[number].width
    values[number].width = face.restingWidth(of: values[number].odometer)
    return values[number].width - old
  }

  // MARK: What is shown

  /// The width at rest, in whole pixels.
  func width(of number: Int) -> Double { values[number].width }

  /// How much less than that it takes at `t`, in whole pixels.
  func lag(of number: Int, at t: Seconds) -> Double {
    if isResting(number, at: t) { return 0 }
    return (values[number].width - face.width(of: values[number].odometer, at: t)).rounded()
  }

  func isResting(_ number: Int, at t: Seconds) -> Bool { values[number].odometer.isResting(at: t) }

  func text(of number: Int) -> String { values[number].odometer.text }

  /// Finds where a number's columns are shown; see `add`.
  func place(
    _ number: Int, into frame: inout Frame, at t: Seconds, x: Double, baseline: Double, window: Rect, clip: Rect
  ) {
    face.place(
      values[number].odometer.columns, at: t, x: x, baseline: baseline, window: window, clip: clip, in: &group, &frame)
  }

  /// Adds the columns that were placed.
  func add(to frame: inout Frame, baseline: Double, in place: VisibleFrame, isOverlay: Bool) {
    face.add(group, to: &frame, baseline: baseline, in: place, isOverlay: isOverlay)
    group.removeAll()
  }
}
