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
    let status = writeOutput(json ? PropertyListing.jsonPage(of: tables) : PropertyListing.text(of: tables))
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

/// Prints the manual page, for the installation.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page.", shouldDisplay: false)

  func run() throws {
    let status = writeOutput(Manual.page)
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}
