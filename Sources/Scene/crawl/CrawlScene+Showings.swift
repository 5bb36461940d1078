package import ScrollCore

/// Records when headlines are visible.
extension CrawlScene {
  /// Why no headline can be seen.
  package struct Hiding: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Something else covers them.
    package static let covered = Hiding(rawValue: 1)
    /// No part of the window is on a screen.
    package static let window = Hiding(rawValue: 2)
  }

  /// The state of the record.
  struct Seen {
    var hiding: Hiding = []
    /// The headlines in the last frame, if they are not at the train's places.
    var samples: [ShowingRecord.Sample] = []
    /// The number of passages whose headlines have been reported.
    var reported = 0
  }

  /// Whether it records the times at which each headline is visible.
  package var recordsShowings: Bool { train.showings != nil }

  /// Starts recording at `t`.
  package func recordShowings(since t: Seconds) {
    train.recordShowings(since: t)
    sampleShowings(at: t)
  }

  /// Returns the passages that have ended since the last call, and those still open at `t`. Their items are headlines' IDs.
  package func takeShowings(at t: Seconds) -> (ended: [Showing], open: [Showing]) {
    followShowings(to: t)
    return (train.showings?.takeEnded() ?? [], train.showings?.open ?? [])
  }

  /// Notes that the headlines can be seen, or not.
  ///
  /// - Parameter fading: How long they are still seen after `t`.
  package func setHidden(_ isHidden: Bool, _ cause: Hiding, fading: Seconds = 0, at t: Seconds) {
    guard recordsShowings, isHidden != seen.hiding.contains(cause) else { return }
    if seen.hiding.isEmpty { followShowings(to: t) }
    if isHidden { seen.hiding.insert(cause) } else { seen.hiding.remove(cause) }
    if isHidden, seen.hiding == cause { train.showings?.extend(to: t + fading) }
    if seen.hiding.isEmpty { train.showings?.skip(to: t) }
    sampleShowings(at: t)
  }

  /// The headline that runs first, and the distance of its leading edge from the view's far edge in pixels: another run of
  /// the program can continue there.
  package func leading(at t: Seconds) -> (id: Int, behind: Double)? {
    if let piece = steps?.pieces(at: t).first { return (piece.layout.headline.id, 0) }
    guard isPlaced else { return nil }
    advance(to: t)
    return train.leading(at: t, from: headlines).map { ($0.item, $0.behind) }
  }

  /// Goes on with a headline at a place. Returns false while that cannot be done yet.
  package func goOn(with id: Int, behind pixels: Double, at t: Seconds) -> Bool {
    goOn(with: id, at: t) { $0.goOn(with: $1, behind: pixels, at: t, from: $2) }
  }

  /// Begins again with a headline, for a window that comes back to show it; nobody sees the jump.
  package func begin(with id: Int, at t: Seconds) {
    guard wall == nil else { return }
    _ = goOn(with: id, at: t) { $0.begin(with: $1, at: t, from: $2) }
    run.setNeedsPieces()
  }

  private func goOn(with id: Int, at t: Seconds, _ go: (inout Train, _ piece: Int, Headlines) -> Void) -> Bool {
    guard isPlaced, train.state == .running, headlines.text(of: id) != nil else { return false }
    if let steps {
      steps.show(id, at: t)
    } else {
      go(&train, headlines.firstSegment(of: id, leftwards: style.crawl.scrollLeft), headlines)
    }
    return true
  }

  // MARK: - Recording

  /// Records up to `t`.
  private func followShowings(to t: Seconds) {
    advance(to: t)
    guard train.showings?.isSuspended == true else { return }
    if seen.hiding.isEmpty { train.showings?.add(seen.samples, to: t) }
  }

  /// Records up to the frame at `t`, and reports the headlines that have come.
  func followShowings(in frame: inout Frame, at t: Seconds) {
    followShowings(to: t)
    sampleShowings(at: t)
    guard let showings = train.showings, showings.arrivals != seen.reported else { return }
    seen.reported = showings.arrivals
    for showing in showings.open {
      guard var headline = headlines.layout(ofHeadline: showing.item)?.headline else { continue }
      headline.text = text(of: showing.item) ?? ""
      frame.tell(.itemRecorded(headline))
    }
  }

  /// Samples the headlines visible from `t` on, if they are not at the train's places.
  func sampleShowings(at t: Seconds) {
    guard recordsShowings else { return }
    let isOwn = steps != nil || closing.map { !$0.isOver(at: t) } ?? false
    train.showings?.isSuspended = isOwn || !seen.hiding.isEmpty
    seen.samples = []
    guard isOwn, seen.hiding.isEmpty else { return }
    for piece in presentation(at: t).pieces(at: t) {
      let ink = headlines.ink(of: piece.layout)
      let (left, right) = (piece.left + ink.left, piece.left + piece.width - ink.right)
      guard right > 0, left < bounds.width else { continue }
      let id = piece.layout.headline.id
      let isWhole = left >= 0 && right <= bounds.width && !headlines.hasMorePieces(id)
      if seen.samples.last?.item == id, seen.samples.last?.lap == piece.lap { continue }
      seen.samples.append(ShowingRecord.Sample(item: id, lap: piece.lap, isWhole: isWhole))
    }
  }

  /// Headlines have been taken out of the view: they fade.
  func fadeShowings(of closing: CrawlClosing, at t: Seconds) {
    guard recordsShowings else { return }
    train.showings?.fade(Set(closing.gone.map(\.layout.headline.id)), until: t + CrawlClosing.fadingTime)
    sampleShowings(at: t)
  }

  /// The gap is closed.
  func endClosing(at t: Seconds) {
    followShowings(to: t)
    closing = nil
    sampleShowings(at: t)
  }
}
