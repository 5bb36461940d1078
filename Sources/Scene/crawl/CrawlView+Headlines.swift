package import ScrollCore

/// The headlines of a crawl: they come, go and are asked for.
extension CrawlView {
  /// Headlines that will be or may be shown again.
  package var count: Int { headlines.store.itemCount }

  /// How many headlines have come so far, those that have gone since with them.
  package var arrivals: Int { headlines.store.nextID }

  /// What is held at most, beyond which the oldest headlines are dropped; those on screen stay until they have left.
  package var limits: TextStore.Limits {
    get { headlines.store.limits }
    set { headlines.store.limits = newValue }
  }

  /// Adds a headline at the end. It comes in from beyond the view, or behind the last one.
  ///
  /// - Returns: its id, nil where it has nothing to show.
  @discardableResult
  package func append(_ headline: Headline, at t: Seconds) -> Int? {
    append(contentsOf: [headline], at: t)[0]
  }

  /// Adds headlines at the end; nil in the result for those with nothing to show.
  @discardableResult
  package func append(contentsOf new: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    let ids = new.map { headlines.append($0) }
    appended(at: t)
    return ids
  }

  /// Adds the next bytes of a stream of lines; each line is a headline. What is added per call costs the train
  /// nothing, so a fast stream is best handed over in large parts.
  package func append(lines bytes: Span<UInt8>, at t: Seconds) {
    advance(to: t)
    headlines.store.append(lines: bytes)
    appended(at: t)
  }

  /// The stream of lines is over: a last line without its end counts.
  package func finishLines(at t: Seconds) {
    advance(to: t)
    headlines.store.finishLine()
    appended(at: t)
  }

  private func appended(at t: Seconds) {
    guard isPlaced else { return }
    fitFont(at: t)
    steps?.appended(at: t)
    fitBar(at: t)
    train.appended(at: t, from: headlines)
  }

  /// Adds a headline that comes in next, at the edge of the view, before those that wait there. In later laps it
  /// keeps that place.
  ///
  /// - Returns: its id, nil where it has nothing to show.
  @discardableResult
  package func interrupt(with headline: Headline, at t: Seconds) -> Int? {
    guard isPlaced, let last = train.visible(at: t).last?.segment.id ?? train.segments.first?.id else {
      return append(headline, at: t)
    }
    advance(to: t)
    guard let id = headlines.append(headline) else { return nil }
    headlines.insert(id, behind: last, near: train.segments.map(\.id))
    train.interrupted(at: t, from: headlines)
    return id
  }

  /// Puts headlines in the place of all others. Text whose beginning is in the view changes where it stands;
  /// where it has begun to leave, it runs on and the new one follows.
  ///
  /// - Returns: their ids, nil for those with nothing to show.
  @discardableResult
  package func replaceAll(with new: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    let ids = headlines.replaceAll(with: new)
    guard isPlaced else { return ids }
    fitFont(at: t)
    train.replaced(at: t, from: headlines)
    // There may be no frame for long, which else would forget them.
    headlines.keepLayouts(of: train.segments.map(\.id), atMost: 64)
    return ids
  }

  /// Puts another text in the place of a headline's; one with nothing to show removes the headline.
  package func replace(id: Int, with text: String, at t: Seconds) {
    var all = itemIDs.compactMap(headline(of:))
    for i in all.indices where all[i].id == id { all[i].text = text }
    replaceAll(with: all, at: t)
  }

  /// Removes the headlines of a topic, also those that are on screen: the first one there that is left stays.
  ///
  /// - Returns: those that have gone.
  @discardableResult
  package func remove(topic: Int, at t: Seconds) -> [Headline] {
    let gone = itemIDs.compactMap(headline(of:)).filter { $0.topic == topic }
    remove(at: t, seen: { $0.topic == topic }, where: { $1 == topic })
    return gone
  }

  /// Removes headlines by their ids, also those that are on screen.
  package func remove(_ ids: Set<Int>, at t: Seconds) {
    if ids.isEmpty { return }
    remove(at: t, seen: { ids.contains($0.id) }, where: { id, _ in ids.contains(id) })
  }

  /// What is on the glass fades, and the gap closes.
  private func remove(
    at t: Seconds, seen: (ShownHeadline) -> Bool, where isRemoved: (_ id: Int, _ topic: Int?) -> Bool
  ) {
    advance(to: t)
    // Segments that have been drawn back into the view may have no layout; those that are gone already never will.
    let pieces = Set(train.segments.map(\.id)).filter {
      seen(headlines.layout(of: $0)?.headline ?? ShownHeadline(id: $0, topic: nil, link: nil))
    }
    headlines.remove(where: isRemoved)
    let new = isPlaced && !hasValues && !pieces.isEmpty ? CrawlClosing(removing: pieces, from: self, at: t) : nil
    headlines.forgetLayouts { pieces.contains($0) }
    if isPlaced {
      train.removed(at: t, from: headlines) { pieces.contains($0) }
      fitFont(at: t)
      fitBar(at: t)
    }
    guard let new else { return }
    new.begin()
    closing = new
  }

  /// Removes headlines as soon as that cannot be seen: what rests goes at once, what has left the view too. What is in the
  /// view stays until it has left; where all of the train fits the view, and so nothing ever leaves it altogether, it runs
  /// on and does not come again.
  ///
  /// - Returns: those that are still to go.
  package func removeOffscreen(_ ids: Set<Int>, at t: Seconds) -> Set<Int> {
    guard !ids.isEmpty else { return [] }
    if isResting(at: t) {
      remove(ids, at: t)
      return []
    }
    let shown = shownItems(at: t)
    remove(ids.subtracting(shown), at: t)
    let rest = ids.intersection(shown)
    guard !rest.isEmpty, shown.count >= count, steps == nil else { return rest }
    // Of a headline of several pieces some may still be to come.
    let whole = rest.filter { !headlines.hasMorePieces($0) }
    advance(to: t)
    headlines.remove { id, _ in whole.contains(id) }
    train.retired(at: t, from: headlines)
    return rest.subtracting(whole)
  }

  /// See `Train.advance(to:from:)`.
  func advance(to t: Seconds) {
    if isPlaced { train.advance(to: t, from: headlines) }
  }

  // MARK: - Asking

  /// The ids of all headlines, in the order in which they came.
  package var itemIDs: [Int] { headlines.allIDs }

  /// The text of a headline; nil where it is gone.
  package func text(of id: Int) -> String? { headlines.text(of: id) }

  /// The texts of all headlines.
  package var texts: [String] { itemIDs.compactMap(text(of:)) }

  /// A headline as it was given, with its id; nil where it is gone.
  package func headline(of id: Int) -> Headline? { headlines.headline(of: id) }

  /// The ids of the headlines that are in the view at `t`.
  package func shownItems(at t: Seconds) -> Set<Int> {
    if let steps { return Set(steps.pieces(at: t).map(\.layout.headline.id)) }
    return Set(train.visible(at: t).map { headlines.layouts[$0.segment.id]?.headline.id ?? $0.segment.id })
  }

  /// Those of some headlines that have not come near the view in this lap.
  package func upcoming(of ids: some Sequence<Int>) -> Set<Int> {
    let last =
      train.segments.lazy.map(\.id)
      .filter { !self.headlines.order.contains(self.headlines.firstPiece(ofItemOf: $0)) }.max() ?? -1
    return Set(ids.filter { headlines.firstPiece(of: $0) > last })
  }

  /// The headline at a point of the window, as it stands at `t`.
  package func item(at point: Point, t: Seconds) -> ShownHeadline? {
    guard bounds.contains(point) else { return nil }
    return piece(at: point, t: t)?.layout.headline
      ?? (steps == nil ? closing?.fadingHeadline(at: point.x - bounds.minX, t: t) : nil)
  }

  /// What stands under the x of a point of the window.
  func piece(at point: Point, t: Seconds) -> ShownPiece? {
    presentation(at: t).pieces(at: t).first { $0.contains(point.x - bounds.minX) }
  }

  /// The texts of headlines, or of their pieces, in the view at `t`, and where they stand in the window, in pixels. While a gap
  /// closes they are still on their way there.
  package func textsInView(at t: Seconds) -> [(text: String, left: Double, width: Double)] {
    run.pieces(at: t).map { piece in
      let layout = piece.layout
      let width = layout.labelBlock > 0 ? layout.textWidth : piece.width - layout.textStart
      return (layout.text.text, bounds.minX + piece.left + layout.textStart, width)
    }
  }

  // MARK: - Editing

  /// A place in a headline's text.
  struct TextPlace {
    /// The headline's.
    var id: Int
    /// In UTF-8 bytes from the beginning of its text.
    var index: Int
    /// Where the caret stands there, in window coordinates; nil where the headline is out of sight.
    var x: Double?
  }

  /// The place in the text of a headline that is nearest to `point`, also beside all of them; nil where there are no
  /// headlines. Where all are out of sight it is the end of the first.
  func textPlace(nearestTo point: Point, at t: Seconds) -> TextPlace? {
    func distance(_ piece: ShownPiece) -> Double {
      let left = bounds.minX + piece.left
      return max(left - point.x, point.x - left - piece.width, 0)
    }
    let pieces = presentation(at: t).pieces(at: t).filter { headlines.store.find($0.piece) != nil }
    guard let typesetter = headlines.typesetter, let piece = pieces.min(by: { distance($0) < distance($1) }),
      let chunk = headlines.store.find(piece.piece)
    else { return itemIDs.first.map { TextPlace(id: $0, index: text(of: $0)?.utf8.count ?? 0) } }
    let written = Array(headlines.store.text(ofChunk: chunk).utf8)
    // Where live numbers stand in a text it is not what is written.
    let page = steps?.pageRange?.clamped(to: 0..<written.count) ?? 0..<written.count
    let run = TextRun(
      String(decoding: written[page], as: UTF8.self), font: headlines.font, color: style.foreground,
      direction: piece.layout.direction)
    let left = bounds.minX + piece.left + piece.layout.textStart
    let index = typesetter.index(in: run, at: point.x - left)
    return TextPlace(
      id: piece.layout.headline.id, index: headlines.offset(ofChunk: chunk) + page.lowerBound + index,
      x: left + typesetter.caret(in: run, at: index))
  }

  /// How the text looks where it is edited.
  var editingStyle: TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: headlines.font, color: style.foreground, tint: style.foreground, dimmed: style.separatorColor,
      placeholder: style.placeholder)
  }
}
