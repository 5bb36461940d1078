internal import Base
internal import ScrollCore
internal import X11

/// Keeps the frame that a window asks the window manager for. Where it does not get that, it asks again; and it raises a window
/// that keeps itself above others.
final class PlaceKeeper {
  /// Who decides where the window stands.
  enum Rule {
    /// The window manager may only put it beside other panels.
    case dock
    /// The user may move it, once the window manager has put it where it should be.
    case floating
    /// The user and the window manager, or another window that it is attached to.
    case others
  }

  private let window: XWindow
  private(set) var isShown = false
  /// The frame that was asked for last.
  private(set) var asked: Rect
  /// The frame that the server has been asked for, until it answers.
  private var awaited: Rect?
  private var watch = PlaceWatch()
  /// When it was shown last.
  private var shownTime = -Seconds.infinity

  init(_ window: XWindow, asked: Rect) { (self.window, self.asked) = (window, asked) }

  /// How long window managers may put a new window elsewhere, in seconds.
  private static let settling = 1.0

  /// The window's place; after a move at once the new one.
  var frame: Rect { awaited ?? window.frame }

  func move(to frame: Rect) {
    (awaited, asked) = (frame, frame)
    window.move(to: frame)
  }

  func show(at frame: Rect) {
    (isShown, asked, shownTime) = (true, frame, monotonicNow())
    window.show(at: frame)
  }

  func hide() {
    isShown = false
    window.hide()
  }

  /// Notes that the window has been moved.
  func noteMove(on monitor: Monitor, by rule: Rule) {
    awaited = nil
    let now = monotonicNow()
    if follows(rule, at: now) { watch.note(isInPlace: isInPlace(on: monitor, by: rule), at: now) }
  }

  /// When to look whether it stands where it should; infinite if there is no doubt.
  var deadline: Seconds { min(watch.due, window.raiseDue) }

  /// Asks again for a place that the window manager has not given.
  ///
  /// - Returns: Whether that does not help, so that the window has to take its place itself.
  func insist(on monitor: Monitor, by rule: Rule, at now: Seconds) -> Bool {
    if window.raiseDue <= now { window.stayOnTop() }
    if watch.due > now { return false }
    guard follows(rule, at: now) else {
      watch = PlaceWatch()
      return false
    }
    switch watch.step(isInPlace: isInPlace(on: monitor, by: rule), at: now) {
    case .wait: return false
    case .ask:
      move(to: asked)
      return false
    // Others stay where the manager wants them.
    case .giveUp: return rule == .dock
    }
  }

  private func follows(_ rule: Rule, at now: Seconds) -> Bool {
    guard isShown, !window.standing.isUnmanaged else { return false }
    return switch rule {
    case .dock: true
    case .floating: now < shownTime + Self.settling
    case .others: false
    }
  }

  private func isInPlace(on monitor: Monitor, by rule: Rule) -> Bool {
    rule == .dock
      ? PlaceWatch.accepts(window.frame, askedFor: asked, on: monitor.frame)
      : window.frame.origin == asked.origin
  }
}

extension PlaceKeeper.Rule {
  /// - Parameter type: What the window is.
  init(_ type: XWindow.WindowType, isAttached: Bool = false) {
    self = isAttached || type.isFramed ? .others : type == .dock ? .dock : .floating
  }
}
