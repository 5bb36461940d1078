package import ScrollCore

/// Clicks on break-ins, and assistive technology.
extension BreakInView {
  /// Handles a click on the visible one over a crawl: opens its link, and acknowledges it.
  func click(_ event: InputEvent, over crawl: CrawlScene, in context: borrowing EventContext) -> Bool {
    guard case .released(let point, 1, _) = event, let shown = headline(at: point, t: context.time) else {
      return false
    }
    crawl.letGo(in: context)
    if shown.hold == .acknowledged { context.perform(.acknowledge(shown.number)) }
    if let link = shown.link { context.perform(.open(link: link)) }
    return true
  }

  /// Performs a key's command on the visible one that is held until somebody acknowledges it: Return opens its link, too.
  func answer(_ command: UserCommand, at point: Point?, in context: borrowing EventContext) -> Bool {
    guard point == nil, [.open, .pause, .leave].contains(command), let shown = headline(at: context.time),
      shown.hold == .acknowledged
    else { return false }
    context.perform(.acknowledge(shown.number))
    if command == .open, let link = shown.link { context.perform(.open(link: link)) }
    context.setNeedsDisplay()
    return true
  }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    guard let turn = turns.turn(at: t), let headline = headline(at: t) else { return nil }
    let kind = headline.isPlain ? .none : style?.markup ?? .none
    let parts = [headline.topic, kind.plainText(of: headline.text)].compactMap(\.self)
    var node = AccessibleNode(turn.number, .notification, parts.joined(separator: ": "), at: frame(of: headline).inner)
    (node.details, node.link) = (words[.urgent], headline.link)
    if node.link != nil { node.actions = [.open] }
    if headline.hold == .acknowledged {
      node.actions.append(.press)
      node.states = .focusable
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let turn = turns.turn(at: context.time), turn.number == path.first, let headline = headline(at: context.time)
    else { return false }
    switch action {
    case .open:
      guard let link = headline.link else { return false }
      context.perform(.open(link: link))
    case .press where headline.hold == .acknowledged: context.perform(.acknowledge(headline.number))
    case .focus where headline.hold == .acknowledged: context.perform(.takeFocus)
    default: return false
    }
    return true
  }
}
