import App
import ArgumentParser

/// Prints the property tables.
struct PropertiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.properties)

  @Flag(.json) var json = false
  @Argument(
    help: ArgumentHelp("\(CommandText.properties.argumentMeaning)", valueName: CommandText.properties.argument),
    completion: .list(PropertyTable.all.map(\.view)))
  var view: String?

  func validate() throws { _ = try PropertyListing.tables(of: view) }

  func run() throws {
    let tables = try PropertyListing.tables(of: view)
    throw ExitCode(
      writeOutput(
        json ? PropertyListing.jsonPage(of: tables) : PropertyListing.text(of: tables, columns: terminalColumns())))
  }
}

/// Prints the themes that ship.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.themes)

  func run() throws {
    throw ExitCode(writeOutput(HelpTopic.named(CommandText.themes.name)?.text(columns: terminalColumns() ?? 80) ?? ""))
  }
}

/// Prints the manual page, for the installation.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page.", shouldDisplay: false)

  func run() throws { throw ExitCode(writeOutput(Manual.page)) }
}
