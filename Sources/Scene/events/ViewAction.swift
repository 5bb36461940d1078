package import ScrollCore

/// What a view asks for, or reports. Its owner in the window gets it first.
package enum ViewAction: Equatable, Sendable {
  /// The window performs it.
  case window(WindowRequest)
  /// The program behind the window performs it.
  case session(SessionRequest)
  /// Whoever has the view's headlines performs it.
  case headlines(HeadlineAction)
  /// An event for the view's owner.
  case happened(ViewEvent)
  /// One of the texts that the view's owner has offered was chosen.
  case chosen(String)
}

/// A request that the window performs.
package enum WindowRequest: Equatable, Sendable {
  case quit
  /// A user's action has failed, for this reason. Shown near the pointer.
  case failed(String)
  /// Takes the keyboard focus, on behalf of the user's last action.
  case takeFocus
  /// Returns the focus to the window that had it.
  case returnFocus
  /// Gives up the focus if it was only lent.
  case leaveKeyboard
  case copy(String, to: Selection)
  /// Opens a link in the user's browser.
  case open(link: String)
  /// The text arrives as an event.
  case paste(from: Selection)
  /// The caret's place in window coordinates, for the candidates of an input method.
  case caret(Rect)
  /// Discards an input method's composition.
  case resetComposition
  case pointer(PointerShape)
  /// The view's natural size has changed.
  case resize(Size)
  /// Opens the menu for a point of the window, or for the keyboard.
  case menu(at: Point?)
  /// Opens a card with this information soon; nil closes it.
  case card(HeadlineCard?)
  /// Shows suggestions below a rectangle in window coordinates; nil closes them.
  case suggest(SuggestionList?, below: Rect)
  /// The view's background or border has changed, which the window follows.
  case changeAppearance
}

/// A request that the program behind the window performs.
package enum SessionRequest: Equatable, Sendable {
  /// A source of the view fails, for this reason, or the configuration is wrong; nil once that has ended. Shown until then.
  case problem(String?)
  /// Opens a menu of texts at the pointer, after one that is open.
  case offer([OfferedText])
  /// The user has changed the pace of the headlines, which may become a setting.
  case paced
  /// Prints a line on standard output.
  case print(String)
  /// Reports an awaited event (`ViewContext.awaitedEvents`) as a line.
  case tell(event: String, line: String)
}

/// An action on the headlines of a view.
package enum HeadlineAction: Equatable, Sendable {
  /// Marks headlines with that link as unread.
  case markUnread(link: String)
  case topic(TopicAction)
  /// A click has acknowledged a headline that had broken in, by its number.
  case acknowledge(Int)
}

/// A text that a view offers, and its title in the menu.
package struct OfferedText: Equatable, Sendable {
  package var text: String
  /// Empty for the text itself.
  package var title: String

  package init(_ text: String, title: String = "") { (self.text, self.title) = (text, title) }
}
