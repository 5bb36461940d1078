import ScrollCore

/// Draws a part of a line, step by step from left to right.
struct BarPen {
  struct Span {
    var left: Double
    var right: Double
    var number: Int
  }

  let room: BarRoom
  let resources: BarResources
  let typesetter: any Typesetter
  private(set) var primitives: [Primitive] = []
  private(set) var areas: [Span] = []
  /// The right end of everything drawn.
  private(set) var extent = 0.0

  private var x = 0.0
  /// The explicit top of the drawing, or nil.
  private var y: Double?
  private var isLocked = false
  private var style = BarLine.Style()
  private var block: (width: Double, side: Alignment)?
  private var starts: [Int: Double] = [:]
  /// The last box of each kind, for joining the next one to it.
  private var lastBoxes: [Layer: Int] = [:]

  private enum Layer { case paper, over, under }

  /// Far beyond the visible area, in pixels.
  private static let farthest = 1e6

  init(room: BarRoom, resources: BarResources, typesetter: any Typesetter) {
    (self.room, self.resources, self.typesetter) = (room, resources, typesetter)
  }

  mutating func draw(_ step: BarLine.Step) {
    switch step {
    case .style(let style): self.style = style
    case .text(let text): draw(text)
    case .shape(let shape): draw(shape)
    case .icon(let path): drawIcon(path)
    case .room(let pixels):
      if pixels > 0 { lay(width: Double(pixels)) }
      advance(Double(pixels))
    case .move(let move): self.move(move)
    case .block(let width, let side): block = (Double(width), side)
    case .begin(let area): starts[area] = x
    case .end(let area): endArea(area)
    }
  }

  mutating func finish() { extent = extent.rounded(.up) }

  private mutating func endArea(_ area: Int) {
    guard let start = starts.removeValue(forKey: area) else { return }
    if start != x { areas.append(Span(left: min(start, x), right: max(start, x), number: area)) }
  }

  private mutating func advance(_ width: Double) {
    if width > 0 { extent = max(extent, x + width) }
    if !isLocked { x = min(Self.farthest, max(0, x + width)) }
  }

  private mutating func move(_ move: BarLine.Move) {
    switch move {
    case .by(let x, let y):
      if let x { self.x = min(Self.farthest, max(0, self.x + Double(x))) }
      if let y { self.y = (self.y ?? level) + Double(y) }
    case .to(let x, let y):
      if let x { self.x = Double(x) }
      if let y { self.y = Double(y) }
    case .side(let side):
      switch side {
      case .left: x = 0
      case .center: x = (room.width / 2).rounded()
      case .right: x = room.width
      }
    case .top: y = 0
    case .bottom: y = room.height
    case .level: y = nil
    case .lock(let isLocked): self.isLocked = isLocked
    }
  }

  /// The top of a line of text.
  private var level: Double { baseline(of: typesetter.metrics(of: font)) - typesetter.metrics(of: font).ascent }

  // MARK: - Text

  private mutating func draw(_ text: String) {
    var run = TextRun(text, font: font, color: color(of: style.foreground))
    if let block { run.maxWidth = block.width }
    let width = typesetter.width(of: run).rounded()
    let metrics = typesetter.metrics(of: run.font)
    var left = x
    if let block {
      switch block.side {
      case .left: break
      case .center: left += ((block.width - width) / 2).rounded()
      case .right: left += block.width - width
      }
    }
    let whole = block?.width ?? width
    lay(width: whole)
    let line = y.map { ($0 + metrics.ascent).rounded() } ?? baseline(of: metrics)
    primitives.append(Primitive(text: run, baseline: Point(x: left, y: line), width: width, metrics: metrics))
    block = nil
    advance(whole)
  }

  private var font: FontSpec {
    switch style.font {
    case .automatic:
      guard !room.fonts.isEmpty else { return room.font }
      var font = room.font
      // Characters missing in the first family come from the others.
      font.family = ([font.family] + room.fonts.map(\.family)).joined(separator: ", ")
      return font
    case .slot(1): return room.font
    case .slot(let number): return room.fonts.indices.contains(number - 2) ? room.fonts[number - 2] : room.font
    case .named(let name): return resources.font(named: name, like: room.font, with: typesetter)
    }
  }

  /// Centres each font where the view's own is centred.
  private func baseline(of metrics: FontMetrics) -> Double {
    let own = typesetter.metrics(of: room.font)
    return room.baseline + ((own.descent - own.ascent + metrics.ascent - metrics.descent) / 2).rounded()
  }

  private func color(of ink: BarLine.Ink) -> Color {
    switch ink {
    case .foreground: room.foreground
    case .background: room.background
    case .color(let color): color
    }
  }

  // MARK: - Background

  /// Draws the background of the next item, and the lines over and under it.
  private mutating func lay(width: Double) {
    // Drawing over earlier items hides them.
    if !style.ignoresBackground, style.background != .background || x < extent {
      add(.paper, color(of: style.background), y: 0, height: room.height, width: width)
    }
    let thickness = room.lineWidth
    if style.hasOverline { add(.over, color(of: style.line), y: 0, height: thickness, width: width) }
    if style.hasUnderline {
      add(.under, color(of: style.line), y: room.height - thickness, height: thickness, width: width)
    }
  }

  /// Joins adjacent boxes without a seam, at any fractional position.
  private mutating func add(_ layer: Layer, _ color: Color, y: Double, height: Double, width: Double) {
    let element = Element.box(radius: 0, fill: color)
    let box = Rect(x: x, y: y, width: width, height: height)
    guard width > 0, height > 0, color.alpha > 0 else { return }
    if let last = lastBoxes[layer], primitives[last].bounds.maxX == x, primitives[last].bounds.minY == y {
      if primitives[last].element == element, layer != .paper || last == primitives.count - 2 || x >= extent {
        primitives[last].bounds.size.width += width
        return
      }
      if color.isOpaque { primitives[last].bounds.size.width += 1 }
    }
    lastBoxes[layer] = primitives.count
    primitives.append(Primitive(element, in: box))
  }

  // MARK: - Pictures

  private mutating func draw(_ shape: BarLine.Shape) {
    let (width, height) = (Double(shape.width), min(Double(shape.height), room.height))
    x = min(Self.farthest, max(0, x + Double(shape.x)))
    if let top = y, shape.y != 0 { y = top + Double(shape.y) }
    let top = y ?? ((room.height - height) / 2).rounded(.down) + Double(shape.y)
    lay(width: width)
    let radius = shape.kind == .disc ? min(width, height) / 2 : 0
    let ink = color(of: style.foreground)
    if width > 0, height > 0 {
      primitives.append(
        Primitive(
          shape.isFilled ? .box(radius: radius, fill: ink) : .outline(radius: radius, width: 1, color: ink),
          in: Rect(x: x, y: top, width: shape.kind == .disc ? height : width, height: height)))
    }
    advance(width)
  }

  private mutating func drawIcon(_ path: String) {
    guard let icon = resources.icon(path) else { return }
    let size: Size
    switch icon {
    case .bitmap(let bitmap): size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
    case .picture(let image): size = image.limited(to: room.height).size
    }
    lay(width: size.width)
    let top = y ?? max(0, ((room.height - size.height) / 2).rounded(.down))
    switch icon {
    case .bitmap(let bitmap):
      let ink = Element.box(radius: 0, fill: color(of: style.foreground))
      for box in bitmap.boxes {
        primitives.append(
          Primitive(
            ink,
            in: Rect(
              x: x + Double(box.x), y: top + Double(box.y), width: Double(box.width), height: Double(box.height))))
      }
    case .picture(let image):
      primitives.append(Primitive(.image(image.path), in: Rect(x: x, y: top, width: size.width, height: size.height)))
    }
    advance(size.width)
  }
}
