import App
import ArgumentParser

/// A view that has a command of its own.
protocol CommandedView {
  associatedtype Kind: ViewKind
  associatedtype Sources: SourceFlags
  static var text: CommandText { get }
  /// The most arguments that it takes.
  static var argumentLimit: Int { get }
  /// Its arguments are files.
  static var takesFiles: Bool { get }
}

extension CommandedView {
  static var argumentLimit: Int { .max }
  static var takesFiles: Bool { false }
}

enum Strip: CommandedView {
  typealias Kind = StripKind
  typealias Sources = StripSourceFlags
  static let text = CommandText.strip
}

enum Crawl: CommandedView {
  typealias Kind = CrawlKind
  typealias Sources = CrawlSourceFlags
  static let text = CommandText.crawl
}

enum Counter: CommandedView {
  typealias Kind = CounterKind
  typealias Sources = CounterSourceFlags
  static let text = CommandText.counter
  static let argumentLimit = 1
}

enum Tokens: CommandedView {
  typealias Kind = TokensKind
  typealias Sources = TokensSourceFlags
  static let text = CommandText.tokens
}

enum Credits: CommandedView {
  typealias Kind = CreditsKind
  typealias Sources = PlainSourceFlags
  static let text = CommandText.credits
  static let takesFiles = true
}

/// Shows a view in a window.
struct ViewCommand<View: CommandedView>: ParsableCommand {
  static var configuration: CommandConfiguration { CommandConfiguration(View.text) }

  @Argument(
    help: ArgumentHelp("\(View.text.argumentMeaning)", valueName: View.text.argument),
    completion: View.takesFiles ? .file() : .default)
  var arguments: [String] = []
  @OptionGroup(title: "Source options") var sources: View.Sources
  @OptionGroup(title: ViewGroup<View.Kind>.table.title) var properties: PropertyFlags<ViewGroup<View.Kind>>
  @OptionGroup(title: WindowGroup.table.title) var window: PropertyFlags<WindowGroup>

  func validate() throws {
    guard arguments.count > View.argumentLimit else { return }
    throw UsageError(
      "'\(arguments[View.argumentLimit])' is one \(View.text.argument) too many; put - to read them from a pipe")
  }

  func run() throws {
    let status = App.run(try request())
    if status != ExitStatus.success { throw ExitCode(status) }
  }

  func request() throws -> ViewRequest<View.Kind> {
    var request = ViewRequest<View.Kind>()
    if View.takesFiles {
      request.sources.take(files: arguments + sources.files)
    } else {
      request.sources.take(texts: arguments, files: sources.files, hasOtherSource: sources.hasOtherSource)
    }
    try sources.note(in: &request.sources)
    request.sources.replaces = sources.replaces
    request.sources.exitsAtEnd = sources.exitsAtEnd
    request.own = try properties.settings
    request.window = try window.settings
    return request
  }
}

extension CommandConfiguration {
  /// What the program says about itself at `--version`.
  static let version = "newsreel \(Release.version)"

  init(_ text: CommandText, shouldDisplay: Bool = true) {
    let isProgram = text.name.isEmpty
    self.init(
      commandName: isProgram ? "newsreel" : text.name, abstract: text.abstract + ".",
      discussion: isProgram ? text.discussion + "\n\n" + Self.subcommandList : text.discussion,
      version: isProgram ? Self.version : "", shouldDisplay: shouldDisplay)
  }

  private static var subcommandList: String {
    let commands = CommandText.all.dropFirst()
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.abstract }
    return "Subcommands (newsreel help SUBCOMMAND says more):\n" + lines.joined(separator: "\n")
  }
}
