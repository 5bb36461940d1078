internal import Base
internal import Scene

/// The text of an entry (`org.a11y.atspi.Text`). Offsets count Unicode scalars.
extension AccessibilityBus {
  /// How much of a text is asked for.
  private enum Granularity: UInt32 { case character, word, sentence, line, paragraph }

  func answerText(_ call: Call) -> Bool {
    guard let text = call.node.text else { return false }
    let scalars = Array(text.line.unicodeScalars)
    switch call.message.member {
    case "GetText":
      guard let first = call.message.integer(), let last = call.message.integer() else { return refuseArguments(call) }
      let end = last < 0 ? scalars.count : min(Int(last), scalars.count)
      return reply(call) { $0.text(Self.text(scalars, min(max(0, Int(first)), end)..<end)) }
    case "GetCharacterAtOffset":
      guard let offset = call.message.integer() else { return refuseArguments(call) }
      let isInside = scalars.indices.contains(Int(offset))
      return reply(call) { $0.integer(isInside ? Int32(bitPattern: scalars[Int(offset)].value) : 0) }
    case "GetStringAtOffset", "GetTextAtOffset": return answerPart(call, scalars)
    case "GetNSelections": return reply(call) { $0.integer(0) }
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return reply(call) { $0.array(of: "{ss}") }
    case "GetAttributes", "GetAttributeRun":
      return reply(call) { writer in
        writer.array(of: "{ss}")
        for offset in [0, scalars.count] { writer.integer(Int32(offset)) }
      }
    case "SetCaretOffset", "AddSelection", "RemoveSelection", "SetSelection": return reply(call) { $0.boolean(false) }
    default: return false
    }
  }

  /// Answers with a part of the text, and its start and end.
  private func answerPart(_ call: Call, _ scalars: [Unicode.Scalar]) -> Bool {
    guard let asked = call.message.integer(), let kind = call.message.unsigned() else { return refuseArguments(call) }
    let offset = min(max(0, Int(asked)), scalars.count)
    var range = 0..<scalars.count
    // The kinds of `GetTextAtOffset` begin in the same way: a character, the starts of words.
    switch Granularity(rawValue: kind) {
    case .character: range = offset..<min(offset + 1, scalars.count)
    case .word:
      var (start, end) = (offset, offset)
      while start > 0, scalars[start - 1] != " " { start -= 1 }
      while end < scalars.count, scalars[end] != " " { end += 1 }
      range = start..<end
    default: break
    }
    return reply(call) { writer in
      writer.text(Self.text(scalars, range))
      for offset in [range.lowerBound, range.upperBound] { writer.integer(Int32(offset)) }
    }
  }

  // MARK: - Writing

  /// Writes into an entry (`org.a11y.atspi.EditableText`), as if the user had typed the whole text. The clipboard is left to
  /// the keyboard.
  func answerEditableText(_ call: Call) -> Bool {
    guard let text = call.node.text else { return false }
    let scalars = Array(text.line.unicodeScalars)
    func offset(_ number: Int32) -> Int { min(max(0, Int(number)), scalars.count) }
    func write(_ start: Int, _ inserted: String, _ end: Int) -> Bool {
      let (head, tail) = (Self.text(scalars, 0..<start), Self.text(scalars, end..<scalars.count))
      return replyDone(call, .write(head + inserted + tail))
    }
    switch call.message.member {
    case "SetTextContents":
      guard let new = call.message.text() else { return refuseArguments(call) }
      return write(0, new, scalars.count)
    case "InsertText":
      guard let place = call.message.integer(), let new = call.message.text(), let count = call.message.integer() else {
        return refuseArguments(call)
      }
      // The length is that of the text in bytes or letters, depending on the client; negative for all of it.
      let part = count < 0 ? new : String(String.UnicodeScalarView(new.unicodeScalars.prefix(Int(count))))
      return write(offset(place), part, offset(place))
    case "DeleteText":
      guard let first = call.message.integer(), let last = call.message.integer() else { return refuseArguments(call) }
      let start = offset(first)
      return write(start, "", max(start, last < 0 ? scalars.count : offset(last)))
    case "CutText", "PasteText": return reply(call) { $0.boolean(false) }
    case "CopyText": return reply(call) { _ in }
    default: return false
    }
  }

  private static func text(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  // MARK: - Events

  /// Reports deleted and inserted text, and the caret.
  func reportTyped(_ number: Int, before: AccessibleNode.Text) {
    guard let now = objects[number]?.node.text else { return }
    let (old, new) = (Array(before.line.unicodeScalars), Array(now.line.unicodeScalars))
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    for (detail, range, all) in [
      ("delete", head..<old.count - tail, old), ("insert", head..<new.count - tail, new),
    ] where !range.isEmpty {
      emit(number, "Object", "TextChanged", detail, Int32(head), Int32(range.count), "s") {
        $0.text(Self.text(all, range))
      }
    }
    if now.caret != before.caret {
      emit(number, "Object", "TextCaretMoved", "", Int32(now.caret), 0, "i") { $0.integer(0) }
    }
  }
}
