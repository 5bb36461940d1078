internal import Base
internal import ScrollCore

/// The options of `newsreel tokens`, besides the properties of the field.
package struct TokensOptions: Equatable, Sendable {
  /// A file of the chips, one a line, kept up to date.
  package var dataFile: String?
  /// A file of suggestions, one a line.
  package var suggestFile: String?
  /// Whether the window's height follows the chips.
  package var followsHeight = false
  /// What to ask before doing it.
  var questions = TokenQuestionOptions()

  /// Whether anything is asked.
  var asks: Bool { !questions.subjects.isEmpty }

  package init() {}

  /// - Throws: `Failure` naming the invalid option.
  init(_ given: [PropertyChange]) throws(Failure) {
    dataFile = given[.dataFile]?.text
    suggestFile = given[.suggestFile]?.text
    followsHeight = given.has(.autoHeight)
    if let subjects = given[.ask]?.text { questions.subjects = try TokenQuestionOptions.parse(subjects) }
    let expected = "of seconds from 0.1 to 3600, as in --ask-timeout 10"
    guard let timeout = try PropertyInfo.askTimeout.number(given[.askTimeout], in: 0.1...3600, expected) else { return }
    guard asks else { throw Failure.usage("--ask-timeout: nothing is asked; say what with --ask") }
    questions.timeout = timeout
  }
}

/// The questions of `newsreel tokens --ask`.
package struct TokenQuestionOptions: Equatable, Sendable {
  /// "add", "remove", or both; empty for none.
  package var subjects: Set<String> = []
  /// The timeout for an answer, in seconds.
  package var timeout = 5.0

  private static let names = ["add", "remove"]

  /// Reads a list of subjects, separated by commas, or "all".
  static func parse(_ text: String) throws(Failure) -> Set<String> {
    if text == "all" { return Set(names) }
    let asked = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in asked where !names.contains(name) {
      throw .option("ask", "'\(name)' is nothing that can be asked; take add, remove, add,remove or all")
    }
    return Set(asked)
  }
}
