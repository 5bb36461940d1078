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

  /// Gives the view its place.
  func layout(in frame: VisibleFrame, with typesetter: any Typesetter, at t: Seconds)

  /// Adds what is shown at time `t` and asks for the next change.
  func draw(into frame: inout Frame, at t: Seconds)

  /// The columns of it that may as well be more or fewer, in window coordinates; nil where that is its right end.
  var stretch: ClosedRange<Double>? { get }

  /// Takes an event; what it wants done it asks of the context. Returns whether the event was meant for the view.
  func handle(_ event: InputEvent, in context: ViewContext) -> Bool
}

extension View {
  package func naturalSize(in area: Size, scale: Double, with typesetter: any Typesetter) -> Size { area }

  package var stretch: ClosedRange<Double>? { nil }

  package func handle(_ event: InputEvent, in context: ViewContext) -> Bool { false }

  /// Gives the view a place all of which is seen.
  package func layout(in bounds: Rect, with typesetter: any Typesetter, at t: Seconds = 0) {
    layout(in: VisibleFrame(bounds), with: typesetter, at: t)
  }
}

/// What a view asks for that only its window, or the program, can do.
package enum ViewAction: Equatable, Sendable {
  case quit
  case open(link: String)
  case topic(TopicAction)
  /// Something for the view's owner to know.
  case happened(ViewEvent)
  /// The keyboard, on behalf of what the user did last.
  case takeFocus
  /// The keyboard goes back to whom it was taken from.
  case returnFocus
  /// The user has no more use for the keyboard here: where it was only lent, it goes back.
  case leaveKeyboard
  case copy(String, to: Selection)
  /// The text comes as an event.
  case paste(from: Selection)
  /// The caret stands here, in window coordinates: an input method shows its candidates there.
  case caret(Rect)
  /// What an input method is composing is given up.
  case resetComposition
  case pointer(PointerShape)
  /// The view has another natural size now.
  case resize(Size)
  /// A card about what the pointer rests on is to open beside it in a moment, in those looks; nil: it closes.
  case card(HeadlineCard?)
  /// What a typed text may become is shown below it, in window coordinates; nil: nothing.
  case suggest(SuggestionList?, below: Rect)
  /// What the window follows of the view's looks, its background and border, is different now.
  case changeAppearance
  /// A line for whoever reads what the program tells on standard output.
  case print(String)
  /// Something has happened that somebody waits to be told of (`ViewContext.awaitedEvents`), as a line.
  case tell(event: String, line: String)
}

/// What is to become of topics, by their numbers.
package enum TopicAction: Equatable, Sendable {
  /// Its headlines go, or come back; its chip stays.
  case turn(Int, on: Bool)
  /// Its chip and its headlines go; for a while the chip offers to bring them back.
  case remove(Int)
  case restore(Int)
  /// Takes back the last of these.
  case undo
  /// All that are switched off or removed.
  case showAll
}

package enum PointerShape: Equatable, Sendable {
  case standard, text, hand
}

/// What a view, or whoever changes it, says to the window that it is in.
package final class ViewContext {
  /// The time of the event or turn that is being handled: never before that of the frame on the glass.
  package var time: Seconds = 0
  package private(set) var needsDisplay = true
  package private(set) var needsLayout = true
  private var actions: [ViewAction] = []
  /// The names of the events that somebody wants to be told of.
  package var awaitedEvents: Set<String> = []

  package init() {}

  /// Something looks different: a frame is to be drawn.
  package func setNeedsDisplay() { needsDisplay = true }

  /// Something may have another size: all is to be laid out and drawn.
  package func setNeedsLayout() { (needsLayout, needsDisplay) = (true, true) }

  /// Asks for something to be done, after the present event.
  package func perform(_ action: ViewAction) { actions.append(action) }

  /// Prints a line on standard output, without its end.
  package func print(_ line: String) { perform(.print(line)) }

  // MARK: - For the window

  /// Whether something has been asked for.
  package var hasActions: Bool { !actions.isEmpty }

  /// What has been asked for since the last call.
  package func takeActions() -> [ViewAction] {
    defer { actions = [] }
    return actions
  }

  package func didLayOut() { needsLayout = false }
  package func didDraw() { needsDisplay = false }
}
