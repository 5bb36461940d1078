package import ScrollCore

/// What a view asks for that only its window, or the program, can do.
package enum ViewAction: Equatable, Sendable {
  case quit
  case open(link: String)
  /// Headlines with that link have not been read after all.
  case markUnread(link: String)
  case topic(TopicAction)
  /// What a hand has asked for could not be done, and why: that is said where the hand is.
  case failed(String)
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
  /// The menu for what is at a point of the window, or has the keyboard.
  case menu(at: Point?)
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
  /// All others that are on go off.
  case only(Int)
  /// The feeds of these are read now, and not when they are due.
  case reload([Int])
  /// Takes back the last of these.
  case undo
  /// All that are switched off or removed.
  case showAll
}
