package import Base
internal import Formats
internal import Glibc
internal import Newswire
internal import ScrollCore
internal import Windows

/// `newsreel msg`: sends a command to a running window.
package struct ControlMessage {
  private let command: ControlCommand
  private let arguments: [JSON]
  private let name: String?
  /// The addressed view of a window with several.
  private let view: String?
  /// Whether to print the answer as JSON.
  private let isRaw: Bool
  /// The timeout for the answer, in seconds.
  private let patience: Double

  /// Reads the words of a command line: options, the command and its arguments. After -- all words are arguments.
  ///
  /// - Throws: `Failure` for an invalid request.
  package init(_ words: [String]) throws(Failure) {
    var (rest, words, isRaw) = (words[...], [String](), false)
    var named: [String: String] = [:]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        words += rest
        rest = []
      case "--json": isRaw = true
      case _ where Self.options.contains(word):
        guard let value = rest.popFirst() else { throw Failure.usage("\(word): a value is missing") }
        named[word] = value
      case _ where Self.options.contains { word.hasPrefix($0 + "=") }:
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        named[String(parts[0])] = String(parts[1])
      case _ where word.hasPrefix("--"):
        let remedy = words.isEmpty ? "newsreel msg --help" : "behind -- all words are arguments"
        throw Failure.usage("unknown option '\(word)'" + hint(for: word, in: Self.options + ["--json"], else: remedy))
      default: words.append(word)
      }
    }
    (name, view, self.isRaw) = (named["--name"], named["--view"], isRaw)
    patience = try Self.patience(named["--timeout"])
    guard let word = words.first else {
      throw Failure.usage(
        "a command is missing; there are \(ControlCommand.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    if let name, let problem = ControlName.problem(name) { throw .option("name", "'\(name)': \(problem)") }
    command = try ControlRequest.command(named: word)
    arguments = words.dropFirst().map(Self.argument)
    try ControlRequest.check(arguments.count, of: command)
  }

  private static let options = ["--name", "--view", "--timeout"]

  /// The words that can follow those typed behind `newsreel msg`.
  package static func suggestions(for words: ArraySlice<String>) -> [String] {
    var rest = words
    var typed: [String] = []
    while let word = rest.popFirst() {
      if options.contains(word), rest.popFirst() == nil { return word == "--name" ? ControlName.listed : [] }
      if !word.hasPrefix("--") { typed.append(word) }
    }
    guard let word = typed.first else { return ControlCommand.allCases.map(\.rawValue) + options + ["--json"] }
    switch ControlCommand(rawValue: word) {
    case .set where typed.count.isMultiple(of: 2):
      return PropertyInfo.all.first { $0.name == typed.last }.map { info in
        info.isFlag ? ["true", "false"] : info.choices + ValueSuggestions.values(of: info.name)
      } ?? []
    case .get, .set, .reset: return Set(PropertyInfo.all.map(\.name)).sorted()
    case .subscribe: return ProgramEvent.names
    case .token where typed.count == 1: return ["add", "remove", "on", "off"]
    default: return []
    }
  }

  private static func patience(_ text: String?) throws(Failure) -> Double {
    guard let text else { return ControlConnection.usualPatience }
    guard let seconds = Double(text), 0.01...3600 ~= seconds else {
      throw .option("timeout", "'\(text)' is not a number of seconds from 0.01 to 3600, as in --timeout 30")
    }
    return seconds
  }

  /// An argument: JSON if the word is an object, else text.
  private static func argument(_ word: String) -> JSON {
    guard word.hasPrefix("{"), let object = JSON(ifValid: word), case .object = object else {
      return .string(word)
    }
    return object
  }

  /// Sends the request and prints the answer. Returns the exit status.
  package func run() -> Int32 {
    reporting { () throws(Failure) in
      let name = if let name = self.name { name } else { try Self.onlyName() }
      return try print(.required(to: name, patience: patience))
    }
  }

  private func print(_ connection: ControlConnection) throws(Failure) -> Int32 {
    if let data = try connection.ask(command, arguments, view: view) {
      let status = writeOutput((isRaw ? data.line : text(of: data)) + "\n")
      if status != ExitStatus.success { return status }
    }
    guard command == .subscribe else { return ExitStatus.success }
    while let line = try connection.line(isAnswer: false) {
      let status = writeOutput(line + "\n")
      if status != ExitStatus.success { return status }
    }
    return ExitStatus.success
  }

  /// A single value alone, several with their names, anything else as JSON.
  private func text(of data: JSON) -> String {
    if command == .properties, !isRaw, terminalColumns() != nil {
      return String([PropertyInfo](told: data).table.dropLast())
    }
    if command == .rundown { return String(RundownTable.text(of: data).dropLast()) }
    guard command == .get, case .object(let members) = data else { return command == .state ? data.page : data.line }
    if members.count == 1, arguments.count == 1 { return members[0].1.word ?? "" }
    return members.map { "\($0.0) = \($0.1.word ?? "")" }.joined(separator: "\n")
  }

  // MARK: - The window

  private static func onlyName() throws(Failure) -> String {
    let names = ControlName.all()
    if names.count == 1 { return names[0] }
    guard names.isEmpty else {
      throw .usage("several windows run; name one with --name: \(names.joined(separator: ", "))")
    }
    throw .system("no window of newsreel runs")
  }

  // MARK: - Handing over

  /// Hands the content of a request to a running window of that name. Returns false if there is none.
  static func handOver<Kind: ViewKind>(_ request: ViewRequest<Kind>, to name: String) throws(Failure) -> Bool {
    guard let connection = try ControlConnection(to: name) else { return false }
    if let source = request.sources.notHandedOver {
      throw .system(
        "--or-send: \(name) runs already and takes over texts and properties, not \(source); newsreel msg --name \(name) add "
          + "gives it lines")
    }
    let changes = request.own.changes + request.window.changes.filter { $0.name != "name" }
    if !changes.isEmpty {
      try connection.ask(.set, [.object(changes.map { ($0.name, $0.value?.json ?? .null) })])
    }
    let texts = request.sources.value.texts.map(JSON.string)
    if !texts.isEmpty { try connection.ask(request.sources.value.replaces ? .replace : .add, texts) }
    return true
  }
}

extension Settings<SourceOptions> {
  /// The sources that a running window cannot take over; nil if it takes all.
  fileprivate var notHandedOver: String? {
    if value.readsInput { return "standard input" }
    let taken: Set = ["or-send", "config", "replace", "events", "arguments"]
    return changes.map(\.name).first { !taken.contains($0) }.map { "--" + $0 }
  }
}
