import Base
import TestKit
import Testing

/// Whether a picture moves at a speed, and neither leaps nor lags: its places are held against the times of the frames that
/// the program says it has shown. Nothing depends on when a test gets to look.
struct Pace {
  /// Pixels a second, to the left.
  let speed: Double
  /// Where the picture was at time 0, as far as all places allow.
  private var origin = -Double.infinity...Double.infinity
  private(set) var first: Double?
  private(set) var last: Double?
  private(set) var places: Set<Int> = []
  /// Of the last look.
  private var time = 0.0

  /// A reported frame may still be on its way.
  private static let frames = 3.0

  init(_ speed: Double) { self.speed = speed }

  /// How far the picture has been followed.
  var distance: Double { (first ?? 0) - (last ?? 0) }

  /// Finds it, once the server has handled all requests; `place` is nil if it is invisible.
  mutating func look(at shown: Shown, _ line: ControlLine, place: () throws -> Int?) async throws {
    try await Task.sleep(for: .milliseconds(20))
    let earlier = try await line.frame()
    // A server that sleeps has nothing left to do, and shows that frame.
    guard shown.proxy?.isIdle ?? true, try shown.server.isAsleep() else { return }
    guard let x = try place().map(Double.init) else { return }
    let later = try await line.frame()
    // Frames that were drawn meanwhile leave it open which one it was.
    guard later.time - earlier.time < 0.3 else { return }
    // The next copy; one may have come unseen on a busy machine.
    if let last, x > last + 100 || later.time > time + 5 { self = Pace(speed) }
    let lag = Self.frames * earlier.period
    let possible = x - 1.5 + speed * (earlier.time - lag)...x + 1.5 + speed * later.time
    #expect(origin.overlaps(possible), "\(x) is not a place after \(String(describing: last)) at \(speed) px/s")
    if origin.overlaps(possible) { origin = origin.clamped(to: possible) }
    (first, last, time) = (first ?? x, x, later.time)
    places.insert(Int(x))
  }
}

extension ControlLine {
  /// When the last frame was for, and seconds from one to the next.
  func frame() async throws -> (time: Double, period: Double, shown: Int) {
    let frames = try #require(try await ask("state")["data"]?["frames"])
    guard let rate = frames["refresh-rate"]?.number, let shown = frames["shown"]?.number else {
      throw HarnessError("the state has no frames: \(frames.line)")
    }
    return (frames["time"]?.number ?? 0, 1 / rate, Int(shown))
  }
}
