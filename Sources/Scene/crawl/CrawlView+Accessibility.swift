package import ScrollCore

/// A crawl, for those who cannot see it: a list of its headlines, the newest last, by their ids.
extension CrawlView {
  package func accessibleNode(at t: Seconds) -> AccessibleNode? {
    var list = AccessibleNode(0, .list, "Headlines", at: bounds)
    let (places, details) = (places(at: t), details())
    list.children = headlines.newestIDs(atMost: AccessibleNode.most).map { node(of: $0, at: places[$0], details) }
    return list
  }

  private func node(of id: Int, at place: Rect?, _ details: [String: String]) -> AccessibleNode {
    let piece = headlines.firstPiece(of: id)
    let headline = headlines.store.find(piece).map { headlines.headline(ofChunk: $0).headline }
    let link = opensLinks ? headline?.link : nil
    var node = AccessibleNode(id, link == nil ? .listItem : .link, readText(of: id), at: place)
    node.link = link
    node.actions = link == nil ? [] : [.open]
    var words: [String] = []
    if let topic = headline?.topic, topics.indices.contains(topic) { words.append(topics[topic].name) }
    if headlines.isNew(id) { words.append("new") }
    if headlines.isRead(id) { words.append("read") }
    if let link, let more = details[link] { words.append(more) }
    node.details = words.joined(separator: " · ")
    node.states = .focusable
    if headlines.isRead(id) { node.states.insert(.visited) }
    if pointer.mark?.id == id { node.states.insert(.focused) }
    return node
  }

  /// What is read of a headline, with its live numbers as they are now.
  private func readText(of id: Int) -> String {
    if hasValues, let layout = headlines.layout(ofHeadline: id), !layout.numbers.isEmpty {
      return headlines.text(of: layout).text
    }
    return String(headlines.readText(of: id, atMost: AccessibleNode.longest).prefix(AccessibleNode.longest))
  }

  /// Where the headlines in the view stand, by their ids.
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

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    guard let id = path.first, let chunk = headlines.store.find(headlines.firstPiece(of: id)) else { return false }
    let headline = headlines.headline(ofChunk: chunk).headline
    switch action {
    case .open where opensLinks && headline.link != nil: click(headline, in: context)
    case .focus:
      guard mark(id, at: context.time) else { return false }
      context.perform(.takeFocus)
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// Gives a headline near the view the keyboard's mark; false where it is out of reach.
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
