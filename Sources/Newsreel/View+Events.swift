public import ScrollCore

extension View {
  /// The user's input, for views of one's own. Points are in pixels from the view's top left corner, inside its border.
  public enum Event: Equatable, Sendable {
    /// A button went down: 1 is the first, 2 the middle one, 3 the one of menus. Until it is released, all of the
    /// pointer's events come to this view, wherever it is.
    case pressed(Point, button: Int, Modifiers)
    /// The pointer has moved with a button held that was pressed over the view.
    case dragged(Point, button: Int)
    /// A button went up.
    case released(Point, button: Int, Modifiers)
    /// The pointer is over the view, without a button: it has moved, or the view has come to it.
    case moved(Point)
    /// The pointer has left the view.
    case left
    /// The wheel has turned, in notches: to the right and down are positive.
    case scrolled(Point, dx: Double, dy: Double)
    /// A key was pressed, and the text that it stands for; the key is nil for text of an input method. For the view with the keyboard,
    /// if it ``View/acceptsKeyboard``, and for the views around one that has not taken it.
    case key(Key?, text: String, Modifiers)
    /// The text that was asked for with ``View/paste()``.
    case pasted(String)
    /// The view has got the keyboard, or lost it.
    case focused(Bool)
  }

  /// Copies a text to the clipboard.
  public final func copy(_ text: String) { ask(.copy(text, to: .clipboard)) }

  /// Asks for the text of the clipboard, which comes as ``Event/pasted(_:)``.
  public final func paste() { ask(.paste(from: .clipboard)) }
}
