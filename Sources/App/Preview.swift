internal import Base
internal import Glibc
internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// What `newsreel preview` is asked for, besides the view.
package struct PreviewOptions: Equatable, Sendable {
  /// The PNG file that is written.
  let path: String
  /// The moment that is shown, from the start.
  let time: Seconds
  /// In whole pixels; nil: the size that the window would have.
  let size: Size?
  /// How many moments are shown, one under another.
  let moments: Int
  /// From one moment to the next.
  let step: Seconds

  /// - Parameters:
  ///   - time: In seconds, from 0.
  ///   - size: As `WxH` in pixels.
  ///   - step: In seconds, above 0.
  /// - Throws: `UsageError` for what is out of range, by the name of its flag.
  package init(path: String, time: Double = 0, size: String? = nil, moments: Int = 1, step: Double = 1)
    throws(UsageError)
  {
    guard time.isFinite, time >= 0 else { throw UsageError("--at: \(shortest(time)) is out of range (from 0)") }
    guard step.isFinite, step > 0 else { throw UsageError("--step: \(shortest(step)) is out of range (above 0)") }
    guard 1...600 ~= moments else { throw UsageError("--film: \(moments) is out of range (1 to 600)") }
    self.path = path
    self.time = time
    self.moments = moments
    self.step = step
    self.size = try size.map { (text) throws(UsageError) in try Self.pixels(text) }
  }

  /// What Imlib2 and the X server can both take.
  private static let limit = 16384

  private static func pixels(_ text: String) throws(UsageError) -> Size {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
      throw UsageError("--size: '\(text)' is no size; write WxH, as in 1280x36")
    }
    guard width <= limit, height <= limit else {
      throw UsageError("--size: \(text) is too large (at most \(limit)x\(limit))")
    }
    return Size(width: Double(width), height: Double(height))
  }
}

/// Draws what would be shown into a picture, without a window on the screen. The sources are read to their ends first;
/// time is counted from the start. The result is an exit status.
package func preview(_ invocation: Invocation, _ options: PreviewOptions) -> Int32 {
  do throws(UsageError) {
    return try Preview(invocation, options).run()
  } catch {
    complain(error.description)
    return ExitStatus.usage
  }
}

/// A show that is played into a picture.
private final class Preview {
  private let invocation: Invocation
  private let options: PreviewOptions
  private let show: any Show
  private var window = WindowOptions()
  private var isLaidOut = false

  /// Pixels between moments.
  private static let gap = 4

  init(_ invocation: Invocation, _ options: PreviewOptions) throws(UsageError) {
    self.invocation = invocation
    self.options = options
    do throws(PropertyError) {
      show = try Application.makeShow(invocation)
      window.border = show.border
      try window.assign(invocation.window)
    } catch {
      throw UsageError("--\(error.description)")
    }
  }

  func run() throws(UsageError) -> Int32 {
    let (canvas, typesetter): (Window, PangoTypesetter)
    do throws(Failure) {
      let display = try Display()
      typesetter = PangoTypesetter(display)
      let plan: WindowPlan
      do throws(UsageError) {
        plan = try WindowPlan(window, for: show, on: display, typesetter: typesetter)
      } catch {
        complain(error.description)
        return ExitStatus.usage
      }
      canvas = try Window(
        display, frame: Rect(origin: .zero, size: options.size ?? plan.frame.size), style: .offScreen(show.background))
    } catch {
      return fail(error.description)
    }
    do throws(FileFailure) {
      try show.load()
    } catch {
      return fail(error.description)
    }
    do throws(Failure) {
      try readSources()
    } catch {
      return fail(error.description)
    }
    return play(canvas, typesetter)
  }

  /// Takes all that the sources have, at time 0.
  private func readSources() throws(Failure) {
    let loop = RunLoop()
    let sources = Sources(invocation, for: show, in: loop, time: { 0 })
    sources.endsWhenSettled = true
    try sources.open()
    loop.run()
  }

  private func play(_ canvas: Window, _ typesetter: PangoTypesetter) -> Int32 {
    let border = WindowBorder(window.border, around: show.view, in: canvas)
    let compositor = Compositor(canvas, typesetter: typesetter)
    compositor.wholePixels = window.cadence != .subpixel
    compositor.onImageFailure = { complain("\($0): not an image that can be read; it is left out") }
    var frame = Frame(size: canvas.frame.size, background: show.background)
    show.begin(at: 0)
    draw(border.view, into: &frame, at: 0, typesetter)
    var picture: Snapshot?
    for moment in 0..<options.moments {
      draw(border.view, into: &frame, at: options.time + Double(moment) * options.step, typesetter)
      guard let snapshot = compositor.snapshot(frame) else {
        return fail("the X server hands out no picture; is the size too large?")
      }
      picture = picture?.stacked(on: snapshot, gap: Self.gap) ?? snapshot
    }
    if let reason = picture?.writePNG(to: options.path) { return fail("\(options.path): \(reason)") }
    return ExitStatus.success
  }

  private func draw(_ root: any View, into frame: inout Frame, at t: Seconds, _ typesetter: PangoTypesetter) {
    show.prepare(at: t)
    if show.needsLayout(at: t) || !isLaidOut {
      root.layout(in: Rect(origin: .zero, size: frame.size), with: typesetter)
      isLaidOut = true
    }
    frame.clear()
    root.draw(into: &frame, at: t)
  }

  private func fail(_ reason: String) -> Int32 {
    complain(reason)
    return ExitStatus.failure
  }
}
