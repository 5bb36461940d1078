import App
import ArgumentParser

/// Prints the headlines for another bar.
struct BarCommand: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(.bar) }

  @Argument(help: ArgumentHelp("\(CommandText.bar.argumentMeaning)", valueName: CommandText.bar.argument))
  var texts: [String] = []
  @OptionGroup(title: "Bar options") var options: TableFlags<BarFlags>
  @OptionGroup(title: "Source options") var sources: TableFlags<BarSourceFlags>

  func validate() throws { _ = try action() }
  func run() throws { throw ExitCode(try action().run()) }

  private func action() throws -> BarAction { try BarAction(options.value, sources.value, texts) }
}
