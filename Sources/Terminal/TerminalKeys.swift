internal import CCurses
internal import Inspector

/// Converts ncurses' keys.
enum TerminalKeys {
  /// Codes for keys that ncurses does not name.
  private static let (shiftUp, shiftDown): (Int32, Int32) = (0x2000, 0x2001)

  /// Defines sequences that terminals send but their descriptions lack.
  static func define() {
    for (sequence, code) in [
      ("\u{1B}[1;2A", shiftUp), ("\u{1B}[1;2B", shiftDown), ("\u{1B}[1;2C", KEY_SRIGHT), ("\u{1B}[1;2D", KEY_SLEFT),
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[H", KEY_HOME), ("\u{1B}[F", KEY_END),
    ] { _ = nr_define_key(sequence, code) }
  }

  static func key(_ code: UInt32, isCharacter: Bool) -> TerminalKey? {
    isCharacter ? character(code) : named(Int32(code))
  }

  private static func character(_ code: UInt32) -> TerminalKey? {
    switch code {
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x1B: return .escape
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return Unicode.Scalar(code + 0x60).map { .control(Character($0)) }
    case 0..<0x20: return nil
    default: return Unicode.Scalar(code).map { .character(Character($0)) }
    }
  }

  private static func named(_ code: Int32) -> TerminalKey? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case shiftUp, KEY_SR: .shiftUp
    case shiftDown, KEY_SF: .shiftDown
    case KEY_SLEFT: .shiftLeft
    case KEY_SRIGHT: .shiftRight
    case KEY_HOME: .home
    case KEY_END: .end
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_BTAB: .backTab
    case KEY_ENTER: .enter
    case KEY_F0 + 2: .f2
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_MOUSE: mouse
    default: nil
    }
  }

  private static var mouse: TerminalKey? {
    var event = MEVENT()
    guard nr_getmouse(&event) == OK else { return nil }
    let state = UInt32(truncatingIfNeeded: event.bstate)
    if state & nr_wheel_up != 0 { return .wheel(-3) }
    if state & nr_wheel_down != 0 { return .wheel(3) }
    return state & nr_button_press != 0 ? .click(row: Int(event.y), column: Int(event.x)) : nil
  }
}
