package import ScrollCore

/// Something that is shown in a window and answers to the user's hands.
///
/// The calls come in this order: `layout` when the place or any property has changed, `draw` for every frame, `handle` for
/// every event, judged by the frame that is on the glass. Time never runs back between calls.
package protocol View: AnyObject {
  /// The size it has in a window of its own where nobody asks for another, in pixels.
  ///
  /// - Parameters:
  ///   - area: the size of the monitor's work area.
  ///   - scale: 1 at 96 dots per inch.
  func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size

  /// The height it has in a window of that width where nobody asks for another, in pixels.
  func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double

  /// Gives the view its place.
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds)

  /// Adds what is shown at time `t` and asks for the next change.
  func draw(into frame: inout Frame, at t: Seconds)

  /// The columns of it that may as well be more or fewer, in window coordinates; nil where that is its right end.
  var stretch: ClosedRange<Double>? { get }

  /// Takes an event; what it wants done it asks of the context. Returns whether the event was meant for the view.
  func handle(_ event: InputEvent, in context: ViewContext) -> Bool

  /// What it shows at time `t`, for those who cannot see it; nil for nothing. It is asked only where somebody listens.
  func accessibleNode(at t: Seconds) -> AccessibleNode?

  /// Does what is asked of a thing in its node, as a hand would.
  ///
  /// - Parameter path: The thing's keys, from the one in the view's own node on; empty for the view itself.
  /// - Returns: Whether there was something to do.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool
}

extension View {
  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size { area }

  package func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    naturalSize(in: area, scale: scale, with: typesetter).height
  }

  package var stretch: ClosedRange<Double>? { nil }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { false }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? { nil }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool { false }

  /// Gives the view a place all of which is seen.
  package func layout(in bounds: Rect, with typesetter: any Typesetter, at t: Seconds = 0) {
    layout(in: VisibleFrame(bounds), with: typesetter, at: t)
  }
}

/// What a view, or whoever changes it, says to the window that it is in.
///
/// Each view of a window has one of its own: the time and what is to be drawn are the same for all, and an action comes back to
/// whoever has asked for it before the window does it.
package final class ViewContext {
  /// What the views of a window have in common.
  private final class Shared {
    var time: Seconds = 0
    var needsDisplay = true
    var needsLayout = true
    var actions: [(action: ViewAction, owner: (any ContainedView)?)] = []
    var awaitedEvents: Set<String> = []
  }

  private let shared: Shared
  /// Whose it is; nil: the window's.
  package weak var owner: (any ContainedView)?
  /// What the view is called among those of its window; empty where it is alone.
  package let viewName: String

  /// A window's.
  package init() { (shared, viewName) = (Shared(), "") }

  /// That of a view in a window.
  package init(_ viewName: String = "", in window: ViewContext) { (shared, self.viewName) = (window.shared, viewName) }

  /// The time of the event or turn that is being handled: never before that of the frame on the glass.
  package var time: Seconds {
    get { shared.time }
    set { shared.time = newValue }
  }

  /// The names of the events that somebody waits for.
  package var awaitedEvents: Set<String> {
    get { shared.awaitedEvents }
    set { shared.awaitedEvents = newValue }
  }

  /// Something looks different: a frame is to be drawn.
  package func setNeedsDisplay() { shared.needsDisplay = true }

  /// Something may have another size: all is to be laid out and drawn.
  package func setNeedsLayout() { (shared.needsLayout, shared.needsDisplay) = (true, true) }

  /// Asks for something to be done, after the present event.
  package func perform(_ action: ViewAction) { shared.actions.append((action, owner)) }

  /// Prints a line on standard output, without its end.
  package func print(_ line: String) { perform(.print(line)) }

  // MARK: - For the window

  package var needsDisplay: Bool { shared.needsDisplay }
  package var needsLayout: Bool { shared.needsLayout }

  /// Whether something has been asked for.
  package var hasActions: Bool { !shared.actions.isEmpty }

  /// Lets those who have asked for something do it, and hands on what is for the window, with the context of whoever has asked;
  /// what they ask for meanwhile, too.
  package func performActions(_ perform: (ViewAction, ViewContext) -> Void) {
    while hasActions {
      let actions = shared.actions
      shared.actions = []
      for (action, owner) in actions where owner?.perform(action) != true { perform(action, owner?.context ?? self) }
    }
  }

  /// What has been asked for since the last call.
  package func takeActions() -> [ViewAction] {
    defer { shared.actions = [] }
    return shared.actions.map(\.action)
  }

  package func didLayOut() { shared.needsLayout = false }
  package func didDraw() { shared.needsDisplay = false }
}
