internal import ScrollCore
internal import X11

/// What a key means where text is edited.
enum KeyAction: Equatable {
  case edit(EditCommand)
  case insert(String)
  case paste

  /// Nil for keys that mean nothing there.
  init?(_ key: UInt, _ text: String, _ modifiers: Event.Modifiers) {
    let key = Keys.main(key)
    if let command = EditCommand(key, modifiers) {
      self = .edit(command)
    } else if modifiers.contains(.control) {
      switch Self.letter(key) {
      case "v": self = .paste
      case let letter?:
        guard let command = EditCommand(letter: letter, modifiers) else { return nil }
        self = .edit(command)
      default:
        guard key == Keys.insert else { return nil }
        self = .edit(.copy)
      }
    } else if key == Keys.insert, modifiers.contains(.shift) {
      self = .paste
    } else if !modifiers.contains(.alt), let first = text.unicodeScalars.first, first.value >= 0x20, first.value != 0x7f
    {
      self = .insert(text)
    } else {
      return nil
    }
  }

  private static func letter(_ key: UInt) -> Character? {
    guard (0x41...0x7a).contains(key), let scalar = Unicode.Scalar(UInt32(key)) else { return nil }
    return Character(Character(scalar).lowercased())
  }
}

extension EditCommand {
  /// What a key of the main block does; nil for keys that are none of editing.
  init?(_ key: UInt, _ modifiers: Event.Modifiers) {
    let byWord = modifiers.contains(.control)
    let extending = modifiers.contains(.shift)
    switch key {
    case Keys.left: self = .move(byWord ? .wordLeft : .left, extending: extending)
    case Keys.right: self = .move(byWord ? .wordRight : .right, extending: extending)
    case Keys.up: self = .move(.up, extending: extending)
    case Keys.down: self = .move(.down, extending: extending)
    case Keys.home: self = .move(.start, extending: extending)
    case Keys.end: self = .move(.end, extending: extending)
    case Keys.backspace: self = .delete(byWord ? .wordLeft : .left, isRepeat: modifiers.contains(.held))
    case Keys.delete where extending: self = .cut
    case Keys.delete: self = .delete(byWord ? .wordRight : .right, isRepeat: modifiers.contains(.held))
    case Keys.enter: self = .submit
    case Keys.escape: self = .cancel
    case Keys.tab where !extending: self = .complete
    default: return nil
    }
  }

  /// What a letter does together with Control.
  fileprivate init?(letter: Character, _ modifiers: Event.Modifiers) {
    switch letter {
    case "a": self = .selectAll
    case "c": self = .copy
    case "x": self = .cut
    case "y": self = .redo
    case "z": self = modifiers.contains(.shift) ? .redo : .undo
    default: return nil
    }
  }
}

/// Counts presses in quick succession at one place.
struct ClickCounter {
  private var last: (point: Point, time: Seconds)?
  private var count = 0

  /// Seconds and pixels between two presses of one double click.
  private static let (interval, slop) = (0.4, 4.0)

  mutating func press(_ point: Point, at t: Seconds) -> Int {
    if let last, t - last.time < Self.interval, abs(point.x - last.point.x) <= Self.slop,
      abs(point.y - last.point.y) <= Self.slop
    {
      count += 1
    } else {
      count = 1
    }
    last = (point, t)
    return count
  }
}
