import App
import ArgumentParser

/// The flags of a property table, for use as `@OptionGroup`.
///
/// ArgumentParser finds a type's flags by mirroring a fresh instance. This one shows it an `Option` or a `Flag` for each
/// row of the table, as if they were declared one by one, so that help, completion scripts and error messages follow.
struct PropertyFlags<Group: PropertyGroup>: ParsableArguments, CustomReflectable {
  /// What was given, in the table's order; where a flag is given twice, the last one counts.
  private(set) var assignments: [Assignment] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for row in Group.table.flags {
      let key = Key(stringValue: row.name)
      let text =
        row.isFlag
        ? try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { $0 ? "true" : "false" }
        : try values.decode(Option<String?>.self, forKey: key).wrappedValue
      if let text { assignments.append(Assignment(row.name, text)) }
    }
  }

  func validate() throws {
    let names = Group.table.flags.map { "--" + $0.name }
    for assignment in assignments where names.contains(assignment.text) {
      throw UsageError("--\(assignment.name): a value is missing before \(assignment.text)")
    }
    try Group.table.check(assignments)
  }

  var customMirror: Mirror {
    Mirror(self, children: Group.table.flags.map { (label: $0.name, value: Self.argument(for: $0)) })
  }

  private static func argument(for row: PropertyRow) -> Any {
    if row.isFlag {
      return Flag<Bool?>(
        name: .customLong(row.name), inversion: .prefixedNo, exclusivity: .chooseLast, help: ArgumentHelp("\(row.help)")
      )
    }
    // Unconditional: a value may begin with a dash, as -3 and -5,0 do.
    return Option<String?>(
      name: .customLong(row.name), parsing: .unconditional,
      help: ArgumentHelp("\(row.help)", valueName: row.placeholder),
      completion: row.choices.isEmpty ? .default : .list(row.choices))
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
