import ScrollCore

/// What pointer and keyboard do to a strip: they switch topics, open links and the list of all chips, and ask what things
/// are.
extension StripView {
  /// What is under the pointer.
  package enum Hovered: Equatable, Sendable {
    case topic(Int)
    case link(String)
  }

  /// All chips in the place of crawl and counter, where they have no room beside them.
  struct ChipList {
    var isOpen = false
    /// When it closes, once the pointer has left.
    var until = Seconds.infinity
  }

  /// How long the list stays open without the pointer.
  private static let listTime = 2.0

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool {
    if case .keyPressed(let key, let text, let modifiers) = event,
      case .edit(.undo) = KeyAction(key, text, modifiers)
    {
      context.perform(.topic(.undo))
      return true
    }
    if case .released(let point, 1, _) = event, let link = urgentView.link(at: point, t: context.time) {
      crawl.letGo(at: context.time)
      if let link { context.perform(.open(link: link)) }
      return true
    }
    var isTaken = showsNotice && noticeView.handle(event, in: context) || crawl.handle(event, in: context)
    if parts.chips != nil, event.isPointer { isTaken = chips.handle(event, in: context) || isTaken }
    _ = chips.drainEvents()
    noticeHovered(event, in: context)
    let taps = chips.takeTaps()
    for tap in taps {
      if let action = TopicAction(tap) { context.perform(.topic(action)) }
    }
    return followList(event, hasTaps: !taps.isEmpty, opens: taps.contains(.more), in: context) || isTaken
  }

  /// Opens the list of all chips, and closes it by a click beside them, by Escape, and a while after the pointer has left.
  private func followList(_ event: InputEvent, hasTaps: Bool, opens: Bool, in context: ViewContext) -> Bool {
    guard list.isOpen else {
      if opens { list = ChipList(isOpen: true) }
      if opens { context.setNeedsLayout() }
      return opens
    }
    switch event {
    case .pointerMoved: list.until = .infinity
    case .pointerLeft: list.until = context.time + Self.listTime
    case .released(let point, 1, _) where !hasTaps && chips.token(at: point, t: context.time) == nil: closeList()
    case .keyPressed(.escape, _, _): closeList()
    default: return false
    }
    context.setNeedsLayout()
    return true
  }

  func closeList() { list = ChipList() }

  /// Tells after a moment what the pointer rests on.
  private func noticeHovered(_ event: InputEvent, in context: ViewContext) {
    switch event {
    case .pointerMoved(let point):
      let hovered =
        chips.token(at: point, t: context.time)?.tag.map(Hovered.topic)
        ?? crawl.item(at: point, t: context.time)?.link.map(Hovered.link)
      guard hovered != self.hovered else { return }
      self.hovered = hovered
    case .pointerLeft: hovered = nil
    case .released: break
    default: return
    }
    hintView.show(hovered.flatMap(hint), at: context.time)
    context.setNeedsDisplay()
  }
}

extension TopicAction {
  /// What a click on a chip asks for; nil for a chip that is no topic's.
  fileprivate init?(_ tap: ChipTap) {
    switch tap {
    case .chip(let token):
      guard let topic = token.tag else { return nil }
      self = token.state == .removed ? .restore(topic) : .turn(topic, on: token.state == .off)
    case .remove(let token):
      guard let topic = token.tag else { return nil }
      self = .remove(topic)
    case .more: return nil
    }
  }
}
