import ScrollCore

/// Shows a text page by page, each as long as it takes to read. Pages fade in and out; in between nothing changes. The
/// scroll is held, and moved from page to page.
struct CreditsSteps {
  /// When the page appeared.
  private(set) var start: Seconds
  /// When it was paused; nil while it runs.
  var heldSince: Seconds?
  /// When the page could give way to text that is still to come; nil if there is some already.
  var wantsMoreAt: Seconds?
  /// Whether the last page has been shown long enough: the scroll is at its end, or waits for its next pass.
  var isOver = false

  /// The limit for skipping pages after a long time without a frame.
  static let most = 1000

  init(at t: Seconds, isHeld: Bool) { (start, heldSince) = (t, isHeld ? t : nil) }

  /// Text has arrived: a page whose time is up may turn now.
  mutating func arrived(at t: Seconds) {
    if let end = wantsMoreAt { start += max(0, t - end) }
    wantsMoreAt = nil
  }

  /// Shows another page from now on.
  mutating func stand(at t: Seconds) {
    (start, isOver) = (t, false)
    if heldSince != nil { heldSince = t }
  }

  /// Resumes, without counting the time of the pause, except for fading in.
  mutating func goOn(at t: Seconds) {
    start += StepTiming.time(held: heldSince, of: start, at: t)
    heldSince = nil
  }
}
