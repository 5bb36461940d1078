import App
import ArgumentParser

/// The flags of a property table, for use as `@OptionGroup`.
///
/// ArgumentParser finds a type's flags by mirroring a fresh instance. This one shows it an `Option` or a `Flag` for each
/// row of the table, as if they were declared one by one, so that help, completion scripts and error messages follow.
struct PropertyFlags<Group: PropertyGroup>: ParsableArguments, CustomReflectable {
  /// What was given; where a flag is given twice, the last one counts.
  private var result: Result<Settings<Group.Owner>, UsageError>

  init() { result = .success(Settings(Group.initial)) }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    var given: [(name: String, text: String)] = []
    for row in Group.table.flags {
      let key = Key(stringValue: row.name)
      let text =
        row.isFlag
        ? try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { $0 ? "true" : "false" }
        : try values.decode(Option<String?>.self, forKey: key).wrappedValue
      if let text { given.append((row.name, text)) }
    }
    do throws(UsageError) { result = .success(try Self.read(given)) } catch { result = .failure(error) }
  }

  private static func read(_ given: [(name: String, text: String)]) throws(UsageError) -> Settings<Group.Owner> {
    let names = Group.table.flags.map { "--" + $0.name }
    for (name, text) in given where names.contains(text) {
      throw UsageError("--\(name): a value is missing before \(text)")
    }
    return try Group.read(given)
  }

  /// The values, each read once.
  var settings: Settings<Group.Owner> {
    get throws(UsageError) { try result.get() }
  }

  func validate() throws { _ = try settings }

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
