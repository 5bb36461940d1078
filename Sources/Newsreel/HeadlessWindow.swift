internal import Base
internal import Scene
package import ScrollCore
internal import Windows

/// A window without a screen, whose time passes on request only: frames come at even intervals while there is anything to
/// show.
package final class HeadlessWindow: StageHost {
  /// Seconds from one refresh to the next.
  package static let period = 1 / 60.0
  /// The most that passes at once, in seconds.
  private static let longest = 86_400.0

  private let stage: Stage
  private let window: OffscreenWindow
  /// On the views' clock.
  private let start: Seconds
  /// The time of day at the start.
  private let unixStart: UnixTime
  private var lastFrame: Seconds
  /// Whether a view is being called, which may not call back.
  private var isBusy = false
  private var lastPicture = Picture(width: 0, height: 0, pixels: [])
  /// Seconds since the start.
  package private(set) var elapsed: Seconds = 0

  /// - Parameter size: In pixels; nil for the view's natural size.
  package init(_ view: View, size: Size?, background: Color, unixTime: Seconds = 0) throws(WindowError) {
    let whole = size.map { Size(width: $0.width.rounded(), height: $0.height.rounded()) }
    if let whole, !OffscreenWindow.canShow(whole) {
      throw .noPlace("a picture has 1 to 16384 pixels in each direction, and at most 16 million")
    }
    // Everything done to the views before has ended, or begins now.
    let last = view.all.reduce(-.infinity) { max($0, $1.lastAction) }
    start = last.isFinite ? last : 0
    (lastFrame, unixStart) = (start, UnixTime(seconds: unixTime.isFinite ? unixTime : 0))
    stage = Stage(view, background: background)
    stage.followsHeight = false
    do throws(Failure) { window = try OffscreenWindow(stage, size: whole) } catch { throw WindowError(error) }
    stage.open(self)
    window.context.setNeedsLayout()
    use { window.show(at: start) }
    handle(.appeared)
    handle(.focused(true))
  }

  var time: Seconds { start + elapsed }
  func unixTime(at t: Seconds) -> UnixTime { unixStart + (t - start) }
  func wake() {}
  /// Sources are read in real time: here they bring nothing.
  var loop: RunLoop? { nil }

  /// In whole pixels.
  package var size: Size { window.size }
  /// How many pictures were made, and how often views were asked for one.
  package var counts: (pictures: Int, drawings: Int) { (window.pictureCount, window.drawingCount) }
  /// When the picture changes next, in seconds since the start; now, while a view is being called.
  package var nextChange: Seconds { isBusy ? elapsed : max(elapsed, window.nextChange - start) }
  /// The text that was copied last.
  package var copiedText: String? { window.copiedText }

  /// Lets time pass, with a frame at each refresh that shows something new.
  package func advance(to seconds: Seconds) {
    guard seconds > elapsed, !isBusy else { return }
    let end = min(seconds, elapsed + Self.longest)
    while true {
      let frame = max(window.nextChange, lastFrame + Self.period, time)
      guard frame <= start + end else { break }
      elapsed = max(elapsed, frame - start)
      lastFrame = frame
      use { window.show(at: time) }
    }
    elapsed = end
  }

  /// Handles the user's input, now.
  package func handle(_ event: InputEvent) { use { window.handle(event, at: time) } }

  private func use(_ body: () -> Void) {
    guard !isBusy else { return }
    isBusy = true
    body()
    isBusy = false
  }

  /// The present picture; while a view is being called, the last requested one.
  package func picture() throws(WindowError) -> Picture {
    if isBusy { return lastPicture }
    use { window.show(at: time) }
    do throws(Failure) {
      lastPicture = Picture(
        width: Int(pixel: size.width), height: Int(pixel: size.height), pixels: try window.pixels())
    } catch { throw WindowError(error) }
    return lastPicture
  }
}
