package import ScrollCore

/// The accessible tree of a crawl: a list of its headlines, the newest last, by ID.
extension CrawlScene {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, headlines.words[.headlineList], at: bounds)
    let (places, details) = (places(at: t), details())
    list.children = shownHeadlines.newestIDs(atMost: AccessibleNode.most).map { node(of: $0, at: places[$0], details) }
    return list
  }

  private func node(of id: Int, at place: Rect?, _ details: [Int: String]) -> AccessibleNode {
    let headlines = shownHeadlines
    let piece = headlines.firstPiece(of: id)
    let headline = headlines.store.find(piece).map { headlines.headline(ofChunk: $0).headline }
    let link = opensLinks ? headline?.link : nil
    var node = AccessibleNode(id, link == nil ? .listItem : .link, readText(of: id), at: place)
    node.link = link
    node.actions = link == nil ? [] : [.open]
    var parts: [String] = []
    if let topic = headline?.topic, headlines.topics.indices.contains(topic) {
      parts.append(headlines.topics[topic].name)
    }
    if headlines.isNew(id) { parts.append(headlines.words[.new]) }
    if link != nil, let more = details[id] { parts.append(more) }
    node.details = headlines.words.joined(parts)
    node.states = .focusable
    if headlines.isRead(id) { node.states.insert(.visited) }
    if pointer.mark?.id == id { node.states.insert(.focused) }
    return node
  }

  /// The text of a headline, with the current values of its numbers.
  private func readText(of id: Int) -> String {
    if hasNumbers, let layout = headlines.layout(ofHeadline: id), !layout.numbers.isEmpty {
      return headlines.text(of: layout).text
    }
    return String(shownHeadlines.readText(of: id, atMost: AccessibleNode.longest).prefix(AccessibleNode.longest))
  }

  /// The places of the visible headlines, by ID.
  private func places(at t: Seconds) -> [Int: Rect] {
    guard isPlaced else { return [:] }
    var places: [Int: Rect] = [:]
    for piece in presentation(at: t).pieces(at: t) {
      let place = Rect(x: bounds.minX + piece.left, y: bounds.minY, width: piece.width, height: bounds.height)
      let seen = place.intersection(bounds)
      guard !seen.isEmpty else { continue }
      let id = piece.layout.headline.id
      places[id] = places[id].map { $0.union(seen) } ?? seen
    }
    return places
  }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  {
    let headlines = shownHeadlines
    guard let id = path.first, let chunk = headlines.store.find(headlines.firstPiece(of: id)) else { return false }
    let headline = headlines.headline(ofChunk: chunk).headline
    switch action {
    case .open where opensLinks && headline.link != nil: click(headline, in: context)
    case .focus where wall == nil:
      guard mark(id, at: context.time) else { return false }
      context.perform(.takeFocus)
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Marks a headline near the view for the keyboard. Returns false if it is too far away.
  private func mark(_ id: Int, at t: Seconds) -> Bool {
    if let steps {
      guard let piece = steps.pieces(at: t).first, piece.layout.headline.id == id else { return false }
      setMark(piece.passing, at: t)
      return true
    }
    guard let mark = train.segments.lazy.compactMap(passing).first(where: { $0.id == id }) else { return false }
    setMark(mark, at: t)
    return true
  }
}
