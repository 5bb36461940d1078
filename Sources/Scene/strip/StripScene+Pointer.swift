package import ScrollCore

/// Pointer and keyboard on a strip: switching topics, opening links and the list of all chips, and showing details.
extension StripScene {
  /// The pointer, and the details shown for it.
  struct Pointed {
    enum Target: Equatable {
      case topic(Int)
      case headline(ShownHeadline)
    }

    /// Nil if it is outside the window.
    var place: Point?
    /// The topic or link under it.
    var target: Target?
    /// Whether the details may have changed.
    var isStale = false
    /// The card that the window shows.
    var card: HeadlineCard?
  }

  /// How long a failure is shown, in seconds.
  private static let failureTime = 8.0

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    if case .pressed(_, 1, _) = event { chips.clearMark() }
    if event == .focused(false), chips.hasMark {
      chips.clearMark()
      context.setNeedsDisplay()
    }
    if case .command(let command, let point) = event {
      let isAnswer = !chips.hasMark && breakIns.answer(command, at: point, in: context)
      return isAnswer || perform(command, at: point, in: context)
    }
    if breakIns.click(event, over: crawl, in: context) { return true }
    if pressLabel(event, in: context) { return true }
    var isTaken = showsNotice && noticeView.handle(event, in: context) || crawl.handle(event, in: context)
    if parts.chips != nil, event.isPointer { isTaken = chips.handle(event, in: context) || isTaken }
    _ = chips.drainEvents()
    noticePointed(event, in: context)
    let taps = takeTaps(at: event.point, in: context)
    return followList(event, hasTaps: !taps.isEmpty, opens: taps.contains(.more), in: context) || isTaken
  }

  /// Opens the menu after a click on the label. A release belongs to the last press, even if another view got the one before.
  private func pressLabel(_ event: InputEvent, in context: borrowing EventContext) -> Bool {
    func isOver(_ point: Point) -> Bool { !list.isOpen && parts.label?.contains(point) == true }
    switch event {
    case .pressed(let point, 1, _):
      isLabelPressed = isOver(point)
      return isLabelPressed
    case .released(let point, 1, _) where isLabelPressed:
      isLabelPressed = false
      if isOver(point) { context.perform(.menu(at: point)) }
    default: return false
    }
    return true
  }

  /// Performs clicks on chips, and returns them.
  ///
  /// - Parameter point: The pointer's place; nil for the keyboard.
  func takeTaps(at point: Point?, in context: borrowing EventContext) -> [ChipTap] {
    let taps = chips.takeTaps()
    for tap in taps {
      if case .chip(let token) = tap, token.tag == Token.failingTag {
        context.perform(.menu(at: point))
      } else if let action = TopicAction(tap) {
        context.perform(.topic(action))
      }
    }
    return taps
  }

  /// The topic whose chip is at a point or, without one, has the keyboard; otherwise nil.
  package func topic(at point: Point?, t: Seconds) -> Int? {
    if let point { return chips.token(at: point, t: t)?.tag }
    return chips.markedToken?.tag
  }

  /// Opens the list of all chips. Closes it after a click elsewhere, by Escape, or a while after the pointer has left.
  private func followList(_ event: InputEvent, hasTaps: Bool, opens: Bool, in context: borrowing EventContext) -> Bool {
    guard list.isOpen else {
      if opens { openList(in: context) }
      return opens
    }
    switch event {
    case .pointerMoved: list.until = .infinity
    case .pointerLeft: list.until = context.time + ChipList.time
    case .released(let point, 1, _) where !hasTaps && chips.token(at: point, t: context.time) == nil:
      closeList()
    case .command(.leave, _): closeList()
    default: return false
    }
    context.setNeedsLayout()
    return true
  }

  func openList(in context: borrowing EventContext) {
    list = ChipList(isOpen: true)
    still.expire()
    context.setNeedsLayout()
  }

  func closeList() {
    list = ChipList()
    still.expire()
  }

  // MARK: - Commands

  /// Executes a command. A chip marked by the keyboard takes precedence over headlines.
  private func perform(_ command: UserCommand, at point: Point?, in context: borrowing EventContext) -> Bool {
    let isTaken: Bool
    switch command {
    case .focusNext: isTaken = moveMark(forward: true, in: context)
    case .focusPrevious: isTaken = moveMark(forward: false, in: context)
    case .leave: isTaken = leave(in: context)
    case .scrollLeft where point == nil && chips.hasMark:
      isTaken = chips.moveMark(forward: words.isRightToLeft, at: context.time)
    case .scrollRight where point == nil && chips.hasMark:
      isTaken = chips.moveMark(forward: !words.isRightToLeft, at: context.time)
    case .open where chips.hasMark: isTaken = tapMark(in: context)
    case .open where point == nil && showsNotice && notice?.button != nil:
      context.perform(.topic(.showAll))
      isTaken = true
    case .switchOff where chips.markedToken?.tag != nil:
      if let topic = chips.markedToken?.tag { context.perform(.topic(.switchOff(topic))) }
      isTaken = true
    default: isTaken = crawl.handle(.command(command, at: point), in: context)
    }
    if isTaken { context.setNeedsDisplay() }
    return isTaken
  }

  /// Moves the mark through the visible headlines, then through the chips, and around.
  private func moveMark(forward: Bool, in context: borrowing EventContext) -> Bool {
    let t = context.time
    let hasChips = parts.chips != nil
    if chips.hasMark {
      if chips.moveMark(forward: forward, at: t) { return true }
      return !list.isOpen && crawl.focus(forward: forward, at: t) || chips.moveMark(forward: forward, at: t)
    }
    if !list.isOpen, crawl.markedPlace(at: t) != nil || forward || !hasChips, crawl.focus(forward: forward, at: t) {
      return true
    }
    crawl.clearMark(at: t)
    return hasChips && chips.moveMark(forward: forward, at: t) || crawl.focus(forward: forward, at: t)
  }

  private func tapMark(in context: borrowing EventContext) -> Bool {
    guard chips.tapMark() else { return false }
    if takeTaps(at: nil, in: context).contains(.more) {
      openList(in: context)
    }
    return true
  }

  private func leave(in context: borrowing EventContext) -> Bool {
    let hadMark = chips.hasMark || crawl.clearMark(at: context.time)
    chips.clearMark()
    if followList(.command(.leave, at: nil), hasTaps: false, opens: false, in: context) { return true }
    if hadMark { context.perform(.leaveKeyboard) }
    return hadMark
  }

  /// The mark of the keyboard in window coordinates, or nil.
  package func markedPlace(at t: Seconds) -> Rect? { chips.markedPlace(at: t) ?? crawl.markedPlace(at: t) }

  /// Notices a resting pointer, for details after a moment.
  private func noticePointed(_ event: InputEvent, in context: borrowing EventContext) {
    switch event {
    case .pointerMoved(let point): pointed.place = point
    case .pointerLeft: pointed.place = nil
    case .pressed:
      if failure != nil { endFailure(at: context.time) }
      if let action = show(card: nil) { context.perform(action) }
      return
    case .released: if case .topic = pointed.target { pointed.isStale = true }
    default: return
    }
    if let action = followPointed(at: context.time) { context.perform(action) }
    context.setNeedsDisplay()
  }

  /// Updates the target under a resting pointer, as headlines move. Returns a request to the window if it has changed.
  func followPointed(at t: Seconds) -> WindowRequest? {
    let target = pointed.place.flatMap { self.target(at: $0, t: t) }
    guard target != pointed.target || pointed.isStale else { return nil }
    (pointed.target, pointed.isStale) = (target, false)
    return show(card: target.flatMap { card(about: $0, at: t) })
  }

  /// The card of a headline, or of a topic beside its chip.
  private func card(about target: Pointed.Target, at t: Seconds) -> HeadlineCard? {
    switch target {
    case .headline(let headline): card(headline)
    case .topic(let id):
      hint(id).map { HeadlineCard(title: "", summary: $0, beside: chips.place(ofTag: id, at: t)) }
    }
  }

  /// The subject of a card at a point: a chip's topic, or a resting headline with a link.
  private func target(at point: Point, t: Seconds) -> Pointed.Target? {
    if let topic = chips.token(at: point, t: t)?.tag { return .topic(topic) }
    guard !list.isOpen, !breakIns.isShown(at: t), crawl.stands(at: t) else { return nil }
    return crawl.item(at: point, t: t).flatMap { $0.link == nil ? nil : .headline($0) }
  }

  /// Shows a failure at the end nearer to the pointer, until a click or a timeout.
  package func say(_ reason: String, at t: Seconds) {
    failure = (reason, t + Self.failureTime)
    hintView.show(reason, atLeft: pointed.place.map { $0.x < parts.crawl.midX } ?? false, at: t)
  }

  /// Shows what is wrong in the configuration in the same place, until it is nil. A failure is shown over it for its time.
  package func say(mistake text: String?, at t: Seconds) {
    guard text != mistake else { return }
    mistake = text
    if failure == nil { endFailure(at: t) }
  }

  /// Clears the failure message.
  package func endFailure(at t: Seconds) {
    failure = nil
    hintView.show(mistake, atLeft: false, at: t)
  }

  /// The request to show a card, or to close it; nil without a change.
  private func show(card: HeadlineCard?) -> WindowRequest? {
    guard card != pointed.card else { return nil }
    pointed.card = card
    return .card(card)
  }
}

extension TopicAction {
  /// The action for a click on a chip; nil for a chip without a topic.
  fileprivate init?(_ tap: ChipTap) {
    switch tap {
    case .chip(let token):
      guard let topic = token.tag else { return nil }
      self = .turn(topic, on: token.state != .on)
    case .remove(let token):
      guard let topic = token.tag else { return nil }
      self = .switchOff(topic)
    case .more: return nil
    }
  }
}
