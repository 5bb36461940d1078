public import ScrollCore

/// A number that rolls, with a caption beside it if asked.
public final class CounterView: View {
  /// Layout follows a change: see `View`. Rolls under way go on.
  public var properties: CounterProperties {
    didSet {
      guard properties != oldValue else { return }
      odometer.properties = properties.odometer
      reservedWidth = 0
    }
  }
  public private(set) var odometer: Odometer
  private var face: CounterFace
  private var caption: Content
  private var captionWidth = 0.0
  private var mark: Content
  /// The side of a ▲ and the gap after it; 0 without one.
  private var markSize = 0.0
  private var markGap = 0.0
  private var bounds = Rect.zero
  private var typesetter: (any Typesetter)?
  /// What the present font size fits: the height, and columns of these kinds in the width.
  private var fitted: CounterComposition?
  private var reservedWidth = 0.0

  public init(ids: inout ContentIDs, properties: CounterProperties = CounterProperties()) {
    self.properties = properties
    odometer = Odometer(properties.odometer)
    face = CounterFace(ids: &ids)
    caption = Content(id: ids.next(), axis: .vertical)
    mark = Content(id: ids.next(), axis: .vertical)
  }

  // MARK: Events

  /// Rolls to a number; nil is shown as a dash. The first one shows at rest.
  public func show(_ number: DecimalNumber?, at t: Seconds) { odometer.show(number, at: t) }

  /// Rolls to the number that a text holds; a text that is none is shown as a dash.
  public func show(text: String, at t: Seconds) { odometer.show(DecimalNumber(text), at: t) }

  /// Spins every column to the number that is shown.
  public func start(at t: Seconds) { odometer.start(at: t) }

  /// Shows the final number at once.
  public func stop() { odometer.stop() }

  // MARK: Layout

  public func layout(in bounds: Rect, with typesetter: any Typesetter) {
    self.bounds = bounds
    self.typesetter = typesetter
    fitted = nil
  }

  /// The room it likes to have in a strip of that height, in whole pixels: its widest number since its properties
  /// changed, at rest, and all that stands beside it. So the width never shakes, whatever rolls.
  public func naturalSize(height: Double, with typesetter: any Typesetter) -> Size {
    prepare(font(height: height, with: typesetter), with: typesetter)
    fitted = nil
    reservedWidth = max(reservedWidth, face.restingWidth(of: odometer))
    let width = reservedWidth + markSize + markGap + captionRoom + 2 * inset
    return Size(width: width.rounded(.up), height: face.cell.height)
  }

  /// The font before the number's width counts.
  private func font(height: Double, with typesetter: any Typesetter) -> FontSpec {
    var font = FontSpec(
      family: properties.font, size: properties.fontSize, weight: properties.fontWeight, tabularDigits: true)
    if properties.fontSizeAsView { font.fit(to: height, with: typesetter) }
    return font
  }

  /// Takes a size at which the number is not wider than its room: anew, when there are more columns or fewer.
  private func fit(at t: Seconds) {
    let composition = CounterComposition(odometer, at: t)
    guard let typesetter, composition != fitted else { return }
    fitted = composition
    var font = font(height: bounds.height, with: typesetter)
    let room = max(1, bounds.width - 2 * inset)
    // The mark's size follows the font's.
    let measure = { [self] (font: FontSpec) in
      composition.width(in: font, of: properties.odometer.format, with: typesetter)
        + (properties.trendMark ? 1.5 * mark(for: font, typesetter) : 0)
    }
    for _ in 0..<8 {
      let width = measure(font)
      guard width > room, font.size > 1 else { break }
      font.size = max(1, min(font.size * room / width, font.size - 0.25))
    }
    prepare(font, with: typesetter)
  }

  private func prepare(_ font: FontSpec, with typesetter: any Typesetter) {
    let format = properties.odometer.format
    let colors = properties.trendColor ? (properties.riseColor, properties.fallColor) : nil
    face.prepare(
      CounterFace.Style(
        font: font, textColor: properties.textColor, riseColor: colors?.0, fallColor: colors?.1,
        background: properties.backgroundColor, digits: format.digits,
        symbols: NumberSymbol.allCases.map { format.text(of: $0) }),
      with: typesetter)
    prepareMark(size: mark(for: font, typesetter))
    prepareCaption(with: typesetter)
  }

  private func mark(for font: FontSpec, _ typesetter: any Typesetter) -> Double {
    max(1, (typesetter.metrics(of: font).capHeight * 0.7).rounded())
  }

  /// Both triangles, the one that points down below the other.
  private func prepareMark(size: Double) {
    markSize = properties.trendMark ? size : 0
    markGap = (markSize * 0.5).rounded()
    let side = Size(width: markSize, height: markSize)
    CounterFace.replace(
      &mark,
      pieces: markSize == 0
        ? []
        : [
          Piece(.triangle(up: true, fill: properties.riseColor), in: Rect(origin: .zero, size: side)),
          Piece(
            .triangle(up: false, fill: properties.fallColor),
            in: Rect(origin: Point(x: 0, y: markSize), size: side)),
        ], background: background)
  }

  private func prepareCaption(with typesetter: any Typesetter) {
    let font = FontSpec(family: properties.font, size: properties.captionSize, letterSpacing: 0.06)
    let run = TextRun(properties.caption, font: font, color: properties.captionColor)
    let metrics = typesetter.metrics(of: font)
    captionWidth = properties.caption.isEmpty ? 0 : typesetter.width(of: run).rounded(.up)
    // Its capitals are centred on those of the number.
    let baseline = (face.capMiddle + metrics.capHeight / 2).rounded()
    let piece = Piece(text: run, baseline: Point(x: 0, y: baseline), width: captionWidth, metrics: metrics)
    CounterFace.replace(&caption, pieces: captionWidth == 0 ? [] : [piece], background: background)
  }

  private var background: Color? { properties.backgroundColor.solid }

  /// What is left free on either side. Columns that share the width share all of it.
  private var inset: Double { properties.alignment == .fill ? 0 : properties.inset.rounded() }

  private var captionRoom: Double { captionWidth == 0 ? 0 : captionWidth + properties.captionSpacing }

  // MARK: Frames

  public func draw(into frame: inout Frame, at t: Seconds) {
    fit(at: t)
    let bounds = self.bounds.insetBy(dx: inset)
    let markRoom = markSize + markGap
    let restingWidth = face.restingWidth(of: odometer)
    let hasCaption = captionWidth > 0 && restingWidth + markRoom + captionRoom <= bounds.width
    let room = bounds.width - markRoom - (hasCaption ? captionRoom : 0)
    let width = face.width(of: odometer, at: t)
    let stretch = properties.alignment == .fill ? self.stretch(from: width, to: room, at: t) : 0
    let origin = Point(
      x: bounds.minX + markRoom + indent(of: width, restingWidth: restingWidth, in: room), y: top)
    face.draw(odometer, into: &frame, at: t, origin: origin, clip: self.bounds, stretch: stretch)
    if hasCaption {
      let numberWidth = properties.alignment == .fill ? max(width, room) : width
      drawCaption(into: &frame, x: origin.x + numberWidth + properties.captionSpacing)
    }
    drawMark(into: &frame, at: t, x: origin.x - markRoom)
    frame.change(at: nextChange(at: t))
  }

  /// `t` while anything moves, else infinity.
  public func nextChange(at t: Seconds) -> Seconds {
    let flashes = (properties.trendColor || properties.trendMark) && odometer.flash(at: t) != nil
    return flashes ? t : odometer.nextChange(at: t)
  }

  /// The top of the digits' windows: capitals in the middle of the view, as far as the line stays inside it.
  private var top: Double {
    let room = bounds.height - face.cell.height
    let optical = (bounds.height / 2 - face.capMiddle).rounded()
    return bounds.minY + (room < 0 ? (room / 2).rounded() : min(room, max(0, optical)))
  }

  /// How far from the left the number begins.
  private func indent(of width: Double, restingWidth: Double, in room: Double) -> Double {
    if restingWidth > room { return 0 }
    switch properties.alignment {
    case .left, .fill: return 0
    case .center: return (room - width) / 2
    case .right: return room - width
    }
  }

  private func stretch(from width: Double, to room: Double, at t: Seconds) -> Double {
    var presence = 0.0
    for column in odometer.columns { presence += column.presence(at: t) }
    return presence > 0 ? max(0, room - width) / presence : 0
  }

  private func drawCaption(into frame: inout Frame, x: Double) {
    let place = Rect(x: x.rounded(), y: bounds.minY, width: captionWidth, height: bounds.height)
    let clip = place.intersection(bounds)
    if clip.isEmpty { return }
    frame.add(Layer(caption, clip: clip, origin: Point(x: place.minX, y: top)))
  }

  private func drawMark(into frame: inout Frame, at t: Seconds, x: Double) {
    guard markSize > 0, let flash = odometer.flash(at: t) else { return }
    let place = Rect(
      x: x.rounded(), y: (top + face.capMiddle - markSize / 2).rounded(), width: markSize, height: markSize)
    let clip = place.intersection(bounds)
    if clip.isEmpty { return }
    let origin = Point(x: place.minX, y: place.minY - (flash.isRise ? 0 : markSize))
    frame.add(Layer(mark, clip: clip, origin: origin, opacity: flash.strength))
  }
}

extension FontSpec {
  /// Takes the largest size whose line height is at most `height` pixels.
  fileprivate mutating func fit(to height: Double, with typesetter: any Typesetter) {
    size = 100
    for _ in 0..<3 { size = max(1, size * height / max(0.01, typesetter.metrics(of: self).lineHeight)) }
    while size > 1, typesetter.metrics(of: self).lineHeight > height { size = max(1, size - 1.0 / 64) }
  }
}

extension Rect {
  /// Narrower by `dx` on either side, as far as it goes.
  fileprivate func insetBy(dx: Double) -> Rect {
    let dx = min(dx, width / 2)
    return Rect(x: minX + dx, y: minY, width: width - 2 * dx, height: height)
  }
}
