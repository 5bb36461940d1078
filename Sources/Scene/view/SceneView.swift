package import ScrollCore

/// Something shown in a window that handles input.
///
/// `layout` is called after a change of place or properties, `draw` for every frame, and `handle` for every event,
/// which refers to the visible frame. Time never runs backwards between calls.
///
/// Each phase has what it can give: a measurement sizes of text (`MeasureContext`), a layout these at a time (`LayoutPass`), a
/// drawing layers and the time of the next change (`Frame`), an event actions and invalidation (`EventContext`, which cannot be
/// kept for another phase).
package protocol SceneView: AnyObject {
  /// The natural size of its window, in pixels.
  func naturalSize(in context: MeasureContext) -> Size

  /// The natural height of its window at a width, in pixels.
  func naturalHeight(width: Double, in context: MeasureContext) -> Double

  /// Places the view.
  func layout(in frame: VisibleFrame, _ pass: LayoutPass)

  /// Adds the picture at time `t`, and schedules the next change.
  func draw(into frame: inout Frame, at t: Seconds)

  /// The flexible columns; nil for the right end.
  var stretch: FlexibleColumns? { get }

  /// Chooses the parts that the next layout shows so that they also fit windows that are up to that many pixels narrower.
  func fit(toLess pixels: Double)

  /// Handles an event. Sends actions to the context. Returns whether the event was meant for the view.
  func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool

  /// Its content at time `t`, for assistive technology, or nil. Called only while a client listens.
  func accessibleNode(at t: Seconds) -> AccessibleNode?

  /// Performs an action on a part of its node, like the user.
  ///
  /// - Parameter path: The keys of the part, starting in the view's own node; empty for the view itself.
  /// - Returns: Whether it had an effect.
  func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
}

extension SceneView {
  package func naturalSize(in context: MeasureContext) -> Size { context.area }

  package func naturalHeight(width: Double, in context: MeasureContext) -> Double { naturalSize(in: context).height }

  package var stretch: FlexibleColumns? { nil }

  package func fit(toLess pixels: Double) {}

  package func handle(_ event: InputEvent, in context: borrowing EventContext) -> Bool { false }

  package func accessibleNode(at t: Seconds) -> AccessibleNode? { nil }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: borrowing EventContext) -> Bool
  { false }

  /// Handles an event by the window's or a controller's own context.
  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { handle(event, in: context.event) }

  package func perform(_ action: AccessibleAction, on path: ArraySlice<Int>, in context: ViewContext) -> Bool {
    perform(action, on: path, in: context.event)
  }

  /// Places the view with all of it visible.
  package func layout(in bounds: Rect, with typesetter: any Typesetter, at t: Seconds = 0, scale: Double = 1) {
    layout(in: VisibleFrame(bounds), LayoutPass(typesetter: typesetter, scale: scale, time: t))
  }
}
