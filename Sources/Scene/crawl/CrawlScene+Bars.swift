package import ScrollCore

/// Lines of bar markup in a crawl: their places and clickable areas.
extension CrawlScene {
  /// Sets the loader of images by path; to be called before there are lines.
  package func setIcons(_ icon: @escaping (String) -> BarIcon?) { headlines.barResources.icon = icon }

  /// Sets the callback for errors in a line, called for each such line.
  package func setMarkupProblems(_ report: @escaping (String) -> Void) { headlines.barResources.onProblem = report }

  func adoptMarkup() {
    headlines.markup = style.markup
    headlines.store.readsMarkup = style.markup.kind != .none
    headlines.store.keepsSpaces = style.markup.kind.isBar
  }

  var barRoom: BarRoom {
    var room = BarRoom(width: crawl.room(in: bounds.width), height: place.outer.height, baseline: baseline)
    room.standsWhereItFits = crawl.scrollOnlyWhenTooLong
    (room.font, room.foreground, room.background) = (headlines.font, style.textColor, style.background)
    guard let typesetter = headlines.typesetter, style.markup.kind.isBar else { return room }
    let names = style.markup.fonts.split(separator: "|").prefix(Self.mostFonts)
    room.fonts = names.map {
      headlines.barResources.font(named: String($0), like: headlines.font, with: typesetter)
    }
    return room
  }

  private static let mostFonts = 16

  /// Updates a line that has become the only one and may stand still, or that no longer is.
  func fitBar(at t: Seconds) {
    guard style.markup.kind.isBar, crawl.scrollOnlyWhenTooLong else { return }
    let isAlone = headlines.store.itemCount == 1
    if headlines.layouts.values.contains(where: { $0.bar.map { $0.isAlone != isAlone } ?? false }) { restyle(at: t) }
  }

  // MARK: - Replacing a line

  /// Replaces all headlines by one. A running line of bar markup continues at its place with only the differences
  /// changed; other texts change as by `replaceAll`.
  package func show(_ headline: Headline, at t: Seconds) {
    if !revise(with: headline, at: t) { replaceAll(with: [headline], at: t) }
  }

  private func revise(with headline: Headline, at t: Seconds) -> Bool {
    advance(to: t)
    guard isPlaced, style.markup.kind.isBar, steps == nil, headlines.store.chunkCount == 1, !train.segments.isEmpty
    else {
      return false
    }
    let id = headlines.store.id(ofChunk: 0)
    guard let old = headlines.layout(of: id), let bar = old.bar, bar.width > headlines.barRoom.width else {
      return false
    }
    let former = headlines.store
    guard headlines.replaceOnly(with: headline) else {
      headlines.store = former
      return false
    }
    headlines.forgetLayouts { $0 == id }
    guard let new = headlines.layout(of: id), let newBar = new.bar, newBar.width > headlines.barRoom.width else {
      headlines.store = former
      headlines.keep(old, of: id)
      return false
    }
    let growth = newBar.width - bar.width
    // The equal part after the change, in the direction of motion.
    let common = crawl.scrollLeft ? newBar.commonEnd(with: bar) : newBar.commonStart(with: bar)
    train.widen(segmentsOf: id, by: growth, partEnd: bar.width - common, at: t)
    train.layOutContent(from: headlines)
    train.widened(at: t, from: headlines)
    run.setNeedsPieces()
    return true
  }

  // MARK: - Areas

  /// The area for a button at a point of the window.
  func area(at point: Point, button: Int, t: Seconds) -> BarLine.Area? {
    guard style.markup.kind.isBar, bounds.contains(point), let piece = piece(at: point, t: t) else { return nil }
    let x = point.x - bounds.minX - piece.left - piece.layout.textStart
    return piece.layout.bar?.area(at: x, button: button)?.content
  }

  /// Whether any button has an area there.
  func isArea(at point: Point, t: Seconds) -> Bool {
    (1...3).contains { area(at: point, button: $0, t: t) != nil }
  }

  /// Handles a press on an area; a notch of the wheel is a click. Returns whether there is one.
  func pressArea(at point: Point, button: Int, in context: borrowing EventContext) -> Bool {
    guard let area = area(at: point, button: button, t: context.time) else { return false }
    pointer.area = (area, point)
    return !Self.wheel.contains(button) || clickArea(at: point, button: button, in: context)
  }

  /// Ends a click on the area where the button was pressed. Returns whether there was one.
  func clickArea(at point: Point, button: Int, in context: borrowing EventContext) -> Bool {
    guard let (area, place) = pointer.area, area.button == button else { return false }
    pointer.area = nil
    guard point.isNear(place) else { return false }
    context.perform(.happened(.areaClicked(command: area.command, button: button)))
    return true
  }

  private static let wheel = 4...7
}
