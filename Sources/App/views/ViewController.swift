package import Base
internal import Newswire
package import Scene
package import ScrollCore

/// Wires a view to its sources: what their lines mean to it, and what becomes of the actions that it asks for.
///
/// What else can be done to a view its controller says by further protocols: `ThemedController` for its looks,
/// `ControlledController` for the socket, and those below. Times are those of the frames: never before the one on the glass.
package protocol ViewController: AnyObject {
  var view: any View { get }

  /// How the window around the view presents itself.
  var appearance: WindowAppearance { get }

  /// Fetches what has to be there before the view is measured.
  func load() throws(Failure)

  /// Opens the sources and begins, once everything stands.
  ///
  /// - Throws: for a source that cannot be opened.
  func open(_ connection: SourceConnection) throws(Failure)

  /// Brings the view in step with what has come: called after each round of sources and events, and before each frame.
  func update(at t: Seconds)

  /// Takes an action that the view asks for; returns whether it was for the controller. Others are for the window.
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool

  /// Saves what the user has done.
  func close()
}

extension ViewController {
  package func load() throws(Failure) {}
  package func open(_ connection: SourceConnection) throws(Failure) {}
  package func update(at t: Seconds) {}
  package func perform(_ action: ViewAction, in context: ViewContext) -> Bool { false }
  package func close() {}
}

/// A controller that others can ask for something, over the socket and by signals.
protocol ControlledController: ViewController {
  /// Carries out what somebody asks of the view over the socket. Returns what the answer tells.
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON?

  /// What the view shows and does, for those who ask.
  func state(at t: Seconds) -> [(String, JSON)]
}

/// A controller whose view moves by itself.
protocol MovingController: ViewController {
  /// Keeps things from moving: what runs by stands, and with `isReduced` numbers do not roll either.
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds)
}

/// A controller whose view runs by, at a speed and for as long as nobody holds it.
protocol RunningController: MovingController {
  /// Whether its motion is held, by hand or by command.
  var isPaused: Bool { get }

  /// Lets speeds be multiples of this, in px/s.
  func snapSpeed(to step: Double, at t: Seconds)
}

/// A controller whose view has a menu of its own.
protocol MenuController: ViewController {
  /// The menu for what is at a point of the window or has the keyboard. Until `endMenu` what it is about stays the same.
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu
  func endMenu(at t: Seconds)
}

extension MenuController {
  func endMenu(at t: Seconds) {}
}

/// How the window around a view presents itself.
package struct WindowAppearance {
  /// What lies behind the view, and shows before it is drawn.
  var background: Color
  /// What the view's looks say about the window's border, where the user says nothing.
  var border = Border()
  /// The width of a border, in pixels, that has room in the view's natural size. For a wider one the window is larger by
  /// the rest.
  var borderRoom = Double.infinity
  /// A dock at the screen's edge suits the view.
  var isDock = false
  /// Text is typed into the view, from the start or on demand.
  var takesText = false
  /// Colours may change while the window is shown: it has to be able to let the desktop through.
  var mayChange = false
}

extension WindowAppearance {
  /// Of a window that a program opens: all of it may change.
  package init(background: Color, isDock: Bool, takesText: Bool) {
    self.init(background: background, borderRoom: 0, isDock: isDock, takesText: takesText, mayChange: true)
  }
}
