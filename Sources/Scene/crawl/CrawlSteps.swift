import ScrollCore

/// Headlines shown one after the other, each as long as it takes to read. They fade in and out; in between nothing
/// changes. A headline that does not fit is shown in pages.
final class CrawlSteps: CrawlPresentation {
  /// The current headline or page, and when it appeared.
  private struct Turn {
    /// A piece of a headline.
    var piece: Int
    /// A page of its text.
    var page = 0
    var start: Seconds
  }

  private unowned let view: CrawlScene
  /// How far the headlines had run before, in pixels.
  let position: Double
  private var headlines: Headlines { view.headlines }
  private var turn: Turn?
  /// When it was paused; nil while it runs.
  private var heldSince: Seconds?
  private var content = Content()
  /// The width of the current text, without the inset.
  private var width = 0.0

  /// The limit for skipping turns after a long time without a frame.
  private static let most = 1000

  init(_ view: CrawlScene, heldSince: Seconds?, at position: Double) {
    (self.view, self.heldSince, self.position) = (view, heldSince, position)
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    advance(to: t)
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return }
    let text = page(of: turn, in: layout)
    let textWidth = headlines.typesetter?.width(of: text) ?? 0
    content.show(primitives(of: layout, text, width: textWidth, isFirst: turn.page == 0), on: nil)
    width =
      layout.textStart
      + (layout.bar?.width ?? (layout.isRow ? headlines.width(of: layout) - layout.textStart : textWidth))
    let end = end(of: turn, layout, text)
    let opacity = StepTiming.opacity(from: turn.start, until: heldSince == nil ? end : .infinity, at: t)
    // Skips fully transparent pieces.
    if opacity > 0 {
      frame.add(Layer(content, clip: view.bounds, origin: view.origin(ofContentAt: 0), opacity: opacity))
    }
    if opacity < 1 {
      frame.change(at: t)
    } else if heldSince == nil {
      frame.change(at: end - StepTiming.fading)
    }
  }

  /// The current piece, with its label.
  func pieces(at t: Seconds) -> [ShownPiece] {
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return [] }
    return [ShownPiece(piece: turn.piece, layout, left: view.crawl.inset, width: width)]
  }

  /// The text on the screen, with its place in the view.
  var shownText: (text: String, left: Double, width: Double)? {
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return nil }
    return (page(of: turn, in: layout).text, view.crawl.inset + layout.textStart, width - layout.textStart)
  }

  // MARK: Turns

  /// Advances to the turn of time `t`.
  func advance(to t: Seconds) {
    if turn == nil { turn = firstTurn(at: t) }
    for count in 0... {
      guard let turn else { return }
      guard let layout = headlines.layout(of: turn.piece) else {
        self.turn = following(turn, pages: 0, at: t)
        if count > Self.most { return }
        continue
      }
      let end = end(of: turn, layout, page(of: turn, in: layout))
      guard heldSince == nil, t >= end else { return }
      self.turn = following(turn, pages: pages(of: layout).count, at: count < Self.most ? end : t)
    }
  }

  private func firstTurn(at t: Seconds) -> Turn? {
    headlines.firstSegment(afterItemOf: nil, leftwards: true).map { Turn(piece: $0, start: t) }
  }

  private func following(_ turn: Turn, pages: Int, at t: Seconds) -> Turn? {
    if turn.page + 1 < pages { return Turn(piece: turn.piece, page: turn.page + 1, start: t) }
    let next =
      headlines.segment(coupledBehind: turn.piece, leftwards: true)
      ?? headlines.firstSegment(afterItemOf: turn.piece, leftwards: true)
    return next.map { Turn(piece: $0, start: t) } ?? firstTurn(at: t)
  }

  /// When it has been read; a single headline that fits stays.
  private func end(of turn: Turn, _ layout: HeadlineLayout, _ text: TextRun) -> Seconds {
    let isAlone = headlines.segmentCount == 1 && pages(of: layout).count == 1
    return isAlone ? .infinity : turn.start + time(for: text)
  }

  private func time(for text: TextRun) -> Seconds { StepTiming.time(forCharacters: text.text.count) }

  /// Headlines have arrived: one that stood alone long enough may give way now.
  func appended(at t: Seconds) {
    guard let turn, heldSince == nil, let layout = headlines.layout(of: turn.piece) else { return }
    let end = turn.start + time(for: page(of: turn, in: layout))
    if end < t { self.turn?.start += t - end }
  }

  /// Shows a headline at once.
  func show(_ id: Int, at t: Seconds) {
    turn = Turn(piece: headlines.firstPiece(of: id), start: t)
  }

  /// Goes to the next or previous headline at once.
  func step(forward: Bool, at t: Seconds) {
    if let turn, forward {
      let pages = headlines.layout(of: turn.piece).map { self.pages(of: $0).count } ?? 0
      self.turn = following(turn, pages: pages, at: t)
    } else if let turn {
      let former =
        headlines.lastSegment(beforeItemOf: turn.piece, leftwards: true)
        ?? headlines.lastSegment(beforeItemOf: nil, leftwards: true)
      self.turn = former.map { Turn(piece: headlines.firstPiece(ofItemOf: $0), start: t) }
    }
  }

  /// Pauses or resumes.
  func hold(_ isHeld: Bool, at t: Seconds) {
    if isHeld {
      heldSince = heldSince ?? t
    } else {
      if let turn { self.turn?.start += StepTiming.time(held: heldSince, of: turn.start, at: t) }
      heldSince = nil
    }
  }

  // MARK: Pages

  /// The text with its current numbers, broken into pages at the view's width.
  private func pages(of layout: HeadlineLayout) -> [TextRun] {
    let run = headlines.text(of: layout)
    let room = max(1, view.place.outer.width - 2 * view.crawl.inset - layout.textStart)
    let width = layout.isRow ? headlines.width(of: layout) - layout.textStart : nil
    guard let typesetter = headlines.typesetter, !run.isMarkup, layout.bar == nil,
      width ?? typesetter.width(of: run) > room
    else { return [run] }
    let pages = typesetter.lines(of: run, width: room)
    return pages.isEmpty ? [run] : pages
  }

  private func page(of turn: Turn, in layout: HeadlineLayout) -> TextRun {
    let pages = pages(of: layout)
    return pages[min(turn.page, pages.count - 1)]
  }

  /// The bytes of the piece's text on the current page.
  var pageRange: Range<Int>? {
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return nil }
    let lengths = pages(of: layout).map(\.text.utf8.count)
    let page = min(turn.page, lengths.count - 1)
    let start = lengths[..<page].reduce(0, +)
    return start..<start + lengths[page]
  }

  private func primitives(of layout: HeadlineLayout, _ text: TextRun, width: Double, isFirst: Bool) -> [Primitive] {
    let (x, line) = (view.crawl.inset, view.line)
    let label = isFirst ? headlines.labelPrimitives(of: layout, at: x, on: line) : []
    if let bar = layout.bar { return label + bar.primitives.map { $0.moved(by: x + layout.textStart) } }
    if layout.isRow, pages(of: layout).count == 1 {
      return label + headlines.restingPrimitives(of: layout, at: x + layout.textStart, on: line)
    }
    return label + [line.primitive(text, at: x + layout.textStart, width: width)]
  }
}
