package import ScrollCore

/// A number that rolls, with an optional caption beside it.
package final class CounterScene: SceneView {
  /// Applied by the next layout: see `SceneView`. Rolling continues.
  package var properties: CounterProperties {
    didSet {
      guard properties != oldValue else { return }
      odometer.properties = properties.odometer
      reservedWidth = 0
    }
  }
  package private(set) var odometer: Odometer
  private var strips = CounterStrips()
  private var caption = Content(axis: .vertical)
  private var captionWidth = 0.0
  /// Whether the caption grows with the view's height, from its own size at the natural height on.
  package var captionFollowsHeight = false
  private var captionScale = 1.0
  private var mark = Content(axis: .vertical)
  /// The size of a ▲ with the gap after it; 0 without one.
  private var markSize = 0.0
  private var markGap = 0.0
  private var place = VisibleFrame()
  private var typesetter: (any Typesetter)?
  /// The columns that the current font size fits into the width.
  private var fitted: CounterComposition?
  private var reservedWidth = 0.0
  /// Whether its background fills the view instead of the area behind the digits alone.
  package var fillsView = false
  /// Whether columns that share the width keep the margin, too.
  package var keepsMargin = false
  private var ground = Content()
  /// The last number, if it was a count.
  private var shownCount: Int?

  package init(properties: CounterProperties = CounterProperties()) {
    self.properties = properties
    odometer = Odometer(properties.odometer)
  }

  // MARK: Events

  /// The current or upcoming number; nil for a dash.
  package var number: DecimalNumber? { odometer.number }

  /// Whether numbers change without rolling.
  package var snaps = false

  /// Rolls to a number, or shows it at once if it is not visible; nil shows a dash. The first one does not roll.
  package func show(_ number: DecimalNumber?, rolling: Bool = true, at t: Seconds) {
    shownCount = nil
    odometer.show(number, at: t)
    if !rolling || snaps { odometer.stop() }
  }

  /// Flashes as if the number had risen.
  package func flash(at t: Seconds) { odometer.flash(isRise: true, at: t) }

  /// Rolls to a count, without a flash. Returns false if it shows that already. May be called in each frame.
  @discardableResult
  package func show(count: Int, at t: Seconds) -> Bool {
    guard count != shownCount else { return false }
    let number = DecimalNumber(count)
    defer { shownCount = count }
    guard odometer.number != number else { return false }
    odometer.show(number, flashing: false, at: t)
    if snaps { odometer.settle() }
    return true
  }

  /// Rolls to the number in a text; any other text shows a dash.
  package func show(text: String, at t: Seconds) { show(DecimalNumber(text), at: t) }

  /// Spins every column to the current number.
  package func start(at t: Seconds) { if !snaps { odometer.start(at: t) } }

  /// Shows the final number at once.
  package func stop() { odometer.stop() }

  /// Shows the number at rest, in its own width, without a transition.
  package func reload() {
    odometer.stop()
    (fitted, reservedWidth) = (nil, 0)
  }

  // MARK: Layout

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    let words = [odometer.text, properties.caption].filter { !$0.isEmpty }
    var node = AccessibleNode(0, .number, words.joined(separator: " "), at: place.inner)
    node.value = number.flatMap { Double($0.description) }
    return node
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    place = frame
    self.typesetter = typesetter
    fitted = nil
  }

  package func naturalSize(in context: MeasureContext) -> Size {
    let height = (Self.naturalHeight * context.scale).rounded()
    return Size(
      width: max((320 * context.scale).rounded(), naturalSize(height: height, with: context.typesetter).width),
      height: height)
  }

  /// The natural size in a strip of that height, in whole pixels: its widest number since its properties changed, at
  /// rest, with everything beside it. Thus the width stays constant while it rolls.
  package func naturalSize(height: Double, with typesetter: any Typesetter) -> Size {
    prepare(font(height: height, with: typesetter), height: height, with: typesetter)
    fitted = nil
    reservedWidth = max(reservedWidth, face.restingWidth(of: odometer))
    let width = reservedWidth + markSize + markGap + captionRoom + 2 * inset
    return Size(width: width.rounded(.up), height: face.cell.height)
  }

  /// The font before it is fitted to the width.
  private func font(height: Double, with typesetter: any Typesetter) -> FontSpec {
    var font = FontSpec(
      properties.font, size: properties.fontSize, weight: properties.fontWeight, tabularDigits: true, with: typesetter)
    if properties.fontSizeAsView, typesetter.read(font: properties.font).size == nil {
      font.size = max(1, Crawl.fontSize(ofLineHeight: height, lineHeight: font.lineHeight(with: typesetter)))
    }
    return font
  }

  /// Fits the font to the number's room, again whenever columns come or go.
  private func fit(at t: Seconds) {
    let composition = CounterComposition(odometer, at: t)
    guard let typesetter, composition != fitted else { return }
    fitted = composition
    var font = font(height: place.outer.height, with: typesetter)
    if properties.fontSizeAsView, place.coversRows {
      font.fit(capitals: place.inner.height - 2 * Self.clearance, with: typesetter)
    }
    let room = max(1, place.textArea(margin: inset).width)
    // The mark's size follows the font's.
    let measure = { [self] (font: FontSpec) in
      composition.width(in: DigitFace(DigitFace.Style(font, properties.odometer.format), with: typesetter))
        + (properties.showsTrendMark ? 1.5 * mark(for: font, typesetter) : 0)
    }
    for _ in 0..<8 {
      let width = measure(font)
      guard width > room, font.size > 1 else { break }
      font.size = max(1, min(font.size * room / width, font.size - 0.25))
    }
    prepare(font, height: place.outer.height, with: typesetter)
  }

  private func prepare(_ font: FontSpec, height: Double, with typesetter: any Typesetter) {
    captionScale = captionFollowsHeight ? max(1, height / Self.naturalHeight) : 1
    let colors = properties.showsTrendColor ? (properties.riseColor, properties.fallColor) : nil
    strips.prepare(
      CounterStrips.Style(
        face: DigitFace.Style(font, properties.odometer.format), textColor: properties.textColor,
        riseColor: colors?.0, fallColor: colors?.1, background: properties.background), with: typesetter)
    prepareMark(size: mark(for: font, typesetter))
    prepareCaption(with: typesetter)
  }

  private func mark(for font: FontSpec, _ typesetter: any Typesetter) -> Double {
    max(1, (typesetter.metrics(of: font).capHeight * 0.7).rounded())
  }

  /// Draws both triangles, the one pointing down below the other.
  private func prepareMark(size: Double) {
    markSize = properties.showsTrendMark ? size : 0
    markGap = (markSize * 0.5).rounded()
    let side = Size(width: markSize, height: markSize)
    let triangles = [
      Primitive(.triangle(up: true, fill: properties.riseColor), in: Rect(origin: .zero, size: side)),
      Primitive(
        .triangle(up: false, fill: properties.fallColor), in: Rect(origin: Point(x: 0, y: markSize), size: side)),
    ]
    mark.show(markSize == 0 ? [] : triangles, on: background)
  }

  private func prepareCaption(with typesetter: any Typesetter) {
    let family = typesetter.read(font: properties.font).sizeless
    let font = FontSpec(family, size: properties.captionSize * captionScale, letterSpacing: 0.06, with: typesetter)
    let run = TextRun(properties.caption, font: font, color: properties.captionColor)
    let metrics = typesetter.metrics(of: font)
    let ink = typesetter.ink(of: run)
    // Its window is as wide as its ink.
    let lead = max(0, -ink.minX).rounded()
    captionWidth = properties.caption.isEmpty ? 0 : (lead + max(typesetter.width(of: run), ink.maxX)).rounded(.up)
    // Its capitals are centred on the number's.
    let baseline = (face.capMiddle + metrics.capHeight / 2).rounded()
    let primitive = Primitive(
      text: run, baseline: Point(x: lead, y: baseline), width: captionWidth - lead, metrics: metrics)
    caption.show(captionWidth == 0 ? [] : [primitive], on: background)
  }

  private var face: DigitFace { strips.face }

  private var background: Color? { properties.background.solid }

  /// The minimum space above and below digits, in pixels, if a border covers the rest.
  private static let clearance = 1.0

  /// The margin on either side. Columns that share the width use all of it, unless they keep the margin.
  private var inset: Double { properties.alignment == .fill && !keepsMargin ? 0 : properties.margin.rounded() }

  /// On the screen of scale 1, in pixels.
  private static let naturalHeight = 80.0

  private var captionSpacing: Double { (properties.captionSpacing * captionScale).rounded() }

  /// The caption's margin; without an inset it keeps a distance from the end.
  private var captionRoom: Double {
    guard captionWidth > 0 else { return 0 }
    return captionWidth + captionSpacing * (properties.alignment == .fill && inset == 0 ? 2 : 1)
  }

  // MARK: Frames

  package func draw(into frame: inout Frame, at t: Seconds) {
    fit(at: t)
    if fillsView, let background {
      ground.background = background
      frame.add(Layer(ground, clip: place.inner, origin: place.inner.origin))
    }
    let markRoom = markSize + markGap
    let restingWidth = face.restingWidth(of: odometer)
    let area = place.textArea(margin: inset)
    let hasCaption = captionWidth > 0 && restingWidth + markRoom + captionRoom <= area.width
    let sides = (before: markRoom, after: hasCaption ? captionRoom : 0)
    let width = face.width(of: odometer, at: t)
    let row = row(of: width, restingWidth: restingWidth, between: sides, in: area, at: t)
    let origin = Point(x: row.start, y: top)
    strips.draw(odometer, into: &frame, at: t, origin: origin, in: place, stretch: row.stretch)
    if hasCaption { drawCaption(into: &frame, x: row.end + captionSpacing) }
    drawMark(into: &frame, at: t, x: origin.x - markRoom)
    frame.change(at: nextChange(at: t))
  }

  /// `t` while anything moves, otherwise infinity.
  package func nextChange(at t: Seconds) -> Seconds {
    let flashes = (properties.showsTrendColor || properties.showsTrendMark) && odometer.flash(at: t) != nil
    return flashes ? t : odometer.nextChange(at: t)
  }

  /// The top of the digits' windows: capitals are centred, as far as the line stays inside the view.
  private var top: Double {
    let outer = place.outer
    let room = outer.height - face.cell.height
    let optical = (outer.height / 2 - face.capMiddle).rounded()
    let top = outer.minY + (room < 0 ? (room / 2).rounded() : min(room, max(0, optical)))
    let capTop = top + 2 * face.capMiddle - face.baseline
    return top + place.shift(ofInkFrom: capTop - Self.clearance, to: top + face.baseline + Self.clearance)
  }

  /// The start and end of the number, and the extra width of each column. `sides` is the space for the parts before and
  /// after it.
  private func row(
    of width: Double, restingWidth: Double, between sides: (before: Double, after: Double), in area: Rect,
    at t: Seconds
  ) -> (start: Double, end: Double, stretch: Double) {
    if properties.alignment == .fill { return filledRow(of: width, between: sides, in: area, at: t) }
    let room = area.width - sides.before - sides.after
    var start = area.minX + sides.before
    switch properties.alignment {
    case .center where restingWidth <= room:
      start = place.centered(sides.before + width + sides.after, margin: inset) + sides.before
    case .right where restingWidth <= room: start += room - width
    default: break
    }
    return (start, start + width, 0)
  }

  /// A row across the whole width. It keeps off a border only as far as its outer columns have no space to spare.
  private func filledRow(
    of width: Double, between sides: (before: Double, after: Double), in area: Rect, at t: Seconds
  ) -> (start: Double, end: Double, stretch: Double) {
    let outer = place.outer
    let room = outer.width - sides.before - sides.after
    let columns = odometer.columns.reduce(0) { $0 + $1.presence(at: t) }
    func stretch(to room: Double) -> Double { columns > 0 ? max(0, room - width) / columns : 0 }
    let spare = stretch(to: room) / 2
    // The narrower the row, the less space its columns have to spare.
    func indent(_ covered: Double, beside side: Double) -> Double {
      if side > 0 { return covered }
      return columns > 1 ? min(covered, max(0, covered - spare) * columns / (columns - 1)) : 0
    }
    let left = indent(area.minX - outer.minX, beside: sides.before)
    let right = indent(outer.maxX - area.maxX, beside: sides.after)
    let start = outer.minX + sides.before + left
    return (start, start + max(width, room - left - right), stretch(to: room - left - right))
  }

  private func drawCaption(into frame: inout Frame, x: Double) {
    let box = Rect(x: x.rounded(), y: place.outer.minY, width: captionWidth, height: place.outer.height)
    let clip = box.intersection(textClip)
    if clip.isEmpty { return }
    frame.add(Layer(caption, clip: clip, origin: Point(x: box.minX, y: top)))
  }

  private func drawMark(into frame: inout Frame, at t: Seconds, x: Double) {
    guard markSize > 0, let flash = odometer.flash(at: t) else { return }
    let box = Rect(
      x: x.rounded(), y: (top + face.capMiddle - markSize / 2).rounded(), width: markSize, height: markSize)
    let clip = box.intersection(textClip)
    if clip.isEmpty { return }
    let origin = Point(x: box.minX, y: box.minY - (flash.isRise ? 0 : markSize))
    frame.add(Layer(mark, clip: clip, origin: origin, opacity: flash.strength))
  }

  /// The visible area of caption and mark: between the insets.
  private var textClip: Rect {
    place.outer.inset(by: Insets(right: inset, left: inset)).intersection(place.inner)
  }
}

extension FontSpec {
  /// Reduces the font until capitals are at most `height` pixels high.
  fileprivate mutating func fit(capitals height: Double, with typesetter: any Typesetter) {
    for _ in 0..<3 {
      let capitals = typesetter.metrics(of: self).capHeight
      guard capitals > height, size > 1 else { return }
      size = max(1, size * max(0, height) / capitals)
    }
  }
}
