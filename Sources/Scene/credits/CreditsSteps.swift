import ScrollCore

/// A text page by page, each of which stands for as long as it takes to read. What comes and goes fades within a moment; in
/// between nothing changes. The scroll is held meanwhile, and moved from page to page.
struct CreditsSteps {
  /// Since when the page stands.
  private(set) var start: Seconds
  /// Something holds it since then.
  var heldSince: Seconds?
  /// When the page makes room for text that is still to come; nil where there is some.
  var wantsMoreAt: Seconds?
  /// The last page has stood long enough: the scroll is at its end, or waits there for its next pass.
  var isOver = false

  /// Pages that are gone through at once, where nobody has looked for long.
  static let most = 1000

  init(at t: Seconds, isHeld: Bool) { (start, heldSince) = (t, isHeld ? t : nil) }

  /// Text has come: what has stood for long enough makes room from now on.
  mutating func arrived(at t: Seconds) {
    if let end = wantsMoreAt { start += max(0, t - end) }
    wantsMoreAt = nil
  }

  /// Another page stands from now on.
  mutating func stand(at t: Seconds) {
    (start, isOver) = (t, false)
    if heldSince != nil { heldSince = t }
  }

  /// Goes on as if the time since it was held had not passed, but for that in which the page came in.
  mutating func goOn(at t: Seconds) {
    start += StepTiming.time(held: heldSince, of: start, at: t)
    heldSince = nil
  }
}
