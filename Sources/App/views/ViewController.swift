internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore

/// Wires a view to its sources: what their lines mean to it, and what becomes of the actions that it asks for.
///
/// Times are those of the frames: never before the one on the glass.
protocol ViewController: AnyObject {
  var view: any View { get }

  /// How the window around the view presents itself.
  var appearance: WindowAppearance { get }

  /// Fetches what has to be there before the view is measured.
  func load() throws(Failure)

  /// Opens the sources and begins, once everything stands.
  ///
  /// - Throws: for a source that cannot be opened.
  func open(_ connection: SourceConnection) throws(Failure)

  /// Lets speeds be multiples of this, in px/s.
  func snapSpeed(to step: Double, at t: Seconds)

  /// Brings the view in step with what has come: called after each round of sources and events, and before each frame.
  func update(at t: Seconds)

  /// Takes an action that the view asks for; returns whether it was for the controller. Others are for the window.
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool

  /// The properties of the view, with what they are now.
  var properties: [LiveProperty] { get }

  /// Checks other properties of the view, and what is set of its window, as a whole. What is returned shows the view with
  /// them; before it is called, and after an error, nothing has changed.
  func change(_ changes: [PropertyChange], window: Settings<WindowOptions>) throws(ValueError) -> ViewChange

  /// Carries out what somebody asks of the view over the socket. Returns what the answer tells.
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON?

  /// What the view shows and does, for those who ask.
  func state(at t: Seconds) -> [(String, JSON)]

  /// Other events are waited for now (`ViewContext.awaitedEvents`).
  func eventsChanged(in context: ViewContext)

  /// Whether its motion is held, by hand or by command.
  var isPaused: Bool { get }

  /// The menu for what is at a point of the window or has the keyboard. Until `endMenu` what it is about stays the same.
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu
  func endMenu(at t: Seconds)

  /// Checks another theme, where there are themes. What is returned shows it.
  func change(theme name: String) throws(ValueError) -> ViewChange

  /// How menu and card look beside the view; nil: as the window's options say.
  var theme: StripTheme? { get }

  /// Does as the desktop asks of all programs, as far as the user of this one has not asked for something else.
  func follow(_ wishes: DesktopWishes, in context: ViewContext)

  /// Keeps things from moving: what runs by stands, and with `isReduced` numbers do not roll either.
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds)

  /// How many headlines have come so far: another number says that there are new ones.
  var arrivals: Int { get }

  /// Headlines with that link have been read, for it was opened; or they have not been after all.
  func setRead(_ isRead: Bool, link: String)

  /// Saves what the user has done.
  func close()
}

/// Shows what has been checked, from a time on.
typealias ViewChange = (Seconds) -> Void

extension ViewController {
  func load() throws(Failure) {}
  func snapSpeed(to step: Double, at t: Seconds) {}
  func update(at t: Seconds) {}
  func perform(_ action: ViewAction, in context: ViewContext) -> Bool { false }
  var properties: [LiveProperty] { [] }
  func change(_ changes: [PropertyChange], window: Settings<WindowOptions>) throws(ValueError) -> ViewChange {
    if let change = changes.first { throw ValueError(name: change.name, reason: "no such property") }
    return { _ in }
  }
  /// Shows the view with other properties. After an error nothing has changed.
  func set(_ changes: [PropertyChange], window: Settings<WindowOptions>, at t: Seconds) throws(ValueError) {
    try change(changes, window: window)(t)
  }
  func perform(_ request: ControlRequest, in context: ViewContext) throws(Failure) -> JSON? {
    throw Failure.unsuited(request)
  }
  func state(at t: Seconds) -> [(String, JSON)] { [] }
  func eventsChanged(in context: ViewContext) {}
  var isPaused: Bool { false }
  func beginMenu(at point: Point?, _ bindings: Bindings, t: Seconds) -> Menu { Menu(bindings) }
  func endMenu(at t: Seconds) {}
  func change(theme name: String) throws(ValueError) -> ViewChange { { _ in } }
  /// Shows another theme. After an error nothing has changed.
  func setTheme(_ name: String, in context: ViewContext) throws(ValueError) {
    try change(theme: name)(context.time)
    context.perform(.changeAppearance)
  }
  var theme: StripTheme? { nil }
  func follow(_ wishes: DesktopWishes, in context: ViewContext) {}
  func setMotion(isReduced: Bool, steps: Bool, at t: Seconds) {}
  var arrivals: Int { 0 }
  func setRead(_ isRead: Bool, link: String) {}
  func close() {}
}

/// What a window has to know of the view in it.
struct WindowAppearance {
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
