/// What the user's hands do. Points are in window coordinates.
package enum InputEvent: Equatable, Sendable {
  case pressed(Point, button: Int, modifiers: Modifiers)
  case released(Point, button: Int, modifiers: Modifiers)
  case pointerMoved(Point)
  case pointerLeft
  /// `key` is nil for text that an input method has made of several keys.
  case keyPressed(Key?, text: String, modifiers: Modifiers)
  /// What an input method is composing now, with the caret that many UTF-8 bytes from its start; empty when it stops.
  case composing(String, caret: Int)
  case focused(Bool)
  /// The text that `ViewAction.paste` asked for.
  case pasted(String, from: Selection)
  /// The window has come to the screen for the first time.
  case appeared
  /// What a key or a button stands for, where the view had no use for the press itself; from the menu, too. The point is
  /// that of the pointer, where that is what asks.
  case command(UserCommand, at: Point?)
  /// One of the suggestions that the view had shown was clicked.
  case suggestionChosen(String)

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 4)
    package static let alt = Modifiers(rawValue: 8)
    /// The key is held down, and this is not its first press.
    package static let held = Modifiers(rawValue: 1 << 16)
  }
}

/// The keys that mean something to a view. Those of the number block count as the ones of the main block.
package enum Key: Hashable, Sendable {
  case left, right, up, down, pageUp, pageDown, home, end, backspace, delete, insert, enter, escape, tab, menu
  /// F1 and so on.
  case function(Int)
  /// A key with a character of its own, as it is without modifiers.
  case character(Character)
}

/// What the pointer looks like.
package enum PointerShape: Equatable, Sendable {
  case standard, text, hand
}

/// What is copied in one program and pasted in another (ICCCM 2). The raw value is the name of the X selection.
package enum Selection: String, CaseIterable, Sendable {
  /// What was copied by command.
  case clipboard = "CLIPBOARD"
  /// What is selected; the middle button pastes it.
  case primary = "PRIMARY"
}
