import ScrollCore

/// A way to show a crawl's headlines.
protocol CrawlPresentation: AnyObject {
  /// Adds the picture at `t`, and schedules the next change.
  func draw(into frame: inout Frame, at t: Seconds)

  /// The visible pieces at `t`, the leading one first.
  func pieces(at t: Seconds) -> [ShownPiece]
}

/// A visible piece of a headline, in pixels from the view's left edge.
struct ShownPiece {
  /// Its number in the store.
  let piece: Int
  let lap: Int
  let layout: HeadlineLayout
  let left: Double
  let width: Double

  init(_ segment: Train.Segment, _ layout: HeadlineLayout, left: Double) {
    (piece, lap, self.layout, self.left, width) = (segment.id, segment.lap, layout, left, segment.width)
  }

  init(piece: Int, _ layout: HeadlineLayout, left: Double, width: Double, lap: Int = 0) {
    (self.piece, self.lap, self.layout, self.left, self.width) = (piece, lap, layout, left, width)
  }

  var passing: Passing { Passing(id: layout.headline.id, lap: lap) }

  func contains(_ x: Double) -> Bool { x >= left && x < left + width }
}

/// Running headlines.
///
/// They are one layer with one content: a piece is added to the content when it approaches the view, and stays at its
/// place until it has left. Only the layer's origin moves.
class CrawlRun: CrawlPresentation {
  unowned let view: CrawlScene
  var content: Content
  private var drawnRevision = -1

  init(_ view: CrawlScene, on background: Color?) {
    self.view = view
    content = Content(axis: .horizontal, background: background)
  }

  func pieces(at t: Seconds) -> [ShownPiece] {
    view.train.visible(at: t).compactMap { segment, x in
      view.headlines.layout(of: segment.id).map { ShownPiece(segment, $0, left: x) }
    }
  }

  func draw(into frame: inout Frame, at t: Seconds) {
    drawPieces()
    let run = view.train.steadyRun(at: t)
    frame.add(
      Layer(
        content, clip: view.bounds, origin: view.origin(ofContentAt: view.train.contentOrigin(at: t)),
        fade: view.fade, speed: view.train.steadySpeed, velocity: run?.velocity ?? 0))
    view.scheduleChange(in: &frame, at: t, after: run)
    if view.followsRun { frame.follow() }
  }

  // MARK: Content

  /// Makes the next frame redraw the content.
  func setNeedsPieces() { drawnRevision = -1 }

  /// Updates the content with the pieces near the view.
  func drawPieces() {
    guard drawnRevision != view.train.revision else { return }
    drawnRevision = view.train.revision
    let (headlines, segments) = (view.headlines, view.train.segments)
    let ids = segments.map(\.id)
    headlines.placed = Set(ids)
    headlines.keepLayouts(of: ids, atMost: 2 * segments.count + 64)
    var primitives: [Primitive] = []
    primitives.reserveCapacity(3 * segments.count)
    let line = view.line
    for index in segments.indices { primitives.append(contentsOf: self.primitives(ofSegment: index, on: line)) }
    if content.primitives != primitives { content.primitives = primitives }
  }

  /// A segment of the train with the separator before it.
  func primitives(ofSegment index: Int, on line: HeadlineLine) -> [Primitive] {
    let segment = view.train.segments[index]
    guard let layout = view.headlines.layout(of: segment.id) else { return [] }
    let x = view.train.contentX(of: segment)
    let primitives = view.headlines.primitives(of: layout, at: x, on: line)
    guard isBehindAnother(index), let separator = separator(before: segment, at: x) else { return primitives }
    return [separator] + primitives
  }

  /// Whether a segment follows another headline, in the list or not.
  private func isBehindAnother(_ index: Int) -> Bool {
    let (headlines, segments) = (view.headlines, view.train.segments)
    // One without width has been removed.
    let last = index > 0 && segments[index - 1].width > 0 ? segments[index - 1].id : nil
    guard let ahead = last.map(headlines.item(ofSegment:)) ?? segments[index].ahead else { return view.count > 1 }
    return ahead != headlines.item(ofSegment: segments[index].id)
  }

  /// The separator in the gap before a segment.
  private func separator(before segment: Train.Segment, at x: Double) -> Primitive? {
    let style = view.style
    // A train that was drawn back has an earlier segment even in the first lap.
    let follows = segment.lap > 0 || segment.lap > view.train.segments.first?.lap ?? 0
    let isBetween =
      segment.gap == .spacing || (segment.gap == .lap && follows && !style.crawl.repeatWhenOutOfBounds)
    guard isBetween else { return nil }
    let half = view.crawl.repeatSpacing / 2
    return view.separator(around: style.crawl.scrollLeft ? x - half : x + segment.contentWidth + half)
  }
}

extension CrawlScene {
  /// The separator between headlines around an x; nil for none.
  func separator(around middle: Double) -> Primitive? {
    guard style.separatorSize > 0 || style.separatorImage != nil else { return nil }
    func place(_ size: Size) -> Rect {
      Rect(
        x: middle - size.width / 2, y: (self.place.outer.height - size.height) / 2, width: size.width,
        height: size.height)
    }
    if let image = style.separatorImage {
      var place = place(image.size)
      place.origin.y.round()
      return Primitive(.image(image.path), in: place)
    }
    let side = style.separatorSize * scale
    return Primitive(.diamond(fill: style.separatorColor), in: place(Size(width: side, height: side)))
  }
}
