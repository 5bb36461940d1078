package import Base
package import ScrollCore
internal import X11

/// The interface for programs that show a window of their own.
extension WindowController {
  /// Shows a controller's view in a window with a loop of its own.
  ///
  /// - Throws: `Failure`; `property` if an option names something that does not exist.
  package convenience init(_ controller: any ViewController, _ options: WindowOptions) throws(Failure) {
    try self.init(WindowViews(controller), Settings(options), name: "view")
  }

  /// Applies other options. An invalid one changes nothing.
  package func set(_ options: WindowOptions) throws(ValueError) { try apply(Settings(options)) }

  /// Whether it was closed, or its server is gone.
  package var hasEnded: Bool { ending != nil }

  /// Why the window ended, unless it was closed.
  package var failure: String? {
    guard case .failed(let reason)? = ending else { return nil }
    return "\(reason.subject) \(reason.reason)"
  }

  package func end() { end(.quit) }

  /// The window's ID on the X server.
  package var id: UInt { window.id }

  /// The name of its monitor, as in xrandr.
  package var monitor: String { positioner.placement.monitor.name }

  /// In pixels on the root window; after a move at once the new place.
  package var frame: Rect { positioner.frame }
}

extension Settings<WindowOptions> {
  /// Every option counts as set.
  fileprivate init(_ options: WindowOptions) { self.init(options, setting: WindowOptions.properties.map(\.name)) }
}
