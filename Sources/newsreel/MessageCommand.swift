import App
import ArgumentParser
import ScrollCore

/// Checks, prints, writes or edits the configuration.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.config)

  @Argument(
    help: ArgumentHelp("\(CommandText.config.argumentMeaning)", valueName: CommandText.config.argument),
    completion: .list(ConfigurationAction.allCases.map(\.rawValue)))
  var words: [String] = []
  @Option(.configurationFile) var config: String?

  func validate() throws { _ = try ConfigurationAction.reading(words, file: config) }

  func run() throws {
    let (action, path) = try ConfigurationAction.reading(words, file: config)
    throw ExitCode(action.run(path))
  }
}

/// Shows and changes the properties of a running window.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.inspect)

  @Argument(
    help: ArgumentHelp("\(CommandText.inspect.argumentMeaning)", valueName: CommandText.inspect.argument),
    completion: .custom { _, _, _ in InspectAction.names })
  var name: String?

  func run() throws { throw ExitCode(InspectAction.run(name)) }
}

/// Sends a command to a running window.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.message)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("\(CommandText.message.argumentMeaning)", valueName: CommandText.message.argument),
    completion: .custom { words, index, _ in ControlMessage.suggestions(for: words.prefix(index).dropFirst(2)) })
  var words: [String] = []

  func validate() throws {
    if ["--help", "-h"].contains(words.first) { throw CleanExit.helpRequest(self) }
    _ = try ControlMessage(words)
  }

  func run() throws { throw ExitCode(try ControlMessage(words).run()) }
}
