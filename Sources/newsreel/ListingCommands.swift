import App
import ArgumentParser
import ScrollCore

/// Prints the property tables.
struct PropertiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.properties)

  @Flag(.jsonArray) var json = false
  @Argument(
    help: ArgumentHelp("\(CommandText.properties.argumentMeaning)", valueName: CommandText.properties.argument),
    completion: .list(PropertyInfo.views))
  var view: String?

  func validate() throws { _ = try PropertyInfo.all(of: view) }

  func run() throws {
    let properties = try PropertyInfo.all(of: view)
    throw ExitCode(writeOutput(json ? properties.jsonPage : properties.listing(columns: terminalColumns())))
  }
}

/// Prints the themes that ship.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.themes)

  func run() throws {
    throw ExitCode(
      writeOutput(HelpTopic.named(CommandText.themes.name)?.page.text(columns: terminalColumns() ?? 80) ?? ""))
  }
}

/// Prints the manual page, for the installation.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page.", shouldDisplay: false)

  func run() throws { throw ExitCode(writeOutput(Manual.page)) }
}
