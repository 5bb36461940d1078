import ScrollCore

/// The named numbers in a crawl's texts, and their appearance. A number has one odometer, wherever it is shown.
final class InlineValues {
  private struct Value {
    var odometer: Odometer
    /// In whole pixels, at rest.
    var width = 0.0
    /// The new value, not shown yet; empty for a dash. Stored as bytes, so that it is parsed only if it is shown.
    var next: [UInt8] = []
    var isChanged = false
    var trend = Trend.none
  }

  /// The direction of a number's last change.
  enum Trend: Int, CaseIterable {
    case none, rise, fall
  }

  /// The colours of numbers after a rise or fall, which also have a mark.
  struct TrendColors: Equatable {
    var rise: Color
    var fall: Color
  }

  private let digits = InlineDigits()
  private var face: DigitFace { digits.face }
  private var values: [Value] = []
  private var numbers: [String: Int] = [:]
  /// Whether numbers have arrived since this was set to false.
  var hasNews = false
  /// By the trends' raw values.
  private var groups = Trend.allCases.map { _ in SpriteGroup() }
  private var trends: TrendColors?
  /// Reserved before every number, moved or not, so that nothing jumps when it moves.
  private var markWidth: Double { trends == nil ? 0 : digits.markWidth }

  /// The limit for names; the placeholders of others show a dash.
  private static let limit = 10_000

  init() {
    // The value for names beyond the limit.
    values.append(Value(odometer: Odometer(Self.properties)))
  }

  /// They come to rest sooner than in a counter, as the eye follows the text.
  private static var properties: OdometerProperties {
    var properties = OdometerProperties()
    (properties.duration, properties.durationOffset) = (0.8, 0.1)
    return properties
  }

  /// The index of a name's number.
  func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    guard values.count < Self.limit else { return 0 }
    var value = Value(odometer: Odometer(Self.properties))
    value.width = restingWidth(of: value)
    values.append(value)
    numbers[name] = values.count - 1
    return values.count - 1
  }

  func prepare(
    _ font: FontSpec, color: Color, background: Color, trends: TrendColors?, with typesetter: any Typesetter
  ) {
    digits.prepare(font, color: color, background: background, with: typesetter)
    self.trends = trends
    for i in values.indices { values[i].width = restingWidth(of: values[i]) }
  }

  private func restingWidth(of value: Value) -> Double { markWidth + face.restingWidth(of: value.odometer) }

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

  /// Whether a number has a new value.
  func isChanged(_ number: Int) -> Bool { values[number].isChanged }

  /// Shows the new value, rolling if it is visible. Returns by how much its width grows.
  func turn(_ number: Int, rolling: Bool, at t: Seconds) -> Double {
    values[number].isChanged = false
    let bytes = values[number].next
    let (former, next) = (values[number].odometer.number, DecimalNumber(bytes: bytes.span))
    if trends != nil, let former, let next, former != next {
      values[number].trend = former < next ? .rise : .fall
    }
    values[number].odometer.show(next, at: t)
    if !rolling { values[number].odometer.stop() }
    let old = values[number].width
    values[number].width = restingWidth(of: values[number])
    return values[number].width - old
  }

  // MARK: Display

  /// The speed of the text's layer.
  var speed: Double {
    get { digits.speed }
    set { digits.speed = newValue }
  }

  /// The width at rest, in whole pixels.
  func width(of number: Int) -> Double { values[number].width }

  /// How much narrower than that it is at `t`, in whole pixels.
  func lag(of number: Int, at t: Seconds) -> Double {
    if isResting(number, at: t) { return 0 }
    return (values[number].width - markWidth - face.width(of: values[number].odometer, at: t)).rounded()
  }

  func isResting(_ number: Int, at t: Seconds) -> Bool { values[number].odometer.isResting(at: t) }

  func text(of number: Int) -> String { values[number].odometer.text }

  /// Places a number's columns; see `add`.
  func place(
    _ number: Int, into frame: inout Frame, at t: Seconds, x: Double, baseline: Double, window: Rect, clip: Rect
  ) {
    let trend = values[number].trend
    digits.place(
      values[number].odometer.columns, at: t, x: x + markWidth, baseline: baseline, window: window, clip: clip,
      color: color(of: trend), in: &groups[trend.rawValue], &frame)
    if trend != .none { digits.placeMark(up: trend == .rise, x: x, baseline: baseline, in: &groups[trend.rawValue]) }
  }

  private func color(of trend: Trend) -> Color? {
    switch trend {
    case .none: nil
    case .rise: trends?.rise
    case .fall: trends?.fall
    }
  }

  /// Adds the placed columns.
  func add(to frame: inout Frame, baseline: Double, in place: VisibleFrame, isOverlay: Bool) {
    for trend in Trend.allCases {
      digits.add(
        groups[trend.rawValue], color: color(of: trend), to: &frame, baseline: baseline, in: place,
        isOverlay: isOverlay && trends == nil)
      groups[trend.rawValue].removeAll()
    }
  }
}

/// Digits and symbols of numbers in a horizontally moving text, at subpixel positions, rolling or not.
///
/// A counter uses strips instead, with an instance for each column: for a few large digits that takes half the time of
/// sprites, and blending is exact on any background. Here many small digits have subpixel positions in both directions,
/// and one request draws all of them.
final class InlineDigits {
  /// Its widths are whole pixels, so that all columns, at rest or rolling, have the same subpixel phase: few pictures
  /// serve a frame.
  private(set) var face = DigitFace()
  private var style: DigitFace.Style?
  private var color = Color.white
  private var background = Color.black
  /// The digits from 0 to 9, and all symbols.
  private var atlas = Atlas()
  /// The column being added; reused, so that nothing is allocated.
  private var column = SpriteGroup()
  /// The speed of the text's layer, to move in step with it.
  var speed = 0.0

  func prepare(_ font: FontSpec, color: Color, background: Color, with typesetter: any Typesetter) {
    (self.color, self.background) = (color, background)
    var font = font
    font.tabularDigits = true
    let style = DigitFace.Style(font, NumberFormat())
    guard style != self.style else { return }
    self.style = style
    face = DigitFace(style, isWhole: true, with: typesetter)
    drawAtlas(fontSize: font.size)
  }

  private func drawAtlas(fontSize: Double) {
    // Glyphs may overhang their advance by half an em.
    let lead = (fontSize / 2).rounded(.up)
    let pitch = (face.greatestWidth + 2 * lead).rounded(.up)
    func origin(_ cell: Int) -> Point { Point(x: Double(cell) * pitch + lead, y: 0) }
    let digits = (0...9).map { face.digit($0, in: .white, at: origin($0)) }
    let symbols = NumberSymbol.allCases.compactMap { face.symbol($0, in: .white, at: origin(10 + $0.rawValue)) }
    let marks = [true, false].map { up in
      let side = markSize
      let corner = origin(Self.markCell(up: up))
      let place = Rect(x: corner.x, y: (face.capMiddle - side / 2).rounded(), width: side, height: side)
      return Primitive(.triangle(up: up, fill: .white), in: place)
    }
    atlas.grid = Atlas.Grid(cells: Self.cellCount, pitch: pitch, height: face.cell.height, lead: lead)
    atlas.content.show(digits + symbols + marks, on: nil)
  }

  private static func markCell(up: Bool) -> Int { 10 + NumberSymbol.allCases.count + (up ? 0 : 1) }
  private static var cellCount: Int { 12 + NumberSymbol.allCases.count }
  /// The size of a triangle, in whole pixels.
  private var markSize: Double { (0.6 * face.cell.width).rounded() + (0.2 * face.cell.width).rounded() }
  /// Including the space after it.
  var markWidth: Double { markSize + (0.4 * face.cell.width).rounded() }

  /// Adds a triangle at `x` to the window of the number placed last.
  func placeMark(up: Bool, x: Double, baseline: Double, in group: inout SpriteGroup) {
    let origin = Point(x: x, y: baseline - face.baseline)
    group.sprites.append(Sprite(cell: Self.markCell(up: up), origin: origin, window: group.windows.count - 1))
  }

  /// Places the columns of a number from `x` on, within `window`. Those that grow in or roll out are separate layers.
  ///
  /// - Parameter color: Nil for the text's.
  func place(
    _ columns: [OdometerColumn], at t: Seconds, x: Double, baseline: Double, window: Rect, clip: Rect,
    color: Color? = nil, in group: inout SpriteGroup, _ frame: inout Frame
  ) {
    let top = baseline - face.baseline
    var x = x
    group.windows.append(Instance(clip: window, origin: Point(x: x, y: window.minY)))
    for column in columns {
      let presence = column.presence(at: t)
      let left = x
      x += face.width(of: column.slot) * presence
      var sprite = Sprite(cell: index(of: column), origin: Point(x: left, y: top), window: group.windows.count - 1)
      if column.slot.isDigit, column.end > t {
        let cells = column.cells(at: t)
        // In the middle of its place, however narrow that is.
        sprite.origin.x = (left + x - face.cell.width) / 2
        (sprite.cell, sprite.next, sprite.fraction) = (cells.upper, cells.lower, cells.fraction)
      }
      if presence < 1 {
        let place = Rect(x: left.rounded(), y: top, width: x.rounded() - left.rounded(), height: face.cell.height)
        add(sprite, color ?? self.color, opacity: presence, clip: place.intersection(clip), to: &frame)
      } else {
        group.sprites.append(sprite)
      }
    }
  }

  /// Adds a column that grows in or rolls out.
  private func add(_ sprite: Sprite, _ color: Color, opacity: Double, clip: Rect, to frame: inout Frame) {
    if clip.isEmpty { return }
    column.removeAll()
    column.sprites.append(sprite)
    column.sprites[0].window = 0
    column.windows.append(Instance(clip: clip, origin: clip.origin))
    var color = color
    color.alpha = UInt8((Double(color.alpha) * opacity).rounded())
    frame.add(atlas, column, clip: clip, SpriteStyle(color), speed: speed)
  }

  /// Adds the placed columns. Rolling digits fade at the top and bottom of the row of all numbers.
  func add(
    _ group: SpriteGroup, color: Color? = nil, to frame: inout Frame, baseline: Double, in place: VisibleFrame,
    isOverlay: Bool
  ) {
    guard !group.windows.isEmpty else { return }
    let clip = place.inner
    let row = Rect(x: clip.minX, y: baseline - face.baseline, width: clip.width, height: face.cell.height)
      .intersection(place.outer)
    let color = color ?? self.color
    frame.add(
      atlas, group, clip: row.intersection(clip),
      SpriteStyle(color, fade: Fade(fade, of: color, into: background, bounds: row), isOverlay: isOverlay),
      speed: speed)
  }

  /// The height of the fade of rolling digits at the top and bottom of their windows, in whole pixels: a fifth, but
  /// only where digits at rest leave space.
  private var fade: Double {
    guard background.isOpaque else { return 0 }
    let capHeight = 2 * (face.baseline - face.capMiddle)
    return max(0, min(face.fade, face.baseline - capHeight, face.cell.height - face.baseline).rounded(.down))
  }

  /// Its index in the row.
  private func index(of column: OdometerColumn) -> Int {
    switch column.slot {
    case .digit: column.digit
    case .symbol(let symbol, _): 10 + symbol.rawValue
    }
  }
}
