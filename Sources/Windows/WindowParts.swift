internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// A window with what places it and draws in it, not yet shown.
struct WindowParts {
  let options: WindowOptions
  let window: Window
  let border: WindowBorder
  let frames: FrameDriver
  let positioner: WindowPositioner
  let desktop: DesktopWatch

  /// - Throws: `Failure`.
  init(
    _ views: any WindowContent, _ settings: Settings<WindowOptions>, name: String
  ) throws(Failure) {
    var options = try usage { () throws(ValueError) in try settings.options(border: views.appearance.border) }
    try views.load()
    let display = try Display()
    desktop = DesktopWatch(display)
    views.follow(desktop.wishes)
    let appearance = views.appearance
    if let themed = try? settings.options(border: appearance.border) { options = themed }
    let typesetter = PangoTypesetter(display)
    typesetter.textGamma = options.textGamma
    typesetter.onUnknownFamily = { reportError("font '\($0)' is not installed; \($1) is used instead") }
    let placement = try usage { [options] () throws(ValueError) in
      try WindowPlacement(options, for: views, on: Desktop(display), typesetter: typesetter)
    }
    let style = Window.Style(options, appearance, role: name, on: display)
    window = try Window(display, frame: placement.frame, style: style)
    border = WindowBorder(options.border, around: views, in: window, clickThrough: options.clickThrough)
    frames = FrameDriver(
      border.gliding, in: window, views.context, typesetter: typesetter, background: appearance.background,
      clock: options.frameClock(for: placement.monitor, on: display), wholePixels: options.cadence.hasWholePixels)
    positioner = WindowPositioner(placement, options, for: views, in: window, typesetter: typesetter)
    self.options = options
  }
}
