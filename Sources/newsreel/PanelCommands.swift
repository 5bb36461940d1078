import App
import ArgumentParser
import ScrollCore

/// Opens the window with the last headlines.
struct HeadlinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.headlines)

  @Option(.panelTheme) var theme: String?

  func run() throws { throw ExitCode(HeadlinesAction.run(theme: theme)) }
}

/// Opens the window with the settings of a window that runs.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.settings)

  @Argument(
    help: ArgumentHelp("\(CommandText.settings.argumentMeaning)", valueName: CommandText.settings.argument),
    completion: .custom { _, _, _ in InspectAction.names })
  var name: String?

  @Option(.panelTheme) var theme: String?

  func run() throws { throw ExitCode(SettingsAction.run(name, theme: theme)) }
}
