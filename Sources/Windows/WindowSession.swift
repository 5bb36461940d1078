package import Scene
package import ScrollCore
package import X11

/// The program behind a window: performs what neither the views nor the window itself can, and knows what may bring a hidden
/// window back.
package protocol WindowSession: AnyObject {
  /// Performs a request of a view that is not about the window.
  func perform(_ request: SessionRequest, for context: ViewContext)

  /// A link that a view has asked for has been opened, or not.
  func note(_ outcome: LinkOpening.Outcome, of link: String)

  /// All pending actions have been performed.
  func didPerformActions()

  /// Performs a command that no view has handled.
  func perform(_ command: UserCommand, at point: Point?)

  /// What has come so far.
  var arrivals: Arrivals { get }

  /// Whether only urgent arrivals bring a hidden window back.
  var isQuiet: Bool { get }

  /// Whether a view accepts drops.
  var takesDrops: Bool { get }

  /// Another program drags something over the window, or drops it there.
  func follow(_ drag: DragEvent)

  /// A pointer button has been pressed in the window.
  func wasPressed()

  /// The window is on the screen for the first time.
  func didAppear()

  /// The window has been replaced by another one with the same views.
  func didReopen()

  /// The options or the desktop's settings have changed.
  func optionsChanged()

  /// The desktop's wish not to be disturbed has changed.
  func quietChanged()

  /// A round of the loop ends, in which more happened than motion.
  func didStep()
}

/// How many headlines have come so far.
package struct Arrivals: Equatable {
  package var all = 0
  package var breakIns = 0

  package init(all: Int = 0, breakIns: Int = 0) { (self.all, self.breakIns) = (all, breakIns) }
}
