import ScrollCore

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

  func prepare(
    _ font: FontSpec, _ format: NumberFormat, color: Color, background: Color, with typesetter: any Typesetter
  ) {
    (self.color, self.background) = (color, background)
    var font = font
    font.tabularDigits = true
    let style = DigitFace.Style(font, format)
    guard style != self.style else { return }
    self.style = style
    face = DigitFace(style, isWhole: true, with: typesetter)
    drawAtlas(overhang: max(font.size / 2, face.overhang(with: typesetter)))
  }

  private func drawAtlas(overhang: Double) {
    let lead = overhang.rounded(.up)
    let pitch = (face.greatestWidth + 2 * lead).rounded(.up)
    func origin(_ cell: Int) -> Point { Point(x: Double(cell) * pitch + lead, y: 0) }
    let digits = (0...9).map { face.digit($0, in: .white, at: origin($0)) }
    let symbols = NumberSymbol.allCases.compactMap { face.symbol($0, in: .white, at: origin(10 + $0.rawValue)) }
    let marks = [true, false].map { up in
      mark(up: up, at: origin(Self.markCell(up: up)).x, baseline: face.baseline, in: .white)
    }
    atlas.grid = Atlas.Grid(cells: Self.cellCount, pitch: pitch, height: face.cell.height, lead: lead)
    atlas.content.show(digits + symbols + marks, on: nil)
  }

  /// A triangle at `x`.
  func mark(up: Bool, at x: Double, baseline: Double, in color: Color) -> Primitive {
    let side = markSize
    let top = (baseline - face.baseline + face.capMiddle - side / 2).rounded()
    return Primitive(.triangle(up: up, fill: color), in: Rect(x: x, y: top, width: side, height: side))
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

  /// Places the columns of a number from `x` on, within `window`. Columns that grow in or roll out are separate layers.
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

  /// The row of all numbers.
  func row(baseline: Double, in place: VisibleFrame) -> Rect {
    Rect(x: place.inner.minX, y: baseline - face.baseline, width: place.inner.width, height: face.cell.height)
      .intersection(place.outer)
  }

  /// Adds the placed columns. Rolling digits fade at the top and bottom of the row of all numbers.
  ///
  /// - Parameter clip: The part of it that they are in; nil for all of it.
  func add(
    _ group: SpriteGroup, color: Color? = nil, to frame: inout Frame, baseline: Double, in place: VisibleFrame,
    clip: Rect? = nil, isOverlay: Bool
  ) {
    guard !group.windows.isEmpty else { return }
    let row = row(baseline: baseline, in: place)
    let color = color ?? self.color
    frame.add(
      atlas, group, clip: row.intersection(clip ?? place.inner),
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
