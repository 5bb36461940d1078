package import ScrollCore

/// Adding, removing and reading headlines.
extension CrawlScene {
  /// The number of headlines that will or may be shown again.
  package var count: Int { headlines.store.itemCount }

  /// The number of headlines that have arrived so far, including removed ones.
  package var arrivals: Int { headlines.store.nextID }

  /// The first headline that has come since there were `former` arrivals, is still there, and is none of the others.
  package func firstLine(from former: Int, besides others: Set<Int>) -> Int? {
    guard arrivals > former else { return nil }
    return headlines.newestIDs(atMost: arrivals - former).first { $0 >= former && !others.contains($0) }
  }

  /// The limits, beyond which the oldest headlines are dropped. Visible ones stay until they have left.
  package var limits: TextStore.Limits {
    get { headlines.store.limits }
    set { headlines.store.limits = newValue }
  }

  /// Adds a headline at the end. It enters from beyond the view, or after the last one.
  ///
  /// - Returns: Its ID; nil if it is empty.
  @discardableResult
  package func append(_ headline: Headline, at t: Seconds) -> Int? {
    append(contentsOf: [headline], at: t)[0]
  }

  /// Adds headlines at the end. Returns their IDs; nil for empty ones.
  @discardableResult
  package func append(contentsOf new: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    if new.contains(where: { $0.row != nil }) { enableNumbers() }
    let ids = new.map { headlines.append($0) }
    let kept = bringBack(ids, at: t)
    appended(at: t, takesPlaces: kept != ids)
    return kept
  }

  /// Adds the next bytes of a stream of lines; each line is a headline. The train is updated once a call, so pass a
  /// fast stream in large parts.
  package func append(lines bytes: Span<UInt8>, at t: Seconds) {
    advance(to: t)
    headlines.store.append(lines: bytes)
    appended(at: t)
  }

  /// Ends the stream of lines: a last line without its end counts.
  package func finishLines(at t: Seconds) {
    advance(to: t)
    headlines.store.finishLine()
    appended(at: t)
  }

  /// - Parameter takesPlaces: Whether some have the places of earlier ones, and not only the end.
  private func appended(at t: Seconds, takesPlaces: Bool = false) {
    guard isPlaced else { return }
    fitFont(at: t)
    steps?.appended(at: t)
    fitBar(at: t)
    if takesPlaces { train.interrupted(at: t, from: headlines) } else { train.appended(at: t, from: headlines) }
  }

  /// Adds a headline that comes next, at the edge of the view, before the waiting ones. It keeps that place in later
  /// laps.
  ///
  /// - Returns: Its ID; nil if it is empty.
  @discardableResult
  package func interrupt(with headline: Headline, at t: Seconds) -> Int? {
    if let wall { return insert(headline, nextOn: wall) }
    advance(to: t)
    guard isPlaced, let last = train.lastShown(at: t)?.id else {
      return append(headline, at: t)
    }
    if headline.row != nil { enableNumbers() }
    guard let id = headlines.append(headline) else { return nil }
    let kept = bringBack([id], at: t)
    if kept != [id] {
      appended(at: t, takesPlaces: true)
      return kept[0]
    }
    headlines.insert(id, behind: last, near: train.segments.map(\.id))
    train.interrupted(at: t, from: headlines)
    return id
  }

  /// Replaces all headlines. Text whose start is visible changes in place; after its start has left the view, it runs
  /// on and the new one follows.
  ///
  /// - Returns: Their IDs; nil for empty ones.
  @discardableResult
  package func replaceAll(with new: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    if new.contains(where: { $0.row != nil }) { enableNumbers() }
    let ids = headlines.replaceAll(with: new)
    guard isPlaced else { return ids }
    fitFont(at: t)
    train.replaced(at: t, from: headlines)
    // There may be no frame for long to do this.
    headlines.keepLayouts(of: train.segments.map(\.id), atMost: 64)
    return ids
  }

  /// Replaces the text of a headline; an empty text removes it.
  package func replace(id: Int, with text: String, at t: Seconds) {
    var all = itemIDs.compactMap(headline(of:))
    for i in all.indices where all[i].id == id { all[i].text = text }
    replaceAll(with: all, at: t)
  }

  /// Removes the headlines of a topic, including visible ones: the first remaining one stays at its place.
  ///
  /// - Returns: The removed ones.
  @discardableResult
  package func remove(topic: Int, at t: Seconds) -> [Headline] {
    let gone = itemIDs.compactMap(headline(of:)).filter { $0.topic == topic }
    remove(at: t, seen: { $0.topic == topic }, where: { $1 == topic })
    programme.entries = programme.entries.filter { $0.value.headline.topic != topic }
    return gone
  }

  /// Removes headlines by ID, including visible ones.
  package func remove(_ ids: Set<Int>, at t: Seconds) {
    if ids.isEmpty { return }
    remove(at: t, seen: { ids.contains($0.id) }, where: { id, _ in ids.contains(id) })
  }

  /// Fades visible headlines, and closes the gap.
  private func remove(
    at t: Seconds, seen: (ShownHeadline) -> Bool, where isRemoved: (_ id: Int, _ topic: Int?) -> Bool
  ) {
    advance(to: t)
    // Segments that were drawn back into the view may have no layout, and neither may those already removed.
    let pieces = Set(train.segments.map(\.id)).filter {
      seen(headlines.layout(of: $0)?.headline ?? ShownHeadline(id: $0, topic: nil, link: nil))
    }
    headlines.remove(where: isRemoved)
    let new = isPlaced && !hasNumbers && !pieces.isEmpty ? CrawlClosing(removing: pieces, from: self, at: t) : nil
    headlines.forgetLayouts { pieces.contains($0) }
    if isPlaced {
      train.removed(at: t, from: headlines) { pieces.contains($0) }
      fitFont(at: t)
      fitBar(at: t)
    }
    guard let new else { return }
    new.begin()
    closing = new
    fadeShowings(of: new, at: t)
  }

  /// Removes headlines without a visible change: at once if they are at rest or outside the view. Visible ones stay
  /// until they have left; a train that fits the view never leaves, so it runs on and does not return.
  ///
  /// - Returns: The ones still to be removed.
  package func removeOffscreen(_ ids: Set<Int>, at t: Seconds) -> Set<Int> {
    guard !ids.isEmpty else { return [] }
    // Items on a wall run out there.
    if isResting(at: t) || wall != nil {
      remove(ids, at: t)
      return []
    }
    let shown = shownItems(at: t)
    remove(ids.subtracting(shown), at: t)
    let rest = ids.intersection(shown)
    let whole = retirable(rest, of: shown)
    if whole.isEmpty { return rest }
    advance(to: t)
    forgetRunOut(at: t)
    for id in whole { runningOut[id] = headlines.headline(of: id) }
    headlines.remove { id, _ in whole.contains(id) }
    train.retired(at: t, from: headlines)
    return rest.subtracting(whole)
  }

  /// Ends the marks of headlines that are no longer new. Visible ones keep them, unless they are at rest.
  ///
  /// - Returns: The ones that are still marked.
  package func unmark(_ ids: Set<Int>, at t: Seconds) -> Set<Int> {
    let rests = isResting(at: t)
    let marked = rests || wall != nil ? [] : ids.intersection(shownItems(at: t))
    guard ids != marked else { return marked }
    advance(to: t)
    headlines.unmark(ids.subtracting(marked))
    guard isPlaced else { return marked }
    if rests { restyle(at: t) } else { train.retired(at: t, from: headlines) }
    run.setNeedsPieces()
    return marked
  }

  /// Forgets removed headlines that no longer run through the view. Only a train brings any of them back.
  private func forgetRunOut(at t: Seconds) {
    if runningOut.isEmpty { return }
    let shown = wall != nil || steps != nil ? [] : shownItems(at: t)
    runningOut = runningOut.filter { shown.contains($0.key) }
  }

  /// Lets new headlines take the places and IDs of removed ones of the same text that still run through the view;
  /// otherwise both would be visible. Returns their IDs.
  private func bringBack(_ ids: [Int?], at t: Seconds) -> [Int?] {
    forgetRunOut(at: t)
    if runningOut.isEmpty { return ids }
    var hasOtherLabels = false
    let kept = ids.map { id -> Int? in
      guard let id, let new = headlines.headline(of: id),
        let old = runningOut.filter({ $0.value.text == new.text && $0.value.row == new.row }).keys.min()
      else { return id }
      let label = headlines.layouts[old]?.label
      guard headlines.move(id, to: old) else { return id }
      hasOtherLabels = hasOtherLabels || headlines.layouts[old]?.label != label
      runningOut[old] = nil
      return old
    }
    // In place, like a topic's new name.
    if hasOtherLabels, isPlaced { train.remeasured(at: t, from: headlines) }
    return kept
  }

  /// Whether `removeOffscreen` would remove some of them at `t`.
  package func canRemove(_ ids: Set<Int>, at t: Seconds) -> Bool {
    let shown = shownItems(at: t)
    return !ids.isSubset(of: shown) || !retirable(ids, of: shown).isEmpty
  }

  /// The headlines that need not come again, because all headlines are in the view.
  private func retirable(_ ids: Set<Int>, of shown: Set<Int>) -> Set<Int> {
    guard shown.count >= count, steps == nil else { return [] }
    // Some pieces of a headline may still be to come.
    return ids.filter { !headlines.hasMorePieces($0) }
  }

  /// See `Train.advance(to:from:)`.
  func advance(to t: Seconds) {
    guard isPlaced else { return }
    letGo(until: t)
    train.advance(to: t, from: headlines)
  }

  // MARK: - Reading

  /// The IDs of all headlines, in order of arrival.
  package var itemIDs: [Int] { headlines.allIDs }

  /// The text of a headline; nil if it no longer exists.
  package func text(of id: Int) -> String? { headlines.text(of: id) }

  /// The texts of all headlines.
  package var texts: [String] { itemIDs.compactMap(text(of:)) }

  /// The texts of all headlines, in the order in which they run.
  package func textsInOrder(atMost most: Int = .max) -> [String] {
    headlines.idsInOrder.prefix(most).compactMap(text(of:))
  }

  /// A headline as given, with its ID; nil if it no longer exists.
  package func headline(of id: Int) -> Headline? { headlines.headline(of: id) }

  /// The IDs of the visible headlines at `t`.
  package func shownItems(at t: Seconds) -> Set<Int> {
    if wall != nil || steps != nil { return Set(presentation(at: t).pieces(at: t).map(\.layout.headline.id)) }
    return Set(train.visible(at: t).map { headlines.layouts[$0.segment.id]?.headline.id ?? $0.segment.id })
  }

  /// The given headlines that have not come near the view in this lap at `t`, except those that came next.
  package func upcoming(of ids: some Sequence<Int>, at t: Seconds) -> Set<Int> {
    advance(to: t)
    let last =
      train.segmentsAhead(at: t).lazy.map(\.id)
      .filter { !self.headlines.order.contains(self.headlines.firstPiece(ofItemOf: $0)) }.max() ?? -1
    return Set(
      ids.filter {
        let piece = headlines.firstPiece(of: $0)
        return piece > last && !headlines.order.contains(piece)
      })
  }

  /// The headline at a point of the window at `t`.
  package func item(at point: Point, t: Seconds) -> ShownHeadline? {
    guard bounds.contains(point) else { return nil }
    return piece(at: point, t: t)?.layout.headline
      ?? (steps == nil ? closing?.fadingHeadline(at: point.x - bounds.minX, t: t) : nil)
  }

  /// The piece under the x of a point of the window.
  func piece(at point: Point, t: Seconds) -> ShownPiece? {
    presentation(at: t).pieces(at: t).first { $0.contains(point.x - bounds.minX) }
  }

  /// The visible texts of headlines or their pieces at `t`, with their places in the window in pixels. While a gap
  /// closes they are those at its end.
  package func textsInView(at t: Seconds) -> [(text: String, left: Double, width: Double)] {
    if wall == nil, let steps {
      return steps.shownText.map { [($0.text, bounds.minX + $0.left, $0.width)] } ?? []
    }
    return (wall ?? run as any CrawlPresentation).pieces(at: t).map { piece in
      let layout = piece.layout
      let width = layout.labelBlock > 0 ? layout.textWidth : piece.width - layout.textStart
      return (layout.text.text, bounds.minX + piece.left + layout.textStart, width)
    }
  }

  // MARK: - Editing

  /// A position in a headline's text.
  struct TextPlace {
    /// The headline's ID.
    var id: Int
    /// In UTF-8 bytes from the start of its text.
    var index: Int
    /// The caret's x there in window coordinates; nil if the headline is not visible.
    var x: Double?
  }

  /// The position in a headline's text nearest to `point`, also beside all of them; nil without headlines. If none is
  /// visible it is the end of the first.
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
    // With live numbers the displayed text differs from the written one.
    let page = steps?.pageRange?.clamped(to: 0..<written.count) ?? 0..<written.count
    let run = TextRun(
      String(decoding: written[page], as: UTF8.self), font: headlines.font, color: style.textColor,
      direction: piece.layout.direction)
    let left = bounds.minX + piece.left + piece.layout.textStart
    let index = typesetter.index(in: run, at: point.x - left)
    return TextPlace(
      id: piece.layout.headline.id, index: headlines.offset(ofChunk: chunk) + page.lowerBound + index,
      x: left + typesetter.caret(in: run, at: index))
  }

  /// The appearance of the text while it is edited.
  var editingStyle: TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: headlines.font, color: style.textColor, tint: style.textColor, dimmed: style.separatorColor,
      placeholder: style.placeholder)
  }
}
