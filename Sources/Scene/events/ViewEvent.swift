/// Something that has happened in a view, for whoever owns it. What happens by a user's hand comes as an action of the
/// `ViewContext`, what happens as time goes on in the frame that shows it.
package enum ViewEvent: Equatable, Sendable {
  /// The last pass of a crawl or of credits is over. Told once for each start.
  case finished
  /// A headline has come into view. Told where a crawl's `tellsShownItems` asks for it.
  case itemShown(ShownHeadline)
  /// A headline has left the view. Told like `itemShown`.
  case itemHidden(ShownHeadline)
  /// The train begins anew: all headlines have been shown once more. Told like `itemShown`.
  case cycled
  /// A headline was clicked; what it links to is asked for by an action of its own.
  case itemClicked(ShownHeadline)
  /// An area of a line of a bar's markup was clicked, which has that command.
  case areaClicked(command: String, button: Int)
  /// The text of a headline is being edited.
  case beganEditing(String)
  /// What is being edited reads like this now.
  case textEdited(String)
  /// Return was pressed; the text that is taken over.
  case returned(String)
  /// Nothing is edited any more; what became of the text.
  case endedEditing(String)
}

/// A headline that is, or was, in the view of a crawl.
package struct ShownHeadline: Equatable, Sendable {
  package let id: Int
  package let topic: Int?
  package let link: String?
  /// Its text when it came into view, for whoever follows that: it may be gone when it leaves. Empty otherwise.
  package var text = ""
}
