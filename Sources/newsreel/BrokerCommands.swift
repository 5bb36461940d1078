import App
import ArgumentParser
internal import Windows

/// Internal: reads a broker for a view.
struct MQTTRelayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: BrokerMessages.relayName, abstract: "Reads a broker for a view.", shouldDisplay: false)

  func run() throws { throw ExitCode(MQTTAction.relay()) }
}

/// Sends headlines and numbers to a channel of a broker.
struct PublishCommand: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.publish) }

  @Argument(help: ArgumentHelp("\(CommandText.publish.argumentMeaning)", valueName: CommandText.publish.argument))
  var texts: [String] = []
  @OptionGroup(title: "Publish options") var options: TableFlags<PublishFlags>

  func run() throws {
    throw ExitCode(MQTTAction.publish(try options.value.value, texts, isInputPiped: SourceOptions.isInputPiped()))
  }
}
