/// A train's laps since its last event: where one of them began, and their length.
///
/// The head of a later lap is placed by multiplication, so rounding errors do not accumulate.
struct LapRecord: Sendable {
  private var first: (lap: Int, place: Double)?
  /// From one head to the next, once a whole lap has been placed.
  private var length: Double?
  /// From the last head to the end of the last segment.
  private var run = 0.0
  /// The width of the segments since the last head, without gaps and without what is too narrow to be seen.
  private var width = 0.0

  /// Takes in the next segment of the track, which stands `gap` behind the one before; nil: it is the first one. The head
  /// of a lap gets its place here.
  mutating func take(_ segment: inout TrainSegment, after gap: Double?) {
    if segment.gap == .lap {
      if let first, let gap {
        length = length ?? run + gap
        segment.place = first.place + Double(segment.lap - first.lap) * (length ?? 0)
      }
      first = first ?? (segment.lap, segment.place)
      (run, width) = (0, 0)
    } else {
      run += gap ?? 0
    }
    run += segment.width
    if segment.width >= TrainSegment.leastWidth { width += segment.width }
  }

  /// The last lap whose head stands by `margin` or more before `place`, and before the head of the lap `end`, and its
  /// head's place; nil if unknown.
  func head(before place: Double, end: Int, margin: Double) -> (lap: Int, place: Double)? {
    guard let first, let length, length > 0 else { return nil }
    let most = (Double(end) - Double(first.lap)) * length
    let reach = min(place - first.place, most) - margin
    guard reach >= 0 else { return nil }
    let (lap, isTooFar) = first.lap.addingReportingOverflow(Int(min(reach / length, 1e18)))
    if isTooFar { return nil }
    return (lap, first.place + Double(lap - first.lap) * length)
  }

  /// Whether this lap has width, or may have. Laps without any would repeat forever.
  func hasWidth(beyond last: TrainSegment) -> Bool {
    width > 0 || first == nil || last.width >= TrainSegment.leastWidth
  }
}

/// The length of a train, from its segments' widths. A short train is measured; a long one is estimated from an even
/// sample, and again only when the number of segments changes by an eighth. So the speed, which depends on it, changes
/// with events alone.
struct TrackMeasures: Sendable {
  /// By id.
  var widths: [Int: Double] = [:]
  private var estimate: (count: Int, length: Double)?

  /// Trains of at most this many segments are measured as a whole; of a longer one this many are.
  private static let most = 256

  mutating func length(of source: some TrainSource, spacing: Double, leftwards: Bool) -> Double {
    let count = source.segmentCount
    guard count > 0 else { return 0 }
    if let estimate, count > Self.most, abs(count - estimate.count) * 8 <= estimate.count {
      return estimate.length / Double(estimate.count) * Double(count) - spacing
    }
    let sampled = min(count, Self.most)
    var known: [Int: Double] = [:]
    var length = 0.0
    for i in 0..<sampled {
      let id = source.segment(number: i * count / sampled)
      let width = widths[id] ?? source.width(ofSegment: id)
      known[id] = width
      length += width + (source.segment(coupledBehind: id, leftwards: leftwards) == nil ? spacing : 0)
    }
    widths = known
    estimate = (count, length / Double(sampled) * Double(count))
    return length / Double(sampled) * Double(count) - spacing
  }
}
