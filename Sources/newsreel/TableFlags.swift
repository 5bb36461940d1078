import App
import ArgumentParser

/// Flags that are declared in a table, and what their values mean together.
protocol FlagTable {
  associatedtype Value
  static var flags: [FlagRow] { get }
  static var none: Value { get }
  /// Reads the texts that flags were given, in the table's order.
  static func read(_ given: [(flag: FlagRow, texts: [String])]) throws(UsageError) -> Value
}

/// One flag of a table.
struct FlagRow {
  enum Kind {
    /// It stands for itself.
    case flag
    /// It has an opposite, `--no-name`.
    case toggle
    case text
    /// It may be given several times.
    case texts
  }

  let name: String
  let help: String
  let placeholder: String
  let kind: Kind
  var completion = CompletionKind.default

  /// What ArgumentParser would find as a declaration. Values may begin with a dash, as -3 and -5,0 do.
  fileprivate var declaration: Any {
    let help = ArgumentHelp("\(self.help)", valueName: placeholder)
    switch kind {
    case .flag: return Flag<Bool>(wrappedValue: false, name: .customLong(name), help: ArgumentHelp("\(self.help)"))
    case .toggle:
      return Flag<Bool?>(
        name: .customLong(name), inversion: .prefixedNo, exclusivity: .chooseLast, help: ArgumentHelp("\(self.help)"))
    case .text:
      return Option<String?>(name: .customLong(name), parsing: .unconditional, help: help, completion: completion)
    case .texts:
      return Option<[String]>(
        wrappedValue: [], name: .customLong(name), parsing: .unconditionalSingleValue, help: help,
        completion: completion)
    }
  }

  fileprivate func texts(in values: KeyedDecodingContainer<FlagKey>) throws -> [String] {
    let key = FlagKey(stringValue: name)
    switch kind {
    case .flag: return try values.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : []
    case .toggle:
      return try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { [$0 ? "true" : "false"] } ?? []
    case .text: return try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
    case .texts: return try values.decode(Option<[String]>.self, forKey: key).wrappedValue
    }
  }
}

private struct FlagKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The flags of a table, for use as `@OptionGroup`.
///
/// ArgumentParser finds a type's flags by mirroring a fresh instance. This one shows it an `Option` or a `Flag` for each
/// row of the table, as if they were declared one by one, so that help, completion scripts and error messages follow.
struct TableFlags<Table: FlagTable>: ParsableArguments, CustomReflectable {
  private var result: Result<Table.Value, UsageError>

  init() { result = .success(Table.none) }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: FlagKey.self)
    let given = try Table.flags.map { (flag: $0, texts: try $0.texts(in: values)) }.filter { !$0.texts.isEmpty }
    do throws(UsageError) { result = .success(try Table.read(given)) } catch { result = .failure(error) }
  }

  /// What the flags mean, each text having been read once.
  var value: Table.Value {
    get throws(UsageError) { try result.get() }
  }

  func validate() throws { _ = try value }

  var customMirror: Mirror {
    Mirror(self, children: Table.flags.map { (label: $0.name, value: $0.declaration) })
  }
}

// MARK: - The tables

/// Properties, of a view or of its window.
enum PropertyFlags<Group: PropertyGroup>: FlagTable {
  static var flags: [FlagRow] {
    Group.table.flags.map { row in
      FlagRow(
        name: row.name, help: row.help, placeholder: row.placeholder, kind: row.isFlag ? .toggle : .text,
        completion: row.choices.isEmpty ? .default : .list(row.choices))
    }
  }

  static var none: Settings<Group.Owner> { Settings(Group.initial) }

  static func read(_ given: [(flag: FlagRow, texts: [String])]) throws(UsageError) -> Settings<Group.Owner> {
    let names = Set(Group.table.flags.map { "--" + $0.name })
    for (flag, texts) in given {
      if let name = texts.first(where: names.contains) {
        throw UsageError("--\(flag.name): a value is missing before \(name)")
      }
    }
    return try Group.read(given.flatMap { flag, texts in texts.map { (flag.name, $0) } })
  }
}

/// The options about sources that a view takes.
enum SourceFlags<Kind: ViewKind>: FlagTable {
  static var flags: [FlagRow] {
    Kind.sourceOptions.map { option in
      FlagRow(
        name: option.name, help: option.meaning, placeholder: option.placeholder,
        kind: option.isFlag ? .flag : option.isRepeated ? .texts : .text,
        completion: option.isFile ? .file() : option.choices.isEmpty ? .default : .list(option.choices))
    }
  }

  static var none: GivenOptions { GivenOptions() }

  static func read(_ given: [(flag: FlagRow, texts: [String])]) throws(UsageError) -> GivenOptions {
    var options = GivenOptions()
    for (flag, texts) in given {
      guard let option = Kind.sourceOptions.first(where: { $0.name == flag.name }) else { continue }
      for text in texts { options.add(option, text) }
    }
    // What is wrong is said before anything else is done.
    _ = try SourceOptions(options)
    return options
  }
}
