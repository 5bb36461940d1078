internal import Base
internal import Render
internal import Scene
internal import ScrollCore
internal import X11

/// What the frames of a view are drawn into: a window, or, for pictures, one that is never shown.
///
/// It keeps the frame, and knows how much of it can be seen. A `FrameDriver` decides when it is drawn.
final class FrameTarget {
  let window: XWindow
  /// Reports changes of the view.
  let context: ViewContext
  /// The view, with what surrounds it here.
  private let view: any SceneView
  private let typesetter: PangoTypesetter
  private let compositor: Compositor
  let kept: KeptFrame
  /// The colour behind the view.
  private(set) var background: Color
  private(set) var isMapped = false
  private(set) var isExposed = false
  private(set) var isVisible = true
  private var isBlanked = false

  /// The scale of its screen, 1 at 96 dots per inch.
  private let scale: () -> Double

  init(
    _ view: any SceneView, in window: XWindow, _ context: ViewContext, typesetter: PangoTypesetter, background: Color,
    scale: @autoclosure @escaping () -> Double, wholePixels: Bool = false
  ) {
    (self.view, self.window, self.context, self.typesetter) = (view, window, context, typesetter)
    self.scale = scale
    self.background = background
    compositor = Compositor(window, typesetter: typesetter)
    compositor.hasWholePixels = wholePixels
    kept = KeptFrame(size: window.frame.size)
    showBackground()
  }

  /// Reports each image file that cannot be read, once.
  func reportImages() {
    compositor.onImageFailure = { reportError("\($0): \(SizedImage.problem(of: $0)); it is left out") }
  }

  /// Shows another colour behind the view; an opaque one if the window cannot be translucent.
  func setBackground(_ color: Color) {
    guard color != background else { return }
    background = color
    showBackground()
  }

  private func showBackground() {
    kept.background = window.isTranslucent ? background : background.opaque
    // The server fills new areas with it, without the round corners.
    window.setBackground(window.isTranslucent ? .clear : kept.background)
    context.setNeedsDisplay()
  }

  /// Handles the events of the window itself.
  func handle(_ event: Event) {
    switch event {
    case .exposed: isExposed = true
    case .mapped: isMapped = true
    case .unmapped: isMapped = false
    case .visible(let visible): isVisible = visible
    case .blanked(let blanked): isBlanked = blanked
    case .compositorChanged:
      showBackground()
      context.setNeedsLayout()
    case .moved(let place) where place.size != kept.size:
      kept.size = place.size
      context.setNeedsLayout()
    default: break
    }
  }

  /// Whether it is on the screen, perhaps covered.
  var isShown: Bool { isMapped && !isBlanked }
  /// Whether any of it can be seen.
  var isSeen: Bool { isShown && isVisible }

  // MARK: - Frames

  func layOut(at t: Seconds) {
    view.layout(in: Rect(origin: .zero, size: kept.size), with: typesetter, at: t, scale: scale())
  }

  /// Asks the view for a new picture.
  ///
  /// - Parameter isRedraw: Whether anything but time may have changed.
  func draw(at t: Seconds, isRedraw: Bool = true) {
    kept.draw(at: t, isRedraw: isRedraw) {
      view.draw(into: &$0, at: t)
      $0.cutToWindow()
    }
  }

  /// The earliest visible change of the picture, which is that of `t`.
  func nextChange(after t: Seconds) -> Seconds { compositor.nextChange(of: kept.frame, after: t) }

  /// Seconds from refresh to refresh.
  var refreshPeriod: Seconds {
    get { compositor.refreshPeriod }
    set { compositor.refreshPeriod = newValue }
  }

  /// Shows the picture. Returns false if it looks like the previous one.
  func show(at moment: Compositor.Moment) -> Bool { compositor.show(kept.frame, at: moment) }

  /// Shows all of the picture: the server has none of it.
  func showAll() {
    isExposed = false
    compositor.showAll(kept.frame)
  }

  /// Draws what will soon be visible, while there is time.
  func prefetch() { if compositor.prefetch() { window.display.flush() } }

  /// Renders the picture into a larger one, from a row on; false if the server returns no image.
  func render(into snapshot: inout Snapshot, top: Int) -> Bool {
    compositor.draw(kept.frame, into: &snapshot, top: top)
  }
}
