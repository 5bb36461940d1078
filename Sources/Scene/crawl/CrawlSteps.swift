import ScrollCore

/// Headlines one after the other, of which each stands for as long as it takes to read. What comes and goes fades within a
/// moment; in between nothing changes. A headline that has no room at once comes page by page.
final class CrawlSteps: CrawlPresentation {
  /// What stands, and since when.
  private struct Turn {
    /// Of a headline.
    var piece: Int
    /// Of its text.
    var page = 0
    var start: Seconds
  }

  private unowned let view: CrawlView
  private var headlines: Headlines { view.headlines }
  private var turn: Turn?
  /// Something holds it since then.
  private var heldSince: Seconds?
  private var content = Content()
  /// Of what stands, without the inset.
  private var width = 0.0

  /// Turns that are gone through at once after a long time without a frame.
  private static let most = 1000

  init(_ view: CrawlView, heldSince: Seconds?) { (self.view, self.heldSince) = (view, heldSince) }

  func draw(into frame: inout Frame, at t: Seconds) {
    advance(to: t)
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return }
    let text = page(of: turn, in: layout)
    let textWidth = headlines.typesetter?.width(of: text) ?? 0
    content.show(primitives(of: layout, text, width: textWidth, isFirst: turn.page == 0), on: nil)
    width = layout.textStart + (layout.bar?.width ?? textWidth)
    let end = end(of: turn, layout, text)
    let opacity = StepTiming.opacity(from: turn.start, until: heldSince == nil ? end : .infinity, at: t)
    // What is not there at all is not drawn.
    if opacity > 0 {
      frame.add(Layer(content, clip: view.bounds, origin: view.origin(ofContentAt: 0), opacity: opacity))
    }
    if opacity < 1 {
      frame.change(at: t)
    } else if heldSince == nil {
      frame.change(at: end - StepTiming.fading)
    }
  }

  /// What stands, label and all.
  func pieces(at t: Seconds) -> [ShownPiece] {
    guard let turn, let layout = headlines.layout(of: turn.piece) else { return [] }
    return [ShownPiece(piece: turn.piece, layout, left: view.crawl.inset, width: width)]
  }

  // MARK: Turns

  /// Goes on to what stands at `t`.
  private func advance(to t: Seconds) {
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

  /// When it has been read; a single headline that has room stays.
  private func end(of turn: Turn, _ layout: HeadlineLayout, _ text: TextRun) -> Seconds {
    let isAlone = headlines.segmentCount == 1 && pages(of: layout).count == 1
    return isAlone ? .infinity : turn.start + time(for: text)
  }

  private func time(for text: TextRun) -> Seconds { StepTiming.time(forCharacters: text.text.count) }

  /// Others have come: what has stood alone for long enough makes room from now on.
  func appended(at t: Seconds) {
    guard let turn, heldSince == nil, let layout = headlines.layout(of: turn.piece) else { return }
    let end = turn.start + time(for: page(of: turn, in: layout))
    if end < t { self.turn?.start += t - end }
  }

  /// Goes on to the next headline at once, or back to the one before.
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
    if heldSince != nil { heldSince = t }
  }

  /// Holds what stands, or lets it go on.
  func hold(_ isHeld: Bool, at t: Seconds) {
    if isHeld {
      heldSince = heldSince ?? t
    } else {
      if let turn { self.turn?.start += StepTiming.time(held: heldSince, of: turn.start, at: t) }
      heldSince = nil
    }
  }

  // MARK: Pages

  /// The text as it is now, with its numbers, cut where the view ends.
  private func pages(of layout: HeadlineLayout) -> [TextRun] {
    let run = headlines.text(of: layout)
    let room = max(1, view.place.outer.width - 2 * view.crawl.inset - layout.textStart)
    guard let typesetter = headlines.typesetter, !run.isMarkup, layout.bar == nil, typesetter.width(of: run) > room
    else { return [run] }
    let pages = typesetter.lines(of: run, width: room)
    return pages.isEmpty ? [run] : pages
  }

  private func page(of turn: Turn, in layout: HeadlineLayout) -> TextRun {
    let pages = pages(of: layout)
    return pages[min(turn.page, pages.count - 1)]
  }

  /// Which bytes of its piece's text the page is that stands.
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
    return label + [line.primitive(text, at: x + layout.textStart, width: width)]
  }
}
