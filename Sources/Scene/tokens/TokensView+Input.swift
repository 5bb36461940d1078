package import ScrollCore

/// Handling events, and the pointer on chips.
extension TokensView {
  /// The part under a point.
  enum Hit: Equatable {
    case chip(Int)
    /// The × of a chip.
    case remove(Int)
    case more
    case field

    /// The ID of the chip's token.
    var id: Int? {
      switch self {
      case .chip(let id), .remove(let id): id
      case .more, .field: nil
      }
    }

    var isRemove: Bool {
      if case .remove = self { true } else { false }
    }
  }

  /// A press while the button is held down.
  struct Press {
    var hit: Hit?
    var start: Point
    var tap: TokenTap
    /// The number of presses in quick succession, including this one.
    var clicks = 1
    /// From the chip's top left corner to the pointer.
    var grip: Point
    /// The place of the dragged chip, in layout coordinates.
    var dragged: Point?
  }

  /// The distance after which a press becomes a drag, in pixels.
  private static let dragThreshold = 4.0

  /// The last reported state of input.
  struct InputState {
    var clicks = ClickCounter()
    /// Whether the first of them was on "+N".
    var isOnMore = false
    var isOverText = false
    /// The caret as reported to the window.
    var caret = Rect.zero
    /// The suggestions as reported to the window.
    var suggested: SuggestionList?
    /// The last text of the primary selection.
    var selected: String?
  }

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let t = context.time
    let event = mirrored(event)
    switch event {
    case .appeared:
      if wantsFocus { context.perform(.takeFocus) }
      return false
    case .focused(let isFocused): focus(isFocused, at: t)
    case .composing(let text, let caret): compose(text, caret: caret, at: t)
    case .pasted(let text, _): paste(text, at: t)
    case .suggestionChosen(let text): choose(suggestion: text, at: t)
    case .keyPressed(let key, let text, let modifiers):
      guard let action = KeyAction(key, text, modifiers) else { return false }
      // The program may have something to take back.
      if action == .edit(.undo) && !field.canUndo || action == .edit(.redo) && !field.canRedo { return false }
      perform(action, in: context)
    default:
      guard point(event, in: context) else { return false }
    }
    showCaret(in: context)
    showSuggestions(in: context)
    context.setNeedsDisplay()
    return true
  }

  /// Makes a chip of a clicked suggestion.
  private func choose(suggestion: String, at t: Seconds) {
    change(at: t) { $0.accept(suggestion) }
    key(.submit, at: t)
  }

  /// Reports the suggestions to the window, if they have changed.
  func showSuggestions(in context: borrowing EventContext) {
    let list = field.isFocused ? field.suggestionList : nil
    guard list != inputState.suggested, let place = textPlace else { return }
    inputState.suggested = list
    let origin = origin(at: context.time)
    context.perform(.suggest(list, below: place.offsetBy(dx: origin.x, dy: origin.y)))
  }

  /// Reports the caret to the window, if it has moved.
  package func showCaret(in context: borrowing EventContext) {
    guard field.isFocused, let place = caretRect(at: context.time), place != inputState.caret else { return }
    inputState.caret = place
    context.perform(.caret(place))
  }

  // MARK: - Pointer

  private func point(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    let t = context.time
    switch event {
    case .pressed(let point, 1, let modifiers):
      press(point, clicks: inputState.clicks.press(point, at: t), tap: TokenTap(modifiers), at: t)
      if field.isFocused { context.perform(.takeFocus) }
    case .pressed(let point, 2, _) where properties.takesText: pastePrimary(at: point, in: context)
    case .pressed(let point, 4...7, _) where scrollRange == .zero || !bounds.contains(point): return false
    case .pressed(_, 4, _), .pressed(_, 6, _): scroll(by: -1, at: t)
    case .pressed(_, 5, _), .pressed(_, 7, _): scroll(by: 1, at: t)
    case .pointerMoved(let point):
      followPointer(isInside: true, at: t)
      move(to: point, at: t)
      changeShape(at: point, in: context)
    case .released(let point, 1, _):
      release(point, at: t)
      offerSelection(in: context)
    case .pointerLeft:
      pointer = nil
      followPointer(isInside: false, at: t)
    default: return false
    }
    return true
  }

  private func pastePrimary(at point: Point, in context: borrowing EventContext) {
    context.perform(.takeFocus)
    context.perform(.paste(from: .primary))
    guard hit(point, at: context.time) == .field else { return }
    press(point, at: context.time)
    release(point, at: context.time)
  }

  private func changeShape(at point: Point, in context: borrowing EventContext) {
    let isText = hit(point, at: context.time) == .field
    guard isText != inputState.isOverText else { return }
    inputState.isOverText = isText
    context.perform(.pointer(isText ? .text : .standard))
  }

  func offerSelection(in context: borrowing EventContext) {
    let text = selectedText
    if let text, text != inputState.selected { context.perform(.copy(text, to: .primary)) }
    inputState.selected = text
  }

  /// Scrolls by notches of the wheel; down and right are positive.
  private func scroll(by notches: Double, at t: Seconds) {
    let step = notches * (properties.tokenHeight + properties.tokenYMargin) * 2
    let isRow = scrollRange.width > 0
    scroll(to: Point(x: scroll.x.to + (isRow ? step : 0), y: scroll.y.to + (isRow ? 0 : step)), at: t)
  }

  /// The part under a point at `t`. Checks × first, as their areas extend beyond small chips.
  func hit(_ point: Point, at t: Seconds) -> Hit? {
    let origin = origin(at: t)
    let inside = Point(x: point.x - origin.x, y: point.y - origin.y)
    guard bounds.contains(point) else { return nil }
    var chip: Hit?
    for index in candidates(at: t) {
      let (token, place) = (field.tokens[index], shown(index, at: t).place)
      if showsRemove(token), isRemoveSeen(token), !isDot(index), let area = style?.removeArea(width: place.width),
        area.offsetBy(dx: place.minX, dy: place.minY).contains(inside)
      {
        return .remove(token.id)
      }
      if chip == nil, target(of: index, at: place).contains(inside) { chip = .chip(token.id) }
    }
    if let chip { return chip }
    if layout.more?.contains(inside) == true { return .more }
    return layout.field == nil ? nil : .field
  }

  /// Handles a press of the first button; `clicks` counts presses in quick succession at one place.
  private func press(_ point: Point, clicks: Int = 1, tap: TokenTap = .plain, at t: Seconds) {
    pointer = point
    // The previous release was missed, or another button is down, too.
    if press?.dragged != nil { change(at: t) { $0.finishDrag() } }
    let hit = hit(point, at: t)
    if clicks == 1 { inputState.isOnMore = hit == .more }
    if clicks > 1, inputState.isOnMore {
      // The chip that has come to the place of "+N" meanwhile is not meant.
      press = nil
      return
    }
    let place = hit?.id.flatMap(field.index(of:)).map { shown($0, at: t).place } ?? .zero
    let inside = inside(point, at: t)
    let grip = Point(x: inside.x - place.minX, y: inside.y - place.minY)
    press = Press(hit: hit, start: point, tap: tap, clicks: clicks, grip: grip)
    if properties.takesText || properties.canSelectTokens && !properties.clickRemoves { focus(true, at: t) }
    guard hit == .field else { return }
    let index = textIndex(at: inside)
    change(at: t) { field in
      field.selectText { $0.select(at: index, clicks: clicks, extending: tap == .extending) }
    }
  }

  private func move(to point: Point, at t: Seconds) {
    pointer = point
    guard var press else { return }
    let inside = inside(point, at: t)
    if press.hit == .field {
      guard point != press.start else { return }
      let index = textIndex(at: inside)
      change(at: t) { field in field.selectText { $0.select(from: $0.anchor, to: index) } }
    } else if let id = press.hit?.id, properties.takesText, !isOrderFixed {
      let distance = max(abs(point.x - press.start.x), abs(point.y - press.start.y))
      if press.dragged == nil {
        guard distance > Self.dragThreshold, let index = field.index(of: id) else { return }
        change(at: t) { $0.beginDrag(index) }
      }
      press.dragged = Point(x: inside.x - press.grip.x, y: inside.y - press.grip.y)
      self.press = press
      drag(at: t)
    }
  }

  /// Updates the order while a chip is dragged.
  private func drag(at t: Seconds) {
    guard let id = field.draggedID, let index = field.index(of: id), index < layout.places.count,
      let corner = press?.dragged
    else { return }
    let size = layout.places[index].size
    let middle = Point(x: corner.x + size.width / 2, y: corner.y + size.height / 2)
    let target = layout.dropIndex(of: index, at: middle)
    change(at: t) { $0.drag(to: target) }
  }

  private func release(_ point: Point, at t: Seconds) {
    pointer = point
    guard let press else { return }
    if press.dragged != nil { change(at: t) { $0.finishDrag() } }
    self.press = nil
    if press.hit == nil { closeList(at: t) }
    guard press.dragged == nil, let hit = press.hit, hit == self.hit(point, at: t) else { return }
    if properties.areSwitches { tell(switched: hit, clicks: press.clicks) } else { click(hit, press.tap, at: t) }
  }

  /// Records a click for the owner. The second press of a double click does not undo the first.
  func tell(switched hit: Hit, clicks: Int) {
    switch hit {
    case .chip(let id), .remove(let id):
      guard let index = field.index(of: id) else { return }
      let token = field.tokens[index]
      if token.state != .undo { taps.append(hit.isRemove ? .remove(token) : .chip(token)) }
      if token.state == .undo, clicks == 1 { taps.append(.chip(token)) }
    case .more: taps.append(.more)
    case .field: break
    }
  }

  /// Whether a chip can have an ×.
  func showsRemove(_ token: Token) -> Bool { field.hasRemove(token) && token.state == .on }

  /// Whether the × is on the screen: that of a switch is drawn once the pointer has come, and a press before that means the
  /// chip.
  private func isRemoveSeen(_ token: Token) -> Bool {
    !properties.areSwitches || chips[token.id]?.appearance.hasRemove ?? false
  }

  /// The token at a point of the window.
  package func token(at point: Point, t: Seconds) -> Token? {
    guard isLaidOut, let id = hit(mirrored(point), at: t)?.id else { return nil }
    return field.index(of: id).map { field.tokens[$0] }
  }

  /// Selects the chip at a point of the window alone, unless it is selected already.
  package func select(at point: Point, t: Seconds) {
    guard let token = token(at: point, t: t), !field.selection.ids.contains(token.id),
      let index = field.index(of: token.id)
    else { return }
    change(at: t) { $0.select(index, extending: false) }
  }

  /// The place of the chip with that tag in the window; nil if it is not visible.
  package func place(ofTag tag: Int, at t: Seconds) -> Rect? {
    guard isLaidOut, let index = field.tokens.firstIndex(where: { $0.tag == tag }),
      layout.shows(index)
    else { return nil }
    let origin = origin(at: t)
    return mirrored(shown(index, at: t).place.offsetBy(dx: origin.x, dy: origin.y).intersection(bounds))
  }

  /// Removes and returns the recorded clicks on switches.
  package func takeTaps() -> [ChipTap] {
    defer { taps = [] }
    return taps
  }

  func click(_ hit: Hit, _ tap: TokenTap, at t: Seconds) {
    switch hit {
    case .chip(let id):
      guard let index = field.index(of: id) else { return }
      let kept = properties.clickRemoves && field.canRemove(field.tokens[index]) ? refused([index]) : []
      change(at: t) { $0.tap(index, tap, keeping: kept) }
    case .remove(let id):
      guard let index = field.index(of: id) else { return }
      let kept = refused([index])
      change(at: t) { [clickRemoves = properties.clickRemoves] in
        clickRemoves ? $0.tap(index, tap, keeping: kept) : $0.tapRemove(index, keeping: kept)
      }
    case .more:
      tell(.didTapMore(count: layout.hiddenCount))
      openList(at: t)
    case .field:
      break
    }
  }

  private func inside(_ point: Point, at t: Seconds) -> Point {
    let origin = origin(at: t)
    return Point(x: point.x - origin.x, y: point.y - origin.y)
  }

  private func textIndex(at inside: Point) -> Int {
    guard let typesetter, let place = textPlace else { return 0 }
    return textDrawing.index(at: inside.x - place.minX, typesetter: typesetter)
  }

  /// The chip in the row above or below the focused one.
  func neighbour(_ movement: EditMovement) -> Int? {
    guard movement == .up || movement == .down, let lead = field.selection.lead, let index = field.index(of: lead)
    else { return nil }
    return layout.neighbour(of: index, above: movement == .up)
  }

  /// Scrolls to the focused chip or the caret.
  func revealFocus(at t: Seconds) {
    if let lead = field.selection.lead, let index = field.index(of: lead), index < layout.places.count {
      reveal(layout.places[index], at: t)
    } else if let place = layout.field {
      reveal(place, at: t)
    }
  }
}

extension TokenTap {
  init(_ modifiers: Modifiers) {
    self = modifiers.contains(.shift) ? .extending : modifiers.contains(.control) ? .toggling : .plain
  }
}
