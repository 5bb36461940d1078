internal import Scene
internal import ScrollCore
internal import X11

/// A window on each monitor, if that option is set.
extension WindowController {
  func makeMirrors() -> WindowMirrors {
    WindowMirrors(
      in: loop, onInput: { [unowned self] in handleMirrored($0) }, onDrag: { [unowned self] in follow($0) },
      onClose: { [unowned self] in end(.quit) },
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
      return mirrors.isEmpty ? () : mirrors.removeAll()
    }
    mirrors.update(
      window.display.monitors(), apart: positioner.placement.monitor, size: size ?? positioner.placement.frame.size)
    mirrors.putAway(appearing.isAway)
    frames.afterDrawing = { [mirrors] in mirrors.show(at: $0) }
    frames.isSeenElsewhere = { [mirrors] in mirrors.isSeen }
    context.setNeedsDisplay()
  }

  /// Handles the input of another window.
  private func handleMirrored(_ event: InputEvent) {
    context.time = time
    notePresence(event)
    handle(event)
    performActions()
  }
}
