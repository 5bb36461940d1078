internal import Base
internal import ScrollCore

/// A program to run at an event, without a shell.
package struct Hook: Equatable, Sendable {
  /// One of `ProgramEvent.names`.
  let event: String
  /// The view whose events it runs for; nil for any of the window.
  var view: String?
  /// The words as written: `{text}` stands for the event's field of that name, `{{` for a brace.
  let words: [String]
  /// The place of its definition, for messages.
  let place: String

  /// The limit for the hooks of a window.
  static let most = 256

  /// - Throws: for an unknown event, with the nearest one, for a missing command, or for an unknown field.
  init(event: String, words: [String], place: String) throws(ValueError) {
    if let problem = Self.problem(ofEvent: event) { throw ValueError(problem) }
    guard let program = words.first, !program.isEmpty else {
      throw ValueError("\(event): no program is named; write a list, as [\"notify-send\", \"{text}\"]")
    }
    let parts = words.map(Self.parts)
    if parts[0].contains(where: \.isField) {
      throw ValueError("\(event): an event does not say which program is run; write its name")
    }
    let fields = ProgramEvent.fields(of: event)
    for case .field(let name) in parts.joined() where !fields.contains(name) {
      throw ValueError(
        "\(event): there is no {\(name)}"
          + hint(
            for: name, in: fields, else: "there are \(fields.joined(separator: ", ")), and {{ stands for a brace"))
    }
    (self.event, self.words, self.place) = (event, words, place)
  }

  /// Reads the syntax of `--hook`, `EVENT=COMMAND`.
  init(written text: String) throws(ValueError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw ValueError("'\(text)' is not a hook; write EVENT=COMMAND, as 'item-clicked=notify-send {text}'")
    }
    try self.init(
      event: parts[0], words: try valuing { () throws(Failure) in try CommandWords(parts[1]).words }, place: "--hook")
  }

  /// Why an event of that name cannot have a hook, or nil.
  static func problem(ofEvent name: String) -> String? {
    ProgramEvent.names.contains(name)
      ? nil
      : "'\(name)' is not an event" + hint(for: name, in: ProgramEvent.names, else: "newsreel help control lists all")
  }

  // MARK: - Running

  /// The fields of an event, by name.
  typealias Fields = [(name: String, value: JSON)]

  /// The argument vector for an event. The value of a field stays within its argument.
  func arguments(_ fields: Fields) -> [String] {
    words.map { word in
      var result = ""
      for part in Self.parts(of: word) {
        switch part {
        case .text(let text): result += text
        case .field(let name):
          guard let value = fields.first(where: { $0.name == name })?.value else { continue }
          let text = Self.text(of: value)
          // A foreign text must not become an option of the program.
          if case .string = value, result.isEmpty, text.hasPrefix("-") { result += " " }
          result += text
        }
      }
      return result
    }
  }

  /// The fields as environment variables: NEWSREEL_EVENT, NEWSREEL_TEXT and so on.
  static func environment(_ fields: Fields) -> [String: String] {
    var variables: [String: String] = [:]
    for (name, value) in fields {
      let name = name.uppercased().map { $0 == "-" ? "_" : $0 }
      variables["NEWSREEL_" + String(name)] = text(of: value)
    }
    return variables
  }

  /// The limit for a field's text, in bytes; the system's limit for an argument is 128 KiB.
  private static let longest = 16 << 10

  private static func text(of value: JSON) -> String {
    let text = value.word ?? value.line
    let bytes = text.utf8.prefix(longest).filter { $0 != 0 }
    return bytes.count == text.utf8.count ? text : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Placeholders

  private enum Part {
    case text(String)
    case field(String)

    var isField: Bool { if case .field = self { true } else { false } }
  }

  private static func parts(of word: String) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = word[...]
    while let letter = rest.popFirst() {
      guard letter == "{" else {
        text.append(letter)
        continue
      }
      if rest.first == "{" {
        rest.removeFirst()
        text.append("{")
        continue
      }
      let name = rest.prefix { $0.isASCII && ($0.isLowercase || $0 == "-") }
      guard !name.isEmpty, rest.dropFirst(name.count).first == "}" else {
        text.append("{")
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(.field(String(name)))
      rest = rest.dropFirst(name.count + 1)
    }
    return text.isEmpty ? parts : parts + [.text(text)]
  }
}
