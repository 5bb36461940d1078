internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// A show in its window, from the first request to the last: where everything is wired together.
final class Application {
  private let invocation: Invocation
  private let options: WindowOptions
  let show: any Show

  /// - Throws: `UsageError` for what the command line could not see: values that only together make sense.
  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    var options = WindowOptions()
    do throws(PropertyError) {
      show = try Self.makeShow(invocation)
      options.border = show.border
      try options.assign(invocation.window)
    } catch {
      throw UsageError("--\(error.description)")
    }
    self.options = options
  }

  /// Opens the window and plays until it ends; says why where it cannot. Returns the exit status.
  func run() -> Int32 {
    do throws(OpeningFailure) {
      let (loop, _) = try open()
      Signals.install()
      defer {
        // Commands go with the program, and what the user has done is saved.
        loop.sources.removeAll()
        show.desk?.close()
      }
      switch loop.run() {
      case .quit: return ExitStatus.success
      case .signal(let number): return 128 + number
      case .failed(let reason): throw OpeningFailure(reason)
      case .lostServer: throw OpeningFailure("the X server has gone")
      }
    } catch {
      complain(error.reason)
      return error.status
    }
  }

  /// Opens the window and all sources, and begins; what follows is the loop's.
  func open() throws(OpeningFailure) -> (EventLoop, LiveWindow) {
    do throws(FileFailure) { try show.load() } catch { throw OpeningFailure(error.description) }
    let (display, typesetter): (Display, PangoTypesetter)
    let (plan, window): (WindowPlan, Window)
    do throws(Failure) {
      display = try Display()
      typesetter = PangoTypesetter(display)
    } catch {
      throw OpeningFailure(error.description)
    }
    do throws(UsageError) {
      plan = try WindowPlan(options, for: show, on: display, typesetter: typesetter)
    } catch {
      throw OpeningFailure(error.description, status: ExitStatus.usage)
    }
    do throws(Failure) {
      window = try Window(display, frame: plan.frame, style: style)
    } catch {
      throw OpeningFailure(error.description)
    }
    let border = WindowBorder(options.border, around: show.view, in: window)
    let stage = Stage(
      window, typesetter: typesetter, root: border.view, background: show.background,
      clock: FrameClock(pacing: pacing(plan.monitor, display), refreshRate: plan.monitor.refreshRate ?? 60),
      wholePixels: options.cadence != .subpixel)
    let loop = EventLoop(stage)
    let sources = Sources(invocation, for: show, in: loop.sources) { stage.time(now: monotonicNow()) }
    sources.onLayout = { stage.invalidate() }
    sources.onChange = { stage.invalidate(layout: false) }
    sources.onReceive = { [weak loop] in loop?.received += $0 }
    if invocation.exitsAtEnd { sources.onEnd = { [weak loop] in loop?.quit() } }
    do throws(Failure) {
      try sources.open()
    } catch {
      throw OpeningFailure(error.description)
    }
    if show.takesText { window.beginTextInput() }
    let seat = WindowSeat(plan, options, for: show, in: window, typesetter: typesetter)
    let live = LiveWindow(stage, border, seat, show: show, invocation, options)
    live.followTheme(in: loop.sources)
    begin(loop, live)
    return (loop, live)
  }

  // MARK: - Window

  private var style: Window.Style {
    var style = Window.Style()
    style.title = options.name == WindowOptions().name ? "Newsreel" : options.name
    style.name = options.name
    style.role = invocation.view.rawValue
    style.isDock = show.isDock && options.of.isEmpty
    style.takesFocus = show.takesText && !show.isDock
    style.asksForFocus = show.takesText
    style.background = show.background
    let mayChange = invocation.isLive || show.themeFile != nil
    style.wantsTranslucency = mayChange || !show.background.isOpaque || options.border.cornerRadius > 0
    return style
  }

  private func pacing(_ monitor: Monitor, _ display: Display) -> FrameClock.Pacing {
    switch options.clock {
    case .timer: .free
    case .present: display.hasPresent ? .byServer : .free
    case .auto: !display.hasPresent ? .free : monitor.refreshRate == nil ? .locked : .byServer
    }
  }

  // MARK: - Playing

  private func begin(_ loop: EventLoop, _ live: LiveWindow) {
    let (show, stage) = (self.show, live.stage)
    stage.beforeFrame = { time in
      show.prepare(at: time)
      return show.needsLayout(at: time)
    }
    loop.onEvent = { [self] loop, event, now in
      live.handle(event)
      if show.handle(event, at: stage.time(now: now)) { stage.invalidate(layout: false) }
      serve(loop, live)
    }
    loop.onTurn = { [self] loop, now in
      show.finishTurn(at: stage.time(now: now))
      serve(loop, live)
    }
    if options.cadence == .snap { show.snapSpeed(to: 1 / stage.refreshPeriod) }
    show.begin(at: monotonicNow())
    live.seat.onEnd = { [weak loop] in loop?.fail($0) }
    live.seat.appear()
  }

  /// Does what the show has asked for, and prints what it tells.
  private func serve(_ loop: EventLoop, _ live: LiveWindow) {
    for request in show.takeRequests() {
      switch request {
      case .quit: loop.quit()
      case .open(let link): Links.open(link)
      case .input(let request): request.perform(on: live.stage.window)
      case .resize(let size): live.seat.resize(to: size)
      case .layOut: live.stage.invalidate()
      }
    }
    let lines = show.takeOutput()
    guard !lines.isEmpty else { return }
    if emit(lines.joined(separator: "\n") + "\n") != ExitStatus.success { loop.quit() }
  }
}

/// Why there is no show.
struct OpeningFailure: Error {
  let reason: String
  /// See `ExitStatus`.
  let status: Int32

  init(_ reason: String, status: Int32 = ExitStatus.failure) {
    self.reason = reason
    self.status = status
  }
}
