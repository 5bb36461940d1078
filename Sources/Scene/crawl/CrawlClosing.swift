import ScrollCore

/// Headlines that have been taken off the glass, on their way out: they fade where they stood, and then what runs behind
/// them closes the gap.
struct CrawlClosing {
  /// One of several places of a segment on the train.
  struct Car: Hashable {
    var id: Int
    var lap: Int
  }

  /// When it began.
  let start: Seconds
  /// How far right of the places that they have now those on the glass stood, in pixels.
  let shifts: [Car: Double]
  /// What goes, and where its content's (0, 0) stood in the view.
  let ghost: Content
  let ghostOrigin: Double
  /// How far the train had run.
  let distance: Double
  /// The headlines that go, and where they stood in the view.
  let gone: [(item: ShownHeadline, left: Double, width: Double)]

  static let fading = 0.12
  static let moving = 0.25

  func isOver(at t: Seconds) -> Bool { t >= start + Self.fading + Self.moving }

  /// How much of what goes is still to be seen, 1 to 0.
  func presence(at t: Seconds) -> Double { max(0, min(1, 1 - (t - start) / Self.fading)) }

  /// The part of the way that is still to be gone, 1 to 0, eased at both ends.
  func remaining(at t: Seconds) -> Double {
    let way = max(0, min(1, (t - start - Self.fading) / Self.moving))
    return 1 - way * way * (3 - 2 * way)
  }
}
