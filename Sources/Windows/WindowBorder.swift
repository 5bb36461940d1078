internal import Scene
internal import ScrollCore
internal import X11

/// The border and round corners of the window, around its views. Changes show with the next frame.
///
/// With a compositing manager the corners are antialiased by alpha. Without one they are cut out of the window's shape.
/// It follows the start and end of compositing managers. The window receives no clicks beyond its corners.
final class WindowBorder {
  /// The content of the window: the views with their border.
  let view: BorderView
  /// The same, somewhere beside its place while the window glides in or out.
  let gliding: GlidingView
  private let window: XWindow
  private var isCut = false
  /// The visible part of the window while it slides, in window coordinates; nil for all of it.
  private var revealed: Rect? { didSet { if revealed != oldValue { cutCorners(window.frame.size) } } }
  /// Whether clicks go to the window below.
  var clickThrough: Bool { didSet { if clickThrough != oldValue { cutCorners(window.frame.size) } } }

  init(_ border: Border, around content: any SceneView, in window: XWindow, clickThrough: Bool = false) {
    self.clickThrough = clickThrough
    view = BorderView(content, border: border)
    view.cutsCorners = window.isTranslucent
    gliding = GlidingView(view)
    self.window = window
    cutCorners(window.frame.size)
  }

  var border: Border { view.border }

  /// Adopts other properties; the view needs layout.
  func apply(_ border: Border) {
    view.border = border
    cutCorners(window.frame.size)
  }

  /// Shows a fraction of the window, slid in from an edge; at least one pixel.
  func glide(_ share: Double, from edge: Strut.Edge) {
    if share >= 1 {
      if revealed != nil { (revealed, gliding.offset) = (nil, .zero) }
      return
    }
    let size = window.frame.size
    let thickness = max(1, (share * edge.thickness(of: size)).rounded())
    revealed = edge.part(thickness, of: Rect(origin: .zero, size: size))
    gliding.offset = edge.offset(thickness, of: size)
  }

  func handle(_ event: Event) {
    switch event {
    case .moved(let frame): cutCorners(frame.size)
    case .compositorChanged:
      view.cutsCorners = window.isTranslucent
      cutCorners(window.frame.size)
    default: break
    }
  }

  /// Sets the shape of the window without alpha, or else that of its input region.
  private func cutCorners(_ size: Size) {
    let radius = border.radius
    guard isCut || radius > 0 || clickThrough || revealed != nil else { return }
    isCut = radius > 0 || clickThrough || revealed != nil
    window.cutCorners(.bounding, radius: window.isTranslucent ? 0 : radius, size: size, part: revealed)
    if clickThrough { return window.letClicksThrough() }
    window.cutCorners(.input, radius: window.isTranslucent ? radius : 0, size: size)
  }
}
