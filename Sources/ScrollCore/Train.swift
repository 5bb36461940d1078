/// Where the items of a train come from: cars in an order of their own, each with a stable id.
///
/// Ids grow with the order. A car is an item or, where a text is long, a piece of one; the pieces of an item are
/// coupled, without a gap, in the order in which they meet the eye when the train runs `leftwards` or not.
/// An id that is gone (removed, or dropped from the front) still marks its place in the order.
public protocol TrainSource: AnyObject {
  var carCount: Int { get }
  /// The car behind `id` in the same item, in order of travel.
  func car(coupledBehind id: Int, leftwards: Bool) -> Int?
  /// The car in front of `id` in the same item, in order of travel.
  func car(coupledBefore id: Int, leftwards: Bool) -> Int?
  /// The first car, in order of travel, of the item after that of `id`; of the first item where `id` is nil.
  func firstCar(afterItemOf id: Int?, leftwards: Bool) -> Int?
  /// The last car, in order of travel, of the item before that of `id`; of the last item where `id` is nil.
  func lastCar(beforeItemOf id: Int?, leftwards: Bool) -> Int?
  /// The id of the car with that number, from 0 to `carCount`.
  func car(number: Int) -> Int
  /// How many cars stand before `id`.
  func number(ofCar id: Int) -> Int
  /// The laid-out width in pixels. Asked for only as a car comes near the view.
  func width(ofCar id: Int) -> Double
}

/// A crawl over time: cars on a track, of which only those near the view are known.
///
/// The track is measured along the direction of travel: `place` is where a car's leading edge stands on it, and
/// after a distance d the edge is `place - d` pixels behind the view's far edge, the one that the train runs to.
/// A car keeps its place while it is near the view; only `distance(at:)` depends on time, in closed form.
///
/// Events and updates carry their times, which never run back.
public struct Train: Sendable {
  public struct Car: Equatable, Sendable {
    /// What separates a car from the one that runs before it.
    public enum Gap: Equatable, Sendable {
      /// The same item: nothing.
      case coupled
      /// `repeatSpacing`.
      case spacing
      /// A new lap: `repeatSpacing` in a train of copies, else the width of the view.
      case lap
    }

    public var id: Int
    /// How many times the train has begun anew before this car.
    public var lap: Int
    /// Of the leading edge, on the track.
    public var place: Double
    public var width: Double
    public var gap: Gap

    /// The trailing edge, on the track.
    var end: Double { place + width }
  }

  public enum State: Equatable, Sendable {
    case idle, running, stopped, finished
  }

  public internal(set) var crawl: Crawl
  /// W, in pixels.
  public internal(set) var viewWidth: Double
  public internal(set) var state = State.idle
  /// The cars near the view, the leading one first.
  public internal(set) var cars: [Car] = [] {
    didSet { revision += 1 }
  }
  /// Changes when `cars` does.
  public private(set) var revision = 0
  /// When the last pass was over; nil before, and after a new start.
  public internal(set) var finishTime: Seconds?
  /// Pixels beyond the view within which cars are known.
  public var lookahead: Double
  /// Px per second: the speed is rounded to a multiple of this, but not to 0, when it is next chosen. 0: it is as
  /// asked. With the refresh rate here, every frame moves by whole pixels.
  public var speedStep = 0.0

  var motion = Motion.rest(at: 0, since: 0)
  /// While paused: since when, and the motion that will go on.
  var paused: (since: Seconds, motion: Motion)?
  var drag: TrainDrag?
  /// When the first motion begins, once per start.
  var firstMotion: Seconds = 0
  /// The place of the very first car: its distance from the far edge at rest.
  var home = 0.0
  /// The text fits and rests at home.
  var isResting = false
  /// The text fits and will rest at home when a lap gets there; the distance from which on that counts.
  var restSought: Double?
  /// A car has been at home since the last start.
  var hasBegun = false
  /// The last lap after which the delay between passes has been taken.
  var delayedLap = -1
  /// No car will ever follow the last one.
  var isComplete = false
  /// After a turn, the car from which the order goes on once the last item is complete.
  var continuation: Int?
  /// Where (0, 0) of the cars' own coordinates stands; see `contentX(of:)`.
  var contentBase = 0.0
  /// The user has scrubbed or dragged the train: what had left may come in again.
  var isMovedByHand = false
  var hasUnreportedFinish = false
  /// What has been measured so far, gaps included; the mean stands for cars that have not.
  var measured = (count: 0, length: 0.0)

  public init(_ crawl: Crawl, viewWidth: Double, lookahead: Double = 0) {
    self.crawl = crawl
    self.viewWidth = viewWidth
    self.lookahead = lookahead
  }
}

// MARK: - Asking

extension Train {
  /// How far the train has run at `t`, in pixels.
  public func distance(at t: Seconds) -> Double { motion.position(at: t) }

  /// Pixels per second to the right of the screen.
  public func screenVelocity(at t: Seconds) -> Double {
    crawl.scrollLeft ? -motion.velocity(at: t) : motion.velocity(at: t)
  }

  /// The left end of a car in the view at `t`, in pixels from the view's left edge.
  public func x(of car: Car, at t: Seconds) -> Double {
    let behind = car.place - distance(at: t)
    return crawl.scrollLeft ? behind : viewWidth - car.width - behind
  }

  /// The left ends of all cars that touch the view at `t`, the leading one first.
  public func visible(at t: Seconds) -> [(car: Car, x: Double)] {
    let distance = distance(at: t)
    return cars.filter { touchesView($0, at: distance) }.map { ($0, x(of: $0, at: t)) }
  }

  /// The left end of a car in coordinates that stay with the cars, whatever happens to the train.
  public func contentX(of car: Car) -> Double {
    crawl.scrollLeft ? contentBase + car.place : contentBase - car.end
  }

  /// Where 0 of the cars' own coordinates stands in the view at `t`.
  public func contentOrigin(at t: Seconds) -> Double {
    crawl.scrollLeft ? -contentBase - distance(at: t) : viewWidth - contentBase + distance(at: t)
  }

  /// The earliest time from `t` on at which something moves by itself: `t` while it does, infinity when nothing
  /// will. In a hand it moves with the hand only.
  public func nextChange(at t: Seconds) -> Seconds {
    guard state == .running, !cars.isEmpty, drag == nil else { return .infinity }
    if motion.final == 0, abs(motion.velocity(at: t)) < Self.stillVelocity {
      return t < motion.start && motion.initial != 0 ? motion.start : .infinity
    }
    if t < motion.start { return motion.start }
    let distance = distance(at: t)
    if let next = cars.first(where: { $0.end > distance }), next.place > distance + viewWidth {
      return max(t, motion.time(reaching: next.place - viewWidth))
    }
    return t
  }

  public var isPaused: Bool { paused != nil }

  func touchesView(_ car: Car, at distance: Double) -> Bool {
    car.end > distance && car.place < distance + viewWidth
  }

  /// Pixels per second below which a train that comes to rest counts as still.
  private static let stillVelocity = 0.1
}
