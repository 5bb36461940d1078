internal import Inspector
internal import Scene
internal import ScrollCore

/// What pages of help take from the program's own tables, so that no page repeats them.
enum HelpTables {
  /// The rows that stand for a line `{name}` of a page.
  static func rows(named name: String) -> [HelpPage.Row]? {
    switch name {
    case "actions": actions
    case "airing": Airing.properties.map { .init(term: $0.flag, meaning: $0.meaning) }
    case "commands": commands
    case "events": events
    case "inspector-keys": InspectorKeys.rows.map { .init(term: $0.term, meaning: $0.meaning) }
    case "row-parts": RowPart.properties.map { .init(term: $0.flag, meaning: $0.meaning) }
    case "themes": Theme.shipped.map { .init(term: $0.name, meaning: Theme.about($0.bytes)) }
    default: nil
    }
  }

  /// Puts the program's values for their names in braces.
  static func filled(_ markdown: String) -> String {
    let inspect = CommandText.inspect
    let values = [
      ("inspect", inspect.abstract.prefix(1).lowercased() + inspect.abstract.dropFirst() + ". " + inspect.discussion),
      ("most-running", "\(HookRunner.mostRunning)"), ("most-waiting", "\(HookRunner.mostWaiting)"),
      ("urgent-priority", "\(Airing.urgentPriority)"),
    ]
    return values.reduce(markdown) { $0.replacing("{\($1.0)}", with: $1.1) }
  }

  /// The bindable actions, with their default bindings.
  private static var actions: [HelpPage.Row] {
    UserCommand.allCases.map { command in
      let keys = Bindings.standard.filter { $0.command == command }.map(\.trigger.name).joined(separator: ", ")
      return .init(term: command.rawValue, meaning: command.meaning + (keys.isEmpty ? "" : ": \(keys)"))
    }
  }

  private static var commands: [HelpPage.Row] {
    ControlCommand.allCases.map { command in
      let term = [command.rawValue, command.arguments].filter { !$0.isEmpty }.joined(separator: " ")
      return .init(term: term, meaning: command.meaning)
    }
  }

  private static var events: [HelpPage.Row] {
    ProgramEvent.meanings.map { event in
      let fields = event.fields.isEmpty ? "" : " (\(event.fields.joined(separator: ", ")))"
      return .init(term: event.name, meaning: event.meaning + fields)
    }
  }
}
