/// Text that an input method is composing. It is shown at the caret and is not part of the text yet.
struct Preedit: Equatable, Sendable {
  var text: String
  /// In UTF-8 bytes from its start.
  var caret: Int
}

/// A line of text with a caret and a selection, and the operations on it. `TextEditor` adds the history.
///
/// Offsets are UTF-8 bytes from the start of the text, always at grapheme boundaries.
package struct EditLine: Equatable, Sendable {
  package private(set) var text: String
  /// The end of the selection that stays fixed while it is extended.
  package private(set) var anchor: Int
  package private(set) var caret: Int
  private(set) var preedit: Preedit?

  /// A text with the caret at its end. Line breaks and tabs become spaces; other control characters are removed.
  package init(_ text: String = "") {
    self.text = singleLine(text)
    caret = self.text.utf8.count
    anchor = caret
  }

  package var isEmpty: Bool { text.isEmpty }
  package var end: Int { text.utf8.count }
  package var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  package var selectedText: String { String(text[index(selection.lowerBound)..<index(selection.upperBound)]) }

  // MARK: - Editing

  /// Replaces the selection by text, made a single line.
  package mutating func insert(_ inserted: String) {
    replace(selection, with: singleLine(inserted, limit: max(0, longestLine - end + selection.count)))
  }

  /// Deletes the selection, or from the caret to where `movement` leads.
  package mutating func delete(_ movement: EditMovement) {
    let target = selection.isEmpty ? destination(of: movement) : anchor
    replace(min(target, caret)..<max(target, caret), with: "")
  }

  /// Replaces the whole text and moves the caret to its end.
  package mutating func replaceAll(with new: String) { self = EditLine(new) }

  /// Replaces the whole text on behalf of its owner. The caret stays after as many characters, or at the end.
  package mutating func rewrite(_ new: String) {
    let count = caret == end ? Int.max : text[..<index(caret)].count
    let preedit = preedit
    self = EditLine(new)
    self.preedit = preedit
    guard count < text.count else { return }
    caret = offset(text.index(text.startIndex, offsetBy: count))
    anchor = caret
  }

  /// Shows the pre-edit text; an empty one removes it.
  package mutating func compose(_ text: String, caret: Int) {
    let clean = singleLine(text)
    preedit = clean.isEmpty ? nil : Preedit(text: clean, caret: max(0, min(caret, clean.utf8.count)))
  }

  // MARK: - Selecting

  package mutating func move(_ movement: EditMovement, extending: Bool) {
    if !extending, !selection.isEmpty, movement == .left || movement == .right {
      caret = movement == .left ? selection.lowerBound : selection.upperBound
    } else {
      caret = destination(of: movement)
    }
    if !extending { anchor = caret }
  }

  /// Selects from `anchor` to `caret`, each rounded down to a grapheme boundary.
  package mutating func select(from anchor: Int, to caret: Int) {
    self.anchor = boundary(atOrBefore: anchor)
    self.caret = boundary(atOrBefore: caret)
  }

  package mutating func selectAll() { (anchor, caret) = (0, end) }

  package mutating func deselect() { anchor = caret }

  /// Selects the word, or the run of similar characters, around `offset`.
  package mutating func selectWord(at offset: Int) {
    let place = index(boundary(atOrBefore: offset))
    guard let character = place < text.endIndex ? text[place] : text.last else { return }
    let kind = isWord(character)
    let inside = place < text.endIndex ? place : text.index(before: place)
    let before = text[..<inside].reversed().prefix { isWord($0) == kind }.reduce(0) { $0 + $1.utf8.count }
    let after = text[inside...].prefix { isWord($0) == kind }
    anchor = self.offset(inside) - before
    caret = self.offset(after.endIndex)
  }

  // MARK: - Showing

  /// The line as drawn: with the pre-edit text in place of the selection.
  package struct Shown: Equatable, Sendable {
    package var text: String
    package var caret: Int
    package var selection: Range<Int>
    /// The pre-edit text, to be underlined.
    package var composed: Range<Int>?
  }

  package var shown: Shown {
    guard let preedit else { return Shown(text: text, caret: caret, selection: selection) }
    var merged = text
    merged.replaceSubrange(index(selection.lowerBound)..<index(selection.upperBound), with: preedit.text)
    let start = selection.lowerBound
    let place = start + preedit.caret
    return Shown(
      text: merged, caret: place, selection: place..<place, composed: start..<start + preedit.text.utf8.count)
  }

  /// Whether the caret is after a blank, so that typing starts a word and an undo step.
  var isAtWordStart: Bool { caret > 0 && text[text.index(before: index(caret))].isWhitespace }

  // MARK: - Boundaries

  private func destination(of movement: EditMovement) -> Int {
    switch movement {
    case .left: caret > 0 ? offset(text.index(before: index(caret))) : 0
    case .right: caret < end ? offset(text.index(after: index(caret))) : end
    case .wordLeft: wordStart(before: caret)
    case .wordRight: wordEnd(after: caret)
    case .start, .up: 0
    case .end, .down: end
    }
  }

  private func wordStart(before offset: Int) -> Int {
    let blank = text[..<index(offset)].reversed().prefix { !isWord($0) }.reduce(0) { $0 + $1.utf8.count }
    let rest = text[..<index(offset - blank)]
    return offset - blank - rest.reversed().prefix { isWord($0) }.reduce(0) { $0 + $1.utf8.count }
  }

  private func wordEnd(after offset: Int) -> Int {
    let blank = text[index(offset)...].prefix { !isWord($0) }
    return self.offset(text[blank.endIndex...].prefix { isWord($0) }.endIndex)
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    preedit = nil
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
    // The new text may have joined its neighbour: a combining mark, half of a flag.
    caret = boundary(atOrAfter: range.lowerBound + new.utf8.count)
    anchor = caret
  }

  private func boundary(atOrBefore offset: Int) -> Int {
    let place = index(max(0, min(offset, end)))
    guard place < text.endIndex else { return end }
    return self.offset(text.index(before: text.index(after: place)))
  }

  private func boundary(atOrAfter offset: Int) -> Int {
    let before = boundary(atOrBefore: offset)
    return before == offset || before == end ? before : self.offset(text.index(after: index(before)))
  }

  private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
  private func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
}

private func isWord(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_"
}

/// The text on one line, at most `limit` bytes: line breaks and tabs become spaces, and other control characters are
/// removed. At most thirty combining characters in a row are kept, as in Unicode's stream-safe format (Annex 15,
/// section 13), because ordering millions would take hours.
func singleLine(_ text: String, limit: Int = longestLine) -> String {
  if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
  var line = String.UnicodeScalarView()
  var last: Unicode.Scalar?
  var (bytes, marks) = (0, 0)
  for scalar in text.unicodeScalars {
    defer { last = scalar }
    marks = isAddition(scalar) ? marks + 1 : 0
    bytes += UTF8.width(scalar)
    if bytes > limit { break }
    if !isControl(scalar) {
      if marks <= mostMarks { line.append(scalar) }
    } else if isBreak(scalar), !(scalar == "\n" && last == "\r") {
      line.append(" ")
    }
  }
  return String(line)
}

/// The most bytes of an edited line.
private let longestLine = 1 << 16
private let mostMarks = 30

private func isAddition(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar.value >= 0x300 else { return false }
  return scalar.properties.isGraphemeExtend || scalar == "\u{200d}" || scalar.properties.generalCategory == .spacingMark
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
}

private func isBreak(_ scalar: Unicode.Scalar) -> Bool {
  (0x9...0xd).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
}

/// A movement of the caret.
package enum EditMovement: Equatable, Sendable, CaseIterable {
  case left, right, wordLeft, wordRight, start, end, up, down

  /// The movement for right-to-left text: left and right swapped.
  package var mirrored: EditMovement {
    switch self {
    case .left: .right
    case .right: .left
    case .wordLeft: .wordRight
    case .wordRight: .wordLeft
    case .start, .end, .up, .down: self
    }
  }
}

/// A key's command for a text or a token field. Characters, pre-edit and pasted text have calls of their own.
///
/// Left means backwards in the text and right forwards. For right-to-left text the caller mirrors movements first.
package enum EditCommand: Equatable, Sendable {
  case move(EditMovement, extending: Bool = false)
  /// Deletes the selection, or from the caret to the movement's end: Backspace is `.left`, Delete `.right`,
  /// Ctrl-Backspace `.wordLeft`. `isRepeat` means the key is held.
  case delete(EditMovement, isRepeat: Bool = false)
  case selectAll, copy, cut, undo, redo
  /// Return.
  case submit
  /// Tab: accepts the offered completion.
  case complete
  /// Escape.
  case cancel

  /// The command with its movement mirrored, for right-to-left text. Deletions stay logical.
  package var mirrored: EditCommand {
    if case .move(let movement, let extending) = self { return .move(movement.mirrored, extending: extending) }
    return self
  }
}

/// The result of a command.
package enum EditOutcome: Equatable, Sendable {
  /// Not handled here; the key may do something else.
  case ignored
  case handled
  /// The text for the clipboard.
  case copied(String)
  /// Return in a plain text: the current text.
  case submitted(String)
  /// Escape in a plain text: the text from before editing, now restored.
  case cancelled(String)
}
