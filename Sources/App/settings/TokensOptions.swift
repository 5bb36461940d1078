package import ScrollCore

/// The options of `newsreel tokens`, besides the properties of the field.
package struct TokensOptions: HasProperties, Equatable, Sendable {
  /// A file of the chips, one a line, kept up to date.
  package var dataFile: String?
  /// A file of suggestions, one a line.
  package var suggestFile: String?
  /// Whether the window's height follows the chips.
  package var followsHeight = false
  /// The changes to ask about: "add", "remove" or both; empty for none.
  package var subjects: Set<String> = []
  /// Seconds to wait for an answer; nil for `usualPatience`.
  package var patience: Double?

  static let usualPatience = 5.0
  private static let allSubjects = ["add", "remove"]

  package init() {}

  /// Whether anything is asked.
  var asks: Bool { !subjects.isEmpty }

  package static let properties: [Property<TokensOptions>] = [
    .optional(
      "dataFile", \.dataFile, unit: "file",
      "With tokens: stores the chips in a file, one a line, replaced atomically after each edit; the arguments are "
        + "added to its content"
    ).with(\.info.isFile, true),
    .optional(
      "suggestFile", \.suggestFile, unit: "file",
      "With tokens: completes typed text to a line of this file, with Tab or the right arrow; Return takes the highlighted "
        + "line, and after Escape what is typed; with --only-suggestions anything else is refused"
    ).with(\.info.isFile, true),
    .written(
      "ask", \.subjects, { $0.sorted().joined(separator: ",") }, subjects(in:), unit: "names",
      "With tokens: asks before the user adds or removes a chip (add, remove, with a comma between them, or all): "
        + #"{"event":"ask-add","id":1,"token":"…"} or {"event":"ask-remove","id":2,"token":"…","index":0} on standard "#
        + "output wants allow 1 or deny 1 as a line of standard input"
    ).with(\.takesLists, true),
    .optional(
      "askTimeout", \.patience, range: 0.1...3600,
      "With --ask: the timeout in seconds, after which an action is allowed (default: 5)"
    ).with(\.refusal, "is not a number of seconds from 0.1 to 3600, as in --ask-timeout 10"),
    .flag(
      "autoHeight", \.followsHeight,
      "With tokens: the window grows and shrinks with its rows of chips, upwards at the bottom of the screen, even if "
        + "--geometry sets a height; without a height it does so by default"),
  ]

  /// Reads a list of subjects, separated by commas, or "all".
  private static func subjects(in text: String) throws(ValueError) -> Set<String> {
    if text == "all" { return Set(allSubjects) }
    let asked = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
    for name in asked where !allSubjects.contains(name) {
      throw ValueError("'\(name)' cannot be asked; write add, remove, add,remove or all")
    }
    return Set(asked)
  }

  func check() throws(ValueError) {
    guard patience == nil || asks else {
      throw ValueError(name: "askTimeout", reason: "nothing is asked; say what with --ask")
    }
  }
}
