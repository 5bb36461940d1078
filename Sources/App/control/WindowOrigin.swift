internal import Base
internal import ScrollCore

/// What a window was made from, for those who write down what it shows.
enum WindowOrigin {
  /// A window of a configuration, by its number from 0.
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
  /// What was given, as a configuration has it: the names of options, or "arguments", with their texts, none for flags.
  fileprivate var written: [(name: String, texts: [String])] {
    let arguments = given.all(named: "").filter { $0 != "-" }
    let options = PropertyInfo.sources.filter { !$0.isStartOnly && given.has($0) }.map { option in
      let texts = given.all(option)
      return (name: option.name, texts: option.isFlag ? [] : option.isFile ? texts.map(UserPaths.absolute) : texts)
    }
    return (arguments.isEmpty ? [] : [("arguments", arguments)]) + options
  }
}
