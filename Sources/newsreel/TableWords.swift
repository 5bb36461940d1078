import App
internal import Base
import ScrollCore
internal import Windows

/// The words of a view's command, read by the tables of its options.
///
/// ArgumentParser mirrors and casts hundreds of declarations before it reads a word, which was a quarter of a start's
/// instructions. It has what the tables cannot answer: help, versions, and the report of words that are wrong.
struct TableWords {
  private var arguments: [String] = []
  private var values: [String: [PropertyValue]] = [:]

  /// Nil for words that are no option of the table, and for an option without a value.
  ///
  /// - Parameter words: As `ArgumentList.normalised` has them.
  init?(_ words: [String], options: [PropertyInfo]) {
    let known = Dictionary(options.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard word.hasPrefix("--"), let first = parts.first.map(String.init) else { return nil }
      if let option = known[first], !option.isFlag {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), value != "--" else { return nil }
        values[first, default: []].append(.text(value))
      } else {
        let name = known[first] == nil && first.hasPrefix("no-") ? String(first.dropFirst(3)) : first
        guard parts.count == 1, known[name]?.isFlag == true else { return nil }
        values[name] = [.flag(name == first)]
      }
    }
  }

  /// The request for a view; nil where something is wrong with it.
  func request<Kind: ViewKind>(for kind: Kind.Type) -> ViewRequest<Kind>? {
    guard arguments.count <= Kind.argumentLimit else { return nil }
    var request = ViewRequest<Kind>()
    // ArgumentParser reads wrong words again, and reports them.
    guard let sources = try? settings(SourceFlags<Kind>.self).with(arguments: arguments),
      let own = try? settings(ViewFlags<Kind>.self), let window = try? settings(WindowFlags.self)
    else { return nil }
    (request.sources, request.own, request.window) = (sources, own, window)
    return request
  }

  private func settings<Table: FlagTable>(_ table: Table.Type) throws(Failure) -> Settings<Table.Owner> {
    // A table's values come from its initialiser; without a given option it is not listed.
    let given = values.isEmpty ? [] : Table.flags.flatMap(changes)
    return try Table.none.reading(given, of: given.isEmpty ? [] : Table.flags, Table.validate)
  }

  /// The last value of an option, or all if they add up, in the order of the words.
  private func changes(of option: PropertyInfo) -> [PropertyChange] {
    let values = values[option.name] ?? []
    return (option.addsUp ? values[...] : values.suffix(1)).map { PropertyChange(option.name, to: $0) }
  }
}

extension ViewKind {
  /// Shows the view, and returns the exit status; nil where ArgumentParser has to read the words.
  static func run(_ words: TableWords) -> Int32? { words.request(for: Self.self).map { App.run($0) } }
}
