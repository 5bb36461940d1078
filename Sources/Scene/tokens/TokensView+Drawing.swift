package import ScrollCore

extension TokensView {
  package func draw(into frame: inout Frame, at t: Seconds) {
    guard isLaidOut, !bounds.isEmpty else { return }
    if t >= list.until { closeList(at: t) }
    pass += 1
    let origin = origin(at: t)
    // A dragged chip is above the others.
    let hovered = press?.dragged == nil ? pointer.flatMap { hit($0, at: t) } : press?.hit
    drawGhosts(into: &frame, at: t, origin: origin)
    var shown = 0
    for index in candidates(at: t) where field.tokens[index].id != field.draggedID {
      shown += draw(index, into: &frame, at: t, origin: origin, hovered: hovered) ? 1 : 0
    }
    drawMore(into: &frame, origin: origin, hovered: hovered)
    drawEnds(into: &frame, at: t)
    if let place = textPlace {
      textDrawing.draw(
        into: &frame, at: t, origin: Point(x: origin.x + place.minX, y: origin.y + place.minY), clip: area,
        blink: field.isFocused && field.selection.isEmpty ? blink : nil)
    }
    if let id = field.draggedID, let index = field.index(of: id), index < layout.places.count {
      shown += draw(index, into: &frame, at: t, origin: origin, hovered: hovered) ? 1 : 0
    }
    forget(keeping: shown)
    frame.change(at: min(nextChange(at: t), list.until))
    // A × counts as seen only now that it is drawn: if it is under the pointer, that is on it from the next frame on.
    if !drawn.isEmpty, press?.dragged == nil, let pointer, hit(pointer, at: t) != hovered { frame.change(at: t) }
    reportDrawn()
  }

  /// Reported at the end, so that the receiver may change the view.
  private func reportDrawn() {
    guard !drawn.isEmpty else { return }
    let news = drawn
    drawn = []
    for event in news { tell(event) }
  }

  /// The time of the next automatic change: a gliding chip, a scrolling row, a flash; except the caret.
  func nextChange(at t: Seconds) -> Seconds {
    let isScrolling = scroll.x.isMoving(at: t) || scroll.y.isMoving(at: t)
    return min(isScrolling ? t : .infinity, min(motion.nextChange(at: t), field.nextChange(at: t)))
  }

  /// The place of the rows' (0, 0) in the window.
  func origin(at t: Seconds) -> Point {
    let offset = scrollOffset(at: t)
    return Point(x: home.x - offset.x, y: home.y - offset.y)
  }

  /// The chips that may be visible: any while some glide.
  func candidates(at t: Seconds) -> [Int] {
    let all = motion.isMoving(at: t) || field.draggedID != nil
    let origin = origin(at: t)
    return (all ? layout.places.indices : layout.indices(touching: area.offsetBy(dx: -origin.x, dy: -origin.y)))
      .filter(layout.shows)
  }

  /// A chip's place in layout coordinates: at rest, gliding, or dragged.
  func shown(_ index: Int, at t: Seconds) -> TokenMotion.Shown {
    var shown = motion.shown(index, at: t)
    if field.tokens[index].id == field.draggedID, let place = press?.dragged { shown.place.origin = place }
    return shown
  }

  // MARK: - Parts

  /// Draws a chip. Returns false if it is not visible.
  private func draw(_ index: Int, into frame: inout Frame, at t: Seconds, origin: Point, hovered: Hit?) -> Bool {
    let shown = shown(index, at: t)
    let place = onPixels(shown.place.offsetBy(dx: origin.x, dy: origin.y))
    guard place.intersects(area), shown.presence > 0 else { return false }
    let token = field.tokens[index]
    let isHeld = token.id == field.draggedID
    let appearance = appearance(of: token, width: place.width, isDot: isDot(index), hovered: hovered)
    let content = content(of: token, appearance: appearance, size: place.size, index: index)
    if isHeld { drawShadow(into: &frame, under: place) }
    // A dragged chip is above margins, too.
    let clip = isHeld ? place.pixels.intersection(bounds) : pixels(of: place)
    add(content, at: place, clip: clip, opacity: shown.presence, to: &frame)
    if let flash = field.flash, flash.id == token.id, flash.strength(at: t) > 0 {
      drawFlash(into: &frame, at: place, strength: flash.strength(at: t))
    }
    return true
  }

  /// A gliding chip is on whole pixels. When one is removed a hundred may start at once: pictures for every subpixel
  /// phase of each would take longer than the glide of 200 ms.
  private func onPixels(_ place: Rect) -> Rect {
    Rect(x: place.minX.rounded(), y: place.minY.rounded(), width: place.width, height: place.height)
  }

  /// The whole pixels that a chip touches: a layer costs as much as its clip.
  private func pixels(of place: Rect) -> Rect { place.pixels.intersection(area) }

  private func appearance(of token: Token, width: Double, isDot: Bool, hovered: Hit?) -> ChipAppearance {
    let isHovered = hovered?.id == token.id
    return ChipAppearance(
      chip: known[token.id].flatMap { $0.token == token ? $0.chip : nil } ?? TokenAppearance(token), width: width,
      hasRemove: showsRemove(token) && !isDot && (!properties.areSwitches || isHovered),
      isSelected: field.selection.ids.contains(token.id),
      isFocused: mark == .chip(token.id) || field.isFocused && field.selection.lead == token.id, isHovered: isHovered,
      isRemoveHovered: isHovered && (hovered?.isRemove == true || properties.clickRemoves),
      isPressed: isHovered && press?.hit == hovered, isDot: isDot, style: styleRevision)
  }

  private func content(of token: Token, appearance: ChipAppearance, size: Size, index: Int) -> Content {
    if var chip = chips[token.id], chip.appearance == appearance {
      chip.pass = pass
      chips[token.id] = chip
      return chip.content
    }
    var content = chips[token.id]?.content ?? Content(rests: true)
    if let style, let typesetter {
      content.primitives = pieces(appearance, style, typesetter)
      if !appearance.isDot, let chipPainter {
        content.primitives += asking { chipPainter(index, token.label, size, typesetter) }
      }
    }
    chips[token.id] = Chip(appearance: appearance, content: content, pass: pass)
    drawn.append(.didDraw(index: index, label: token.label))
    return content
  }

  private func drawGhosts(into frame: inout Frame, at t: Seconds, origin: Point) {
    guard motion.isMoving(at: t) else { return }
    for ghost in motion.ghosts {
      let shown = motion.shown(ghost, at: t)
      let place = onPixels(shown.place.offsetBy(dx: origin.x, dy: origin.y))
      guard let chip = chips[ghost.token.id], shown.presence > 0, place.intersects(area) else { continue }
      // It collapses to its left while the next one glides over it.
      let left = Rect(
        x: place.minX.rounded(.down), y: place.minY.rounded(.down),
        width: (place.width * shown.presence).rounded(.up), height: place.height.rounded(.up) + 1)
      add(chip.content, at: place, clip: left.intersection(area), opacity: shown.presence, to: &frame)
      chips[ghost.token.id]?.pass = pass
    }
  }

  private func drawMore(into frame: inout Frame, origin: Point, hovered: Hit?) {
    guard let place = layout.more, let style, let typesetter else { return }
    let appearance = ChipAppearance(
      chip: TokenAppearance(moreToken(layout.hiddenCount)), width: place.width, hasRemove: false,
      isFocused: mark == .more, isHovered: hovered == .more, isPressed: hovered == .more && press?.hit == .more,
      style: styleRevision)
    if more?.appearance != appearance {
      var content = more?.content ?? Content(rests: true)
      content.primitives = pieces(appearance, style, typesetter)
      more = Chip(appearance: appearance, content: content, pass: pass)
    }
    guard let content = more?.content else { return }
    let shown = onPixels(place.offsetBy(dx: origin.x, dy: origin.y))
    add(content, at: shown, clip: pixels(of: shown), to: &frame)
  }

  /// Fades a scrolling row at the ends of the view beyond which there is more.
  private func drawEnds(into frame: inout Frame, at t: Seconds) {
    guard let background else { return }
    let (x, last, area, length) = (scrollOffset(at: t).x, scrollRange.width, area, fadeLength)
    let fade = Fade(length, of: properties.textColor, into: background, bounds: mirrored(area))
    for (isMore, side) in [
      (x > 0, Insets(right: area.width - length)), (x < last, Insets(left: area.width - length)),
    ] where isMore {
      let clip = mirrored(area.inset(by: side))
      frame.add(Layer(ends, clip: clip, origin: clip.origin, fade: fade))
    }
  }

  /// The length of the fades, in pixels.
  var fadeLength: Double {
    guard background != nil, let style else { return 0 }
    return min((Self.fade * style.unit).rounded(), (area.width / 2).rounded(.down))
  }

  /// In pixels, for a font of 13 px.
  private static let fade = 20.0

  private func drawFlash(into frame: inout Frame, at place: Rect, strength: Double) {
    if flashLook?.size != place.size || flashLook?.style != styleRevision {
      flashLook = (place.size, styleRevision)
      let box = Element.box(radius: style?.radius ?? 0, fill: properties.tintColor)
      flash.primitives = [Primitive(box, in: Rect(origin: .zero, size: place.size))]
    }
    add(flash, at: place, clip: pixels(of: place), opacity: strength * 0.6, to: &frame)
  }

  /// The shadow under a dragged chip.
  private func drawShadow(into frame: inout Frame, under place: Rect) {
    let reach = (3 * (style?.unit ?? 1)).rounded()
    if shadowLook?.size != place.size || shadowLook?.style != styleRevision {
      shadowLook = (place.size, styleRevision)
      let bounds = Rect(x: 0, y: 0, width: place.width + 2 * reach, height: place.height + 2 * reach)
      shadow.primitives = stride(from: 0, to: reach, by: 1).map { inset in
        let shade = Color(red: 0, green: 0, blue: 0, alpha: UInt8(max(1, min(128, 128 / reach))))
        return Primitive(
          .box(radius: (style?.radius ?? 0) + reach - inset, fill: shade),
          in: bounds.inset(by: Insets(top: inset, right: inset, bottom: inset, left: inset)))
      }
    }
    let origin = Point(x: place.minX - reach, y: place.minY)
    let shade = Rect(origin: origin, size: Size(width: place.width + 2 * reach, height: place.height + 2 * reach))
    frame.add(Layer(shadow, clip: shade.pixels.intersection(bounds), origin: origin))
  }

  /// Drops the drawings of chips that have long been invisible.
  private func forget(keeping shown: Int) {
    guard chips.count > 2 * shown + 64 else { return }
    chips = chips.filter { $0.value.pass == pass }
  }
}
