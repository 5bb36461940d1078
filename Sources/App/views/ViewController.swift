package import Base
internal import Newswire
package import Scene
package import ScrollCore
package import Windows

/// Connects a view to its sources: interprets their lines, and performs the actions of the view.
///
/// What else it can do is in properties, each nil by default: a controller that conforms to one of the protocols has it. Times are
/// those of frames: never before the visible one.
package protocol ViewController: AnyObject {
  var view: any SceneView { get }

  /// The appearance of the window around the view.
  var appearance: WindowAppearance { get }

  /// Loads everything that the view needs before it is measured.
  func load() throws(Failure)

  /// Opens the sources, once the window exists.
  ///
  /// - Throws: if a source cannot be opened.
  func open(_ connection: SourceConnection) throws(Failure)

  /// Brings the view up to date. Called after each round of sources and events, and before each frame.
  func update(at t: Seconds)

  /// Performs an action of the view. Returns whether it was for the controller and not for the window.
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool

  /// Shows what is wrong in the configuration, until that has ended. Returns false if it has no place for it.
  func show(mistake: String?, at t: Seconds) -> Bool

  /// Saves the user's state.
  func close()

  /// Its style, with themes.
  var themed: (any ThemedController)? { get }
  /// Its commands over the socket and by signals.
  var commands: (any ControlledController)? { get }
  /// Its motion.
  var motion: (any MovingController)? { get }
  /// Its own menu.
  var menu: (any MenuController)? { get }
  /// What takes addresses and files.
  var drops: (any DropController)? { get }
  /// Its headlines.
  var news: (any HeadlineController)? { get }
}

extension ViewController {
  package func load() throws(Failure) {}
  package func open(_ connection: SourceConnection) throws(Failure) {}
  package func update(at t: Seconds) {}
  package func perform(_ action: ViewAction, in context: ViewContext) -> Bool { false }
  package func show(mistake: String?, at t: Seconds) -> Bool { false }
  package func close() {}

  package var themed: (any ThemedController)? { nil }
  package var commands: (any ControlledController)? { nil }
  package var motion: (any MovingController)? { nil }
  package var menu: (any MenuController)? { nil }
  package var drops: (any DropController)? { nil }
  package var news: (any HeadlineController)? { nil }
}

/// A controller with commands over the socket and by signals.
package protocol ControlledController: ViewController {
  /// Executes a request from the socket. Returns the data of the answer.
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON?

  /// The state of the view, for the socket.
  func state(at t: Seconds) -> [(String, JSON)]
}

extension ControlledController {
  package var commands: (any ControlledController)? { self }
}

/// A controller of a view with motion.
package protocol MovingController: ViewController {
  /// Stops or starts the motion: scrolling stops, and with `isReduced` numbers do not roll either.
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds)

  /// Whether it is paused, by hand or by command.
  var isPaused: Bool { get }

  /// Makes the speeds of a scrolling view multiples of a step, in px/s.
  func snapSpeed(to step: Double, at t: Seconds)

  /// Whether a speed of it is nobody's setting, so that it may follow the screen's refresh rate.
  var hasFreeSpeed: Bool { get }

  /// Follows that rate, in refreshes a second.
  func follow(refreshRate: Double, at t: Seconds)
}

extension MovingController {
  package var motion: (any MovingController)? { self }
  package var isPaused: Bool { false }
  package func snapSpeed(to step: Double, at t: Seconds) {}
  package var hasFreeSpeed: Bool { false }
  package func follow(refreshRate: Double, at t: Seconds) {}
}

/// A controller of a view with its own menu.
package protocol MenuController: ViewController {
  /// The menu for a point of the window, or for the keyboard. Its subject stays the same until `endMenu`.
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu
  func endMenu(at t: Seconds)
}

extension MenuController {
  package var menu: (any MenuController)? { self }
  package func endMenu(at t: Seconds) {}
}
