package import ScrollCore

/// The accessible tree of the strip: its parts by number, from left to right, and the parts over them.
extension StripScene {
  private enum Part: Int, CaseIterable { case label, notice, headlines, counter, chips, clock, breakIn, failure, quiet }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var strip = AccessibleNode(0, .group, "", at: place.inner)
    strip.children = Part.allCases.compactMap { part in
      guard var node = node(of: part, at: t) else { return nil }
      // Each headline that breaks in is a node of its own.
      node.key = part.rawValue | (part == .breakIn ? node.key << 8 : 0)
      return node
    }
    return strip
  }

  private func node(of part: Part, at t: Seconds) -> AccessibleNode? {
    switch part {
    case .label: return labelNode
    case .notice: return showsNotice ? noticeView.accessibleNode(at: t) : nil
    case .headlines: return crawl.accessibleNode(at: t)
    case .counter: return style.showsCounter ? counterNode(at: t) : nil
    case .chips: return style.showsChips && !chips.field.tokens.isEmpty ? chipsNode(at: t) : nil
    case .clock: return clock.map { AccessibleNode(0, .label, $0(t).text) }
    case .quiet: return quietText.map { AccessibleNode(0, .label, $0.text, at: $0.place) }
    case .breakIn: return breakIns.accessibleNode(at: t)
    case .failure: return (failure?.text ?? mistake).map { AccessibleNode(0, .notification, $0, at: parts.crawl) }
    }
  }

  private var labelNode: AccessibleNode? {
    style.label.isEmpty ? nil : AccessibleNode(0, .label, style.label, at: parts.label)
  }

  private func counterNode(at t: Seconds) -> AccessibleNode {
    var node = AccessibleNode(0, .number, [String(crawl.count), captionText].joined(separator: " "), at: parts.counter)
    node.value = Double(crawl.count)
    return node
  }

  /// A chip's description is its tooltip.
  private func chipsNode(at t: Seconds) -> AccessibleNode? {
    var node = chips.accessibleNode(at: t)
    let tags = Dictionary(chips.field.tokens.map { ($0.id, $0.tag) }, uniquingKeysWith: { first, _ in first })
    for i in node?.children.indices ?? 0..<0 {
      if parts.chips == nil { node?.children[i].place = nil }
      guard let tag = node.flatMap({ tags[$0.children[i].key] }) ?? nil, let words = hint(tag) else { continue }
      node?.children[i].details = words
    }
    return node
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    guard let key = path.first, let part = Part(rawValue: key & 0xff) else { return false }
    let rest = path.dropFirst()
    let isTaken: Bool
    switch part {
    case .notice: isTaken = showsNotice && noticeView.perform(action, on: rest, in: context)
    case .headlines:
      isTaken = crawl.perform(action, on: rest, in: context)
      if isTaken, action == .focus { chips.clearMark() }
    case .chips: isTaken = performOnChips(action, rest, in: context)
    case .breakIn: isTaken = breakIns.perform(action, on: [key >> 8], in: context)
    case .label, .counter, .clock, .failure, .quiet: isTaken = false
    }
    if isTaken { context.setNeedsDisplay() }
    return isTaken
  }

  private func performOnChips(_ action: AccessibleAction, _ path: ArraySlice<Int>, in context: borrowing EventContext)
    -> Bool
  {
    guard chips.perform(action, on: path, in: context) else { return false }
    _ = chips.drainEvents()
    if action == .focus { crawl.clearMark(at: context.time) }
    if takeTaps(at: nil, in: context).contains(.more), !list.isOpen { openList(in: context) }
    return true
  }
}
