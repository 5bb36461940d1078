internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// A show in its window, from the first request to the last: where everything is wired together.
final class Application {
  private let invocation: Invocation
  private let options: WindowOptions
  private let show: any Show

  /// - Throws: `UsageError` for what the command line could not see: values that only together make sense.
  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    var options = WindowOptions()
    do throws(PropertyError) {
      try options.assign(invocation.window)
      show = try Self.makeShow(invocation)
    } catch {
      throw UsageError("--\(error.description)")
    }
    self.options = options
  }

  /// - Throws: `UsageError` for what only the server knows: a monitor that there is not.
  func run() throws(UsageError) -> Int32 {
    do throws(FileFailure) {
      try show.load()
    } catch {
      return fail(error.description)
    }
    let (display, window, typesetter): (Display, Window, PangoTypesetter)
    let plan: WindowPlan
    do throws(XFailure) {
      display = try Display()
      typesetter = PangoTypesetter(display)
      do throws(UsageError) {
        plan = try WindowPlan(options, for: show, on: display, typesetter: typesetter)
      } catch {
        complain(error.description)
        return ExitStatus.usage
      }
      window = try Window(display, frame: plan.frame, style: style)
    } catch {
      return fail(error.description)
    }
    Signals.install()
    let border = WindowBorder(options.border, around: show.view, in: window)
    let stage = Stage(
      window, typesetter: typesetter, root: border.view, background: show.background,
      clock: FrameClock(pacing: pacing(plan.monitor, display), refreshRate: plan.monitor.refreshRate ?? 60),
      wholePixels: options.cadence != .subpixel)
    guard let loop = EventLoop(stage) else { return fail("no file descriptor is left for the frame timer") }
    do throws(SourceError) {
      try Sources(invocation, for: show, on: stage, in: loop).open()
    } catch {
      return fail(error.description)
    }
    if show.takesText { window.beginTextInput() }
    return play(loop, stage, plan, border)
  }

  private func fail(_ reason: String) -> Int32 {
    complain(reason)
    return ExitStatus.failure
  }

  // MARK: - Window

  private var style: Window.Style {
    var style = Window.Style()
    style.title = options.name == WindowOptions().name ? "Newsreel" : options.name
    style.name = options.name
    style.role = invocation.view.rawValue
    style.isDock = show.isDock
    style.takesFocus = show.takesText && !show.isDock
    style.asksForFocus = show.takesText
    style.background = show.background
    style.wantsTranslucency = !show.background.isOpaque || options.border.cornerRadius > 0
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

  private func play(_ loop: EventLoop, _ stage: Stage, _ plan: WindowPlan, _ border: WindowBorder) -> Int32 {
    let show = self.show
    stage.beforeFrame = { time in
      show.prepare(at: time)
      return show.needsLayout(at: time)
    }
    loop.onEvent = { [weak self, weak loop] event, now in
      border.handle(event)
      if show.handle(event, at: stage.time(now: now)) { stage.invalidate(layout: false) }
      if let loop { self?.serve(loop, stage, plan, border) }
    }
    loop.onTurn = { [weak self, weak loop] now in
      show.finishTurn(at: stage.time(now: now))
      if let loop { self?.serve(loop, stage, plan, border) }
    }
    if options.cadence == .snap { show.snapSpeed(to: 1 / stage.refreshPeriod) }
    show.begin(at: monotonicNow())
    stage.window.show()
    switch loop.run() {
    case .quit: return ExitStatus.success
    case .signal(let number): return 128 + number
    case .lostServer: return fail("the X server has gone")
    }
  }

  /// Does what the show has asked for, and prints what it tells.
  private func serve(_ loop: EventLoop, _ stage: Stage, _ plan: WindowPlan, _ border: WindowBorder) {
    for request in show.takeRequests() {
      switch request {
      case .quit: loop.quit()
      case .open(let link): Links.open(link)
      case .input(let request): request.perform(on: stage.window)
      case .resize(let size): stage.window.move(to: plan.resized(stage.window.frame, to: border.around(size)))
      case .layOut: stage.invalidate()
      }
    }
    let lines = show.takeOutput()
    guard !lines.isEmpty else { return }
    if emit(lines.joined(separator: "\n") + "\n") != ExitStatus.success { loop.quit() }
  }
}
