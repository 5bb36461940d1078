internal import Base
internal import Neighbours
internal import Scene
internal import ScrollCore
internal import X11

/// Decides when a window is visible: it may hide itself, give way to a full-screen window, or have been put away.
package final class WindowPresence {
  private unowned let window: ViewWindow
  private var presence = Presence()
  /// Nil if nothing on the screen matters.
  private var watch: ScreenWatch?
  /// It has been taken off the screen.
  package private(set) var isAway = false
  /// The arrival counts at the last check.
  private var arrivals = Arrivals()
  /// Set while the user has hidden it.
  private var hidden: Hidden?

  /// The conditions under which a hidden window returns.
  private struct Hidden {
    /// How many headlines had come when it went.
    let arrivals: Int
    /// It is back by then, whether anything has come or not.
    let end: Seconds

    /// In seconds.
    static let longest = 600.0
  }

  init(of window: ViewWindow) { self.window = window }

  private var options: WindowOptions { window.options }
  private var now: Arrivals { window.session?.arrivals ?? Arrivals() }

  var isHidden: Bool { hidden != nil }
  var watchesScreen: Bool { watch != nil }

  // MARK: - Events

  /// Does as the options say from now on.
  func followOptions() {
    let t = window.context.time
    let wasHiding = presence.hides
    presence.set(hides: options.when.autoHide, glide: window.isMotionReduced ? 0 : Presence.glideTime, at: t)
    // It shows itself before it hides.
    if options.when.autoHide, !wasHiding { presence.show(for: options.when.autoHideTime, at: t) }
    if let watch {
      if !mayGiveWay {
        window.loop.remove(watch)
        self.watch = nil
      }
    } else if window.hasAppeared || options.when.autoHide, mayGiveWay {
      // Options about full-screen windows wait for the first frame.
      openWatch()
    }
    follow(at: t)
  }

  private var mayGiveWay: Bool {
    if options.when.autoHide { return true }
    return switch options.when.fullScreen {
    case .hide: true
    // Without a window manager any large window fills a monitor, so the default does not count.
    case .below: hasLayer && (window.settings.hasSet("fullScreen") || window.window.display.hasWindowManager)
    case .stay: false
    }
  }

  /// Whether it has a layer to leave: others lie where the window manager puts them, or above the window that they are
  /// attached to.
  private var hasLayer: Bool {
    options.of.isEmpty && ![.normal, .utility, .below].contains(options.type(for: window.content.appearance))
  }

  /// The monitors where it gives way to a full-screen window.
  private var filledMonitors: Set<String> {
    guard let watch, !watch.filled.isEmpty, options.when.fullScreen != .stay,
      watch.hasManager || window.settings.hasSet("fullScreen")
    else { return [] }
    return watch.filled
  }

  /// Whether the window can go or come by itself. Otherwise a frame costs nothing for it.
  func isDue(at t: Seconds) -> Bool {
    options.when.autoHide || !filledMonitors.isEmpty || hidden != nil || isAway || presence.share(at: t) < 1
  }

  private func openWatch() {
    do throws(Failure) {
      let watch = try ScreenWatch()
      watch.onTouch = { [unowned self] in
        show(for: Presence.glideTime + Presence.patience)
        follow(at: window.time)
      }
      watch.onFilled = { [unowned self] in follow(at: window.time) }
      self.watch = watch
      window.loop.add(watch)
    } catch {
      reportError("\(error.description); --auto-hide and --full-screen do nothing")
    }
  }

  /// Keeps an auto-hiding window visible for at least this long.
  private func show(for seconds: Double) { presence.show(for: seconds, at: window.time) }

  /// Holds an auto-hiding window on the screen for a reason, or ends that.
  func hold(_ reason: Presence.Holds, _ isHeld: Bool) { presence.hold(reason, isHeld, at: window.context.time) }

  /// Notes whether the user is at the window.
  func note(_ event: InputEvent) {
    switch event {
    case .pointerMoved: hold(.pointer, true)
    case .pointerLeft: hold(.pointer, false)
    case .focused(let isFocused): hold(.keyboard, isFocused)
    default: break
    }
  }

  /// Hides the window until the next arrival that shows it.
  package func hideUntilNews() {
    let t = window.context.time
    if options.when.autoHide {
      presence.dismiss(at: t)
    } else if hidden == nil {
      hidden = Hidden(arrivals: now.all, end: monotonicNow() + Hidden.longest)
    }
    follow(at: t)
  }

  /// Brings a window back that was put away or has hidden itself.
  package func comeBack() {
    hidden = nil
    show(for: options.when.autoHideTime)
    follow(at: window.time)
  }

  /// The window has been replaced, and is not away.
  func reopened() { isAway = false }

  // MARK: - Effects

  /// Shows or hides the window, depending on what has arrived since the last call.
  func follow(at t: Seconds) {
    let new = now
    let calls = new.breakIns != arrivals.breakIns || new.all != arrivals.all && !(window.session?.isQuiet ?? false)
    arrivals = new
    if calls, options.when.autoHide { presence.show(for: options.when.autoHideTime, at: t) }
    if let hidden, new.all != hidden.arrivals || t >= hidden.end { self.hidden = nil }
    let filled = window.borrowsKeyboard ? [] : filledMonitors
    give(way: filled)
    let isCovered =
      options.when.fullScreen == .hide && filled.contains(window.positioner.placement.monitor.name)
    let isAway = hidden != nil || isCovered && window.mirrors.isEmpty || presence.isAway(at: t)
    if isAway != self.isAway { put(away: isAway, at: t) }
    if presence.nextChange(after: t) <= t { window.context.setNeedsDisplay() }
  }

  /// Lets full-screen windows cover it.
  private func give(way filled: Set<String>) {
    // With mirrors, each window goes below its own monitor's: the first one draws for all and must not hide.
    let covered =
      options.when.fullScreen == .below && hasLayer || options.when.fullScreen == .hide && !window.mirrors.isEmpty
      ? filled : []
    window.window.isLowered = covered.contains(window.positioner.placement.monitor.name)
    window.mirrors.lower(on: covered)
  }

  private func put(away isAway: Bool, at t: Seconds) {
    self.isAway = isAway
    if !isAway { watch?.wait(at: []) }
    window.content.setAway(isAway, at: t)
    reveal(at: t)
    window.positioner.putAway(isAway)
    window.updateMirrors()
    if isAway, options.when.autoHide {
      let placement = window.positioner.placement
      let frames = [placement.resized(placement.frame, to: window.window.frame.size)] + window.mirrors.frames
      watch?.wait(at: frames.map(edge.line))
    }
    window.context.setNeedsLayout()
  }

  /// The edge of the monitor at which the window stands.
  private var edge: Strut.Edge {
    Strut.Edge(nearestTo: window.positioner.placement.frame, of: window.positioner.placement.monitor.frame)
  }

  /// Shows as much of the window as has come in; to be called before each frame.
  func reveal(at t: Seconds) {
    window.border.glide(presence.share(at: t), from: edge)
    window.mirrors.glide(presence.share(at: t), from: edge)
  }

  /// The next time at which visibility changes without an event.
  func nextChange(after t: Seconds) -> Seconds {
    min(hidden?.end ?? .infinity, isAway ? .infinity : presence.nextChange(after: t))
  }
}
