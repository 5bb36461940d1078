package import ScrollCore

/// A request of a view that only its window or the program can perform.
package enum ViewAction: Equatable, Sendable {
  case quit
  case open(link: String)
  /// Marks headlines with that link as unread.
  case markUnread(link: String)
  case topic(TopicAction)
  /// A click has acknowledged a headline that had broken in, by its number.
  case acknowledge(Int)
  /// A user's action has failed, for this reason. Shown near the pointer.
  case failed(String)
  /// A source of the view fails, for this reason, or the configuration is wrong; nil once that has ended. Shown until then.
  case problem(String?)
  /// An event for the view's owner.
  case happened(ViewEvent)
  /// Takes the keyboard focus, on behalf of the user's last action.
  case takeFocus
  /// Returns the focus to the window that had it.
  case returnFocus
  /// Gives up the focus if it was only lent.
  case leaveKeyboard
  case copy(String, to: Selection)
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
  /// Opens a menu of texts at the pointer, after one that is open.
  case offer([OfferedText])
  /// One of the offered texts was chosen.
  case chosen(String)
  /// Opens a card with this information soon; nil closes it.
  case card(HeadlineCard?)
  /// The user has changed the pace of the headlines, which may become a setting.
  case paced
  /// Shows suggestions below a rectangle in window coordinates; nil closes them.
  case suggest(SuggestionList?, below: Rect)
  /// The view's background or border has changed, which the window follows.
  case changeAppearance
  /// Prints a line on standard output.
  case print(String)
  /// Reports an awaited event (`ViewContext.awaitedEvents`) as a line.
  case tell(event: String, line: String)
}

/// An action on topics, by number.
package enum TopicAction: Equatable, Sendable {
  /// Hides or shows its headlines; its chip stays.
  case turn(Int, on: Bool)
  /// Removes its chip and its headlines. For a while the chip offers to undo that.
  case remove(Int)
  case restore(Int)
  /// Turns all other topics off.
  case only(Int)
  /// Fetches the feeds of these topics now.
  case reload([Int])
  /// Undoes the last action.
  case undo
  /// Shows all topics that are off or removed.
  case showAll
}

/// A text that a view offers, and its title in the menu.
package struct OfferedText: Equatable, Sendable {
  package var text: String
  /// Empty for the text itself.
  package var title: String

  package init(_ text: String, title: String = "") { (self.text, self.title) = (text, title) }
}
