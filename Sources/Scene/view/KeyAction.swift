package import ScrollCore

/// The meaning of a key for a text field.
package enum KeyAction: Equatable {
  case edit(EditCommand)
  case insert(String)
  case paste

  /// Nil for other keys.
  package init?(_ key: Key?, _ text: String, _ modifiers: Modifiers) {
    if let key, let command = EditCommand(key, modifiers) {
      self = .edit(command)
    } else if modifiers.contains(.control) {
      switch key {
      case .character("v"), .character("V"): self = .paste
      case .character(let letter):
        guard let command = EditCommand(letter: letter, modifiers) else { return nil }
        self = .edit(command)
      case .insert: self = .edit(.copy)
      default: return nil
      }
    } else if key == .insert, modifiers.contains(.shift) {
      self = .paste
    } else if !modifiers.contains(.alt), let first = text.unicodeScalars.first, first.value >= 0x20, first.value != 0x7f
    {
      self = .insert(text)
    } else {
      return nil
    }
  }
}

extension EditCommand {
  /// The action of a key alone; nil for keys that do not edit.
  init?(_ key: Key, _ modifiers: Modifiers) {
    let byWord = modifiers.contains(.control)
    let extending = modifiers.contains(.shift)
    switch key {
    case .left: self = .move(byWord ? .wordLeft : .left, extending: extending)
    case .right: self = .move(byWord ? .wordRight : .right, extending: extending)
    case .up: self = .move(.up, extending: extending)
    case .down: self = .move(.down, extending: extending)
    case .home: self = .move(.start, extending: extending)
    case .end: self = .move(.end, extending: extending)
    case .backspace: self = .delete(byWord ? .wordLeft : .left, isRepeat: modifiers.contains(.held))
    case .delete where extending: self = .cut
    case .delete: self = .delete(byWord ? .wordRight : .right, isRepeat: modifiers.contains(.held))
    case .enter: self = .submit
    case .escape: self = .cancel
    case .tab where !extending: self = .complete
    case .tab, .insert, .pageUp, .pageDown, .menu, .function, .character: return nil
    }
  }

  /// The action of a letter with Control.
  fileprivate init?(letter: Character, _ modifiers: Modifiers) {
    switch letter.lowercased() {
    case "a": self = .selectAll
    case "c": self = .copy
    case "x": self = .cut
    case "y": self = .redo
    case "z": self = modifiers.contains(.shift) ? .redo : .undo
    default: return nil
    }
  }
}
