import App
import ArgumentParser
import ScrollCore

/// Opens the window with the last headlines.
struct HeadlinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.headlines)

  @Option(.panelTheme) var theme: String?

  func run() throws {
    let status = HeadlinesAction.run(theme: theme)
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}
