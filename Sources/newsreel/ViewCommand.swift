import App
import ArgumentParser
internal import Base
import ScrollCore

/// Shows a view in a window.
struct ViewCommand<Kind: ViewKind>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(Kind.text) }

  @Argument(
    help: ArgumentHelp(
      "\(Kind.text.argumentMeaning)", valueName: Kind.text.argument,
      visibility: Kind.text.argument.isEmpty ? .hidden : .default),
    completion: Kind.takesFiles ? .file() : .default)
  var arguments: [String] = []
  @OptionGroup(title: "Source options") var sources: TableFlags<SourceFlags<Kind>>
  @OptionGroup(title: PropertyInfo.title(of: Kind.name)) var properties: TableFlags<ViewFlags<Kind>>
  @OptionGroup(title: PropertyInfo.title(of: "window")) var window: TableFlags<WindowFlags>

  func validate() throws {
    guard arguments.count > Kind.argumentLimit else {
      // Options that contradict the arguments are wrong usage too.
      _ = try request()
      return
    }
    if Kind.argumentLimit == 0 {
      throw Failure.usage("\(Kind.name) takes no arguments, only options: '\(arguments[0])'")
    }
    throw Failure.usage(
      "'\(arguments[Kind.argumentLimit])' is one \(Kind.text.argument) too many; put - alone to read them from a pipe")
  }

  func run() throws { throw ExitCode(App.run(try request())) }

  func request() throws -> ViewRequest<Kind> {
    var request = ViewRequest<Kind>()
    request.sources = try sources.value.with(arguments: arguments)
    request.own = try properties.value
    request.window = try window.value
    return request
  }
}

extension CommandConfiguration {
  init(_ text: CommandText, shouldDisplay: Bool = true) {
    let isProgram = text.name.isEmpty
    self.init(
      commandName: isProgram ? "newsreel" : text.name, abstract: text.abstract + ".",
      discussion: isProgram ? text.discussion + "\n\n" + Self.subcommandList : text.discussion,
      version: isProgram ? CommandText.version : "", shouldDisplay: shouldDisplay)
  }

  private static var subcommandList: String {
    let commands = Views.commands.dropFirst()
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.abstract }
    return "Subcommands (newsreel help SUBCOMMAND says more):\n" + lines.joined(separator: "\n")
  }
}
