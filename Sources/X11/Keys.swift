internal import CX11

/// The key symbols that Newsreel knows (`keysymdef.h`). Those of letters and digits are their ASCII codes.
public enum Keys {
  public static let left = UInt(XK_Left)
  public static let right = UInt(XK_Right)
  public static let up = UInt(XK_Up)
  public static let down = UInt(XK_Down)
  public static let home = UInt(XK_Home)
  public static let end = UInt(XK_End)
  public static let backspace = UInt(XK_BackSpace)
  public static let delete = UInt(XK_Delete)
  public static let insert = UInt(XK_Insert)
  public static let enter = UInt(XK_Return)
  public static let escape = UInt(XK_Escape)
  public static let tab = UInt(XK_Tab)

  /// The key of the main block that does the same as this key of the number block.
  public static func main(_ key: UInt) -> UInt {
    switch Int32(truncatingIfNeeded: key) {
    case XK_KP_Left: left
    case XK_KP_Right: right
    case XK_KP_Up: up
    case XK_KP_Down: down
    case XK_KP_Home: home
    case XK_KP_End: end
    case XK_KP_Delete: delete
    case XK_KP_Insert: insert
    case XK_KP_Enter: enter
    case XK_KP_Tab, XK_ISO_Left_Tab: tab
    default: key
    }
  }
}

/// Which keys are down, and which of their presses are repeats.
///
/// With detectable auto-repeat (`XkbSetDetectableAutoRepeat`) a key that is held is pressed again and again before it is
/// released once. An input method hands presses back later, with their old times: those are told by the time.
struct KeysDown {
  private var down: Set<UInt32> = []
  private var presses: [UInt32: (time: UInt, isRepeat: Bool)] = [:]

  mutating func press(_ code: UInt32, time: UInt) {
    // Key code 0: text from an input method.
    guard code != 0, presses[code]?.time != time else { return }
    presses[code] = (time, !down.insert(code).inserted)
  }

  mutating func release(_ code: UInt32) { down.remove(code) }

  mutating func releaseAll() { down.removeAll() }

  func isRepeat(_ code: UInt32) -> Bool { presses[code]?.isRepeat ?? false }
}
