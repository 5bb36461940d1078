package import Scene
package import ScrollCore

/// Small pictures of strips in a row, one for each theme. The user chooses one.
package final class ThemeChooser: Control {
  package struct Choice: Equatable, Sendable {
    /// Its name.
    package var title: String
    package var theme: StripTheme

    package init(_ title: String, _ theme: StripTheme) { (self.title, self.theme) = (title, theme) }
  }

  package var style: PanelStyle
  /// They take effect at the next `layout`.
  package var choices: [Choice] = []
  package var chosen: Int?
  /// The subject of the pictures, for assistive technology.
  package var title = ""
  /// Called with the number of the user's choice.
  package var onChoose: (Int, borrowing EventContext) -> Void = { _, _ in }
  private var bounds = Rect.zero
  private var isFocused = false
  private var contents: [Content] = []
  private var ring = FocusRing()
  private var typesetter: (any Typesetter)?

  /// At 96 dots per inch, with the frame of the chosen one around it.
  private static let pictureHeight = 36.0
  /// The space of that frame: a line, and a gap that shows it beside a picture of its colour.
  private static let frame = 4.0

  package init(style: PanelStyle) { self.style = style }

  package func naturalSize(in context: MeasureContext) -> Size {
    let row = style.length(Self.pictureHeight) + style.length(24)
    let rows = Double((choices.count + columns - 1) / columns)
    return Size(width: context.area.width, height: rows * row + max(0, rows - 1) * style.unit)
  }

  private var columns: Int { 3 }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    bounds = frame.inner
    self.typesetter = typesetter
    while contents.count < choices.count { contents.append(Content(rests: true)) }
  }

  /// The place of a picture, with its name below it.
  package func place(of index: Int) -> Rect {
    let gap = style.unit
    let width = ((bounds.width - gap * Double(columns - 1)) / Double(columns)).rounded(.down)
    let height = style.length(Self.pictureHeight) + style.length(24)
    let place = Rect(
      x: bounds.minX + Double(index % columns) * (width + gap),
      y: bounds.minY + Double(index / columns) * (height + gap),
      width: width, height: height)
    return style.mirrored(place, in: bounds)
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !bounds.isEmpty else { return }
    for index in choices.indices where index < contents.count {
      let place = place(of: index)
      contents[index].show(primitives(of: index, in: place.size, with: typesetter), on: nil)
      frame.add(Layer(contents[index], clip: place, origin: place.origin))
    }
    if isFocused, let chosen, choices.indices.contains(chosen) {
      var picture = place(of: chosen)
      picture.size.height = style.length(Self.pictureHeight)
      ring.draw(around: picture, style, into: &frame)
    }
  }

  private func primitives(of index: Int, in size: Size, with typesetter: any Typesetter) -> [Primitive] {
    let choice = choices[index]
    let frame = Rect(x: 0, y: 0, width: size.width, height: style.length(Self.pictureHeight))
    let edge = style.length(Self.frame)
    let picture = frame.insetBy(dx: edge, dy: edge)
    var pieces = strip(of: choice.theme, in: picture, with: typesetter)
    pieces.append(
      Primitive(.outline(radius: style.radius, width: style.hairline, color: style.lineColor), in: picture))
    let name = Rect(x: edge, y: frame.height, width: picture.width, height: size.height - frame.height)
    guard index == chosen else {
      return pieces + [
        style.text(choice.title, font: style.smallFont, color: style.faintColor, in: name, with: typesetter)
      ]
    }
    var font = style.smallFont
    font.weight = 600
    return pieces + [
      Primitive(.outline(radius: style.radius + edge, width: style.ringWidth, color: style.accent), in: frame),
      style.text(choice.title, font: font, in: name, with: typesetter),
    ]
  }

  /// A strip in little: label, headline and chip in the theme's colours.
  private func strip(of theme: StripTheme, in place: Rect, with typesetter: any Typesetter) -> [Primitive] {
    var own = style
    own.isMirrored = false
    let ground = theme.background.opaque
    let label = Rect(x: place.minX, y: place.minY, width: style.length(44), height: place.height)
    let chip = Rect(
      x: place.maxX - style.length(46), y: place.minY + style.length(6), width: style.length(38),
      height: place.height - style.length(12))
    let text = Rect(
      x: label.maxX + style.unit, y: place.minY, width: max(1, chip.minX - label.maxX - 2 * style.unit),
      height: place.height)
    let dot = style.length(6)
    let mark = Rect(
      x: chip.minX + style.length(7), y: (place.midY - dot / 2).rounded(), width: dot, height: dot)
    let bar = Rect(x: mark.maxX + style.length(4), y: mark.minY + dot / 3, width: style.length(14), height: dot / 3)
    return [
      Primitive(.box(radius: style.radius, fill: ground), in: place),
      Primitive(.box(radius: style.radius, fill: theme.labelBackground.over(ground)), in: label),
      Primitive(
        .box(radius: 0, fill: theme.labelBackground.over(ground)),
        in: Rect(x: label.midX, y: label.minY, width: label.maxX - label.midX, height: label.height)),
      own.text(
        "NEWS", font: style.smallFont, color: theme.labelColor,
        in: label.insetBy(dx: style.length(5), dy: 0), with: typesetter),
      own.text(Self.sample, color: theme.textColor.over(ground), in: text, with: typesetter),
      Primitive(.box(radius: chip.height / 2, fill: theme.chipBackground.over(ground)), in: chip),
      Primitive(
        .outline(radius: chip.height / 2, width: style.hairline, color: theme.chipBorderColor.over(ground)), in: chip),
      Primitive(.box(radius: dot / 2, fill: theme.topicColor(0)), in: mark),
      Primitive(.box(radius: 0, fill: theme.chipTextColor.over(ground)), in: bar),
    ]
  }

  /// A sample of letters, as for typefaces.
  private static let sample = "Aa Bb 123"

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    switch event {
    case .focused(let isFocused): self.isFocused = isFocused
    case .pressed(let point, 1, _):
      context.perform(.takeFocus)
      guard let index = choices.indices.first(where: { place(of: $0).contains(point) }) else { return true }
      choose(index, in: context)
    case .keyPressed(let key, _, let modifiers) where modifiers.isDisjoint(with: [.control, .alt, .shift]):
      let forward = style.isMirrored ? -1 : 1
      let step: Int
      switch key {
      case .right?: step = forward
      case .left?: step = -forward
      case .down?: step = columns
      case .up?: step = -columns
      default: return false
      }
      let next = (chosen ?? 0) + step
      // Beyond the ends the keyboard stays.
      if choices.indices.contains(next) { choose(next, in: context) }
    case .pointerMoved, .pointerLeft, .released: return true
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, title, at: bounds)
    list.states = isFocused && chosen == nil ? [.focusable, .focused] : .focusable
    list.children = choices.indices.map { index in
      var node = AccessibleNode(index, .listItem, choices[index].title, at: place(of: index))
      node.states = [.focusable, .selectable]
      if index == chosen { node.states.formUnion(isFocused ? [.selected, .focused] : .selected) }
      node.actions = [.press]
      return node
    }
    return list
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let index = path.first, choices.indices.contains(index), action == .press || action == .focus else {
      return false
    }
    context.perform(.takeFocus)
    if action == .press { choose(index, in: context) }
    return true
  }

  private func choose(_ index: Int, in context: borrowing EventContext) {
    guard index != chosen else { return }
    chosen = index
    onChoose(index, context)
    context.setNeedsDisplay()
  }
}
