/// An event of a view, for its owner. The user's actions arrive as actions of the `ViewContext`; events in time arrive
/// in the frame that shows them.
package enum ViewEvent: Equatable, Sendable {
  /// The last pass of a crawl or of credits is over. Sent once for each start.
  case finished
  /// A headline has come into view. Sent if the crawl's `reportsShownItems` is set.
  case itemShown(ShownHeadline)
  /// A headline has left the view. Sent like `itemShown`.
  case itemHidden(ShownHeadline)
  /// A headline has come into view, and the crawl records that. Sent if `recordsShowings` is set.
  case itemRecorded(ShownHeadline)
  /// The train starts over: all headlines have been shown. Sent like `itemShown`.
  case cycled
  /// A headline was clicked. Opening its link is a separate action.
  case itemClicked(ShownHeadline)
  /// An area of bar markup with that command was clicked.
  case areaClicked(command: String, button: Int)
  /// The text of a headline is being edited.
  case beganEditing(String)
  /// The edited text has changed to this.
  case textEdited(String)
  /// Return was pressed, with the accepted text.
  case returned(String)
  /// Editing has ended, with the final text.
  case endedEditing(String)
}

/// A headline that is, or was, in the view of a crawl.
package struct ShownHeadline: Equatable, Sendable {
  package let id: Int
  package let topic: Int?
  package let link: String?
  /// Its text when it came into view, for events, or when its menu was opened, since it may be gone later; otherwise empty.
  package var text = ""
}
