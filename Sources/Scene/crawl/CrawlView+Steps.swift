package import ScrollCore

/// Headlines one after the other, where they stand instead of running: see `CrawlSteps`.
extension CrawlView {
  package var isStepping: Bool { steps != nil }

  /// Shows headlines one after the other, or lets them run.
  package func setStepping(_ isStepping: Bool, at t: Seconds) {
    guard isStepping != self.isStepping else { return }
    steps = isStepping ? CrawlSteps(heldSince: isPaused ? t : nil) : nil
    drawnRevision = -1
  }

  /// Draws what stands at `t`, and says when something else will.
  func drawStep(into frame: inout Frame, at t: Seconds) {
    guard var steps, items.typesetter != nil else { return }
    defer { self.steps = steps }
    turn(&steps, to: t)
    guard let turn = steps.turn, let look = items.look(of: turn.id) else { return }
    let pages = pages(of: look)
    let text = pages[min(turn.page, pages.count - 1)]
    steps.content.show(primitives(of: look, text, isFirst: turn.page == 0), on: nil)
    steps.width = crawl.inset + look.textStart + (look.bar?.width ?? items.typesetter?.width(of: text) ?? 0)
    let end = end(of: turn, text)
    let isHeld = steps.heldSince != nil
    let appearing = (t - turn.start) / StepTiming.fading
    let leaving = isHeld ? 1 : (end - t) / StepTiming.fading
    let opacity = max(0, min(1, min(appearing, leaving)))
    // What is not there at all is not drawn.
    if opacity > 0 {
      frame.add(
        Layer(
          steps.content, clip: bounds, origin: Point(x: bounds.minX, y: place.outer.minY), opacity: opacity))
    }
    if appearing < 1 || leaving < 1 {
      frame.change(at: t)
    } else if !isHeld {
      frame.change(at: end - StepTiming.fading)
    }
  }

  /// Goes on to what stands at `t`.
  private func turn(_ steps: inout CrawlSteps, to t: Seconds) {
    if steps.turn == nil { steps.turn = firstTurn(at: t) }
    for count in 0... {
      guard let turn = steps.turn else { return }
      guard let look = items.look(of: turn.id) else {
        steps.turn = following(turn, pages: 0, at: t)
        if count > CrawlSteps.most { return }
        continue
      }
      let pages = pages(of: look)
      let end = end(of: turn, pages[min(turn.page, pages.count - 1)])
      guard steps.heldSince == nil, t >= end else { return }
      steps.turn = following(turn, pages: pages.count, at: count < CrawlSteps.most ? end : t)
    }
  }

  private func firstTurn(at t: Seconds) -> CrawlSteps.Turn? {
    items.firstSegment(afterItemOf: nil, leftwards: true).map { CrawlSteps.Turn(id: $0, start: t) }
  }

  private func following(_ turn: CrawlSteps.Turn, pages: Int, at t: Seconds) -> CrawlSteps.Turn? {
    if turn.page + 1 < pages { return CrawlSteps.Turn(id: turn.id, page: turn.page + 1, start: t) }
    let next =
      items.segment(coupledBehind: turn.id, leftwards: true)
      ?? items.firstSegment(afterItemOf: turn.id, leftwards: true)
    return next.map { CrawlSteps.Turn(id: $0, start: t) } ?? firstTurn(at: t)
  }

  /// When it has been read; a single headline that has room stays.
  private func end(of turn: CrawlSteps.Turn, _ text: TextRun) -> Seconds {
    let isAlone = items.segmentCount == 1 && items.look(of: turn.id).map { pages(of: $0).count } == 1
    return isAlone ? .infinity : turn.start + time(for: text)
  }

  private func time(for text: TextRun) -> Seconds { StepTiming.time(forCharacters: text.text.count) }

  /// Others have come: what has stood alone for long enough makes room from now on.
  func stepArrived(at t: Seconds) {
    guard let turn = steps?.turn, steps?.heldSince == nil, let look = items.look(of: turn.id) else { return }
    let pages = pages(of: look)
    let end = turn.start + time(for: pages[min(turn.page, pages.count - 1)])
    if end < t { steps?.turn?.start += t - end }
  }

  // MARK: - What stands

  /// The text as it is now, with its numbers, cut where the view ends.
  private func pages(of look: CrawlItems.Look) -> [TextRun] {
    var run = look.text
    if let values = items.values, !look.numbers.isEmpty {
      run.text = look.texts.enumerated().map { index, part in
        part.text + (look.numbers.indices.contains(index) ? values.text(of: look.numbers[index].number) : "")
      }.joined()
    }
    let room = max(1, place.outer.width - 2 * crawl.inset - look.textStart)
    guard let typesetter = items.typesetter, !run.isMarkup, look.bar == nil, typesetter.width(of: run) > room else {
      return [run]
    }
    let bytes = Array(run.text.utf8)
    let pages = typesetter.lineBreaks(of: run, width: room).map { range in
      var page = run
      page.text = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
      return page
    }
    return pages.isEmpty ? [run] : pages
  }

  /// Which bytes of the text the page is that stands.
  func pageRange(of turn: CrawlSteps.Turn, in look: CrawlItems.Look) -> Range<Int> {
    let lengths = pages(of: look).map(\.text.utf8.count)
    let page = min(turn.page, lengths.count - 1)
    let start = lengths[..<page].reduce(0, +)
    return start..<start + lengths[page]
  }

  private func primitives(of look: CrawlItems.Look, _ text: TextRun, isFirst: Bool) -> [Primitive] {
    let x = crawl.inset
    let width = items.typesetter?.width(of: text) ?? 0
    let label = isFirst ? labelPieces(of: look, at: x) : []
    if let bar = look.bar { return label + bar.primitives.map { $0.moved(by: x + look.textStart) } }
    return label + [
      Primitive(text: text, baseline: Point(x: x + look.textStart, y: baseline), width: width, metrics: metrics)
    ]
  }

  /// What stands under an x of the view.
  func stepLook(at x: Double) -> CrawlItems.Look? {
    guard let steps, let turn = steps.turn, x >= crawl.inset, x < steps.width else { return nil }
    return items.look(of: turn.id)
  }

  /// The headline that stands.
  var stepItem: CrawlItems.Item? { steps?.turn.flatMap { items.look(of: $0.id)?.item } }

  /// Where what stands is seen in the window.
  var stepPlace: Rect {
    Rect(
      x: bounds.minX + crawl.inset, y: bounds.minY, width: max(0, (steps?.width ?? 0) - crawl.inset),
      height: bounds.height)
  }

  // MARK: - Hands

  /// Goes on to the next headline at once, or back to the one before; false where headlines run.
  func step(forward: Bool, at t: Seconds) -> Bool {
    guard var steps else { return false }
    if let turn = steps.turn, forward {
      let count = items.look(of: turn.id).map { pages(of: $0).count } ?? 0
      steps.turn = following(turn, pages: count, at: t)
    } else if let turn = steps.turn {
      let former =
        items.lastSegment(beforeItemOf: turn.id, leftwards: true)
        ?? items.lastSegment(beforeItemOf: nil, leftwards: true)
      steps.turn = former.map { CrawlSteps.Turn(id: items.firstID(ofItemOf: $0), start: t) }
    }
    if steps.heldSince != nil { steps.heldSince = t }
    self.steps = steps
    return true
  }

  func holdStep(_ isHeld: Bool, at t: Seconds) {
    guard var steps else { return }
    if isHeld {
      steps.heldSince = steps.heldSince ?? t
    } else if let turn = steps.turn {
      steps.turn?.start += StepTiming.time(held: steps.heldSince, of: turn.start, at: t)
      steps.heldSince = nil
    } else {
      steps.heldSince = nil
    }
    self.steps = steps
  }
}
