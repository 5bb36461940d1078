@testable import ScrollCore

extension FuzzTarget {
  /// Operations, against something simpler that does the same.
  static let models = [
    FuzzTarget("tokens", checkTokens),
    FuzzTarget("editing", checkEditing),
    FuzzTarget("store", longest: 4096, checkStore),
  ]

  // MARK: - Fields of chips

  private static func checkTokens(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    var run = TokenRun(&input)
    while !input.isEmpty { try run.step(&input) }
  }

  // MARK: - Texts that are edited

  static let movements = EditMovement.allCases

  private static func checkEditing(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let original = input.text()
    var editor = TextEditor(original)
    while !input.isEmpty {
      let (before, selection) = (Array(editor.text.utf8), editor.line.selection)
      let movement = input.element(of: movements)
      switch input.number(below: 12) {
      case 0, 1, 2:
        let text = input.text()
        editor.insert(text)
        let expected = before[..<selection.lowerBound] + singleLine(text).utf8 + before[selection.upperBound...]
        try hold(editor.text.utf8.elementsEqual(expected), "\(text.debugDescription) is inserted")
      case 3: editor.paste(input.text())
      case 4, 5: editor.perform(.move(movement, extending: input.isTrue()))
      case 6:
        editor.perform(.delete(movement))
        guard !selection.isEmpty else { break }
        let rest = before[..<selection.lowerBound] + before[selection.upperBound...]
        try hold(editor.text.utf8.elementsEqual(rest), "the selection is deleted")
      case 7:
        let (from, to) = (input.byte() - 9, input.byte() - 9)
        editor.select { $0.select(from: from, to: to) }
      case 8:
        let place = input.byte() - 9
        editor.select { $0.selectWord(at: place) }
      case 9:
        let (text, caret) = (input.text(), input.byte() - 9)
        editor.compose(text, caret: caret)
      case 10:
        let outcome = editor.perform(input.isTrue() ? .cut : .selectAll)
        if case .copied(let text) = outcome {
          try hold(text.utf8.elementsEqual(before[selection]), "\(text.debugDescription) is cut")
        }
      default: try checkUndo(&editor)
      }
      try holdPlaces(of: editor.line)
    }
    try hold(editor.perform(.cancel) == .cancelled(original), "Escape brings the original back")
    try holdPlaces(of: editor.line)
  }

  private static func checkUndo(_ editor: inout TextEditor) throws {
    let text = editor.text
    guard editor.perform(.undo) == .handled else { return }
    try hold(editor.perform(.redo) == .handled, "what is undone can be done again")
    try hold(editor.text == text, "\(text.debugDescription) is redone as \(editor.text.debugDescription)")
    editor.perform(.undo)
  }

  /// Caret and selection stand between characters.
  static func holdPlaces(of line: EditLine) throws {
    try holdClean(line.text, "a line")
    let places = Set(line.text.indices.map { $0.utf16Offset(in: line.text) } + [line.text.utf16.count])
    for offset in [line.caret, line.anchor] {
      try hold((0...line.end).contains(offset), "the caret is at \(offset) of \(line.end)")
      let index = line.text.utf8.index(line.text.startIndex, offsetBy: offset)
      try hold(places.contains(index.utf16Offset(in: line.text)), "the caret is within a character: \(line)")
    }
    let shown = line.shown
    try hold((0...shown.text.utf8.count).contains(shown.caret), "the caret is shown at \(shown.caret)")
  }

  // MARK: - Texts that are kept

  private static func checkStore(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    var run = StoreRun(&input)
    while !input.isEmpty { try run.step(&input) }
    try run.finish()
  }
}
