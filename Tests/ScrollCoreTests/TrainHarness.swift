import ScrollCore

/// Items of given widths, each a segment or, as a group, several coupled ones. Ids grow; removed ones stay gone.
final class WidthSource: TrainSource {
  struct Entry {
    var id: Int
    var item: Int
    var width: Double
  }

  var entries: [Entry] = []
  private(set) var measured = 0
  /// As last asked for: segments that are gone but still on screen keep theirs.
  private var widths: [Int: Double] = [:]
  /// By segment.
  private var items: [Int: Int] = [:]
  private var nextID = 0
  private var nextItem = 0

  init(_ widths: [Double] = []) { append(widths) }

  func append(_ widths: [Double]) {
    for width in widths { append(chunks: [width]) }
  }

  func append(chunks: [Double]) {
    for width in chunks {
      entries.append(Entry(id: nextID, item: nextItem, width: width))
      items[nextID] = -1 - nextItem
      nextID += 1
    }
    nextItem += 1
  }

  /// Segments that are gone have no width any more.
  func forgetGone() { widths = [:] }

  var segmentCount: Int { entries.count }

  func width(ofSegment id: Int) -> Double {
    measured += 1
    let number = number(ofSegment: id)
    if number < entries.count, entries[number].id == id { widths[id] = entries[number].width }
    return widths[id] ?? 0
  }

  func segment(number: Int) -> Int { entries[number].id }

  func number(ofSegment id: Int) -> Int {
    if let last = entries.last, let first = entries.first, last.id - first.id == entries.count - 1 {
      return min(max(id - first.id, 0), entries.count)
    }
    return entries.firstIndex { $0.id >= id } ?? entries.count
  }

  func segment(coupledBehind id: Int, leftwards: Bool) -> Int? { neighbour(of: id, step: leftwards ? 1 : -1) }

  func segment(coupledBefore id: Int, leftwards: Bool) -> Int? { neighbour(of: id, step: leftwards ? -1 : 1) }

  func firstSegment(afterItemOf id: Int?, leftwards: Bool) -> Int? {
    guard let id else { return entries.first.map { end(of: $0, first: leftwards) } }
    let number = number(ofSegment: id)
    guard number < entries.count else { return nil }
    let item = entries[number].item
    if entries[number].id != id { return end(of: entries[number], first: leftwards) }
    return entries[number...].first { $0.item != item }.map { end(of: $0, first: leftwards) }
  }

  func lastSegment(beforeItemOf id: Int?, leftwards: Bool) -> Int? {
    guard let id else { return entries.last.map { end(of: $0, first: !leftwards) } }
    let number = number(ofSegment: id)
    guard number < entries.count, entries[number].id == id else {
      return number > 0 ? end(of: entries[number - 1], first: !leftwards) : nil
    }
    let item = entries[number].item
    return entries[..<number].last { $0.item != item }.map { end(of: $0, first: !leftwards) }
  }

  /// Items have the negative numbers, so that none is taken for a segment.
  func item(ofSegment id: Int) -> Int { items[id] ?? id }

  private func neighbour(of id: Int, step: Int) -> Int? {
    let number = number(ofSegment: id)
    guard number < entries.count, entries[number].id == id, entries.indices.contains(number + step) else { return nil }
    return entries[number + step].item == entries[number].item ? entries[number + step].id : nil
  }

  private func end(of entry: Entry, first: Bool) -> Int {
    let pieces = entries.filter { $0.item == entry.item }
    return (first ? pieces.first : pieces.last)?.id ?? entry.id
  }
}

/// A train and what it carries, with the calls of a user.
final class TrainRun {
  var train: Train
  let source: WidthSource

  init(_ widths: [Double], in viewWidth: Double = 300, _ change: (inout Crawl) -> Void = { _ in }) {
    var crawl = Crawl()
    change(&crawl)
    train = Train(crawl, viewWidth: viewWidth)
    source = WidthSource(widths)
    train.start(at: 0, from: source)
  }

  /// The left ends of the segments that touch the view, from left to right.
  func xs(at t: Seconds) -> [Double] {
    train.update(to: t, from: source)
    return train.visible(at: t).map(\.x).sorted()
  }

  /// The left end of the leading segment that has not left by more than its width; one that waits beyond the view stands at
  /// its edge.
  func x(at t: Seconds) -> Double? {
    train.update(to: t, from: source)
    let distance = train.distance(at: t)
    return train.segments.first { $0.place + $0.width > distance + 1e-9 }.map { segment in
      min(max(train.x(of: segment, at: t), -segment.width), train.viewWidth)
    }
  }

  /// Whether the end is reported at `t`.
  func finishes(at t: Seconds) -> Bool { train.update(to: t, from: source) }

  func change(at t: Seconds, _ change: (inout Crawl) -> Void) {
    var crawl = train.crawl
    change(&crawl)
    train.set(crawl, at: t, from: source)
  }
}

func isNear(_ a: Double?, _ b: Double, within tolerance: Double = 1e-6) -> Bool {
  a.map { abs($0 - b) <= tolerance } ?? false
}
