package import Base
package import Render
package import Scene
package import ScrollCore
internal import X11

/// Views rendered to pictures instead of a window on the screen, at times that the caller chooses.
///
/// Steady motion does not involve the view, as in a window.
package final class OffscreenWindow {
  private let views: any WindowContent
  private let frames: FrameDriver
  /// How often a picture was made, and how often the views were asked for one.
  package private(set) var (pictureCount, drawingCount) = (0, 0)

  /// - Parameter size: In whole pixels; nil for that of a window.
  package init(_ views: any WindowContent, _ settings: Settings<WindowOptions>, size: Size?) throws(Failure) {
    self.views = views
    let appearance = views.appearance
    let window = try usage { () throws(ValueError) in try settings.options(border: appearance.border) }
    let display = try ThreadDisplay.open()
    let typesetter = PangoTypesetter(display)
    typesetter.textGamma = window.textGamma
    typesetter.onUnknownFamily = { reportError("font '\($0)' is not installed; \($1) is used instead") }
    let room = try usage { () throws(ValueError) in try WindowRoom(window, on: Desktop(display)) }
    // A picture of a given size is the same on every screen.
    let scale = size == nil ? room.scale : 1
    let size = size ?? WindowPlacement(window, for: views, in: room, typesetter: typesetter).frame.size
    let canvas = XWindow(display, frame: Rect(origin: .zero, size: size), style: .offScreen(appearance.background))
    let target = FrameTarget(
      WindowBorder(window.border, around: views, in: canvas).view, in: canvas, views.context, typesetter: typesetter,
      background: appearance.background, scale: scale, wholePixels: window.cadence.hasWholePixels)
    target.reportImages()
    frames = FrameDriver(target)
    frames.beforeFrame = {
      views.update(at: $0)
      target.setBackground(views.appearance.background)
    }
    views.setMotion(isReduced: window.reducedMotion == .on, steps: window.steps, at: 0)
  }

  /// Shows the views of a program.
  ///
  /// - Parameter size: In whole pixels; nil for the views' own in the middle of a monitor.
  package convenience init(_ views: any WindowContent, size: Size?) throws(Failure) {
    var options = WindowOptions()
    options.place = .inCenter
    try self.init(views, Settings(settingAll: options), size: size)
    try views.load()
  }

  /// The limit for the pixels of a picture.
  package static let most = 4096 * 4096

  /// Whether a picture of that size can be made, in pixels.
  package static func canShow(_ size: Size) -> Bool {
    let isWhole = size.width >= 1 && size.height >= 1 && size.width <= 16384 && size.height <= 16384
    return isWhole && size.width * size.height <= Double(most)
  }

  /// In whole pixels.
  package var size: Size { frames.target.kept.size }
  package var context: ViewContext { views.context }

  /// When the picture changes next: infinity if it rests.
  package var nextChange: Seconds {
    let isDue = context.needsDisplay || context.hasActions || !frames.hasShown
    return isDue ? -.infinity : frames.nextChange
  }

  // MARK: - Drawing

  /// Brings the picture to a time, never before that of the last one.
  package func show(at t: Seconds) {
    context.time = t
    performActions()
    switch frames.advance(to: t) {
    case .stay: return
    case .runOn: break
    case .redraw:
      drawingCount += 1
      performActions()
    }
    pictureCount += 1
  }

  /// The last drawn picture, as rows of 0xAARRGGBB.
  package func pixels() throws(Failure) -> [UInt32] { try picture().pixels }

  /// The last drawn picture.
  package func picture() throws(Failure) -> Snapshot {
    var picture = Snapshot(width: Int(pixel: size.width), height: Int(pixel: size.height))
    try render(into: &picture, top: 0)
    return picture
  }

  /// Renders the last drawn picture into a larger one, from a row on.
  package func render(into picture: inout Snapshot, top: Int) throws(Failure) {
    guard frames.target.render(into: &picture, top: top) else {
      throw .system("the X server returns no picture; is the size too large?")
    }
  }

  // MARK: - Input

  /// Handles an event of the user at a time. Requests to a real window are ignored.
  package func handle(_ event: InputEvent, at t: Seconds) {
    context.time = t
    _ = views.handle(event, in: context)
    performActions()
    views.update(at: t)
    performActions()
  }

  /// The text that a view has copied last.
  package private(set) var copiedText: String?

  private func performActions() {
    context.performActions { action, context in
      switch action {
      case .window(.copy(let text, .clipboard)): copiedText = text
      case .window(.paste(let selection)): _ = views.handle(.pasted(copiedText ?? "", from: selection), in: context)
      // There is neither a desktop nor a program behind it.
      case .window, .session, .headlines, .happened, .chosen: break
      }
    }
  }
}

/// Writes a picture, rows of 0xAARRGGBB, as a PNG file.
package func writePNG(_ pixels: [UInt32], width: Int, height: Int, to path: String) throws(Failure) {
  try Snapshot(width: width, height: height, pixels: pixels).writePNG(to: path)
}
