package import ScrollCore

/// A menu: entries in a column, one of which the pointer or keyboard selects. A submenu replaces its menu, with an
/// entry to go back. A menu that is too high scrolls.
package final class MenuView: SceneView {
  /// The result of the menu.
  package enum Outcome: Equatable, Sendable {
    case chosen(MenuEntry.Kind)
    case dismissed
  }

  package let style: MenuStyle
  /// Called once, after a choice or when the menu is left.
  package var onEnd: (Outcome) -> Void = { _ in }
  /// Called after a choice that leaves the menu open.
  package var onChoice: (MenuEntry.Kind) -> Void = { _ in }
  /// Called when a menu of another size is shown.
  package var onResize: () -> Void = {}

  /// The open menus; the last one is shown.
  private(set) var pages: [Page]
  private(set) var selected: Int?
  private(set) var bounds = Rect.zero
  private var offset = 0.0
  private var content = Content(axis: .vertical)
  private var arrows = Content()
  private var isStale = true
  private var typesetter: (any Typesetter)?
  private var typed = (text: "", time: -Seconds.infinity)
  /// The pointer's place when the menu opened, perhaps with a button down.
  private var start: Point?
  private var hasEnded = false

  struct Page: Equatable {
    var entries: [MenuEntry]
    var selected: Int?
  }

  /// A longer menu scrolls.
  private static let mostRows = 24.0
  /// Seconds after which typing starts another word.
  private static let pause = 1.0

  package init(_ entries: [MenuEntry], style: MenuStyle) {
    self.style = style
    pages = [Page(entries: entries)]
  }

  /// The entries of the visible menu.
  package var entries: [MenuEntry] { pages.last?.entries ?? [] }
  /// The title of the selected entry.
  package var selectedTitle: String? { selected.map { entries[$0].title } }

  /// Opens a submenu by the title of its entry. Does nothing if there is none.
  package func open(list title: String) {
    guard let index = entries.firstIndex(where: { $0.title == title }) else { return }
    select(index)
    choose()
  }

  /// Replaces all entries, and selects one of them.
  package func show(_ entries: [MenuEntry], selected: Int?) {
    let isAsBefore = entries == self.entries
    pages = [Page(entries: entries)]
    (self.selected, isStale, hasEnded) = (nil, true, false)
    if !isAsBefore {
      offset = 0
      onResize()
    }
    if let selected, entries.indices.contains(selected) { select(selected) }
  }

  // MARK: - View

  package func naturalSize(in context: MeasureContext) -> Size {
    let typesetter = context.typesetter
    var width = style.length(160)
    for entry in entries {
      let key = entry.key.isEmpty ? 0 : style.gap + typesetter.width(of: run(entry.key, style.faintColor))
      let title = typesetter.width(of: run(entry.title, style.textColor))
      let detail = entry.detail.isEmpty ? 0 : typesetter.width(of: run(entry.detail, style.faintColor, style.smallFont))
      width = max(width, style.lead + max(title + key, detail) + style.tail)
    }
    return Size(
      width: min(context.area.width, min(width, style.length(560)).rounded(.up)),
      height: min(context.area.height, fullHeight, Self.mostRows * style.rowHeight))
  }

  package func layout(in frame: VisibleFrame, _ pass: LayoutPass) {
    let typesetter = pass.typesetter
    self.typesetter = typesetter
    // The first layout scrolls the selection into view from the top.
    if bounds.isEmpty { offset = 0 }
    bounds = frame.outer
    scroll(to: offset)
    if let selected { reveal(selected) }
    isStale = true
  }

  package func draw(into frame: inout Frame, at t: Seconds) {
    guard let typesetter, !bounds.isEmpty else { return }
    if isStale { compose(with: typesetter) }
    isStale = false
    frame.add(Layer(content, clip: bounds, origin: Point(x: bounds.minX, y: bounds.minY - offset)))
    drawArrows(into: &frame)
  }

  private var fullHeight: Double { entries.reduce(2 * style.padding) { $0 + height(of: $1) } }
  private var range: Double { max(0, fullHeight - bounds.height) }

  private func height(of entry: MenuEntry) -> Double {
    if entry.kind == .separator { return style.separatorHeight }
    return entry.detail.isEmpty ? style.rowHeight : (style.rowHeight * 1.6).rounded()
  }

  /// The place of an entry in the window.
  package func place(of index: Int) -> Rect {
    let y = entries.prefix(index).reduce(style.padding) { $0 + height(of: $1) }
    return Rect(x: bounds.minX, y: bounds.minY + y - offset, width: bounds.width, height: height(of: entries[index]))
  }

  private func scroll(to new: Double) {
    offset = min(range, max(0, new.rounded()))
  }

  private func reveal(_ index: Int) {
    let place = place(of: index)
    // Beyond the arrows.
    let room = range > 0 ? style.length(14) : 0
    if place.minY < bounds.minY + room { scroll(to: offset - (bounds.minY + room - place.minY)) }
    if place.maxY > bounds.maxY - room { scroll(to: offset + place.maxY - (bounds.maxY - room)) }
  }

  // MARK: - Selecting

  func select(_ index: Int?) {
    guard selected != index else { return }
    selected = index
    isStale = true
    if let index { reveal(index) }
  }

  private func index(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    return entries.indices.first { entries[$0].isEnabled && place(of: $0).contains(point) }
  }

  /// Selects the next enabled entry, and the first after the last.
  private func step(_ way: Int) {
    let able = entries.indices.filter { entries[$0].isEnabled }
    guard !able.isEmpty else { return }
    guard let selected, let at = able.firstIndex(of: selected) else { return select(way > 0 ? able[0] : able.last) }
    select(able[(at + way + able.count) % able.count])
  }

  func choose() {
    guard let selected, entries[selected].isEnabled else { return }
    switch entries[selected].kind {
    case .separator: break
    case .back: leave()
    case .list(let list):
      pages[pages.count - 1].selected = selected
      show(Page(entries: [MenuEntry("‹  " + entries[selected].title, .back)] + list))
    case let kind: if entries[selected].staysOpen { onChoice(kind) } else { end(.chosen(kind)) }
    }
  }

  /// Goes back to the previous menu, or ends this one.
  private func leave() {
    guard pages.count > 1 else { return end(.dismissed) }
    pages.removeLast()
    let former = pages.removeLast()
    show(former)
  }

  /// Selects the first entry, for a menu opened by the keyboard.
  package func selectFirst() { if selected == nil { step(1) } }

  private func show(_ page: Page) {
    pages.append(page)
    (selected, offset, isStale, typed.text) = (nil, 0, true, "")
    onResize()
    if let former = page.selected { return select(former) }
    // Skips the entry that goes back.
    for _ in 0..<2 { step(1) }
  }

  private func end(_ outcome: Outcome) {
    guard !hasEnded else { return }
    hasEnded = true
    onEnd(outcome)
  }

  // MARK: - Input

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    switch event {
    case .pointerMoved(let point):
      if start == nil { start = point }
      if let index = index(at: point) { select(index) }
    case .pressed(_, 4, _): scroll(to: offset - style.rowHeight)
    case .pressed(_, 5, _): scroll(to: offset + style.rowHeight)
    case .pressed(let point, _, _):
      start = nil
      if !bounds.contains(point) { end(.dismissed) }
      select(index(at: point))
    case .released(let point, let button, _) where button <= 3:
      // Ignores the release of the press that opened the menu.
      if let start, point.isNear(start) || !bounds.contains(point) { break }
      guard let index = index(at: point) else { break }
      select(index)
      choose()
    case .keyPressed(let key, let text, let modifiers): press(key, text, modifiers, at: context.time)
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  private func press(_ key: Key?, _ text: String, _ modifiers: Modifiers, at t: Seconds) {
    switch key {
    case .up: step(-1)
    case .down: step(1)
    case .tab: step(modifiers.contains(.shift) ? -1 : 1)
    case .home, .pageUp:
      select(nil)
      step(1)
    case .end, .pageDown:
      select(nil)
      step(-1)
    case .enter: choose()
    case style.isMirrored ? .left : .right: if let selected, case .list = entries[selected].kind { choose() }
    case style.isMirrored ? .right : .left: if pages.count > 1 { leave() }
    case .escape: leave()
    case .menu: end(.dismissed)
    default: type(text, modifiers, at: t)
    }
  }

  /// Selects the entry whose title begins with the typed text; a space alone chooses.
  private func type(_ text: String, _ modifiers: Modifiers, at t: Seconds) {
    guard !text.isEmpty, !modifiers.contains(.control), !modifiers.contains(.alt) else { return }
    let isNew = t - typed.time > Self.pause
    if text == " ", isNew || typed.text.isEmpty { return choose() }
    typed = ((isNew ? "" : typed.text) + text.lowercased(), t)
    // Repeating a letter selects the next such entry.
    let isRepeat = typed.text.count > 1 && Set(typed.text).count == 1
    let word = SearchText.folded(isRepeat ? String(typed.text.prefix(1)) : typed.text)
    let first = (selected ?? -1) + (typed.text.count == 1 || isRepeat ? 1 : 0)
    let order = entries.indices.map { (max(0, first) + $0) % entries.count }
    func begins(_ index: Int) -> Bool { SearchText.folded(entries[index].title).hasPrefix(word) }
    if let found = order.first(where: { entries[$0].isEnabled && begins($0) }) {
      select(found)
    }
  }

  // MARK: - Drawing

  private func run(_ text: String, _ color: Color, _ font: FontSpec? = nil) -> TextRun {
    TextRun(text, font: font ?? style.font, color: color)
  }

  private func compose(with typesetter: any Typesetter) {
    let metrics = typesetter.metrics(of: style.font)
    var pieces: [Primitive] = []
    var y = style.padding
    for (index, entry) in entries.enumerated() {
      let row = Rect(x: 0, y: y, width: bounds.width, height: height(of: entry))
      y += row.height
      guard entry.kind != .separator else {
        let line = Rect(
          x: style.length(10), y: row.midY.rounded(.down), width: bounds.width - 2 * style.length(10),
          height: max(1, style.scale.rounded(.down)))
        pieces.append(Primitive(.box(radius: 0, fill: style.lineColor), in: line))
        continue
      }
      let new = self.pieces(of: entry, isSelected: index == selected, in: row, metrics, typesetter)
      pieces += style.isMirrored ? new.map { $0.mirrored(in: row.width) } : new
    }
    content.show(pieces, on: style.background)
  }

  private func pieces(
    of entry: MenuEntry, isSelected: Bool, in row: Rect, _ metrics: FontMetrics, _ typesetter: any Typesetter
  ) -> [Primitive] {
    var pieces: [Primitive] = []
    let isFaint = entry.isFaint || !entry.isEnabled
    let color = isSelected ? style.selectedTextColor : isFaint ? style.disabledColor : style.textColor
    if isSelected {
      let box = Rect(
        x: style.length(4), y: row.minY, width: row.width - 2 * style.length(4), height: row.height)
      pieces.append(Primitive(.box(radius: style.length(4), fill: style.selectedBackground), in: box))
    }
    let gap = entry.detail.isEmpty ? 0 : style.length(20)
    let baseline = row.minY + ((row.height - gap + metrics.capHeight) / 2).rounded()
    if let mark = mark(of: entry, color, isSelected: isSelected) {
      let side = style.length(7)
      let place = Rect(
        x: style.length(11), y: (row.midY - side / 2).rounded(), width: side, height: side)
      pieces.append(Primitive(mark, in: place))
    }
    var end = row.width - style.tail
    if !entry.key.isEmpty {
      var key = run(entry.key, isSelected ? style.selectedTextColor : style.faintColor)
      // This mirrors the arrow of a submenu, too.
      key.direction = style.isMirrored ? .rightToLeft : .leftToRight
      let width = typesetter.width(of: key)
      end -= width
      pieces.append(
        Primitive(text: key, baseline: Point(x: end.rounded(), y: baseline), width: width, metrics: metrics))
      end -= style.gap / 2
    }
    var title = run(entry.title, color)
    title.maxWidth = max(1, end - style.lead)
    func add(_ run: TextRun, _ baseline: Double) {
      let place = Point(x: style.lead, y: baseline)
      let (width, metrics) = (typesetter.width(of: run), typesetter.metrics(of: run.font))
      pieces.append(Primitive(text: run, baseline: place, width: width, metrics: metrics))
    }
    add(title, baseline)
    if !entry.detail.isEmpty {
      var detail = run(entry.detail, isSelected ? style.selectedTextColor : style.faintColor, style.smallFont)
      detail.maxWidth = title.maxWidth
      add(detail, baseline + gap)
    }
    return pieces
  }

  private func mark(of entry: MenuEntry, _ color: Color, isSelected: Bool) -> Element? {
    let side = style.length(7)
    let dot = entry.dot.map { isSelected ? color : $0 }
    if entry.isChecked { return .box(radius: side / 2, fill: dot ?? color) }
    return dot.map { .outline(radius: side / 2, width: max(1, side * 0.2), color: $0) }
  }

  /// On the menu's background, so that it does not overlap text.
  private func arrow(up: Bool) -> [Primitive] {
    let (side, height) = (style.length(10), style.length(14))
    let band = Rect(x: 0, y: up ? 0 : bounds.height - height, width: bounds.width, height: height)
    let place = Rect(
      x: ((bounds.width - side) / 2).rounded(), y: (band.midY - side / 4).rounded(), width: side, height: side / 2)
    return [
      Primitive(.box(radius: 0, fill: style.background), in: band),
      Primitive(.triangle(up: up, fill: style.textColor), in: place),
    ]
  }

  /// Draws arrows at the ends beyond which there is more.
  private func drawArrows(into frame: inout Frame) {
    var pieces: [Primitive] = []
    if offset > 0 { pieces += arrow(up: true) }
    if offset < range { pieces += arrow(up: false) }
    arrows.show(pieces, on: nil)
    if !pieces.isEmpty { frame.add(Layer(arrows, clip: bounds, origin: bounds.origin)) }
  }
}
