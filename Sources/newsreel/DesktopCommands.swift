import App
import ArgumentParser
import ScrollCore

/// Lists the monitors.
struct MonitorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.monitors)

  @Flag(.jsonMonitors) var json = false

  func run() throws { throw ExitCode(MonitorList.print(asJSON: json)) }
}

/// Says what the desktop can do, and what Newsreel does about it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.doctor)

  @Flag(.jsonObject) var json = false

  func run() throws { throw ExitCode(DesktopDoctor.run(asJSON: json)) }
}

/// Gives the keyboard to a running strip.
struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.focus)

  func run() throws { throw ExitCode(FocusAction.run()) }
}

/// Turns the start with the desktop on or off.
struct AutostartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.autostart)

  @Argument(
    help: ArgumentHelp("\(CommandText.autostart.argumentMeaning)", valueName: CommandText.autostart.argument),
    completion: .list(["on", "off"]))
  var words: [String] = []

  func validate() throws { _ = try Autostart.Action(words) }

  func run() throws { throw ExitCode(Autostart.run(try Autostart.Action(words))) }
}

/// Writes the icon, for the installation.
struct IconCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icon", abstract: "Writes the icon in all its sizes into a folder.", shouldDisplay: false)

  @Argument(help: "The folder of an icon theme, as share/icons/hicolor") var folder: String

  func run() throws { throw ExitCode(IconFiles.write(to: folder)) }
}
