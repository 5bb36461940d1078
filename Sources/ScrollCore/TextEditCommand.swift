/// Where a caret or a selection goes.
public enum EditMovement: Equatable, Sendable, CaseIterable {
  case left, right, wordLeft, wordRight, start, end, up, down

  /// The same key in text that runs from right to left: left and right change places.
  public var mirrored: EditMovement {
    switch self {
    case .left: .right
    case .right: .left
    case .wordLeft: .wordRight
    case .wordRight: .wordLeft
    case .start, .end, .up, .down: self
    }
  }
}

/// What a key asks of a text or of a token field. Characters, pre-edit and pasted text come by calls of their own.
///
/// Left is backwards in the text and right forwards; for text that runs from right to left the caller mirrors
/// the movements first.
public enum EditCommand: Equatable, Sendable {
  case move(EditMovement, extending: Bool = false)
  /// From the caret to where the movement leads, or what is selected: Backspace is `.left`, Delete `.right`,
  /// Ctrl-Backspace `.wordLeft`. `isRepeat`: the key is being held down.
  case delete(EditMovement, isRepeat: Bool = false)
  case selectAll, copy, cut, undo, redo
  /// Return.
  case submit
  /// Tab: takes the completion that is offered.
  case complete
  /// Escape.
  case cancel

  /// The command with its movement mirrored, for text that runs from right to left. Deleting stays logical.
  public var mirrored: EditCommand {
    if case .move(let movement, let extending) = self { return .move(movement.mirrored, extending: extending) }
    return self
  }
}

/// What became of a command.
public enum EditOutcome: Equatable, Sendable {
  /// It meant nothing here; somebody else may use the key.
  case ignored
  case handled
  /// The text that belongs on the clipboard now.
  case copied(String)
  /// Return, in a plain text: the text as it stands.
  case submitted(String)
  /// Escape, in a plain text: the text as it was before editing began, which stands again.
  case cancelled(String)
}
