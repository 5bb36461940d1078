internal import Scene
internal import ScrollCore
internal import X11

/// A window on each monitor, where that is asked for.
extension WindowController {
  func makeMirrors() -> WindowMirrors {
    WindowMirrors(
      in: loop, onInput: { [unowned self] in takeMirrored($0) }, onClose: { [unowned self] in end(.quit) },
      model: { [unowned self] in mirrorModel })
  }

  private var mirrorModel: WindowMirror.Model {
    WindowMirror.Model(
      views: views, options: options, border: border.border, background: frames.background,
      role: name, original: border.view)
  }

  /// Has a window on each monitor, where that is asked for.
  func updateMirrors(size: Size? = nil) {
    guard options.monitor == "all", options.of.isEmpty, hiddenState == nil else {
      return mirrors.isEmpty ? () : mirrors.removeAll()
    }
    mirrors.update(
      window.display.monitors(), apart: keeper.placement.monitor, size: size ?? keeper.placement.frame.size)
    mirrors.putAway(appearing.isAway)
    frames.afterDrawing = { [mirrors] in mirrors.show(at: $0) }
    frames.isSeenElsewhere = { [mirrors] in mirrors.isSeen }
    context.setNeedsDisplay()
  }

  /// Takes what hands do in another window.
  private func takeMirrored(_ event: InputEvent) {
    context.time = time
    notePresence(event)
    handle(event)
    performActions()
  }
}
