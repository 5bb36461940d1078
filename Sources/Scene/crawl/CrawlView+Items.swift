package import ScrollCore

/// The headlines of a crawl: they come, go and are found under the pointer.
extension CrawlView {
  /// Adds a headline at the end. It comes in from beyond the view, or behind the last one.
  ///
  /// - Returns: its id, nil where there is nothing in it to show.
  @discardableResult
  package func append(_ headline: Headline, at t: Seconds) -> Int? {
    append(contentsOf: [headline], at: t)[0]
  }

  /// Adds headlines at the end; nil in the result for those without anything to show.
  @discardableResult
  package func append(contentsOf headlines: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    let ids = headlines.map { items.append($0) }
    appended(at: t)
    return ids
  }

  /// Adds the next bytes of a stream of lines; each line is a headline. What is added per call costs the train
  /// nothing, so a fast stream is best handed over in large parts.
  package func append(lines bytes: Span<UInt8>, at t: Seconds) {
    advance(to: t)
    items.store.append(lines: bytes)
    appended(at: t)
  }

  /// The stream of lines is over: a last line without its end counts.
  package func finishLines(at t: Seconds) {
    advance(to: t)
    items.store.finishLine()
    appended(at: t)
  }

  /// Puts headlines in the place of all others. Text whose beginning is in the view changes where it stands;
  /// where it has begun to leave, it runs on and the new one follows.
  ///
  /// - Returns: their ids, nil for those without anything to show.
  @discardableResult
  package func replaceAll(with headlines: [Headline], at t: Seconds) -> [Int?] {
    advance(to: t)
    names = ItemNames()
    let ids = replaceStore(with: headlines)
    guard isPlaced else { return ids }
    fitFont(at: t)
    train.replaced(at: t, from: items)
    // There may be no frame for long, which else would forget them.
    items.keepLooks(of: train.segments.map(\.id), atMost: 64)
    return ids
  }

  /// Removes the headlines of a topic, also those that are on screen: the first one there that is left stays.
  package func remove(topic: Int, at t: Seconds) {
    advance(to: t)
    let shown = Set(train.segments.map(\.id)).filter { items.looks[$0]?.item.topic == topic }
    items.store.removeItems { $1 == topic }
    fadeOut(shown, at: t)
  }

  /// Removes headlines by their ids, also those that are on screen.
  package func remove(_ ids: Set<Int>, at t: Seconds) {
    guard !ids.isEmpty else { return }
    advance(to: t)
    let shown = Set(train.segments.map(\.id)).filter { ids.contains(items.looks[$0]?.item.id ?? $0) }
    items.store.removeItems { id, _ in ids.contains(id) }
    fadeOut(shown, at: t)
  }

  /// How many headlines have come so far, those that have gone since with them.
  package var arrivals: Int { items.store.nextID }

  /// What is held at most, beyond which the oldest headlines are dropped; those on screen stay until they have left.
  package var limits: TextStore.Limits {
    get { items.store.limits }
    set { items.store.limits = newValue }
  }

  /// The headline at a point of the window, as it stands at `t`.
  package func item(at point: Point, t: Seconds) -> ShownHeadline? {
    guard bounds.contains(point) else { return nil }
    if isStepping { return stepLook(at: point.x - bounds.minX).map { ShownHeadline($0.item) } }
    return look(at: point.x, t: t).map { ShownHeadline($0.look.item) } ?? goner(at: point.x - bounds.minX, t: t)
  }

  /// The texts of headlines, or of their chunks, in the view at `t`, and where they stand in the window, in pixels. While a gap
  /// closes they are still on their way there.
  package func textsInView(at t: Seconds) -> [(text: String, left: Double, width: Double)] {
    train.visible(at: t).compactMap { segment, x in
      items.look(of: segment.id).map { look in
        let width = look.labelBlock > 0 ? look.textWidth : segment.width - look.textStart
        return (look.text.text, bounds.minX + x + look.textStart, width)
      }
    }
  }

  /// What stands at an x of the window, and its own left end in the view.
  func look(at x: Double, t: Seconds) -> (look: CrawlItems.Look, left: Double)? {
    let x = x - bounds.minX
    for (segment, left) in standing(at: t) {
      if x >= left, x < left + segment.width, let look = items.look(of: segment.id) { return (look, left) }
    }
    return nil
  }

  /// See `Train.advance(to:from:)`.
  func advance(to t: Seconds) {
    if isPlaced { train.advance(to: t, from: items) }
  }

  private func appended(at t: Seconds) {
    guard isPlaced else { return }
    fitFont(at: t)
    if isStepping { stepArrived(at: t) }
    fitBar(at: t)
    train.appended(at: t, from: items)
  }

  func removed(_ shown: Set<Int>, at t: Seconds) {
    items.forgetItem()
    items.forgetLooks { shown.contains($0) }
    guard isPlaced else { return }
    train.removed(at: t, from: items) { shown.contains($0) }
    fitFont(at: t)
    fitBar(at: t)
  }

  /// Where the font is to fit the text, another text may need another size.
  private func fitFont(at t: Seconds) {
    guard style.crawl.maxFontSize > 0 || style.crawl.minFontSize > 0, !style.crawl.fontSizeAsView else { return }
    let present = items.font.size
    chooseFont()
    guard items.font.size != present else { return }
    items.restyle()
    train.remeasured(at: t, from: items)
  }

  // MARK: - Interrupting

  /// Adds a headline that comes in next, at the edge of the view, before those that wait there. In later laps it
  /// keeps that place.
  ///
  /// - Returns: its id, nil where there is nothing in it to show.
  @discardableResult
  package func interrupt(with headline: Headline, at t: Seconds) -> Int? {
    guard isPlaced, let last = train.visible(at: t).last?.segment.id ?? train.segments.first?.id else {
      return append(headline, at: t)
    }
    advance(to: t)
    guard let id = items.append(headline) else { return nil }
    if items.order.count >= Self.insertionLimit { forgetInsertions() }
    items.order.add(id, behind: items.firstID(ofItemOf: last))
    train.interrupted(at: t, from: items)
    return id
  }

  /// The ids of the headlines that are in the view at `t`.
  package func shownItems(at t: Seconds) -> Set<Int> {
    if isStepping { return Set([stepItem?.id].compactMap(\.self)) }
    return Set(train.visible(at: t).map { items.looks[$0.segment.id]?.item.id ?? $0.segment.id })
  }

  /// The ids of all headlines, in the order in which they came.
  package var itemIDs: [Int] {
    let store = items.store
    return (0..<store.chunkCount).lazy.filter { !store.isContinued(chunk: $0) }.map(store.id(ofChunk:))
  }

  /// Tells of the headlines that have come into view and left it.
  func tellShown(in frame: inout Frame, at t: Seconds) {
    if let lap = train.visible(at: t).map(\.segment.lap).max() {
      if let toldLap, lap > toldLap { frame.tell(.cycled) }
      toldLap = lap
    }
    let shown = shownItems(at: t)
    guard shown != Set(toldItems.keys) else { return }
    for (id, headline) in toldItems.sorted(by: { $0.key < $1.key }) where !shown.contains(id) {
      frame.tell(.itemHidden(headline))
      toldItems[id] = nil
    }
    for id in shown.sorted() where toldItems[id] == nil {
      guard let item = items.look(of: id)?.item else { continue }
      var headline = ShownHeadline(item)
      headline.text = text(of: item.id) ?? ""
      toldItems[id] = headline
      frame.tell(.itemShown(headline))
    }
  }

  /// Whether the headlines stand still, and not by a hand.
  package func isResting(at t: Seconds) -> Bool { !isStepping && !isPaused && train.nextChange(at: t) == .infinity }

  /// Headlines with greater ids have not come near the view in this lap.
  package var lastLaidOut: Int {
    train.segments.lazy.map(\.id).filter { !self.items.order.contains(self.items.firstID(ofItemOf: $0)) }.max() ?? -1
  }

  /// Those that are gone for good.
  private func forgetInsertions() {
    let near = Set(train.segments.map { items.firstID(ofItemOf: $0.id) })
    items.order.keep { near.contains($0) || items.store.find($0) != nil }
  }

  private static let insertionLimit = 64

  // MARK: - Texts as a whole

  /// The text of a headline; nil where it is gone.
  package func text(of id: Int) -> String? {
    items.store.find(id).map { text(ofChunks: items.store.item(ofChunk: $0)) }
  }

  /// The texts of all headlines.
  package var texts: [String] {
    var texts: [String] = []
    var number = 0
    while number < items.store.chunkCount {
      let pieces = items.store.item(ofChunk: number)
      texts.append(text(ofChunks: pieces))
      number = pieces.upperBound
    }
    return texts
  }

  /// A headline as it was given; nil where it is gone.
  package func headline(of id: Int) -> Headline? {
    guard let number = items.store.find(id) else { return nil }
    let text = text(ofChunks: items.store.item(ofChunk: number))
    return Headline(
      text, topic: items.store.topic(ofChunk: number), link: items.store.link(ofChunk: number),
      isPlain: items.store.kind(ofChunk: number) == .plain)
  }

  /// Puts another text in the place of a headline's; one without anything to show removes the headline. All get other ids
  /// (see `itemIDs`) and keep their names.
  package func replace(id: Int, with text: String, at t: Seconds) {
    let store = items.store
    var headlines: [Headline] = []
    var number = 0
    while number < store.chunkCount {
      let pieces = store.item(ofChunk: number)
      let isMeant = store.id(ofChunk: number) == id
      headlines.append(
        Headline(
          isMeant ? text : self.text(ofChunks: pieces), topic: store.topic(ofChunk: number),
          link: store.link(ofChunk: number), isPlain: store.kind(ofChunk: number) == .plain))
      number = pieces.upperBound
    }
    let (names, former) = (names, itemIDs)
    self.names = ItemNames(names, former: former, new: replaceAll(with: headlines, at: t))
  }

  /// The number by which the owner of an item knows it: the id that it was added with.
  package func name(ofItem id: Int) -> Int { names.name(of: id) }

  package func setName(ofItem id: Int, to name: Int) { names.set(name, of: id) }

  /// Removes the items of a topic, and returns them with their names.
  package func takeNamedItems(about topic: Int, at t: Seconds) -> [(number: Int, headline: Headline)] {
    var taken: [(number: Int, headline: Headline)] = []
    for id in itemIDs {
      guard let headline = headline(of: id), headline.topic == topic else { continue }
      taken.append((names.name(of: id), headline))
      names.remove(id)
    }
    remove(topic: topic, at: t)
    return taken
  }

  /// The present id of the item with that name.
  package func id(ofItemNamed name: Int) -> Int { names.id(of: name) }

  /// How the text looks where it is edited.
  var editingStyle: TextFieldDrawing.Style {
    TextFieldDrawing.Style(
      font: items.font, color: style.foreground, tint: style.foreground, dimmed: style.separatorColor,
      placeholder: style.placeholder)
  }

  private func text(ofChunks pieces: Range<Int>) -> String { pieces.map { items.store.text(ofChunk: $0) }.joined() }
}
