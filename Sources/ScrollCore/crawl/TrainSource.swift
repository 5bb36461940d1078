/// The source of a train's items: segments in an order of their own, each with a stable id.
///
/// Ids grow with the order. A segment is an item or, for a long text, a chunk of one; the segments of an item are
/// coupled, without a gap, in the order in which they meet the eye when the train runs `leftwards` or not. An id that
/// is gone (removed, or dropped from the front) still marks its place in the order. A train learns of every change at
/// once, and follows to the time of the change before it (`Train.advance(to:from:)`).
package protocol TrainSource: AnyObject {
  var segmentCount: Int { get }
  /// The segment behind `id` in the same item, in order of travel.
  func segment(coupledBehind id: Int, leftwards: Bool) -> Int?
  /// The segment in front of `id` in the same item, in order of travel.
  func segment(coupledBefore id: Int, leftwards: Bool) -> Int?
  /// The first segment, in order of travel, of the item after that of `id` (of the first item if `id` is nil).
  func firstSegment(afterItemOf id: Int?, leftwards: Bool) -> Int?
  /// The last segment, in order of travel, of the item before that of `id` (of the last item if `id` is nil).
  func lastSegment(beforeItemOf id: Int?, leftwards: Bool) -> Int?
  /// The id of the segment with that number, from 0 to `segmentCount`.
  func segment(number: Int) -> Int
  /// How many segments stand before `id`.
  func number(ofSegment id: Int) -> Int
  /// The laid-out width in pixels. It is only asked for when a segment comes near the view.
  func width(ofSegment id: Int) -> Double
  /// The length of the segment in content coordinates, if it differs from its width: see `Train.contentX(of:)`.
  func contentWidth(ofSegment id: Int) -> Double?
  /// The item that a segment belongs to; an ID of the source's.
  func item(ofSegment id: Int) -> Int
  /// The distances of the segment's visible part from its left and right ends, in pixels.
  func ink(ofSegment id: Int) -> (left: Double, right: Double)
}

extension TrainSource {
  package func item(ofSegment id: Int) -> Int { id }
  package func ink(ofSegment id: Int) -> (left: Double, right: Double) { (0, 0) }
  package func contentWidth(ofSegment id: Int) -> Double? { nil }
}

/// An item, or a chunk of one, at its place on the track.
package struct TrainSegment: Equatable, Sendable {
  /// The separator between a segment and the one ahead of it.
  package enum Gap: Equatable, Sendable {
    /// The same item: nothing.
    case coupled
    /// `repeatSpacing`.
    case spacing
    /// A new lap: `repeatSpacing` in a train of copies, else the width of the view.
    case lap
  }

  package internal(set) var id: Int
  /// How many times the train has begun again before this segment.
  package internal(set) var lap: Int
  /// Place of the leading edge, on the track.
  package internal(set) var place: Double
  package internal(set) var width: Double
  package internal(set) var gap: Gap
  /// Its leading edge and length in content coordinates. They stay while widths before it change.
  var contentPlace: Double
  package internal(set) var contentWidth: Double
  /// It had left the view when its width last changed, so the segments ahead of it took the change.
  package internal(set) var hasPassed = false
  /// The item ahead of the first segment, if that has been dropped while the gap between them may be in the view.
  package internal(set) var ahead: Int?
  /// The segment whose place in the order this one took as the last one after a reversal; the order continues from there.
  var standsFor: Int?

  /// Measures a segment, which begins at 0.
  init(_ id: Int, lap: Int, gap: Gap, from source: some TrainSource) {
    (self.id, self.lap, self.gap, place, contentPlace) = (id, lap, gap, 0, 0)
    width = source.width(ofSegment: id)
    contentWidth = source.contentWidth(ofSegment: id) ?? width
  }

  /// Pixels: motion is drawn to an eighth, so what is narrower cannot be seen. It counts as without width.
  static let leastWidth = 1.0 / 8

  /// The trailing edge, on the track.
  var end: Double { place + width }

  /// Moves it on the track, together with its content.
  mutating func move(by pixels: Double) {
    place += pixels
    contentPlace += pixels
  }

  /// Reduces a segment whose item is gone to its place in the order: dragging back shows no hole.
  mutating func collapse(at place: Double) {
    (width, contentWidth) = (0, 0)
    move(by: place - self.place)
  }

  /// Takes its place in the content behind another segment, as far from it as on the track.
  mutating func follow(_ other: TrainSegment) {
    // Exactly the same place if no width differs from the content's.
    let isAlike = other.contentPlace == other.place && other.contentWidth == other.width
    contentPlace = isAlike ? place : other.contentPlace + other.contentWidth + (place - other.end)
  }
}
