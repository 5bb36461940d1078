package import ScrollCore

/// Something shown in a window that handles input.
///
/// `layout` is called after a change of place or properties, `draw` for every frame, and `handle` for every event,
/// which refers to the visible frame. Time never runs backwards between calls.
package protocol View: AnyObject {
  /// The natural size of its window, in pixels.
  ///
  /// - Parameters:
  ///   - area: The size of the monitor's work area.
  ///   - scale: 1 at 96 dots per inch.
  func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size

  /// The natural height of its window at a width, in pixels.
  func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double

  /// Places the view.
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds)

  /// Adds the picture at time `t`, and schedules the next change.
  func draw(into frame: inout Frame, at t: Seconds)

  /// The flexible columns; nil for the right end.
  var stretch: FlexibleColumns? { get }

  /// Chooses the parts that the next layout shows so that they also fit windows that are up to that many pixels narrower.
  func fit(toLess pixels: Double)

  /// Handles an event. Sends actions to the context. Returns whether the event was meant for the view.
  func handle(_ event: InputEvent, in context: ViewContext) -> Bool

  /// Its content at time `t`, for assistive technology, or nil. Called only while a client listens.
  func accessibleNode(at t: Seconds) -> AccessibleNode?

  /// Performs an action on a part of its node, like the user.
  ///
  /// - Parameter path: The keys of the part, starting in the view's own node; empty for the view itself.
  /// - Returns: Whether it had an effect.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool
}

extension View {
  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size { area }

  package func naturalHeight(width: Double, in area: Size, scale: Double, with typesetter: any Typesetter) -> Double {
    naturalSize(in: area, scale: scale, with: typesetter).height
  }

  package var stretch: FlexibleColumns? { nil }

  package func fit(toLess pixels: Double) {}

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { false }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? { nil }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool { false }

  /// Places the view with all of it visible.
  package func layout(in bounds: Rect, with typesetter: any Typesetter, at t: Seconds = 0) {
    layout(in: VisibleFrame(bounds), with: typesetter, at: t)
  }
}

/// The connection of a view, or of code that changes it, to its window.
///
/// Each view of a window has its own: time and invalidation are shared, while an action goes to its sender before the
/// window performs it.
package final class ViewContext {
  /// The state shared by the views of a window.
  private final class Shared {
    var time: Seconds = 0
    var needsDisplay = true
    var needsLayout = true
    var actions: [(action: ViewAction, host: HostedView?)] = []
    var awaitedEvents: Set<String> = []
    var windowName = ""
  }

  private let shared: Shared
  /// Its view; nil for the window's.
  weak var host: HostedView?
  /// The view's name in its window; empty if it is alone.
  package var viewName: String

  /// Creates the context of a window.
  package init() { (shared, viewName) = (Shared(), "") }

  /// Creates the context of a view in a window.
  package init(_ viewName: String = "", in window: ViewContext) { (shared, self.viewName) = (window.shared, viewName) }

  /// The time of the current event or turn: never before the visible frame's.
  package var time: Seconds {
    get { shared.time }
    set { shared.time = newValue }
  }

  /// The names of the events with subscribers.
  package var awaitedEvents: Set<String> {
    get { shared.awaitedEvents }
    set { shared.awaitedEvents = newValue }
  }

  /// The name by which other programs reach the window; empty if they cannot.
  package var windowName: String {
    get { shared.windowName }
    set { shared.windowName = newValue }
  }

  /// Requests a new frame.
  package func setNeedsDisplay() { shared.needsDisplay = true }

  /// Requests a layout and a new frame.
  package func setNeedsLayout() { (shared.needsLayout, shared.needsDisplay) = (true, true) }

  /// Requests an action, to be performed after the current event.
  package func perform(_ action: ViewAction) { shared.actions.append((action, host)) }

  package func perform(_ request: WindowRequest) { perform(.window(request) as ViewAction) }

  package func perform(_ request: SessionRequest) { perform(.session(request) as ViewAction) }

  package func perform(_ action: HeadlineAction) { perform(.headlines(action) as ViewAction) }

  /// Prints a line on standard output, without its end.
  package func print(_ line: String) { perform(.print(line)) }

  // MARK: - For the window

  package var needsDisplay: Bool { shared.needsDisplay }
  package var needsLayout: Bool { shared.needsLayout }

  /// Whether actions are pending.
  package var hasActions: Bool { !shared.actions.isEmpty }

  /// Offers pending actions to the owners of their senders, and passes the others to the window with their senders' contexts,
  /// including new ones that arise meanwhile.
  package func performActions(_ perform: (ViewAction, ViewContext) -> Void) {
    while hasActions {
      let actions = shared.actions
      shared.actions = []
      for (action, host) in actions where host?.perform(action) != true { perform(action, host?.context ?? self) }
    }
  }

  /// Removes and returns the pending actions.
  package func takeActions() -> [ViewAction] {
    defer { shared.actions = [] }
    return shared.actions.map(\.action)
  }

  package func didLayOut() { shared.needsLayout = false }
  package func didDraw() { shared.needsDisplay = false }
}
