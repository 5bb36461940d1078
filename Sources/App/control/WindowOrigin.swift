internal import Base
internal import ScrollCore

/// Where a window comes from, for clients that save its settings.
enum WindowOrigin {
  /// A window of a configuration, with its index.
  case configuration(path: String, index: Int)
  /// A command line with these sources.
  case commandLine(SourceOptions)

  var json: JSON {
    switch self {
    case .configuration(let path, let index):
      .object([("configuration", .string(UserPaths.absolute(path))), ("window", .integer(index))])
    case .commandLine(let sources):
      .object([
        ("sources", .object(sources.written.map { ($0.name, .array($0.texts.map(JSON.string))) })),
        ("reads-input", .bool(sources.readsInput)),
      ])
    }
  }
}

extension SourceOptions {
  /// The sources as a configuration writes them: names of options, or "arguments", with their texts; flags have no
  /// text.
  fileprivate var written: [(name: String, texts: [String])] {
    let arguments = given.all(named: "").filter { $0 != "-" }
    let options = PropertyInfo.sources.filter { !$0.isStartOnly && given.has($0) }.map { option in
      let texts = given.all(option)
      return (name: option.name, texts: option.isFlag ? [] : option.isFile ? texts.map(UserPaths.absolute) : texts)
    }
    return (arguments.isEmpty ? [] : [("arguments", arguments)]) + options
  }
}
