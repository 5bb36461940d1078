package import ScrollCore

/// Commands of keys, buttons and the menu.
extension CrawlScene {
  /// Executes a command. Returns false if it is not for a crawl.
  func perform(_ command: UserCommand, at point: Point?, in context: borrowing EventContext) -> Bool {
    let t = context.time
    if let point, !bounds.contains(point) { return false }
    // A wall runs as its conductor says.
    if wall != nil, ![.open, .copy].contains(command) { return false }
    switch command {
    case .pause: setPausedByKey(!pointer.isPausedByKey, at: t)
    case .scrollLeft: if point != nil || !moveMark(forward: false, at: t) { scrub(by: -Self.notch, at: t) }
    case .scrollRight: if point != nil || !moveMark(forward: true, at: t) { scrub(by: Self.notch, at: t) }
    case .next: bringHome(next: true, at: t)
    case .previous: bringHome(next: false, at: t)
    case .faster, .slower:
      setPace(command == .faster ? pace * 1.25 : pace / 1.25, at: t)
      context.perform(.paced)
    case .focusNext: return focus(forward: true, at: t)
    case .focusPrevious: return focus(forward: false, at: t)
    case .leave:
      guard clearMark(at: t) else { return false }
      context.perform(.leaveKeyboard)
    case .open:
      guard let link = target(at: point, t: t)?.link, opensLinks else { return false }
      context.perform(.open(link: link))
    case .copy:
      guard let target = target(at: point, t: t) else { return false }
      let lines = [text(of: target), target.link].compactMap(\.self).filter { !$0.isEmpty }
      guard !lines.isEmpty else { return false }
      context.perform(.copy(lines.joined(separator: "\n"), to: .clipboard))
    case .markUnread:
      guard hasNewsroom, let link = target(at: point, t: t)?.link else { return false }
      context.perform(.markUnread(link: link))
    case .switchOff:
      guard hasNewsroom, let topic = target(at: point, t: t)?.topic else { return false }
      context.perform(.topic(.switchOff(topic)))
    case .undo:
      guard hasNewsroom else { return false }
      context.perform(.topic(.undo))
    case .menu, .recent, .bringBack, .feeds, .headlines, .settings, .doNotDisturb, .hide, .quit, .scrollUp, .scrollDown,
      .toStart, .toEnd,
      .none:
      return false
    }
    return true
  }

  /// The headline for a command: that of the menu, the marked one, or the one under the pointer.
  package func target(at point: Point?, t: Seconds) -> ShownHeadline? {
    if pointer.menu.isOpen { return pointer.menu.target }
    if point == nil, let mark = pointer.mark {
      if let steps { return steps.pieces(at: t).first?.layout.headline }
      if let layout = headlines.layout(ofHeadline: mark.id) { return layout.headline }
    }
    return (point ?? pointer.place).flatMap { item(at: $0, t: t) }
  }

  /// The text of a headline on the screen, without tags of bar markup. Of one that has left the list it is that of its
  /// pieces near the view.
  package func text(of shown: ShownHeadline) -> String {
    if !shown.text.isEmpty { return shown.text }
    let headlines = shownHeadlines
    if let line = headlines.layout(ofHeadline: shown.id)?.line { return line.text }
    if let own = headlines.headline(of: shown.id) { return own.text }
    let pieces = headlines.layouts.filter { $0.value.headline.id == shown.id }.sorted { $0.key < $1.key }
    return pieces.map { headlines.text(of: $0.value).text }.joined()
  }

  /// Pauses or resumes the headlines like a key: under the pointer too, but not while anything else holds them.
  package func setPausedByKey(_ isPaused: Bool, at t: Seconds) {
    pointer.isPausedByKey = isPaused
    if isPaused { pause(at: t) } else { goOn(at: t) }
  }

  /// Glides to the place after that many pixels of running.
  package func scroll(to position: Double, at t: Seconds) {
    let way = position - train.distance(at: t)
    train.scrub(by: (style.crawl.scrollLeft ? -way : way) - train.carry(at: t), at: t, from: headlines)
  }

  private func scrub(by pixels: Double, at t: Seconds) {
    if let steps { steps.step(forward: pixels < 0, at: t) } else { train.scrub(by: pixels, at: t, from: headlines) }
  }

  package var isPausedByKey: Bool { pointer.isPausedByKey }

  // MARK: - The menu

  /// Pauses the headlines while a menu is open, for a point or the keyboard.
  ///
  /// - Returns: The headline that it is about, with its text, as it may leave the list meanwhile.
  package func beginMenu(at point: Point?, t: Seconds) -> ShownHeadline? {
    var target = target(at: point, t: t)
    if let shown = target { target?.text = text(of: shown) }
    pointer.menu = (true, target)
    holdOrGoOn(at: t)
    return target
  }

  package func endMenu(at t: Seconds) {
    pointer.menu = (false, nil)
    pointer.isHovering = pointer.place.map(bounds.contains) ?? false
    holdOrGoOn(at: t)
  }

  // MARK: - One by one

  /// Glides to the place with the next or previous headline at the start position.
  private func bringHome(next: Bool, at t: Seconds) {
    if let steps { return steps.step(forward: next, at: t) }
    let home = crawl.inset
    // The place at the end of the current glide.
    let carry = train.carry(at: t)
    let starts = train.segments.filter { $0.gap != .coupled }.map { train.x(of: $0, at: t) + carry }
    let target =
      next ? starts.filter { $0 > home + 1 }.min() : starts.filter { $0 < home - 1 }.max()
    scrub(by: target.map { home - $0 } ?? (next ? -bounds.width / 2 : bounds.width / 2), at: t)
  }

  // MARK: - The mark

  /// The place of the marked headline in the window, or nil.
  package func markedPlace(at t: Seconds) -> Rect? {
    guard let mark = pointer.mark else { return nil }
    let places =
      steps?.pieces(at: t).map { ($0.left, $0.width) }
      ?? train.segments.filter { mark == passing($0) }.map { (train.x(of: $0, at: t), $0.width) }
    guard let left = places.map(\.0).min(), let right = places.map({ $0.0 + $0.1 }).max() else { return nil }
    return Rect(x: bounds.minX + left, y: bounds.minY, width: right - left, height: bounds.height)
  }

  func passing(_ segment: Train.Segment) -> Passing? {
    headlines.layout(of: segment.id).map { Passing(id: $0.headline.id, lap: segment.lap) }
  }

  /// The headlines near the view, from left to right.
  private func marks(at t: Seconds, inView: Bool) -> [Passing] {
    let segments = train.segments.map { (segment: $0, x: train.x(of: $0, at: t)) }.sorted { $0.x < $1.x }
    var marks: [Passing] = []
    for (segment, x) in segments where !inView || x < bounds.width && x + segment.width > 0 {
      if let mark = passing(segment), mark != marks.last { marks.append(mark) }
    }
    return marks
  }

  /// Marks the next visible headline, or the first one. Returns false after the last one.
  func focus(forward: Bool, at t: Seconds) -> Bool {
    if let steps {
      guard pointer.mark == nil, let piece = steps.pieces(at: t).first else { return clearMark(at: t) && false }
      pointer.mark = piece.passing
      holdOrGoOn(at: t)
      return true
    }
    let marks = marks(at: t, inView: true)
    guard let mark = pointer.mark, let index = marks.firstIndex(of: mark) else {
      guard let first = forward ? marks.first : marks.last else { return false }
      setMark(first, at: t)
      return true
    }
    let next = index + (forward ? 1 : -1)
    guard marks.indices.contains(next) else { return false }
    setMark(marks[next], at: t)
    return true
  }

  /// Marks the headline next to the marked one, visible or not. Returns false if none is marked.
  private func moveMark(forward: Bool, at t: Seconds) -> Bool {
    guard let mark = pointer.mark, steps == nil else { return false }
    let marks = marks(at: t, inView: false)
    guard let index = marks.firstIndex(of: mark) else { return false }
    let next = index + (forward ? 1 : -1)
    if marks.indices.contains(next) { setMark(marks[next], at: t) }
    return true
  }

  func setMark(_ mark: Passing, at t: Seconds) {
    pointer.mark = mark
    holdOrGoOn(at: t)
    guard let place = markedPlace(at: t)?.offsetBy(dx: train.carry(at: t), dy: 0) else { return }
    let inset = min(crawl.inset, bounds.width / 8)
    let (left, right) = (bounds.minX + inset - place.minX, bounds.maxX - inset - place.maxX)
    // Shows the start of a headline longer than the view.
    if left > 0 || place.width > bounds.width - 2 * inset {
      scrub(by: left, at: t)
    } else if right < 0 {
      scrub(by: right, at: t)
    }
  }

  /// Removes the mark. Returns false if there is none.
  @discardableResult
  package func clearMark(at t: Seconds) -> Bool {
    guard pointer.mark != nil else { return false }
    pointer.mark = nil
    holdOrGoOn(at: t)
    return true
  }

  /// Draws an outline around the headline with the keyboard.
  func drawMark(into frame: inout Frame, at t: Seconds) {
    guard pointer.mark != nil else { return }
    guard let place = markedPlace(at: t) else {
      // The headline no longer exists, and pauses the others no more.
      clearMark(at: t)
      return frame.change(at: t)
    }
    let unit = max(1, (headlines.font.size / 14).rounded())
    let box = Rect(
      x: (place.minX - 4 * unit).rounded(), y: bounds.minY + 2 * unit, width: (place.width + 8 * unit).rounded(),
      height: bounds.height - 4 * unit)
    let line = Element.outline(radius: 4 * unit, width: unit, color: style.textColor)
    markContent.show([Primitive(line, in: Rect(origin: .zero, size: box.size))], on: nil)
    let clip = box.intersection(bounds)
    if !clip.isEmpty { frame.add(Layer(markContent, clip: clip, origin: box.origin)) }
  }
}
