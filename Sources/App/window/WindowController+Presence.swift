internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// Decides when the window is visible: it may hide itself, give way to a full-screen window, or have been put away.
extension WindowController {
  /// The state that decides whether the window is visible.
  struct Appearing {
    var presence = Presence()
    /// Nil if nothing on the screen matters.
    var watch: ScreenWatch?
    /// It has been taken off the screen.
    var isAway = false
    /// How many headlines, and such that break in, had come when it was last looked at.
    var arrivals = Arrivals()
  }

  /// How many headlines have come so far.
  struct Arrivals: Equatable {
    var all = 0
    var breakIns = 0
  }

  /// The conditions under which a hidden window returns.
  struct HiddenState {
    /// How many headlines had come when it went.
    let arrivals: Int
    /// It is back by then, whether anything has come or not.
    let end: Seconds

    /// In seconds.
    static let longest = 600.0
  }

  // MARK: - Events

  /// Does as the options say from now on.
  func followWhen() {
    let t = context.time
    let wasHiding = appearing.presence.hides
    appearing.presence.set(hides: options.when.autoHide, glide: isMotionReduced ? 0 : Presence.glideTime, at: t)
    // It shows itself before it hides.
    if options.when.autoHide, !wasHiding { appearing.presence.show(for: options.when.autoHideTime, at: t) }
    if let watch = appearing.watch {
      if !mayGiveWay {
        loop.remove(watch)
        appearing.watch = nil
      }
    } else if hasAppeared || options.when.autoHide, mayGiveWay {
      // What only full-screen windows matter to has waited for the first frame.
      openWatch()
    }
    followPresence(at: t)
  }

  private var mayGiveWay: Bool {
    if options.when.autoHide { return true }
    return switch options.when.fullScreen {
    case .hide: true
    // Without a window manager any large window fills a monitor, so the default does not count.
    case .below: hasLayer && (settings.hasSet("fullScreen") || window.display.hasWindowManager)
    case .stay: false
    }
  }

  /// Whether it has a layer to leave: others lie where the window manager puts them, or above the window that they are
  /// attached to.
  private var hasLayer: Bool {
    options.of.isEmpty && ![.normal, .below].contains(options.type(for: views.appearance))
  }

  /// The monitors where it gives way to a full-screen window.
  private var filledMonitors: Set<String> {
    guard let watch = appearing.watch, !watch.filled.isEmpty, options.when.fullScreen != .stay,
      watch.hasManager || settings.hasSet("fullScreen")
    else { return [] }
    return watch.filled
  }

  /// Whether the window can go or come by itself. Otherwise a frame costs nothing for it.
  func followsPresence(at t: Seconds) -> Bool {
    options.when.autoHide || !filledMonitors.isEmpty || hiddenState != nil || appearing.isAway
      || appearing.presence.share(at: t) < 1
  }

  private func openWatch() {
    do throws(Failure) {
      let watch = try ScreenWatch()
      watch.onTouch = { [unowned self] in
        show(for: Presence.glideTime + Presence.patience)
        followPresence(at: time)
      }
      watch.onFilled = { [unowned self] in followPresence(at: time) }
      appearing.watch = watch
      loop.add(watch)
    } catch {
      reportError("\(error.description); --auto-hide and --full-screen do nothing")
    }
  }

  /// Keeps an auto-hiding window visible for at least this long.
  func show(for seconds: Double) { appearing.presence.show(for: seconds, at: time) }

  /// Notes whether the user is at the window.
  func notePresence(_ event: InputEvent) {
    switch event {
    case .pointerMoved: appearing.presence.hold(.pointer, true, at: context.time)
    case .pointerLeft: appearing.presence.hold(.pointer, false, at: context.time)
    case .focused(let isFocused): appearing.presence.hold(.keyboard, isFocused, at: context.time)
    default: break
    }
  }

  /// Hides the window until the next arrival that shows it.
  func hideUntilNews() {
    if options.when.autoHide {
      appearing.presence.dismiss(at: context.time)
    } else if hiddenState == nil {
      hiddenState = HiddenState(arrivals: arrivals.all, end: monotonicNow() + HiddenState.longest)
    }
    followPresence(at: context.time)
  }

  /// Brings a window back that was put away or has hidden itself.
  func comeBack() {
    hiddenState = nil
    show(for: options.when.autoHideTime)
    followPresence(at: time)
  }

  private var arrivals: Arrivals {
    views.headlines.reduce(into: Arrivals()) {
      $0.all += $1.headlines.arrivals
      $0.breakIns += $1.headlines.breakInCount
    }
  }

  // MARK: - Effects

  /// Shows or hides the window, depending on what has arrived since the last call.
  func followPresence(at t: Seconds) {
    let new = arrivals
    let calls = new.breakIns != appearing.arrivals.breakIns || new.all != appearing.arrivals.all && !isQuiet
    appearing.arrivals = new
    if calls, options.when.autoHide { appearing.presence.show(for: options.when.autoHideTime, at: t) }
    if let hiddenState, new.all != hiddenState.arrivals || t >= hiddenState.end { self.hiddenState = nil }
    let filled = keyboard.isLent || keyboard.wish != nil ? [] : filledMonitors
    give(way: filled)
    let isCovered = options.when.fullScreen == .hide && filled.contains(positioner.placement.monitor.name)
    let isAway = hiddenState != nil || isCovered && mirrors.isEmpty || appearing.presence.isAway(at: t)
    if isAway != appearing.isAway { put(away: isAway, at: t) }
    if appearing.presence.nextChange(after: t) <= t { context.setNeedsDisplay() }
  }

  /// Lets full-screen windows lie above.
  private func give(way filled: Set<String>) {
    // With mirrors, each window goes below its own monitor's: the first one draws for all and must not hide.
    let covered =
      options.when.fullScreen == .below && hasLayer || options.when.fullScreen == .hide && !mirrors.isEmpty
      ? filled : []
    window.isLowered = covered.contains(positioner.placement.monitor.name)
    mirrors.lower(on: covered)
  }

  private func put(away isAway: Bool, at t: Seconds) {
    appearing.isAway = isAway
    if !isAway { appearing.watch?.wait(at: []) }
    for view in views.headlines { view.headlines.setAway(isAway, at: t) }
    reveal(at: t)
    positioner.putAway(isAway)
    if hiddenState != nil {
      mirrors.removeAll()
    } else {
      updateMirrors()
      mirrors.putAway(isAway)
    }
    if isAway, options.when.autoHide {
      let frames = [positioner.placement.resized(positioner.placement.frame, to: window.frame.size)] + mirrors.frames
      appearing.watch?.wait(at: frames.map(edge.line))
    }
    context.setNeedsLayout()
  }

  /// The edge of the monitor at which the window stands.
  private var edge: Strut.Edge {
    Strut.Edge(nearestTo: positioner.placement.frame, of: positioner.placement.monitor.frame)
  }

  /// Shows as much of the window as has come in; to be called before each frame.
  func reveal(at t: Seconds) {
    border.glide(appearing.presence.share(at: t), from: edge)
    mirrors.glide(appearing.presence.share(at: t), from: edge)
  }

  /// When something becomes of that by itself.
  func nextPresence(after t: Seconds) -> Seconds {
    min(hiddenState?.end ?? .infinity, appearing.isAway ? .infinity : appearing.presence.nextChange(after: t))
  }
}
