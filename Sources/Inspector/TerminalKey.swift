/// A key, a click or a turn of the wheel in a terminal.
package enum TerminalKey: Equatable, Sendable {
  case character(Character)
  /// With Ctrl, in small letters.
  case control(Character)
  case up, down, left, right, shiftUp, shiftDown, shiftLeft, shiftRight
  case home, end, pageUp, pageDown
  case tab, backTab, enter, escape, backspace, delete, f2
  /// A click of the first button, at a row and a column that count from 0.
  case click(row: Int, column: Int)
  /// The wheel, by a number of rows; positive is down.
  case wheel(Int)
}
