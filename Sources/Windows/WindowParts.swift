internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// What a window needs of the server before it is made: the part that can fail.
struct WindowGround {
  let options: WindowOptions
  let display: Display
  let desktop: DesktopWatch
  let room: WindowRoom

  /// - Parameters:
  ///   - display: The connection to use; nil for one of its own.
  ///   - border: That of the views, unless the user sets one. It is asked for once the desktop's settings are known.
  /// - Throws: `Failure`.
  init(
    _ settings: Settings<WindowOptions>, on display: Display? = nil, border: (DesktopWishes) -> Border
  ) throws(Failure) {
    let display = if let display { display } else { try Display() }
    self.display = display
    desktop = DesktopWatch(display)
    let border = border(desktop.wishes)
    let options = try usage { () throws(ValueError) in try settings.options(border: border) }
    room = try usage { () throws(ValueError) in try WindowRoom(options, on: Desktop(display)) }
    self.options = options
  }
}

/// A window with what places it and draws in it, not yet shown.
struct WindowParts {
  let window: XWindow
  let border: WindowBorder
  let frames: FrameDriver
  let positioner: WindowPositioner
  let desktop: DesktopWatch

  /// - Parameter failed: A window manager that did not give such a window its place.
  init(_ views: any WindowContent, on ground: WindowGround, name: String, failed: WindowManager? = nil) {
    let (options, display) = (ground.options, ground.display)
    desktop = ground.desktop
    let typesetter = PangoTypesetter(display)
    typesetter.textGamma = options.textGamma
    typesetter.onUnknownFamily = { reportError("font '\($0)' is not installed; \($1) is used instead") }
    let placement = WindowPlacement(options, for: views, in: ground.room, typesetter: typesetter)
    let appearance = views.appearance
    let standing = options.standing(of: appearance, on: display, failed: failed)
    let style = XWindow.Style(options, appearance, role: name, standing: standing, on: display)
    window = XWindow(display, frame: placement.frame, style: style)
    border = WindowBorder(options.border, around: views, in: window, clickThrough: options.clickThrough)
    let positioner = WindowPositioner(placement, options, for: views, in: window, typesetter: typesetter)
    let target = FrameTarget(
      border.gliding, in: window, views.context, typesetter: typesetter, background: appearance.background,
      scale: positioner.placement.scale, wholePixels: options.cadence.hasWholePixels)
    target.reportImages()
    self.positioner = positioner
    frames = FrameDriver(target, clock: options.frameClock(for: placement.monitor, on: display))
  }
}
