package import ScrollCore

/// A click in a row of switches.
package enum ChipTap: Equatable, Sendable {
  case chip(Token)
  /// On its ×.
  case remove(Token)
  /// On "+N".
  case more
}

/// The marked part of a row of switches.
package enum SwitchMark: Equatable, Sendable {
  /// A chip, by its token's ID.
  case chip(Int)
  /// The "+N".
  case more
}

/// Chips, and an optional text field after them.
///
/// Each chip is redrawn only when its appearance changes; gliding and scrolling move its layer. Invisible chips are not
/// drawn.
package final class TokensView: SceneView {
  /// The model. Change it through `change`.
  package internal(set) var field: TokenField
  /// The default font, if the properties have none. Applied by the next `layout`.
  package var font: FontSpec
  /// Whether to centre the rows vertically, as in the strip.
  package var isCentered = false
  package weak var dataSource: (any TokenFieldSource)?
  package weak var delegate: (any TokenFieldListener)?
  /// Draws on a chip of a size, above its own picture and in its coordinates, whenever that is redrawn.
  package var chipPainter: ((_ index: Int, _ label: String, _ size: Size, any Typesetter) -> [Primitive])? {
    didSet { styleRevision += 1 }
  }
  /// Whether chips cannot be dragged to another place.
  package var isOrderFixed = false
  /// Whether to report the delegate's "no" as a refusal; otherwise it may have postponed its answer.
  package var reportsRefusals = false

  /// The drawing of a chip.
  struct Chip {
    var appearance: ChipAppearance
    var content: Content
    /// The last pass that drew it.
    var pass: Int
  }

  private(set) var place = VisibleFrame()
  private(set) var rowForm = RowForm.names
  /// Whether a row of switches shows only dots.
  var areDots: Bool { rowForm == .dots }
  /// Its place in the window.
  package var bounds: Rect { place.inner }
  var isLaidOut = false
  var typesetter: (any Typesetter)?
  var style: ChipStyle?
  var styleRevision = 0
  var layout: TokenLayout
  var motion = TokenMotion()
  var scroll = (x: Transition(restingAt: 0), y: Transition(restingAt: 0))
  /// Whether chips move, appear and disappear at once, and rows scroll at once.
  package var snaps = false
  var blink = CaretBlink(since: 0)
  var chips: [Int: Chip] = [:]
  var pass = 0
  var textDrawing = TextFieldDrawing()
  var flash = Content()
  var flashLook: (size: Size, style: Int)?
  var shadow = Content()
  var shadowLook: (size: Size, style: Int)?
  var more: Chip?
  var pointer: Point?
  var press: Press?
  /// The events of the drawing in progress.
  var drawn: [TokenEvent] = []
  private var laidOut: [Token] = []
  /// The appearance and width of chips, by ID.
  private(set) var known: [Int: (token: Token, chip: TokenAppearance, width: Double)] = [:]
  private var toldHeight: Double?
  /// The height of all rows, which may exceed the window's.
  private var wantedHeight = 0.0
  private var events: [TokenEvent] = []
  var inputState = InputState()
  /// The scale of the screen that sizes follow, 1 at 96 dots per inch; nil for fixed sizes.
  package var followsScale: Double?
  /// The recorded clicks on switches.
  var taps: [ChipTap] = []
  /// The number of items without a chip, which count in "+N". Applied by the next `layout`.
  package var hiddenExtra = 0
  /// The marked switch.
  var mark: SwitchMark?
  /// The final width during a glide: chips are laid out for it.
  package var widthAtRest: Double?
  /// The colour that a scrolling row fades into at an end with more; nil for a hard edge.
  package var background: Color?
  let ends = Content()
  var list = ChipList()

  /// The language of "Undo" and "Topics N".
  let words: Words
  /// Whether its delegate is asked how a chip looks: the chips must stay as they are meanwhile.
  private var isAsking = false
  /// Called for a change that comes while the delegate is asked how a chip looks, and has no effect.
  package var onRefusedChange: () -> Void = {}

  package init(
    properties: TokenFieldProperties = TokenFieldProperties(), font: FontSpec, words: Words = .english
  ) {
    field = TokenField(properties: properties)
    (self.font, self.words) = (font, words)
    layout = TokenLayout(chipWidths: [], width: 0, properties: properties)
  }

  // MARK: - Changes

  /// The settings. Applied by the next `layout`.
  package var properties: TokenFieldProperties {
    get { field.properties }
    set { field.properties = newValue }
  }

  /// Sets properties for 96 dots per inch, and scales them if it follows the screen's scale.
  package func apply(_ properties: TokenFieldProperties) {
    self.properties = properties.scaled(by: followsScale ?? 1)
  }

  /// Whether the view requests the focus when it appears.
  package var wantsFocus: Bool { properties.takesText && properties.firstResponderAtStart }

  /// Changes the model at `t`: chips glide to their new places, and events are reported. `body` has exclusive access to
  /// the model, and must not use the view.
  @discardableResult
  package func change<Result>(at t: Seconds, _ body: (inout TokenField) -> Result) -> Result {
    if isAsking {
      onRefusedChange()
      var discarded = field
      return body(&discarded)
    }
    let dragged = field.draggedID
    let result = body(&field)
    // Reports new chips before it asks their owner for their appearance.
    tell()
    arrange(at: t)
    if let dragged, field.draggedID == nil { letGo(of: dragged, at: t) }
    tell()
    return result
  }

  /// Reloads everything from the data source; chips that stay glide to their places.
  package func reloadData(at t: Seconds) {
    guard let dataSource else { return }
    let tokens = TokenField.tokens(of: dataSource)
    known.removeAll()
    change(at: t) { $0.setTokens(tokens) }
  }

  /// Adds labels after the last chip, except duplicates. Returns the number of new chips.
  @discardableResult
  package func add(_ labels: [String], at t: Seconds) -> Int {
    change(at: t) { $0.add(labels.map { Token($0) }, time: t) }
  }

  /// Puts the caret into the field, and requests the focus.
  package func makeFirstResponder(in context: borrowing EventContext) {
    focus(true, at: context.time)
    context.perform(.takeFocus)
    context.setNeedsDisplay()
  }

  /// Removes and returns the events since the last call. The owner calls it after each turn of its loop.
  package func drainEvents() -> [TokenEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: - Sizes

  /// The size with all chips in a single row.
  package func naturalSize(with typesetter: any Typesetter) -> Size {
    let widths = chipWidths(with: typesetter)
    let gaps = Double(max(0, widths.count - 1)) * properties.tokenXMargin
    return Size(
      width: widths.reduce(0, +) + gaps + properties.insets.left + properties.insets.right,
      height: properties.tokenHeight + properties.insets.top + properties.insets.bottom)
  }

  /// The height of the field at a width, in pixels.
  package func height(forWidth width: Double, with typesetter: any Typesetter) -> Double {
    makeLayout(width: width, with: typesetter).height
  }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    let view = standing(onScale: context.scale)
    let natural = view.naturalSize(with: context.typesetter)
    // If chips can be typed, a third of the row is for typing.
    let scale = context.scale
    let wanted = properties.takesText ? max(natural.width * 1.5, 360 * scale) : max(natural.width, 120 * scale)
    let width = min(wanted, context.area.width / 2).rounded(.up)
    return Size(width: width, height: view.fullHeight(forWidth: width, in: context))
  }

  package func naturalHeight(width: Double, in context: MeasureContext) -> Double {
    standing(onScale: context.scale).fullHeight(forWidth: width, in: context)
  }

  private func fullHeight(forWidth width: Double, in context: MeasureContext) -> Double {
    min(context.area.height, height(forWidth: width, with: context.typesetter).rounded(.up))
  }

  /// The view as it is after a layout on a screen of a scale, to be measured: a measurement changes nothing.
  private func standing(onScale scale: Double) -> TokensView {
    guard let followsScale, followsScale != scale else { return self }
    let view = TokensView(properties: properties, font: font, words: words)
    (view.field, view.followsScale, view.delegate) = (field, followsScale, delegate)
    view.follow(scale: scale)
    return view
  }

  /// Takes over the scale of a layout.
  private func follow(scale: Double) {
    guard let followsScale, followsScale != scale else { return }
    properties = properties.scaled(by: scale / followsScale)
    font.size *= scale / followsScale
    self.followsScale = scale
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let (typesetter, t) = (pass.typesetter, pass.time)
    follow(scale: pass.scale)
    place = mirrored(frame)
    isLaidOut = true
    restyle(with: typesetter)
    let (places, tokens, wasOpen) = (layout.places, laidOut, list.isOpen)
    rebuild(with: typesetter)
    // Glides continue when the view only moves, or grows to its own new height.
    if layout.places != places || laidOut != tokens { motion.settle(field.tokens, at: layout.places) }
    let range = scrollRange
    if scroll.x.to > range.width { scroll.x = Transition(restingAt: range.width) }
    if scroll.y.to > range.height { scroll.y = Transition(restingAt: range.height) }
    if list.isOpen, !wasOpen { revealFocus(at: t) }
    updateText()
    tell()
  }
}

// MARK: - Following the model

extension TokensView {
  /// The margins, enlarged where the covered edges would hide chips.
  private var margins: Insets { place.cover.atLeast(properties.insets) }

  /// The area inside the margins.
  private var inside: Rect { place.outer.inset(by: margins) }

  /// The place of the rows' (0, 0) in the window without scrolling.
  var home: Point {
    let outer = place.outer.inset(by: Insets(top: properties.insets.top, bottom: properties.insets.bottom))
    let lead = isCentered ? max(0, ((outer.height - layout.content.height) / 2).rounded(.down)) : 0
    let free = outer.minY + lead
    let seen = min(max(free, inside.minY), max(inside.minY, inside.maxY - layout.content.height))
    return Point(x: inside.minX, y: abs(seen - free) <= Self.outline ? free : seen)
  }

  /// The width of the outline, which may be covered without moving a chip, in pixels.
  private static let outline = 1.0

  /// The part of the window that shows rows.
  var area: Rect {
    let margins = properties.insets
    return place.outer.inset(
      by: place.cover.atLeast(
        Insets(
          top: margins.top.rounded(.down), right: margins.right.rounded(.down), bottom: margins.bottom.rounded(.down),
          left: margins.left.rounded(.down))))
  }

  /// The size of the field including its covered edges.
  package var outerSize: Size { place.outer.size }

  /// The height that shows all rows, with margins and covered edges.
  package var fullHeight: Double { wantedHeight + margins.top + margins.bottom }

  func scrollOffset(at t: Seconds) -> Point { Point(x: scroll.x.value(at: t), y: scroll.y.value(at: t)) }

  /// How far it can scroll.
  var scrollRange: Size {
    let room = inside.size
    return Size(width: max(0, layout.content.width - room.width), height: max(0, layout.content.height - room.height))
  }

  func scroll(to point: Point, at t: Seconds) {
    let target = Point(x: max(0, min(scrollRange.width, point.x)), y: max(0, min(scrollRange.height, point.y)))
    if snaps {
      scroll = (Transition(restingAt: target.x), Transition(restingAt: target.y))
    } else {
      scroll.x.move(to: target.x, at: t)
      scroll.y.move(to: target.y, at: t)
    }
  }

  /// Scrolls as little as possible to show `place`, in layout coordinates, between the fades.
  func reveal(_ place: Rect, at t: Seconds) {
    let room = inside.size
    let margin = place.width + 2 * fadeLength < room.width ? fadeLength : 0
    scroll(
      to: Point(
        x: max(place.maxX + margin - room.width, min(scroll.x.to, place.minX - margin)),
        y: max(place.maxY - room.height, min(scroll.y.to, place.minY))), at: t)
  }

  /// Updates layout, motion and text after a change of the model.
  ///
  /// - Parameter isDue: Whether to lay the chips out even if they are the same.
  func arrange(at t: Seconds, isDue: Bool = false) {
    guard isLaidOut, let typesetter else { return }
    if isDue || laidOut != field.tokens || hidesSelection {
      let wasOpen = list.isOpen
      let was = layout
      rebuild(with: typesetter)
      if snaps {
        motion.settle(field.tokens, at: layout.places)
      } else {
        motion.arrange(field.tokens, at: layout.places, time: t)
      }
      if was.content != layout.content { scroll(to: Point(x: scroll.x.to, y: scroll.y.to), at: t) }
      if list.isOpen, !wasOpen { revealFocus(at: t) }
    }
    updateText()
  }

  /// Lets a dragged chip glide to its place.
  private func letGo(of id: Int, at t: Seconds) {
    if !snaps, let corner = press?.dragged, let index = field.index(of: id) {
      motion.release(index, from: corner, at: t)
    }
    press = nil
  }

  /// The place of the typed text in layout coordinates, at a distance from the chip before it.
  var textPlace: Rect? {
    layout.field.map { field in
      let gap = (Self.textGap * (style?.unit ?? 1)).rounded() - properties.tokenXMargin
      return field.inset(by: Insets(left: field.minX > 0 ? min(field.width, max(0, gap)) : 0))
    }
  }

  /// The distance from a chip to the typed text, in pixels for a font of 13 px.
  private static let textGap = 10.0

  func updateText() {
    guard let typesetter, let style, let place = textPlace else { return }
    let fieldStyle = TextFieldDrawing.Style(
      font: style.font, color: properties.textColor, tint: properties.tintColor, dimmed: properties.removeColor,
      placeholder: field.tokens.isEmpty ? properties.placeholder : "")
    textDrawing.update(
      field.input, completion: field.completion, style: fieldStyle, size: place.size, baseline: style.baseline,
      typesetter: typesetter)
  }

  /// Reports the model's events.
  func tell() {
    var news = field.drainEvents()
    if isLaidOut, toldHeight != fullHeight {
      toldHeight = fullHeight
      news.append(.heightUpdated(fullHeight))
    }
    for event in news { tell(event) }
  }

  func tell(_ event: TokenEvent) {
    events.append(event)
    delegate?.happened(event)
  }

  // MARK: - Measuring

  private func rebuild(with typesetter: any Typesetter) {
    var width = widthAtRest ?? inside.width + properties.insets.left + properties.insets.right
    rowForm = .names
    if properties.areSwitches, properties.overflow == .count { rowForm = rowForm(in: width, with: typesetter) }
    if rowForm == .summary { width = min(width, summaryWidth(with: typesetter)) }
    layout = makeLayout(width: width, with: typesetter)
    wantedHeight = layout.viewport.height
    // If only one row fits, a second one would scroll all chips out of sight.
    let most = 1.5 * properties.tokenHeight + properties.tokenYMargin
    var row = properties
    if properties.overflow == .wrap, inside.height < min(wantedHeight, most) {
      (row.overflow, row.maxRows) = (.count, 1)
      layout = makeLayout(row, width: width, with: typesetter)
    }
    laidOut = field.tokens
    if list.isOpen && layout.hiddenCount > 0 || hidesSelection {
      list.isOpen = true
      layout = makeLayout(list(of: row), width: width, with: typesetter)
    } else {
      list = ChipList()
    }
  }

  private func makeLayout(
    _ properties: TokenFieldProperties? = nil, width: Double, with typesetter: any Typesetter
  ) -> TokenLayout {
    let widths = field.tokens.indices.map {
      areDots ? dotWidth(of: $0, with: typesetter) : chipWidth(of: $0, with: typesetter)
    }
    return TokenLayout(
      chipWidths: widths, width: width, properties: properties ?? self.properties,
      keepsLast: keepsLast && rowForm != .summary,
      moreWidth: { self.moreWidth($0, with: typesetter) })
  }

  private func chipWidths(with typesetter: any Typesetter) -> [Double] {
    field.tokens.indices.map { chipWidth(of: $0, with: typesetter) }
  }

  func chipWidth(of index: Int, with typesetter: any Typesetter) -> Double {
    let (style, token) = (restyle(with: typesetter), field.tokens[index])
    if let known = known[token.id], known.token == token { return known.width }
    if known.count > 2 * field.tokens.count + 256 { known.removeAll() }
    var chip = TokenAppearance(token)
    // One who asks for sizes while it is asked gets those of plain chips.
    if isAsking { return style.width(of: chip, hasRemove: field.hasRemove(token), typesetter: typesetter) }
    asking { delegate?.willDraw(at: index, &chip) }
    let width = style.width(of: chip, hasRemove: field.hasRemove(token), typesetter: typesetter)
    known[token.id] = (token, chip, width)
    return width
  }

  /// Asks the delegate how a chip looks.
  func asking<Result>(_ body: () -> Result) -> Result {
    let wasAsking = isAsking
    defer { isAsking = wasAsking }
    isAsking = true
    return body()
  }

  /// The style of the current settings. Discards measurements of another one.
  @discardableResult
  func restyle(with typesetter: any Typesetter) -> ChipStyle {
    let font =
      properties.font.isEmpty
      ? font : FontSpec(properties.font, size: font.size, weight: font.weight, with: typesetter)
    if let style, typesetter === self.typesetter, style.properties == properties, style.font == font {
      return style
    }
    let new = ChipStyle(properties: properties, font: font, words: words, typesetter: typesetter)
    self.typesetter = typesetter
    style = new
    styleRevision += 1
    known.removeAll(keepingCapacity: true)
    return new
  }
}
