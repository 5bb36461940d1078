package import ScrollCore

/// What `newsreel --help` says: as much as a screen of 24 lines holds. `--help-all` has every option.
package enum ShortHelp {
  private static let commands: [CommandText] = [.feeds, .message, .inspect, .config, .autostart, .preview]
  /// By their names, in the order in which they are shown.
  private static let options = [
    "file", "command", "theme", "place", "monitor", "scroll-speed", "font",
  ]

  /// Every line has 79 columns at most.
  package static let text: String = {
    let known = PropertyInfo.sources + PropertyInfo.all(of: StripKind.self).flags + PropertyInfo.window
    let shown = options.compactMap { name in known.first { $0.name == name } }
    let others = Views.commands.filter { command in !command.name.isEmpty && !commands.contains(command) }
    let topics = "newsreel help COMMAND, or one of \(HelpTopic.all.map(\.name).joined(separator: ", "))"
    return """
      \(StripKind.text.abstract)

      Usage: newsreel [options] [headline ...]      newsreel command ...

      \(rows(shown.map { ("--\($0.name) \($0.takesName)", $0.meaning) } + [("--help-all", PropertyInfo.helpAll.meaning)]))
      \(rows(commands.map { ($0.name, $0.abstract) }))
      \(TextColumns.wrapped(others.map(\.name).joined(separator: ", "), columns: 79, first: "  Also: ", indent: 8))
      \(TextColumns.wrapped(topics, columns: 79, first: "  More: ", indent: 8))

      """
  }()

  /// Terms and the beginnings of their meanings, as far as a line has room.
  private static func rows(_ rows: [(term: String, meaning: String)]) -> String {
    let width = (rows.map(\.term.count).max() ?? 0) + 4
    return rows.map { term, meaning in
      "  " + term + String(repeating: " ", count: width - 2 - term.count) + beginning(of: meaning, columns: 79 - width)
        + "\n"
    }.joined()
  }

  /// Whole clauses, as many as there is room for, without examples and values.
  static func beginning(of meaning: String, columns: Int) -> String {
    let values = meaning.firstRange(of: " (")?.lowerBound ?? meaning.endIndex
    let sentence = meaning[..<values].prefix { $0 != ":" }
    if sentence.count <= columns { return String(sentence) }
    let short = sentence.prefix(columns + 1)
    let end = short.lastIndex { ";,".contains($0) } ?? short.lastIndex(of: " ") ?? short.endIndex
    return String(short[..<end])
  }
}

extension PropertyInfo {
  package static let helpAll = PropertyInfo("help-all", "Shows every option of a command and ends")

  /// What stands for the value, where it is a short word.
  fileprivate var takesName: String { placeholder.isEmpty || placeholder.count > 8 ? "" : "<\(placeholder)>" }
}
