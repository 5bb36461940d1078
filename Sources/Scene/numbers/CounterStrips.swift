import ScrollCore

/// The pictures of a counter's digits and symbols: strips that are drawn once. Each column shows a part of one.
struct CounterStrips {
  /// Everything that determines the strips.
  struct Style: Equatable {
    var face: DigitFace.Style
    var textColor: Color
    /// The colours of flashes; nil for none.
    var riseColor: Color?
    var fallColor: Color?
    var background: Color
  }

  /// The strips in one colour.
  private struct Colored {
    var digits = Content(axis: .vertical)
    var symbols = Content(axis: .vertical)
  }

  private var normal = Colored()
  private var rise = Colored()
  private var fall = Colored()
  private var style: Style?
  private(set) var face = DigitFace()

  // MARK: Making

  /// Measures and draws everything again if the style has changed.
  mutating func prepare(_ style: Style, with typesetter: any Typesetter) {
    guard style != self.style else { return }
    self.style = style
    face = DigitFace(style.face, with: typesetter)
    draw(&normal, in: style.textColor, on: style.background.solid)
    draw(&rise, in: style.riseColor, on: style.background.solid)
    draw(&fall, in: style.fallColor, on: style.background.solid)
  }

  private func draw(_ colored: inout Colored, in color: Color?, on background: Color?) {
    guard let color else {
      colored.digits.show([], on: background)
      colored.symbols.show([], on: background)
      return
    }
    func origin(_ row: Int) -> Point { Point(x: 0, y: Double(row) * face.cell.height) }
    colored.digits.show(
      DigitSequence.shared.cells.enumerated().map { face.digit($1, in: color, at: origin($0)) }, on: background)
    colored.symbols.show(
      NumberSymbol.allCases.compactMap { face.symbol($0, in: color, at: origin($0.rawValue)) }, on: background)
  }

  // MARK: Showing

  /// Adds an odometer's layers: a row of windows of the cells' height, from `origin`, in window coordinates, rounded to
  /// whole pixels. Each column gets `stretch` pixels more than its width.
  func draw(
    _ odometer: Odometer, into frame: inout Frame, at t: Seconds, origin: Point, in place: VisibleFrame,
    stretch: Double
  ) {
    let flash = style?.riseColor == nil ? nil : odometer.flash(at: t)
    let top = origin.y.rounded()
    var x = origin.x
    for column in odometer.columns {
      let presence = column.presence(at: t)
      let left = x.rounded()
      let width = face.width(of: column.slot)
      x += (width + stretch) * presence
      let right = x.rounded()
      let window = Rect(x: left, y: top, width: right - left, height: face.cell.height).intersection(place.outer)
      let clip = window.intersection(place.inner)
      if clip.isEmpty { continue }
      let fade = fade(of: column, at: t, in: clip.height < window.height ? window : nil)
      // Centres the strip's part between `left` and `right`.
      let place = Point(x: ((left + right - width) / 2).rounded(), y: top - row(of: column, at: t) * face.cell.height)
      func add(_ colored: Colored, opacity: Double) {
        let content = column.slot.isDigit ? colored.digits : colored.symbols
        frame.add(Layer(content, clip: clip, origin: place, opacity: opacity, fade: fade))
      }
      add(normal, opacity: presence)
      if let flash { add(flash.isRise ? rise : fall, opacity: presence * flash.strength) }
    }
  }

  /// The row of a strip that a column shows: the number of cells above it.
  private func row(of column: OdometerColumn, at t: Seconds) -> Double {
    if case .symbol(let symbol, _) = column.slot { return Double(symbol.rawValue) }
    let cells = column.cells(at: t)
    let lower = cells.fraction == 0 ? (cells.upper + 1) % 10 : cells.lower
    return Double(DigitSequence.shared.place(of: cells.upper, above: lower)) + cells.fraction
  }

  /// The fade of a rolling column, which shrinks as a reel stops or starts, so that a digit at rest is whole and
  /// nothing jumps. In whole pixels, so that few masks serve all frames.
  private func fade(of column: OdometerColumn, at t: Seconds, in window: Rect?) -> Fade {
    guard let style, column.slot.isDigit, style.background.isOpaque else { return Fade() }
    let speed = min(1, abs(column.velocity(at: t)) / 0.5)
    let length = (face.fade * speed).rounded()
    return Fade(length, of: style.textColor, into: style.background, bounds: length > 0 ? window : nil)
  }
}

/// The order of digits in a strip with every pair of digits as neighbours, so that any two cells of a reel are one part
/// of one strip. The pairs of rising and falling reels come first; others are only for spinning.
struct DigitSequence: Sendable {
  static let shared = DigitSequence()

  /// Digits from top to bottom.
  let cells: [Int]
  private let index: [Int]

  private init() {
    var cells = [0]
    var index = [Int](repeating: -1, count: 100)
    func add(_ digit: Int) {
      let pair = cells[cells.count - 1] * 10 + digit
      if index[pair] < 0 { index[pair] = cells.count - 1 }
      cells.append(digit)
    }
    for digit in 1...10 { add(digit % 10) }
    for digit in (0...9).reversed() { add(digit) }
    while let missing = index.firstIndex(of: -1) {
      let last = cells[cells.count - 1]
      if let next = (0...9).first(where: { index[last * 10 + $0] < 0 }) { add(next) } else { add(missing / 10) }
    }
    self.cells = cells
    self.index = index
  }

  /// The cell of `upper` that is above one of `lower`.
  func place(of upper: Int, above lower: Int) -> Int { index[upper * 10 + lower] }
}
