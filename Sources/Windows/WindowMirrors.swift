internal import Base
internal import Scene
internal import ScrollCore
internal import X11

/// The windows on the other monitors.
final class WindowMirrors {
  private var mirrors: [WindowMirror] = []
  private let loop: RunLoop
  private let model: () -> WindowMirror.Model
  private let onInput: (InputEvent, WindowMirror) -> Void
  private let onDrag: (DragEvent, WindowMirror) -> Void
  private let onMove: () -> Void
  private let onMisplaced: () -> Void
  private let onClose: () -> Void

  init(
    in loop: RunLoop, onInput: @escaping (InputEvent, WindowMirror) -> Void,
    onDrag: @escaping (DragEvent, WindowMirror) -> Void, onMove: @escaping () -> Void,
    onMisplaced: @escaping () -> Void, onClose: @escaping () -> Void, model: @escaping () -> WindowMirror.Model
  ) {
    (self.loop, self.onInput, self.onDrag, self.model) = (loop, onInput, onDrag, model)
    (self.onMove, self.onMisplaced, self.onClose) = (onMove, onMisplaced, onClose)
  }

  var isEmpty: Bool { mirrors.isEmpty }
  var targets: [FrameTarget] { mirrors.map(\.target) }

  /// Creates, moves and removes windows so that each monitor but the first window's has one; mirrored ones share it.
  ///
  /// - Parameter size: The size of the first window.
  func update(_ monitors: [Monitor], apart first: Monitor, size: Size) {
    // Mirrored monitors show the same part of the screen.
    var parts: Set<Rect> = [first.frame]
    let others = monitors.filter { $0.name != first.name && parts.insert($0.frame).inserted }
    let model = model()
    for mirror in mirrors where !others.contains(mirror.monitor) { loop.remove(mirror) }
    mirrors.removeAll { !others.contains($0.monitor) }
    for monitor in others {
      if let mirror = mirrors.first(where: { $0.monitor == monitor }) {
        mirror.place(model, size: size)
      } else {
        add(model, on: monitor)
      }
    }
  }

  private func add(_ model: WindowMirror.Model, on monitor: Monitor) {
    do throws(Failure) {
      let mirror = try WindowMirror(model, on: monitor)
      mirror.onInput = { [onInput, unowned mirror] in onInput($0, mirror) }
      mirror.onDrag = { [onDrag, unowned mirror] in onDrag($0, mirror) }
      (mirror.onMove, mirror.onMisplaced, mirror.onClose) = (onMove, onMisplaced, onClose)
      mirrors.append(mirror)
      loop.add(mirror)
    } catch {
      reportError(error.description)
    }
  }

  func apply(_ border: Border, background: Color, clickThrough: Bool) {
    for mirror in mirrors { mirror.apply(border, background: background, clickThrough: clickThrough) }
  }

  /// The width of the narrowest one; nil without any.
  var leastWidth: Double? { mirrors.map(\.width).min() }

  /// Their places on the root window.
  var frames: [Rect] { mirrors.map(\.place) }

  func putAway(_ isAway: Bool) { for mirror in mirrors { mirror.putAway(isAway) } }

  func glide(_ share: Double, from edge: Strut.Edge) { for mirror in mirrors { mirror.glide(share, from: edge) } }

  /// Lowers the windows on these monitors below all others.
  func lower(on monitors: Set<String>) {
    for mirror in mirrors { mirror.lower(monitors.contains(mirror.monitor.name)) }
  }

  func setPointer(_ shape: PointerShape) { for mirror in mirrors { mirror.setPointer(shape) } }

  func removeAll() {
    for mirror in mirrors { loop.remove(mirror) }
    mirrors = []
  }
}
