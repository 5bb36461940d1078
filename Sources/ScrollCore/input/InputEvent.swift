/// The user's input. Points are in window coordinates.
package enum InputEvent: Equatable, Sendable {
  case pressed(Point, button: Int, modifiers: Modifiers)
  case released(Point, button: Int, modifiers: Modifiers)
  case pointerMoved(Point)
  case pointerLeft
  /// `key` is nil for text from an input method.
  case keyPressed(Key?, text: String, modifiers: Modifiers)
  /// The input method's pre-edit text, with the caret as UTF-8 bytes from its start. Empty ends composing.
  case composing(String, caret: Int)
  case focused(Bool)
  /// The text that `WindowRequest.paste` asked for.
  case pasted(String, from: Selection)
  /// The window has appeared for the first time.
  case appeared
  /// A command bound to a key, a button or a menu entry, if the view did not use the press itself. The point is the
  /// pointer's, if the pointer gave the command.
  case command(UserCommand, at: Point?)
  /// The user clicked one of the view's suggestions.
  case suggestionChosen(String)
}

/// The keys that are held during an event: `[]`, `.shift`, `[.control, .alt]`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// A bit for each key, as X11 has them in the `state` of an event.
  public let rawValue: UInt32

  /// Modifiers of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The Shift key (`ShiftMask`).
  public static let shift = Modifiers(rawValue: 1)
  /// The Control key (`ControlMask`).
  public static let control = Modifiers(rawValue: 4)
  /// The Alt key (`Mod1Mask`).
  public static let alt = Modifiers(rawValue: 8)
  /// An auto-repeated press of a held key.
  package static let held = Modifiers(rawValue: 1 << 16)

  /// The keys that programs know: without locks, and without repetition.
  package var known: Modifiers { intersection([.shift, .control, .alt]) }
}

/// The keys that views use. Keypad keys count as those of the main block.
public enum Key: Hashable, Sendable {
  /// A key by its name on the keyboard.
  case left, right, up, down, pageUp, pageDown, home, end, backspace, delete, insert, enter, escape, tab, menu
  /// F1 and so on.
  case function(Int)
  /// A key by its character: with Shift that of the shifted key, with Control that without it.
  case character(Character)
}

/// The pointer's shape.
package enum PointerShape: Equatable, Sendable {
  case standard, text, hand
}

/// A selection for copying between programs (ICCCM 2). The raw value is its X name.
package enum Selection: String, CaseIterable, Sendable {
  /// For copy and paste.
  case clipboard = "CLIPBOARD"
  /// The selected text, pasted by the middle button.
  case primary = "PRIMARY"
}
