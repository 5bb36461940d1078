internal import CX11

/// The key symbols that Newsreel knows (`keysymdef.h`). Those of letters and digits are their ASCII codes.
package enum Keys {
  package static let left = UInt(XK_Left)
  package static let right = UInt(XK_Right)
  package static let up = UInt(XK_Up)
  package static let down = UInt(XK_Down)
  package static let home = UInt(XK_Home)
  package static let end = UInt(XK_End)
  package static let backspace = UInt(XK_BackSpace)
  package static let delete = UInt(XK_Delete)
  package static let insert = UInt(XK_Insert)
  package static let enter = UInt(XK_Return)
  package static let escape = UInt(XK_Escape)
  package static let tab = UInt(XK_Tab)

  /// The key of the main block that does the same as this key, which may be one of the number block.
  package static func main(_ key: UInt) -> UInt {
    switch Int32(truncatingIfNeeded: key) {
    case XK_KP_Left: left
    case XK_KP_Right: right
    case XK_KP_Up: up
    case XK_KP_Down: down
    case XK_KP_Home: home
    case XK_KP_End: end
    case XK_KP_Delete: delete
    case XK_KP_Insert: insert
    case XK_KP_Enter, XK_Linefeed: enter
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
