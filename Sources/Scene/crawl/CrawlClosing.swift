import ScrollCore

/// The removal of visible headlines: they fade in place, and then the following ones close the gap.
final class CrawlClosing: CrawlPresentation {
  private unowned let view: CrawlScene
  private let start: Seconds
  /// The former places of the visible pieces, in the view.
  private let former: [Passing: Double]
  /// How far right of their new places the pieces were.
  private var shifts: [Passing: Double] = [:]
  /// The fading pieces, and the former place of their content's (0, 0) in the view.
  private var fading = Content(axis: .horizontal)
  private let fadingOrigin: Double
  let gone: [ShownPiece]
  /// The train's distance at the removal.
  private let distance: Double
  /// Reused, so that nothing is allocated.
  private var instances: [Instance] = []

  static let fadingTime = 0.12
  private static let movingTime = 0.25

  /// Records the places at `t`, before pieces are removed; nil if none of them is visible. Call `begin` after the
  /// removal.
  init?(removing pieces: Set<Int>, from view: CrawlScene, at t: Seconds) {
    (self.view, start) = (view, t)
    let before = view.running(at: t).pieces(at: t)
    former = Dictionary(before.map { (Self.passing($0), $0.left) }, uniquingKeysWith: { a, _ in a })
    (fadingOrigin, distance) = (view.train.contentOrigin(at: t), view.train.distance(at: t))
    gone = before.filter { pieces.contains($0.piece) }
    if gone.isEmpty { return nil }
    let line = view.line
    let passings = Set(gone.map(Self.passing))
    let segments = view.train.segments
    fading.primitives = segments.indices.filter { passings.contains(Self.passing(segments[$0])) }
      .flatMap { view.run.primitives(ofSegment: $0, on: line) }
  }

  /// Computes how far the remaining pieces have to move.
  func begin() {
    for segment in view.train.segments {
      let passing = Self.passing(segment)
      if let x = former[passing] { shifts[passing] = x - view.train.x(of: segment, at: start) }
    }
  }

  private static func passing(_ piece: ShownPiece) -> Passing { Passing(id: piece.piece, lap: piece.lap) }
  private static func passing(_ segment: Train.Segment) -> Passing { Passing(id: segment.id, lap: segment.lap) }

  func isOver(at t: Seconds) -> Bool { t >= start + Self.fadingTime + Self.movingTime }

  /// The opacity of the fading pieces, 1 to 0.
  private func presence(at t: Seconds) -> Double { max(0, min(1, 1 - (t - start) / Self.fadingTime)) }

  /// The remaining part of the way, 1 to 0, eased at both ends.
  private func remaining(at t: Seconds) -> Double {
    let way = max(0, min(1, (t - start - Self.fadingTime) / Self.movingTime))
    return 1 - way * way * (3 - 2 * way)
  }

  /// How far the fading pieces have run to the right since.
  private func run(at t: Seconds) -> Double {
    let run = view.train.distance(at: t) - distance
    return view.style.crawl.scrollLeft ? -run : run
  }

  /// The fading headline at an x of the view.
  func fadingHeadline(at x: Double, t: Seconds) -> ShownHeadline? {
    guard presence(at: t) > 0 else { return nil }
    return gone.first { $0.contains(x - run(at: t)) }?.layout.headline
  }

  func pieces(at t: Seconds) -> [ShownPiece] {
    segments(at: t).filter { $0.x < view.bounds.width && $0.x + $0.segment.width > 0 }.compactMap { segment, x in
      view.headlines.layout(of: segment.id).map { ShownPiece(segment, $0, left: x) }
    }
  }

  /// All visible segments with their places. They move by whole pixels, so that each keeps its subpixel phase and its
  /// picture.
  private func segments(at t: Seconds) -> [(segment: Train.Segment, x: Double)] {
    let remaining = remaining(at: t)
    var shift = 0.0
    return view.train.segments.map { segment in
      shift = shifts[Self.passing(segment)] ?? shift
      return (segment, view.train.x(of: segment, at: t) + (shift * remaining).rounded())
    }
  }

  /// Draws the remaining pieces one by one, each with the gap before it, and the fading ones.
  func draw(into frame: inout Frame, at t: Seconds) {
    view.run.drawPieces()
    let (leftwards, bounds) = (view.style.crawl.scrollLeft, view.bounds)
    instances.removeAll(keepingCapacity: true)
    var last: Train.Segment?
    /// The displayed end of the previous segment.
    var edge: Double?
    for (segment, x) in segments(at: t) {
      // The first segment has a separator before it, too.
      let gap = last.map { abs(self.gap(from: $0, to: segment, at: t)) } ?? view.crawl.repeatSpacing
      let (left, right) = (x, x + segment.width)
      let from = leftwards ? max(edge ?? -.infinity, left - gap) : left
      let to = leftwards ? right : min(edge ?? .infinity, right + gap)
      (last, edge) = (segment, leftwards ? right : left)
      let clip = view.stretch(from: from, to: to).intersection(bounds)
      guard !clip.isEmpty else { continue }
      instances.append(
        Instance(clip: clip, origin: view.origin(ofContentAt: x - view.train.contentX(of: segment))))
    }
    frame.add(view.run.content, at: instances, clip: bounds, speed: view.train.steadySpeed)
    let presence = presence(at: t)
    if presence > 0 {
      frame.add(
        Layer(
          fading, clip: bounds, origin: view.origin(ofContentAt: fadingOrigin + run(at: t)), opacity: presence,
          speed: view.train.steadySpeed))
    }
    view.addEnds(to: &frame)
    frame.change(at: t)
  }

  private func gap(from last: Train.Segment, to segment: Train.Segment, at t: Seconds) -> Double {
    let (a, b) = (view.train.x(of: last, at: t), view.train.x(of: segment, at: t))
    return view.style.crawl.scrollLeft ? b - a - last.width : a - b - segment.width
  }
}
