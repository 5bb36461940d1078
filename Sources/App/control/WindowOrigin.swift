internal import Base
internal import ScrollCore
internal import Windows

/// The command or file that defines a window, for clients that save its settings.
enum WindowOrigin {
  /// A window of a configuration, with its index.
  case configuration(path: String, index: Int)
  /// A command line with these sources.
  case commandLine(Settings<SourceOptions>)

  var json: JSON {
    switch self {
    case .configuration(let path, let index):
      .object([("configuration", .string(UserPaths.absolute(path))), ("window", .integer(index))])
    case .commandLine(let sources):
      .object([
        ("sources", .object(sources.written.map { ($0.name, $0.value?.json ?? .null) })),
        ("reads-input", .bool(sources.value.readsInput)),
      ])
    }
  }
}

extension Settings<SourceOptions> {
  /// The options as keys of a configuration.
  fileprivate var written: [PropertyChange] {
    let files = Set(PropertyInfo.sources.filter(\.isFile).map(\.name))
    return changes.filter { !ProgramOptions.ofStart.contains($0.name) }.compactMap { change in
      guard case .list(let values)? = change.value else {
        return files.contains(change.name) ? PropertyChange(change.name, to: change.value?.absolute) : change
      }
      // A configuration has no standard input.
      let named = values.filter { $0 != .text("-") }
      if named.isEmpty { return nil }
      return PropertyChange(change.name, to: .list(files.contains(change.name) ? named.map(\.absolute) : named))
    }
  }
}

extension PropertyValue {
  /// The absolute path.
  fileprivate var absolute: PropertyValue { asText.map { .text(UserPaths.absolute($0)) } ?? self }
}
