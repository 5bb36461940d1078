package import Base
package import ScrollCore
internal import X11

/// What a program does with a window of its own.
extension WindowController {
  /// Shows what a controller has in a window, in a loop of its own.
  ///
  /// - Throws: `Failure`; `property` where an option names what there is not.
  package convenience init(_ controller: any ViewController, _ options: WindowOptions) throws(Failure) {
    try self.init(WindowViews(controller), Settings(options), name: "view")
  }

  /// Takes over other options. One that is wrong changes nothing.
  package func set(_ options: WindowOptions) throws(ValueError) { try apply(Settings(options)) }

  /// It was closed, or its server has gone.
  package var hasEnded: Bool { ending != nil }

  /// Why it has gone, where nobody closed it.
  package var failure: String? {
    guard case .failed(let reason)? = ending else { return nil }
    return "\(reason.subject) \(reason.reason)"
  }

  package func end() { end(.quit) }

  /// The window's number on the X server.
  package var id: UInt { window.id }

  /// The name of the monitor on which it stands, as xrandr lists it.
  package var monitor: String { keeper.placement.monitor.name }

  /// On the root window, in pixels.
  package var frame: Rect { window.frame }
}

extension Settings<WindowOptions> {
  /// A program has set all of them.
  fileprivate init(_ options: WindowOptions) { self.init(options, setting: WindowOptions.properties.map(\.name)) }
}
