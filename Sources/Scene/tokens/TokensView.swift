package import ScrollCore

/// A click on one of a row of switches.
package enum ChipTap: Equatable, Sendable {
  case chip(Token)
  /// On its ×.
  case remove(Token)
  /// On "+N".
  case more
}

/// A switch that has the keyboard, in a row of them.
package enum SwitchMark: Equatable, Sendable {
  /// A chip by its token's id.
  case chip(Int)
  /// "+N".
  case more
}

/// Chips, and where they can be edited the text after them.
///
/// Each chip is drawn once and anew only when its look changes; gliding and scrolling move its layer. Only
/// chips that can be seen are drawn at all.
package final class TokensView: View {
  /// The model. What is done to it goes through `change`.
  package internal(set) var field: TokenField
  /// The view's font, where the properties name none. A change takes effect with the next `layout`.
  package var font: FontSpec
  /// Puts the rows in the middle of the view's height, as in the strip, instead of at its top.
  package var isCentered = false
  package weak var dataSource: (any TokenFieldDataSource)?
  package weak var delegate: (any TokenFieldDelegate)?
  /// What the delegate does not allow is told as refused; else it may have put off its answer.
  package var tellsRefusals = false

  /// A chip that has been drawn.
  struct Chip {
    var look: ChipLook
    var content: Content
    /// The last drawing that showed it.
    var pass: Int
  }

  private(set) var place = VisibleFrame()
  private(set) var rowForm = RowForm.names
  /// A row of switches has room for dots alone.
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
  /// Chips are at their places at once instead of gliding there, come and go at once, and rows do not glide.
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
  /// What the drawing that is under way has to tell.
  var drawn: [TokenEvent] = []
  private var laidOut: [Token] = []
  /// How chips look and measure, by id.
  private(set) var known: [Int: (token: Token, chip: TokenAppearance, width: Double)] = [:]
  private var toldHeight: Double?
  /// The height of all rows, which a window may have no room for.
  private var wantedHeight = 0.0
  private var events: [TokenEvent] = []
  var hands = Hands()
  /// Of the screen that sizes are meant for, where they are to grow with it: 1 is 96 dots per inch.
  package var followsScale: Double?
  /// What was clicked, where chips are switches.
  var taps: [ChipTap] = []
  /// How many there are that have no chip: "+N" counts them, too, and is there for them alone. A change takes effect with
  /// the next `layout`.
  package var hiddenExtra = 0
  /// The switch that has the keyboard.
  var mark: SwitchMark?
  /// The width that it will have, where that is on its way: chips are laid out for it.
  package var widthAtRest: Double?
  /// What a row that scrolls fades into where it goes on beyond the view; nil: it is cut.
  package var background: Color?
  let ends = Content()

  /// What "Undo" and "Topics N" are.
  let words: Words

  package init(
    properties: TokenFieldProperties = TokenFieldProperties(), font: FontSpec, words: Words = .english
  ) {
    field = TokenField(properties: properties)
    (self.font, self.words) = (font, words)
    layout = TokenLayout(chipWidths: [], width: 0, properties: properties)
  }

  // MARK: - Changing

  /// The settings. A change takes effect with the next `layout`.
  package var properties: TokenFieldProperties {
    get { field.properties }
    set { field.properties = newValue }
  }

  /// Takes over settings whose sizes are those of a screen of 96 dots per inch, where it follows the scale.
  package func apply(_ properties: TokenFieldProperties) {
    self.properties = properties.scaled(by: followsScale ?? 1)
  }

  /// Whether the view asks for the keyboard when it appears.
  package var wantsFocus: Bool { properties.takesText && properties.firstResponderAtStart }

  /// Does something to the model at `t`: chips glide to their new places from where they are, and what
  /// happened is told. `body` has the model to itself: it must not use the view.
  @discardableResult
  package func change<Result>(at t: Seconds, _ body: (inout TokenField) -> Result) -> Result {
    let dragged = field.draggedID
    let result = body(&field)
    // Its owner is asked how new chips look once it has heard of them.
    tell()
    arrange(at: t)
    if let dragged, field.draggedID == nil { letGo(of: dragged, at: t) }
    tell()
    return result
  }

  /// Asks the data source for everything anew; chips that stay glide to their places.
  package func reloadData(at t: Seconds) {
    guard let dataSource else { return }
    known.removeAll()
    change(at: t) { field in field.reload(from: dataSource) }
  }

  /// Adds labels behind the last chip; duplicates are refused. Returns how many there are more.
  @discardableResult
  package func add(_ labels: [String], at t: Seconds) -> Int {
    change(at: t) { $0.add(labels.map { Token($0) }, time: t) }
  }

  /// Puts the caret into the field, and asks for the keyboard.
  package func makeFirstResponder(in context: ViewContext) {
    focus(true, at: context.time)
    context.perform(.takeFocus)
    context.setNeedsDisplay()
  }

  /// What has happened since the last call. Whoever owns the view calls this after each turn of its loop.
  package func drainEvents() -> [TokenEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  // MARK: - Sizes

  /// The size that holds all chips in a single row.
  package func naturalSize(with typesetter: any Typesetter) -> Size {
    let widths = chipWidths(with: typesetter)
    let gaps = Double(max(0, widths.count - 1)) * properties.tokenXMargin
    return Size(
      width: widths.reduce(0, +) + gaps + properties.insets.left + properties.insets.right,
      height: properties.tokenHeight + properties.insets.top + properties.insets.bottom)
  }

  /// The height that the field takes when it is `width` pixels wide.
  package func height(forWidth width: Double, with typesetter: any Typesetter) -> Double {
    makeLayout(width: width, with: typesetter).height
  }

  // MARK: - View

  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size {
    if let followsScale, followsScale != scale {
      properties = properties.scaled(by: scale / followsScale)
      font.size *= scale / followsScale
      self.followsScale = scale
    }
    let natural = naturalSize(with: typesetter)
    // Where chips can be typed, a third of the row is for typing.
    let wanted = properties.takesText ? max(natural.width * 1.5, 360 * scale) : max(natural.width, 120 * scale)
    let width = min(wanted, area.width / 2).rounded(.up)
    let height = self.height(forWidth: width, with: typesetter).rounded(.up)
    return Size(width: width, height: min(height, area.height))
  }

  package func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    min(area.height, height(forWidth: width, with: typesetter).rounded(.up))
  }

  package func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds) {
    place = mirrored(frame)
    isLaidOut = true
    restyle(with: typesetter)
    let (places, tokens) = (layout.places, laidOut)
    rebuild(with: typesetter)
    // A view that only moves, or grows by its own new height, lets its chips finish their ways.
    if layout.places != places || laidOut != tokens { motion.settle(field.tokens, at: layout.places) }
    let range = scrollRange
    if scroll.x.to > range.width { scroll.x = Transition(restingAt: range.width) }
    if scroll.y.to > range.height { scroll.y = Transition(restingAt: range.height) }
    updateText()
    tell()
  }
}

// MARK: - Keeping up with the model

extension TokensView {
  /// The margins, and more where what covers the edges would reach over the chips.
  private var margins: Insets { place.cover.atLeast(properties.insets) }

  /// The room inside the margins.
  private var inside: Rect { place.outer.inset(by: margins) }

  /// Where the rows' (0, 0) stands in the window, unscrolled.
  var home: Point {
    let outer = place.outer.inset(by: Insets(top: properties.insets.top, bottom: properties.insets.bottom))
    let lead = isCentered ? max(0, ((outer.height - layout.content.height) / 2).rounded(.down)) : 0
    let free = outer.minY + lead
    let seen = min(max(free, inside.minY), max(inside.minY, inside.maxY - layout.content.height))
    return Point(x: inside.minX, y: abs(seen - free) <= Self.outline ? free : seen)
  }

  /// For so many pixels, those of its outline, a chip does not move.
  private static let outline = 1.0

  /// The part of the window in which rows are shown.
  var area: Rect {
    let margins = properties.insets
    return place.outer.inset(
      by: place.cover.atLeast(
        Insets(
          top: margins.top.rounded(.down), right: margins.right.rounded(.down), bottom: margins.bottom.rounded(.down),
          left: margins.left.rounded(.down))))
  }

  /// The size of the whole field with what covers its edges.
  package var outerSize: Size { place.outer.size }

  /// The height that shows all that is laid out, with margins and what covers them.
  package var fullHeight: Double { wantedHeight + margins.top + margins.bottom }

  func scrollOffset(at t: Seconds) -> Point { Point(x: scroll.x.value(at: t), y: scroll.y.value(at: t)) }

  /// How far it can be scrolled.
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

  /// Scrolls as little as possible so that `place`, in the layout's coordinates, is seen.
  func reveal(_ place: Rect, at t: Seconds) {
    let room = inside.size
    scroll(
      to: Point(
        x: max(place.maxX - room.width, min(scroll.x.to, place.minX)),
        y: max(place.maxY - room.height, min(scroll.y.to, place.minY))), at: t)
  }

  /// Brings layout, motion and text in step with the model.
  func arrange(at t: Seconds) {
    guard isLaidOut, let typesetter else { return }
    if laidOut != field.tokens {
      let was = layout
      rebuild(with: typesetter)
      if snaps {
        motion.settle(field.tokens, at: layout.places)
      } else {
        motion.arrange(field.tokens, at: layout.places, time: t)
      }
      if was.content != layout.content { scroll(to: Point(x: scroll.x.to, y: scroll.y.to), at: t) }
    }
    updateText()
  }

  /// A chip that was dragged glides to its place from where it was held.
  private func letGo(of id: Int, at t: Seconds) {
    if !snaps, let corner = press?.dragged, let index = field.index(of: id) {
      motion.release(index, from: corner, at: t)
    }
    press = nil
  }

  /// Where what is typed stands, in the layout's coordinates: a little away from the chip before it.
  var textPlace: Rect? {
    layout.field.map { field in
      let gap = (Self.textGap * (style?.unit ?? 1)).rounded() - properties.tokenXMargin
      return field.inset(by: Insets(left: field.minX > 0 ? min(field.width, max(0, gap)) : 0))
    }
  }

  /// In pixels, from a chip to what is typed, in a font of 13 px.
  private static let textGap = 10.0

  func updateText() {
    guard let typesetter, let style, let place = textPlace else { return }
    let look = TextFieldDrawing.Style(
      font: style.font, color: properties.textColor, tint: properties.tintColor, dimmed: properties.removeColor,
      placeholder: field.tokens.isEmpty ? properties.placeholder : "")
    textDrawing.update(
      field.input, completion: field.completion, style: look, size: place.size, baseline: style.baseline,
      typesetter: typesetter)
  }

  /// Hands on what the model has to tell.
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
    delegate?.hear(event)
  }

  // MARK: - Measuring

  private func rebuild(with typesetter: any Typesetter) {
    var width = widthAtRest ?? inside.width + properties.insets.left + properties.insets.right
    rowForm = .names
    if properties.areSwitches, properties.overflow == .count { rowForm = rowForm(in: width, with: typesetter) }
    if rowForm == .summary { width = min(width, summaryWidth(with: typesetter)) }
    layout = makeLayout(width: width, with: typesetter)
    wantedHeight = layout.viewport.height
    // Where only one row has room, a second one would push all chips out of sight.
    let most = 1.5 * properties.tokenHeight + properties.tokenYMargin
    if properties.overflow == .wrap, inside.height < min(wantedHeight, most) {
      var row = properties
      (row.overflow, row.maxRows) = (.count, 1)
      layout = makeLayout(row, width: width, with: typesetter)
    }
    laidOut = field.tokens
  }

  private func makeLayout(
    _ properties: TokenFieldProperties? = nil, width: Double, with typesetter: any Typesetter
  ) -> TokenLayout {
    let widths = field.tokens.indices.map {
      areDots ? dotWidth(of: $0, with: typesetter) : chipWidth(of: $0, with: typesetter)
    }
    return TokenLayout(
      chipWidths: widths, width: width, properties: properties ?? self.properties,
      keepsMore: hiddenExtra > 0, keepsLast: keepsLast && rowForm != .summary,
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
    delegate?.willDraw(at: index, &chip)
    let width = style.width(of: chip, hasRemove: field.hasRemove(token), typesetter: typesetter)
    known[token.id] = (token, chip, width)
    return width
  }

  /// The style for the present settings; what was measured in another one is forgotten.
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
