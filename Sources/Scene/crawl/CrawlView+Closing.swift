import ScrollCore

// What is taken off the glass fades, and the gap closes.

extension CrawlView {
  /// Takes headlines off: what is on the glass fades, and the gap closes.
  func fadeOut(_ gone: Set<Int>, at t: Seconds) {
    let before = isPlaced && items.values == nil && !gone.isEmpty ? standing(at: t) : []
    let ghost = before.filter { gone.contains($0.segment.id) }
    var content = Content(axis: .horizontal)
    content.primitives = ghost.flatMap { pieces(of: $0.segment) }
    let goers = ghost.compactMap { place in
      items.looks[place.segment.id].map { (item: ShownHeadline($0.item), left: place.x, width: place.segment.width) }
    }
    let (origin, distance) = (train.contentOrigin(at: t), train.distance(at: t))
    removed(gone, at: t)
    guard !ghost.isEmpty else { return }
    ends = ends ?? Content()
    let old = Dictionary(
      before.map { (CrawlClosing.Car(id: $0.segment.id, lap: $0.segment.lap), $0.x) }, uniquingKeysWith: { a, _ in a })
    var shifts: [CrawlClosing.Car: Double] = [:]
    for segment in train.segments {
      let car = CrawlClosing.Car(id: segment.id, lap: segment.lap)
      if let x = old[car] { shifts[car] = x - train.x(of: segment, at: t) }
    }
    closing = CrawlClosing(
      start: t, shifts: shifts, ghost: content, ghostOrigin: origin, distance: distance, gone: goers)
  }

  /// The segments on the glass, where they are seen.
  func standing(at t: Seconds) -> [(segment: Train.Segment, x: Double)] {
    guard let closing, !closing.isOver(at: t) else { return train.visible(at: t) }
    return shiftedSegments(closing, at: t).filter { $0.x < bounds.width && $0.x + $0.segment.width > 0 }
  }

  /// A headline that still fades where it stood, under an x of the view.
  func goner(at x: Double, t: Seconds) -> ShownHeadline? {
    guard let closing, closing.presence(at: t) > 0 else { return nil }
    let run = train.distance(at: t) - closing.distance
    let place = x + (style.crawl.scrollLeft ? run : -run)
    return closing.gone.first { place >= $0.left && place < $0.left + $0.width }?.item
  }

  /// All segments where they are seen while a gap closes. By whole pixels: so each shows the picture that it has
  /// between pixels anyway.
  private func shiftedSegments(
    _ closing: CrawlClosing, at t: Seconds
  ) -> [(segment: Train.Segment, x: Double)] {
    let remaining = closing.remaining(at: t)
    var shift = 0.0
    return train.segments.map { segment in
      shift = closing.shifts[CrawlClosing.Car(id: segment.id, lap: segment.lap)] ?? shift
      return (segment, train.x(of: segment, at: t) + (shift * remaining).rounded())
    }
  }

  /// Draws what is left part by part, each with the gap that it runs behind, and what goes.
  func drawClosing(_ closing: CrawlClosing, into frame: inout Frame, at t: Seconds) {
    let leftwards = style.crawl.scrollLeft
    instances.removeAll(keepingCapacity: true)
    var last: Train.Segment?
    /// Where the segment before ends, as it is shown.
    var edge: Double?
    for (segment, x) in shiftedSegments(closing, at: t) {
      // Before the first one, too, stands the diamond that it runs behind.
      let gap = last.map { abs(self.gap(from: $0, to: segment, at: t)) } ?? crawl.repeatSpacing
      let (left, right) = (x, x + segment.width)
      let from = leftwards ? max(edge ?? -.infinity, left - gap) : left
      let to = leftwards ? right : min(edge ?? .infinity, right + gap)
      (last, edge) = (segment, leftwards ? right : left)
      let clip = stretch(from: from, to: to).intersection(bounds)
      guard !clip.isEmpty else { continue }
      instances.append(
        Instance(clip: clip, origin: Point(x: bounds.minX + x - train.contentX(of: segment), y: place.outer.minY)))
    }
    frame.add(content, at: instances, clip: bounds, speed: train.steadySpeed)
    let presence = closing.presence(at: t)
    if presence > 0 {
      let run = train.distance(at: t) - closing.distance
      let x = bounds.minX + closing.ghostOrigin + (leftwards ? -run : run)
      frame.add(
        Layer(
          closing.ghost, clip: bounds, origin: Point(x: x, y: place.outer.minY), opacity: presence,
          speed: train.steadySpeed))
    }
    if style.edgeFade > 0, let ends {
      frame.add(Layer(ends, clip: bounds, origin: bounds.origin, fade: style.fade))
    }
    frame.change(at: t)
  }

  private func gap(from last: Train.Segment, to segment: Train.Segment, at t: Seconds) -> Double {
    let (a, b) = (train.x(of: last, at: t), train.x(of: segment, at: t))
    return style.crawl.scrollLeft ? b - a - last.width : a - b - segment.width
  }
}
