import App
import ArgumentParser

/// Asks something of a window that runs.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(.message)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("\(CommandText.message.argumentMeaning)", valueName: CommandText.message.argument),
    completion: .list(ControlCommand.allCases.map(\.rawValue)))
  var words: [String] = []

  func validate() throws {
    if ["--help", "-h"].contains(words.first) { throw CleanExit.helpRequest(self) }
    _ = try ControlMessage(words)
  }

  func run() throws { throw ExitCode(try ControlMessage(words).run()) }
}
