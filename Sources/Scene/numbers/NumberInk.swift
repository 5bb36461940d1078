import ScrollCore

/// Whose direction ▲ or ▼ and a colour show.
package enum NumberTrend: String, CaseIterable, Sendable {
  case none
  /// The number's own sign.
  case sign
  /// Its last change.
  case change
}

/// How a number in a crawl's text differs from the text.
struct NumberLook: Hashable {
  var isBold = false
  /// Nil for the text's.
  var color: Color?
  /// The colour of the box that it stands in; nil for none.
  var fill: Color?
  var suffix = ""
  var trend = NumberTrend.none
}

/// Draws the numbers of one look.
final class NumberInk {
  var look: NumberLook
  var rolls = LiveNumberStyle()
  private let digits = InlineDigits()
  private var face: DigitFace { digits.face }
  private var style = Style(font: FontSpec(size: 1), color: .white, background: .black, rise: .white, fall: .white)
  /// The columns of the current frame, by the trends' raw values.
  private var groups = Trend.allCases.map { _ in SpriteGroup() }
  /// The columns of the number being placed, if it has a box of its own.
  private var single = SpriteGroup()
  /// The background of the digits in a box.
  private var ground = Content()

  /// The style that texts and numbers share.
  struct Style: Equatable {
    var font: FontSpec
    var color: Color
    var background: Color
    /// The colours of numbers after a rise or fall.
    var rise: Color
    var fall: Color
  }

  /// The direction that a number shows.
  enum Trend: Int, CaseIterable {
    case none, rise, fall
  }

  init(_ look: NumberLook) { self.look = look }

  var properties: OdometerProperties {
    var properties = rolls.rolling
    properties.format.suffix = look.suffix
    if look.trend == .sign { properties.format.sign = .always }
    return properties
  }

  func prepare(_ style: Style, with typesetter: any Typesetter) {
    self.style = style
    digits.prepare(
      font, properties.format, color: color(of: .none), background: look.fill ?? style.background, with: typesetter)
    ground.background = look.fill
  }

  private var font: FontSpec { look.isBold ? style.font.bold : style.font }

  private func color(of trend: Trend) -> Color {
    switch trend {
    case .none: look.color ?? style.color
    case .rise: style.rise
    case .fall: style.fall
    }
  }

  /// The trend of a number.
  ///
  /// - Parameter trend: The trend shown so far.
  func trend(of next: DecimalNumber?, after former: DecimalNumber?, showing trend: Trend = .none) -> Trend {
    switch look.trend {
    case .none: return .none
    case .sign:
      guard let next, !next.isZero else { return .none }
      return next.isNegative ? .fall : .rise
    case .change:
      guard let former, let next, former != next else { return trend }
      return former < next ? .rise : .fall
    }
  }

  // MARK: Measuring

  /// Reserved before every number, moved or not, so that nothing jumps when it moves.
  private var markWidth: Double { look.trend == .none ? 0 : digits.markWidth }

  func restingWidth(of odometer: Odometer) -> Double { markWidth + face.restingWidth(of: odometer) }

  func width(of odometer: Odometer, at t: Seconds) -> Double { markWidth + face.width(of: odometer, at: t) }

  // MARK: Display

  /// The speed of the text's layer.
  var speed: Double {
    get { digits.speed }
    set { digits.speed = newValue }
  }

  /// Places a number's columns; see `add`. A number in a box comes with the box behind it, which the text shows only at
  /// the width that the number had when the text was drawn.
  func place(
    _ columns: [OdometerColumn], _ trend: Trend, into frame: inout Frame, at t: Seconds, x: Double, baseline: Double,
    window: Rect, clip: Rect, in place: VisibleFrame
  ) {
    guard look.fill != nil else {
      return self.place(
        columns, trend, in: &groups[trend.rawValue], into: &frame, at: t, x: x, baseline: baseline, window: window,
        clip: clip)
    }
    let box = clip.intersection(digits.row(baseline: baseline, in: place))
    if box.isEmpty { return }
    frame.add(Layer(ground, clip: box, origin: box.origin))
    single.removeAll()
    self.place(
      columns, trend, in: &single, into: &frame, at: t, x: x, baseline: baseline, window: window, clip: clip)
    digits.add(single, color: color(of: trend), to: &frame, baseline: baseline, in: place, clip: box, isOverlay: false)
  }

  private func place(
    _ columns: [OdometerColumn], _ trend: Trend, in group: inout SpriteGroup, into frame: inout Frame, at t: Seconds,
    x: Double, baseline: Double, window: Rect, clip: Rect
  ) {
    digits.place(
      columns, at: t, x: x + markWidth, baseline: baseline, window: window, clip: clip, color: color(of: trend),
      in: &group, &frame)
    if trend != .none { digits.placeMark(up: trend == .rise, x: x, baseline: baseline, in: &group) }
  }

  /// Adds the placed columns.
  func add(to frame: inout Frame, baseline: Double, in place: VisibleFrame, isOverlay: Bool) {
    for trend in Trend.allCases {
      digits.add(
        groups[trend.rawValue], color: color(of: trend), to: &frame, baseline: baseline, in: place,
        isOverlay: isOverlay && look.trend == .none)
      groups[trend.rawValue].removeAll()
    }
  }

  /// A number at rest as texts and a triangle.
  func primitives(
    of odometer: Odometer, _ trend: Trend, at x: Double, baseline: Double, with typesetter: any Typesetter
  ) -> [Primitive] {
    let run = TextRun(odometer.text, font: font, color: color(of: trend), direction: .leftToRight)
    let text = Primitive(
      text: run, baseline: Point(x: x + markWidth, y: baseline), width: typesetter.width(of: run),
      metrics: typesetter.metrics(of: font))
    return trend == .none
      ? [text] : [digits.mark(up: trend == .rise, at: x, baseline: baseline, in: color(of: trend)), text]
  }
}
