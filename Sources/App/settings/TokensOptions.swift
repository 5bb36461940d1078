internal import Base
internal import ScrollCore

/// What `newsreel tokens` takes beside the properties of the field.
package struct TokensOptions: Equatable, Sendable {
  /// A file that holds the chips, a line each, and is kept up to date.
  package var dataFile: String?
  /// A file of what can be typed, a line each.
  package var suggestFile: String?
  /// The window is always as high as the chips ask for.
  package var followsHeight = false
  /// What is asked before it is done.
  var questions = TokenQuestionOptions()

  /// Whether anything is asked.
  var asks: Bool { !questions.subjects.isEmpty }

  package init() {}

  /// - Throws: `Failure` naming the option that is wrong.
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

/// What `newsreel tokens --ask` asks about.
package struct TokenQuestionOptions: Equatable, Sendable {
  /// "add" and "remove", or one of them; empty where nothing is asked.
  package var subjects: Set<String> = []
  /// Seconds for which an answer is waited for.
  package var timeout = 5.0

  private static let names = ["add", "remove"]

  /// What a list of subjects asks for: some of them with commas between, or "all".
  static func parse(_ text: String) throws(Failure) -> Set<String> {
    if text == "all" { return Set(names) }
    let asked = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in asked where !names.contains(name) {
      throw .option("ask", "'\(name)' is nothing that can be asked; take add, remove, add,remove or all")
    }
    return Set(asked)
  }
}
