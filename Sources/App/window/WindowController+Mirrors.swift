internal import Scene
internal import ScrollCore
internal import X11

/// A window on each monitor, if that option is set.
extension WindowController {
  func makeMirrors() -> WindowMirrors {
    WindowMirrors(
      in: loop, onInput: { [unowned self] in handleMirrored($0, in: $1) },
      onDrag: { [unowned self] in
        usedMirror = $1
        follow($0)
      },
      onMove: { [unowned self] in fitViews() }, onClose: { [unowned self] in end(.quit) },
      model: { [unowned self] in mirrorModel })
  }

  private var mirrorModel: WindowMirror.Model {
    WindowMirror.Model(
      views: views, options: options, border: border.border, background: frames.background,
      role: name, takesDrops: takesDrops, original: border.view)
  }

  /// Creates or updates the windows on the other monitors.
  func updateMirrors(size: Size? = nil) {
    guard options.monitor == "all", options.of.isEmpty, hiddenState == nil else {
      if mirrors.isEmpty { return }
      mirrors.removeAll()
      return fitViews()
    }
    let size = size ?? positioner.placement.frame.size
    mirrors.update(window.display.monitors(), apart: positioner.placement.monitor, size: size)
    fitViews()
    mirrors.putAway(appearing.isAway)
    frames.afterDrawing = { [mirrors] in mirrors.show(at: $0) }
    frames.isSeenElsewhere = { [mirrors] in mirrors.isSeen }
    context.setNeedsDisplay()
  }

  /// Lays the views out so that the narrowest window has room for their parts, as wide as the window managers have made
  /// them all.
  func fitViews() {
    let width = positioner.frame.width
    let less = max(0, width - (mirrors.leastWidth ?? width))
    guard less != views.less else { return }
    views.fit(toLess: less)
    context.setNeedsLayout()
  }

  /// Notes which window the user points at or types into.
  ///
  /// - Parameter mirror: Nil for the first one.
  func noteUse(of mirror: WindowMirror?, by event: InputEvent) {
    switch event {
    case .pointerLeft, .focused: break
    default: usedMirror = mirror
    }
  }

  /// The window that the user has used last.
  var usedWindow: Window { usedMirror?.window ?? window }

  /// Handles the input of another window.
  private func handleMirrored(_ event: InputEvent, in mirror: WindowMirror) {
    noteUse(of: mirror, by: event)
    context.time = time
    notePresence(event)
    handle(event)
    performActions()
  }
}
