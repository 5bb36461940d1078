package import ScrollCore

/// Measures text for a view, in an area. It has neither a time nor a window.
package struct MeasureContext {
  /// The size of the monitor's work area, in pixels.
  package var area: Size
  /// 1 at 96 dots per inch.
  package let scale: Double
  package let typesetter: any Typesetter

  package init(area: Size, scale: Double, typesetter: any Typesetter) {
    (self.area, self.scale, self.typesetter) = (area, scale, typesetter)
  }

  /// For a measurement of several views.
  package var pass: LayoutPass { LayoutPass(typesetter: typesetter, scale: scale) }
}

/// What a view has while it handles an event: the time, and requests to its window. It ends with the event: a view cannot keep it, and
/// so cannot ask for anything while it is measured or drawn.
package struct EventContext: ~Copyable {
  private let context: ViewContext

  init(_ context: ViewContext) { self.context = context }

  /// The time of the event: never before the visible frame's.
  package var time: Seconds { context.time }

  /// Requests a new frame.
  package func setNeedsDisplay() { context.setNeedsDisplay() }

  /// Requests a layout and a new frame.
  package func setNeedsLayout() { context.setNeedsLayout() }

  /// Requests an action, to be performed after the event.
  package func perform(_ action: ViewAction) { context.perform(action) }

  package func perform(_ request: WindowRequest) { context.perform(request) }

  package func perform(_ request: SessionRequest) { context.perform(request) }

  package func perform(_ action: HeadlineAction) { context.perform(action) }
}

/// The connection of a view's controller, or of other code that changes it, to its window. The view itself has an `EventContext`.
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

  /// What the view gets with an event that comes now.
  package var event: EventContext { EventContext(self) }

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
