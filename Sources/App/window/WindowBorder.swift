internal import Scene
internal import ScrollCore
internal import X11

/// The border and the corners of the window, around whatever view plays in it. Changes show with the next frame.
///
/// Round corners are drawn by alpha, with smooth edges, where a compositing manager runs, and are cut out of the window
/// where none does; as one comes or goes they change from one to the other. Beyond them the window takes no clicks.
final class WindowBorder {
  /// What plays in the window: the view with its border.
  let view: BorderView
  private let window: Window
  private var isCut = false
  /// Whether clicks go to what lies below the window.
  var clickThrough: Bool { didSet { if clickThrough != oldValue { cutCorners(window.frame.size) } } }

  init(_ border: Border, around content: any View, in window: Window, clickThrough: Bool = false) {
    self.clickThrough = clickThrough
    view = BorderView(content, border: border)
    view.cutsCorners = window.isTranslucent
    self.window = window
    cutCorners(window.frame.size)
  }

  var border: Border { view.border }

  /// Takes over other properties; the view is to be laid out again.
  func apply(_ border: Border) {
    view.border = border
    cutCorners(window.frame.size)
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

  /// Where there is no alpha, the window gets another shape, else another one for the pointer.
  private func cutCorners(_ size: Size) {
    let radius = border.cornerRadius
    guard isCut || radius > 0 || clickThrough else { return }
    isCut = radius > 0 || clickThrough
    window.cutCorners(.bounding, radius: window.isTranslucent ? 0 : radius, size: size)
    if clickThrough { return window.letClicksThrough() }
    window.cutCorners(.input, radius: window.isTranslucent ? radius : 0, size: size)
  }
}
