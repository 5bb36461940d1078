package import ScrollCore

/// The text of `newsreel --help`, which fits a screen of 24 lines. `--help-all` lists every option.
package enum ShortHelp {
  private static let commands: [CommandText] = [.feeds, .message, .inspect, .config, .autostart, .preview]
  /// The names of the options, in order.
  private static let options = [
    "file", "command", "theme", "place", "monitor", "scroll-speed", "font",
  ]

  /// Lines have at most 79 columns.
  package static let text: String = {
    let known = PropertyInfo.sources + PropertyInfo.all(of: StripKind.self).flags + PropertyInfo.window
    let shown = options.compactMap { name in known.first { $0.name == name } }
    let others = Views.commands.filter { command in !command.name.isEmpty && !commands.contains(command) }
    let topics = "newsreel help COMMAND, or one of \(HelpTopic.listed.map(\.name).joined(separator: ", "))"
    return """
      \(StripKind.text.abstract)

      Usage: newsreel [options] [headline ...]      newsreel command ...

      \(rows(shown.map { ("--\($0.name) \($0.takesName)", $0.meaning) } + [("--help-all", PropertyInfo.helpAll.meaning)]))
      \(rows(commands.map { ($0.name, $0.abstract) }))
      \(TextColumns.wrapped(others.map(\.name).joined(separator: ", "), columns: 79, first: "  Also: ", indent: 8))
      \(TextColumns.wrapped(topics, columns: 79, first: "  More: ", indent: 8))

      """
  }()

  /// The text of `newsreel bar --help`: its own options. `--help-all` has those about sources, too.
  package static let bar: String = {
    let own = PropertyInfo.bar.map { option in
      ("--\(option.name)" + (option.isFlag ? "" : " <\(option.placeholder)>"), option.meaning)
    }
    let format = PropertyInfo.bar[0]
    return """
      \(CommandText.bar.abstract)

      Usage: newsreel bar --format BAR [options] [headline ...]

      \(rows(own.map { ($0.0 == "--format <\(format.placeholder)>" ? "--format <bar>" : $0.0, $0.1) } + [("--help-all", PropertyInfo.helpAll.meaning)]))
      \(TextColumns.wrapped(format.choices.joined(separator: ", "), columns: 79, first: "  Bars: ", indent: 8))
      \(TextColumns.wrapped("those of the strip, as --feed, --file, --command, --json-lines; without any, newsreel feeds list", columns: 79, first: "  Sources: ", indent: 11))
      \(TextColumns.wrapped("newsreel msg --name bar open, next, previous, pause or resume", columns: 79, first: "  Clicks: ", indent: 10))

      """
  }()

  /// Terms and shortened meanings, one row a line.
  private static func rows(_ rows: [(term: String, meaning: String)]) -> String {
    let width = (rows.map(\.term.count).max() ?? 0) + 4
    return rows.map { term, meaning in
      "  " + term + String(repeating: " ", count: width - 2 - term.count) + beginning(of: meaning, columns: 79 - width)
        + "\n"
    }.joined()
  }

  /// As many whole clauses as fit, without examples and values.
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

  /// The placeholder of the value, if it is short.
  fileprivate var takesName: String { placeholder.isEmpty || placeholder.count > 8 ? "" : "<\(placeholder)>" }
}
