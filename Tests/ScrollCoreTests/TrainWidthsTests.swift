import Testing

@testable import ScrollCore

/// Cars whose widths change while they run: live numbers.
@Suite("Widths in a train") struct TrainWidthsTests {
  private func train(leftwards: Bool = true) -> (Train, WidthSource) {
    var crawl = Crawl()
    (crawl.scrollTime, crawl.scrollSpeed, crawl.delayAtStart, crawl.inset) = (0, 100, 0, 0)
    (crawl.repeatSpacing, crawl.repeatWhenOutOfBounds, crawl.scrollLeft) = (10, false, leftwards)
    let source = WidthSource([100, 50, 80, 60])
    var train = Train(crawl, viewWidth: 300)
    train.start(at: 0, from: source)
    return (train, source)
  }

  private func places(_ train: Train, at t: Seconds) -> [Int: Double] {
    Dictionary(train.visible(at: t).map { ($0.segment.id, $0.x) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("What runs before it stays", arguments: [true, false])
  func whatRunsBeforeItStays(leftwards: Bool) {
    var (train, source) = train(leftwards: leftwards)
    train.update(to: 0.2, from: source)
    let before = train.visible(at: 0.2).map { ($0.segment.id, $0.x, $0.x + $0.segment.width) }
    source.entries[1].width += 12
    train.widen(segmentsOf: 1, by: 12, partEnd: 40, at: 0.2)
    train.widened(at: 0.2, from: source)
    let after = train.visible(at: 0.2).map { ($0.segment.id, $0.x, $0.x + $0.segment.width) }
    // Leftwards the left end of segment 1 stays, rightwards the right one; segment 0 stays whole, segment 2 moves by 12.
    #expect(after[0].1 == before[0].1 && after[0].2 == before[0].2)
    #expect(leftwards ? after[1].1 == before[1].1 : after[1].2 == before[1].2)
    #expect(after[2].1 == before[2].1 + (leftwards ? 12 : -12))
  }

  @Test("What has left the view moves nothing in it") func whatHasLeftTheViewMovesNothingInIt() {
    var (train, source) = train()
    train.update(to: 0.9, from: source)
    let before = places(train, at: 0.9)
    // The part ends at 50, and 90 px of the segment have left.
    train.widen(segmentsOf: 0, by: -7, partEnd: 50, at: 0.9)
    train.widened(at: 0.9, from: source)
    let after = places(train, at: 0.9)
    #expect(after[1] == before[1] && after[2] == before[2])
    #expect(train.segments[0].hasPassed && train.segments[0].end == 100)
  }

  @Test("A lag that leaves the view stays where it is shown") func aLagThatLeavesTheViewStaysWhereItIsShown() {
    var (train, source) = train()
    train.update(to: 0.9, from: source)
    let before = places(train, at: 0.9)
    train.widen(segmentsOf: 0, by: 4, partEnd: 50, lag: 3, at: 0.9)
    let after = places(train, at: 0.9)
    // Shown 3 px nearer than its place before, and at its place now.
    #expect(after[1] == (before[1] ?? 0) - 3)
  }

  @Test("Places in the content do not move") func placesInTheContentDoNotMove() {
    var (train, source) = train()
    train.update(to: 0.2, from: source)
    let before = train.segments.map { train.contentX(of: $0) }
    for step in 1...50 {
      let t = 0.2 + Double(step) * 0.01
      train.widen(segmentsOf: 0, by: step.isMultiple(of: 2) ? 5 : -3, partEnd: 90, at: t)
      train.widened(at: t, from: source)
      train.update(to: t, from: source)
    }
    #expect(Array(train.segments.map { train.contentX(of: $0) }.prefix(before.count)) == before)
  }

  /// Whatever changes, gaps stay as they are and what is before the change stands still.
  @Test("Any change keeps the gaps", arguments: [true, false])
  func anyChangeKeepsTheGaps(leftwards: Bool) {
    var (train, source) = train(leftwards: leftwards)
    var random = SystemRandomNumberGenerator()
    for step in 1...500 {
      let t = Double(step) * 0.02
      train.update(to: t, from: source)
      let id = Int.random(in: 0...3, using: &random)
      let growth = Double(Int.random(in: -5...8, using: &random))
      guard source.entries[id].width + growth > 10 else { continue }
      source.entries[id].width += growth
      train.widen(segmentsOf: id, by: growth, partEnd: 5, at: t)
      train.widened(at: t, from: source)
      for (segment, next) in zip(train.segments, train.segments.dropFirst()) {
        #expect(abs(next.place - segment.end - 10) < 1e-9)
        #expect(next.contentPlace >= segment.contentPlace + segment.contentWidth + 10 - 1e-9)
      }
    }
  }
}
