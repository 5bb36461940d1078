internal import CXML2

/// The order of feeds in a document.
extension OPMLDocument {
  /// Sorts the outlines of feeds in the order of these addresses. Moves as few of them as possible. Each stays in its folder
  /// if that has a place between its new neighbours; one that is alone there moves with its folder. Otherwise it moves to the
  /// folder of a neighbour.
  func arrange(_ urls: [String]) {
    let ranks = Dictionary(urls.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var known: [(rank: Int, outline: OPMLOutline)] = []
    var seen: Set<Int> = []
    for outline in feeds {
      guard case .success(let feed)? = outline.feed, let rank = ranks[feed.url], seen.insert(rank).inserted else {
        continue
      }
      known.append((rank, outline))
    }
    let standing = longestRise(known.map(\.rank))
    guard standing.count < known.count else { return }
    var stays = Set(standing)
    let sorted = known.sorted { $0.rank < $1.rank }
    for (place, (rank, outline)) in sorted.enumerated() where !stays.contains(rank) {
      let before = place > 0 ? sorted[place - 1].outline : nil
      let after = sorted[(place + 1)...].first { stays.contains($0.rank) }?.outline
      outline.move(between: before?.node, and: after?.node)
      stays.insert(rank)
    }
  }
}

extension OPMLOutline {
  /// Moves it between two outlines, of which there is one at least. The outlines in it stay.
  fileprivate func move(between before: xmlNodePtr?, and after: xmlNodePtr?) {
    releaseChildren()
    var node = node
    var around = node.pointee.parent
    while let parent = around {
      if let place = before?.around(in: parent), !(after?.isInside(place) ?? false) {
        return node.move(nextTo: place, isBefore: false)
      }
      if let place = after?.around(in: parent), !(before?.isInside(place) ?? false) {
        return node.move(nextTo: place, isBefore: true)
      }
      guard parent.elementName == "outline" else { break }
      around = parent.pointee.parent
      // Out of an element that is not a folder, or with its folder if that has no other feed.
      if OPMLOutline(parent, path: []).innerPath.isEmpty { continue }
      if Self.hasFeed(parent, besides: node) { break }
      node = parent
    }
    if let before, !(after?.isInside(before) ?? false) {
      self.node.move(nextTo: before, isBefore: false)
    } else if let after {
      self.node.move(nextTo: after, isBefore: true)
    }
  }

  private static func hasFeed(_ parent: xmlNodePtr, besides node: xmlNodePtr) -> Bool {
    OPMLOutline(parent, path: []).url != nil
      || parent.elements("outline").contains { $0 != node && hasFeed($0, besides: node) }
  }
}

extension xmlNodePtr {
  /// The node itself or that one around it that is in the parent.
  fileprivate func around(in parent: xmlNodePtr) -> xmlNodePtr? { ancestors.first { $0.pointee.parent == parent } }

  fileprivate func isInside(_ node: xmlNodePtr) -> Bool { ancestors.contains(node) }

  /// Moves it with the preceding whitespace.
  fileprivate func move(nextTo other: xmlNodePtr, isBefore: Bool) {
    let blank = blankBefore
    if let blank { xmlUnlinkNode(blank) }
    let put = isBefore ? xmlAddPrevSibling : xmlAddNextSibling
    _ = put(other, self)
    if let blank { _ = put(other, blank) }
  }
}

/// The longest increasing subsequence of distinct numbers.
private func longestRise(_ numbers: [Int]) -> [Int] {
  // The indices of the least last numbers of subsequences by length, and the predecessor of each number.
  var ends: [Int] = []
  var former = [Int?](repeating: nil, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    former[place] = low > 0 ? ends[low - 1] : nil
    if low < ends.count { ends[low] = place } else { ends.append(place) }
  }
  var rise: [Int] = []
  var next = ends.last
  while let place = next {
    rise.append(numbers[place])
    next = former[place]
  }
  return rise.reversed()
}
