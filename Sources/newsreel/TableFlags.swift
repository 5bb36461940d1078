import App
import ArgumentParser
internal import Base
import ScrollCore
import Synchronization
internal import Windows

/// The flags of the properties of `Owner`.
protocol FlagTable {
  associatedtype Owner: HasProperties & Equatable & Sendable
  static var flags: [PropertyInfo] { get }
  static var none: Settings<Owner> { get }
  /// Checks the values together.
  static func validate(_ owner: Owner) throws(ValueError)
}

extension FlagTable {
  static var none: Settings<Owner> { Settings() }
  static func validate(_ owner: Owner) throws(ValueError) {}
}

extension PropertyInfo {
  /// The declaration that ArgumentParser would find. Values may begin with a dash, as -3 and -5,0 do.
  fileprivate var declaration: any Sendable {
    let text = ArgumentHelp("\(help)", valueName: placeholder)
    if isFlag {
      return Flag<Bool?>(
        name: .customLong(name), inversion: .prefixedNo, exclusivity: .chooseLast, help: text)
    }
    if addsUp {
      return Option<[String]>(
        wrappedValue: [], name: .customLong(name), parsing: .unconditionalSingleValue, help: text,
        completion: completion)
    }
    return Option<String?>(name: .customLong(name), parsing: .unconditional, help: text, completion: completion)
  }

  private var completion: CompletionKind {
    if let values = ValueSuggestions.live(of: name) { return .custom { _, _, _ in values() } }
    let values = choices.isEmpty ? ValueSuggestions.values(of: name) : choices
    return isFile ? .file() : values.isEmpty ? .default : .list(values)
  }

  fileprivate func changes(in values: KeyedDecodingContainer<FlagKey>) throws -> [PropertyChange] {
    try self.values(in: values).map { PropertyChange(name, to: $0) }
  }

  private func values(in values: KeyedDecodingContainer<FlagKey>) throws -> [PropertyValue] {
    let key = FlagKey(stringValue: name)
    if isFlag { return try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { [.flag($0)] } ?? [] }
    if addsUp { return try values.decode(Option<[String]>.self, forKey: key).wrappedValue.map(PropertyValue.text) }
    return try values.decode(Option<String?>.self, forKey: key).wrappedValue.map { [.text($0)] } ?? []
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
/// ArgumentParser finds a type's flags by mirroring a fresh instance. This type shows it an `Option` or a `Flag` for
/// each row of the table, as if they were declared one by one, so that help, completion scripts and error messages
/// follow.
struct TableFlags<Table: FlagTable>: ParsableArguments, CustomReflectable {
  private var result: Result<Settings<Table.Owner>, Failure>

  init() { result = .success(Table.none) }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: FlagKey.self)
    let given = try Table.flags.flatMap { try $0.changes(in: values) }
    do throws(Failure) { result = .success(try Table.none.reading(given, of: Table.flags, Table.validate)) } catch {
      result = .failure(error)
    }
  }

  /// The value of the flags, parsed once.
  var value: Settings<Table.Owner> {
    get throws(Failure) { try result.get() }
  }

  func validate() throws { _ = try value }

  var customMirror: Mirror {
    Mirror(self, children: Declarations.of(Table.self).map { (label: $0.name, value: $0.value) })
  }
}

/// Caches the tables' declarations, which ArgumentParser reads many times before it parses a command line.
private enum Declarations {
  typealias List = [(name: String, value: any Sendable)]

  private static let known = Mutex<[ObjectIdentifier: List]>([:])

  static func of<Table: FlagTable>(_ table: Table.Type) -> List {
    known.withLock { known in
      if let list = known[ObjectIdentifier(table)] { return list }
      let list: List = Table.flags.map { ($0.name, $0.declaration) }
      known[ObjectIdentifier(table)] = list
      return list
    }
  }
}

// MARK: - The tables

/// The properties of a view without its window's.
enum ViewFlags<Kind: ViewKind>: FlagTable {
  static var flags: [PropertyInfo] { PropertyInfo.all(of: Kind.self).flags }
  static var none: Settings<Kind.Style> { Settings(Kind.initial) }
  static func validate(_ style: Kind.Style) throws(ValueError) { try Kind.validate(style) }
}

/// The properties of the window.
enum WindowFlags: FlagTable {
  typealias Owner = WindowOptions
  static var flags: [PropertyInfo] { PropertyInfo.window }
}

/// The options about sources that a view takes. Errors in them are reported before anything else is done.
enum SourceFlags<Kind: ViewKind>: FlagTable {
  static var flags: [PropertyInfo] { Kind.sourceOptions }
  static var none: Settings<SourceOptions> {
    Settings(SourceOptions(takesFiles: Kind.takesFiles, isInputPiped: SourceOptions.isInputPiped()))
  }
  static func validate(_ options: SourceOptions) throws(ValueError) { try options.check() }
}

/// The settings of a feed.
enum FeedFlags: FlagTable {
  static var flags: [PropertyInfo] { PropertyInfo.ofFeed }
  static var none: FeedChange { FeedChange() }
}

/// The settings of alerts.
enum AlertFlags: FlagTable {
  static var flags: [PropertyInfo] { PropertyInfo.ofAlerts }
  static var none: AlertChange { AlertChange() }
}

/// The flags of a film, besides those of its view.
enum FilmFlags: FlagTable {
  typealias Owner = FilmOptions
  static var flags: [PropertyInfo] { PropertyInfo.film }
}

/// The flags of a rundown, besides those of the strip.
enum RundownFlags: FlagTable {
  typealias Owner = RundownOptions
  static var flags: [PropertyInfo] { PropertyInfo.rundown }
}

/// The flags of `newsreel publish`.
enum PublishFlags: FlagTable {
  typealias Owner = PublishOptions
  static var flags: [PropertyInfo] { PropertyInfo.publish }
  static func validate(_ options: PublishOptions) throws(ValueError) { try options.check() }
}

/// The flags of `newsreel bar`.
enum BarFlags: FlagTable {
  typealias Owner = BarOptions
  static var flags: [PropertyInfo] { PropertyInfo.bar }
}

/// The options about its sources. Bars leave pipes open on which nothing comes: standard input is read only where it is named.
enum BarSourceFlags: FlagTable {
  static var flags: [PropertyInfo] { PropertyInfo.barSources }
  static var none: Settings<SourceOptions> { Settings(SourceOptions(isInputPiped: false)) }
  static func validate(_ options: SourceOptions) throws(ValueError) { try options.check() }
}

/// The flags of a preview, besides those of its view.
enum PreviewFlags: FlagTable {
  static var flags: [PropertyInfo] { PropertyInfo.preview }
  static func validate(_ options: PreviewOptions) throws(ValueError) { try PreviewOptions.validate(options) }
}
