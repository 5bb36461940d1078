import App
import ArgumentParser
internal import Base
import ScrollCore

/// The root that knows the subcommands.
private struct Subcommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newsreel", version: CommandText.version,
    // The first view is the program itself.
    subcommands: Views.all.dropFirst().map { $0.command } + [
      FeedsCommand.self, BarCommand.self, MessageCommand.self, InspectCommand.self, HeadlinesCommand.self,
      SettingsCommand.self, ConfigCommand.self, FocusCommand.self,
      MonitorsCommand.self, DoctorCommand.self,
      AutostartCommand.self, PreviewCommand<StripKind>.self, FilmCommand<StripKind>.self,
      RundownCommand<StripKind>.self,
      PropertiesCommand.self, ThemesCommand.self, ManualCommand.self, IconCommand.self, PublishCommand.self,
      MQTTRelayCommand.self,
    ])
}

extension ViewKind {
  fileprivate static var command: any ParsableCommand.Type { ViewCommand<Self>.self }
  fileprivate static var previewCommand: any ParsableCommand.Type { PreviewCommand<Self>.self }
  fileprivate static var filmCommand: any ParsableCommand.Type { FilmCommand<Self>.self }
  fileprivate static var rundownCommand: any ParsableCommand.Type { RundownCommand<Self>.self }
}

/// The root for completion scripts: the strip's options and the subcommands, without the strip's arguments, which a
/// shell would confuse with subcommands.
private struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "newsreel", subcommands: Subcommands.configuration.subcommands)

  @OptionGroup var sources: TableFlags<SourceFlags<StripKind>>
  @OptionGroup var properties: TableFlags<ViewFlags<StripKind>>
  @OptionGroup var window: TableFlags<WindowFlags>
  @Flag(.helpAll) var helpAll = false
}

@main
enum Main {
  static func main() {
    keepNoLargeBuffers()
    fillStandardStreams()
    // ArgumentParser's exit would compose the whole help before looking at the status.
    endProgram(CommandLineWords(Array(CommandLine.arguments.dropFirst())).run())
  }
}

/// Interprets and runs a command line.
private struct CommandLineWords {
  private let root: any ParsableCommand.Type
  private let words: [String]
  /// The view of a preview, a film or a rundown, and that command's own options.
  private var rendered: (view: String, options: [PropertyInfo])?
  /// Whether `--help-all` comes last.
  private let wantsAllHelp: Bool
  private let subcommands = Subcommands.configuration.subcommands.map { $0._commandName }

  init(_ words: [String]) {
    let long = ["help": "--help", "-v": "--version"]
    var words = words.count == 1 ? [long[words[0]] ?? words[0]] : words
    wantsAllHelp = words.last == "--help-all" && !words.contains("--")
    if wantsAllHelp { words[words.count - 1] = "--help" }
    let first = words.first ?? ""
    if [CommandText.preview.name, CommandText.film.name, CommandText.rundown.name].contains(first) {
      words.removeFirst()
      let named = Views.all.first { $0.name == words.first }
      if named != nil { words.removeFirst() }
      let view = named ?? StripKind.self
      switch first {
      case CommandText.film.name:
        (root, rendered) = (view.filmCommand, (view.name, PropertyInfo.film))
        // Standard output, for a film.
        if words.last == "-" { words.removeLast() }
      case CommandText.rundown.name: (root, rendered) = (view.rundownCommand, (view.name, PropertyInfo.rundown))
      default: (root, rendered) = (view.previewCommand, (view.name, PropertyInfo.preview))
      }
      self.words = words
      return
    }
    self.words = words
    // The strip is a root of its own: beside subcommands its headlines could be taken for one.
    if first.hasPrefix("--generate-completion-script") || first == "---completion" {
      root = Completions.self
    } else if first == "help" || subcommands.contains(first) {
      root = Subcommands.self
    } else {
      root = StripKind.command
    }
  }

  /// Runs the command and returns the exit status.
  func run() -> Int32 {
    var command: any ParsableCommand
    do {
      if words.first == "help", let name = words.dropFirst().first, words.count == 2 || !subcommands.contains(name) {
        if let topic = HelpTopic.named(name) { return writeOutput(topic.page.text(columns: terminalColumns() ?? 80)) }
        if !subcommands.contains(name) {
          let topics = HelpTopic.listed.map(\.name).joined(separator: ", ")
          throw Failure.usage("'\(name)' is not a subcommand; newsreel help lists them, and there is help on \(topics)")
        }
      }
      try checkFirstWord()
      try checkActionOfFeeds()
      let options = self.options
      let words = try ArgumentList(flags: Set(options.filter(\.isFlag).map(\.name))).normalised(self.words)
      try check(words, for: options)
      if let status = showView(words, options) { return status }
      command = try root.parseAsRoot(words)
    } catch {
      return report(error, orElse: ExitStatus.usage)
    }
    do {
      try command.run()
      return ExitStatus.success
    } catch {
      return report(error, orElse: ExitStatus.failure)
    }
  }

  /// Shows a view, if its tables can read all words, and returns the exit status.
  private func showView(_ words: [String], _ options: [PropertyInfo]) -> Int32? {
    if root == StripKind.command, rendered == nil { return TableWords(words, options: options).flatMap(StripKind.run) }
    guard root == Subcommands.self, let kind = Views.all.first(where: { $0.name == words.first }) else { return nil }
    return TableWords(Array(words.dropFirst()), options: options).flatMap(kind.run)
  }

  /// Refuses a misspelt command, which would be shown as a headline.
  private func checkFirstWord() throws(Failure) {
    guard let word = words.first, root == StripKind.command, !subcommands.contains(word),
      let command = CommandHints.meant(by: word, among: subcommands + ["help"])
    else { return }
    throw Failure.usage(
      "'\(word)' is not a command; did you mean newsreel \(command)? As a headline it goes behind --, as in "
        + "newsreel -- \(word)")
  }

  /// The options that may be among the words. None are listed where no word looks like one: a start needs no tables.
  private var options: [PropertyInfo] {
    guard words.contains(where: { $0.hasPrefix("-") }) else { return [] }
    guard let view else { return PropertyInfo.all.flags }
    return FlagHints.options(of: view) + (rendered?.options ?? [])
  }

  /// Help and versions go to standard output, errors to standard error.
  private func report(_ error: any Error, orElse status: Int32) -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    let code = root.exitCode(for: error)
    if code.isSuccess {
      let text = Self.namingShortVersion(root.fullMessage(for: error)) + "\n"
      let short =
        words.first == CommandText.bar.name ? ShortHelp.bar : root == StripKind.command ? ShortHelp.text : nil
      return writeOutput(text.hasPrefix("OVERVIEW") && !wantsAllHelp ? short ?? text : text)
    }
    reportError(message(for: error, isUsage: code == .validationFailure))
    return status
  }

  /// The command that lists every option.
  private var wholeHelp: String {
    words.first.flatMap { subcommands.contains($0) ? "newsreel help \($0)" : nil } ?? "newsreel --help-all"
  }

  /// ArgumentParser lists only --version.
  private static func namingShortVersion(_ help: String) -> String {
    help.replacing("  --version               Show the version.", with: "  -v, --version           Show the version.")
  }

  /// The message without usage lines. If ArgumentParser has no remedy, it names the place for help.
  private func message(for error: any Error, isUsage: Bool) -> String {
    let text = root.message(for: error)
    guard isUsage else { return text }
    if let hint = unknownFlagHint(in: text) { return hint }
    var message = text.prefix(1).lowercased() + text.dropFirst()
    if message.hasSuffix(".") { message.removeLast() }
    return message.hasSuffix("?") ? message : "\(message); \(wholeHelp) lists what there is"
  }

  /// Refuses an unknown subcommand of `feeds`, and names the nearest one.
  private func checkActionOfFeeds() throws(Failure) {
    guard words.first == CommandText.feeds.name, let word = words.dropFirst().first, !word.hasPrefix("-") else {
      return
    }
    let all = FeedsCommand.configuration.subcommands
    let names = all.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    let isKnown = all.contains { $0._commandName == word || $0.configuration.aliases.contains(word) }
    guard !isKnown, word != "help" else { return }
    let near = CommandHints.nearest(to: word, among: names)
    throw Failure.usage(
      "feeds: '\(word)' is not one of \(names.joined(separator: ", "))" + (near.map { ". Did you mean '\($0)'?" } ?? "")
    )
  }

  /// The view whose options these are; nil for other commands.
  private var view: String? {
    if let rendered { return rendered.view }
    let first = words.first ?? ""
    let named = Views.all.first { $0.name == first }?.name
    return named ?? (subcommands.contains(first) ? nil : StripKind.name)
  }

  /// Refuses unknown options. ArgumentParser would take their values for arguments, and complain about those first.
  private func check(_ words: [String], for options: [PropertyInfo]) throws(Failure) {
    guard !options.isEmpty, let view, root != Subcommands.self || view != StripKind.name, root != Completions.self
    else { return }
    // Requests of completion scripts are ArgumentParser's own.
    if words.first?.hasPrefix("---") == true { return }
    let known = Dictionary(options.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--"), !["--help", "--help-hidden", "--version"].contains(word) else { continue }
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      let opposite = name.hasPrefix("no-") ? known[String(name.dropFirst(3))] : nil
      guard let option = known[name] ?? opposite.flatMap({ $0.isFlag ? $0 : nil }) else {
        throw Failure.usage(hint(forFlag: name, of: view))
      }
      if !option.isFlag, !word.contains("=") { _ = rest.popFirst() }
    }
  }

  /// A hint at the flag that was meant, also by its name in other programs. ArgumentParser only reports that a flag is
  /// unknown.
  private func unknownFlagHint(in text: String) -> String? {
    guard let view, let match = text.firstMatch(of: /[Uu]nknown option '--([^'=]+)/) else { return nil }
    return hint(forFlag: String(match.1), of: view)
  }

  private func hint(forFlag name: String, of view: String) -> String {
    let options = FlagHints.options(of: view) + (rendered?.options ?? [])
    if name.hasPrefix("no-"), let words = FlagHints.leavingOut(String(name.dropFirst(3)), among: options) {
      return "unknown option '--\(name)'. Did you mean \(words)?"
    }
    let flags = options.map(\.name)
    let meant = FlagHints.meant(by: name, among: flags)
    if meant.isEmpty || FlagHints.isShared(name), let remedy = FlagHints.remedy(for: name, of: view) { return remedy }
    guard let last = meant.last else {
      return "unknown option '--\(name)'; \(wholeHelp) lists what there is"
    }
    let others = meant.dropLast().map { "'--\($0)'" }.joined(separator: ", ")
    return "unknown option '--\(name)'. Did you mean \(others)\(others.isEmpty ? "" : " or ")'--\(last)'?"
  }
}
