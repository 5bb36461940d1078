package import ScrollCore

/// Lines of bars' markup in a crawl: where they stand, and what of them is clicked.
extension CrawlView {
  /// The pictures of such lines, by their paths; to be set before there are any.
  package func setIcons(_ icon: @escaping (String) -> BarIcon?) { items.barResources.icon = icon }

  /// Is called with what is wrong in a line, for each line that has it.
  package func setMarkupProblems(_ report: @escaping (String) -> Void) { items.barResources.onProblem = report }

  func takeMarkup() {
    items.markup = style.markup
    items.store.readsMarkup = style.markup.kind != .none
    items.store.keepsSpaces = style.markup.kind.isBar
  }

  var barRoom: BarRoom {
    var room = BarRoom(width: crawl.room(in: bounds.width), height: place.outer.height, baseline: baseline)
    room.standsWhereItFits = crawl.scrollOnlyWhenTooLong
    (room.font, room.foreground, room.background) = (items.font, style.foreground, style.background)
    guard let typesetter = items.typesetter, style.markup.kind.isBar else { return room }
    let names = style.markup.fonts.split(separator: "|").prefix(Self.mostFonts)
    room.fonts = names.map {
      items.barResources.font(named: String($0), like: items.font, with: typesetter)
    }
    return room
  }

  private static let mostFonts = 16

  /// A line that was the only one no longer stands where it says, and one that is left alone does.
  func fitBar(at t: Seconds) {
    guard style.markup.kind.isBar, crawl.scrollOnlyWhenTooLong else { return }
    let isAlone = items.store.itemCount == 1
    if items.looks.values.contains(where: { $0.bar.map { $0.isAlone != isAlone } ?? false }) { restyle(at: t) }
  }

  // MARK: - Another line in the place of one

  /// Puts a headline in the place of all others. A line of a bar's markup that runs goes on where it is, with what is new in
  /// it; other texts change as `replaceAll` has it.
  package func show(_ headline: Headline, at t: Seconds) {
    if !revise(with: headline, at: t) { replaceAll(with: [headline], at: t) }
  }

  private func revise(with headline: Headline, at t: Seconds) -> Bool {
    advance(to: t)
    guard isPlaced, style.markup.kind.isBar, !isStepping, items.store.chunkCount == 1, !train.segments.isEmpty else {
      return false
    }
    let id = items.store.id(ofChunk: 0)
    guard let old = items.look(of: id), let bar = old.bar, bar.width > items.barRoom.width else { return false }
    let former = items.store
    guard items.store.replaceOnly(with: headline.text, isPlain: headline.isPlain) else {
      items.store = former
      return false
    }
    items.forgetItem()
    items.forgetLooks { $0 == id }
    guard let new = items.look(of: id), let newBar = new.bar, newBar.width > items.barRoom.width else {
      items.store = former
      items.keep(old, of: id)
      return false
    }
    let growth = newBar.width - bar.width
    // What is alike behind the change, as it runs.
    let common = crawl.scrollLeft ? newBar.commonEnd(with: bar) : newBar.commonStart(with: bar)
    train.widen(segmentsOf: id, by: growth, partEnd: bar.width - common, at: t)
    train.layOutContent(from: items)
    train.widened(at: t, from: items)
    drawnRevision = -1
    return true
  }

  // MARK: - Areas

  /// The area at a point of the window that a button presses.
  func area(at point: Point, button: Int, t: Seconds) -> BarLine.Area? {
    guard style.markup.kind.isBar, bounds.contains(point) else { return nil }
    if isStepping {
      guard let look = stepLook(at: point.x - bounds.minX) else { return nil }
      return look.bar?.area(at: point.x - bounds.minX - crawl.inset - look.textStart, button: button)?.content
    }
    guard let (look, left) = look(at: point.x, t: t) else { return nil }
    return look.bar?.area(at: point.x - bounds.minX - left - look.textStart, button: button)?.content
  }

  /// Whether any button presses something there.
  func isArea(at point: Point, t: Seconds) -> Bool {
    (1...3).contains { area(at: point, button: $0, t: t) != nil }
  }

  /// Takes a button that goes down on an area of its own; the wheel has turned with that.
  func pressArea(at point: Point, button: Int, in context: ViewContext) -> Bool {
    guard let area = area(at: point, button: button, t: context.time) else { return false }
    pointer.area = (area, point)
    return !Self.wheel.contains(button) || clickArea(at: point, button: button, in: context)
  }

  /// Takes the end of a click on an area: what stood there when the button went down counts.
  func clickArea(at point: Point, button: Int, in context: ViewContext) -> Bool {
    guard let (area, place) = pointer.area, area.button == button else { return false }
    pointer.area = nil
    guard point.isNear(place) else { return false }
    context.perform(.happened(.areaClicked(command: area.command, button: button)))
    return true
  }

  private static let wheel = 4...7
}
