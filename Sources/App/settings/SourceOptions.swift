package import Base
internal import Glibc
package import Newswire
package import ScrollCore

/// The sources of a view's content.
package struct SourceOptions {
  /// The arguments: headlines, labels or a number.
  package var texts: [String] = []
  /// Paths in order; their lines follow the texts.
  package var files: [String] = []
  /// Whether to follow the files while the program runs.
  package var watchesFiles = false
  /// A command whose lines are read, too.
  package var command: CommandCall?
  /// Extracts the number from a line; nil if the line is the number.
  package var match: LinePattern?
  /// The source of all placeholders, with lines `name=number`: a path, or `-` for standard input.
  package var valuesFile: String?
  /// The sources of single placeholders.
  package var values: [ValueSource] = []
  package var valuesCommand: CommandCall?
  /// Whether to read standard input, after texts and files.
  package var readsInput = false
  /// Whether a line replaces the text instead of adding to it.
  package var replaces = false
  /// Whether the end of the last source ends the program.
  package var exitsAtEnd = false
  package var news = NewsOptions()
  package var tokens = TokensOptions()
  /// The names of the events to print; nil for the view's default.
  package var events: Set<String>?
  /// The programs to run at events.
  var hooks: [Hook] = []
  /// The path of the configuration file.
  package var configuration: String?
  /// Whether to hand the request to a running window of the same name.
  package var handsOver = false
  /// Whether to run the command of a clicked area instead of printing it.
  package var runsAreas = false
  /// Whether the text of the crawl can be edited in place.
  package var isEditable = false
  /// The options by name; arguments have an empty name.
  private(set) var given: [PropertyChange] = []

  package init() {}

  /// Whether placeholders in headlines are live numbers.
  package var hasValues: Bool { valuesFile != nil || valuesCommand != nil || !values.isEmpty }

  /// Whether there is a source of headlines besides texts, files and standard input. A new kind of source belongs here.
  private var hasOtherSource: Bool { command != nil }

  /// Whether no source of headlines is given, except perhaps feeds.
  var isEmpty: Bool { texts.isEmpty && files.isEmpty && !hasOtherSource && !readsInput }

  /// Whether no source of headlines is given at all.
  var isBlank: Bool { isEmpty && news.feeds.isEmpty }

  /// Whether the content may outgrow its limit, so that the oldest has to go.
  package var hasStream: Bool { readsInput || hasOtherSource || (watchesFiles && !files.isEmpty) }

  /// Sets arguments and files as sources. A `-` among them stands for standard input. That is also read if nothing else
  /// is given and it is not a terminal.
  package mutating func take(
    texts: [String] = [], files: [String] = [], hasOtherSource: Bool = false, isInputPiped: Bool = isInputPiped()
  ) {
    self.texts = texts.filter { $0 != "-" }
    self.files = files.filter { $0 != "-" }
    let isAskedFor = self.texts.count < texts.count || self.files.count < files.count
    readsInput = isAskedFor || (isInputPiped && texts.isEmpty && files.isEmpty && !hasOtherSource)
  }

  /// Whether standard input is a pipe, a socket or a file; not a terminal, not /dev/null, not closed.
  package static func isInputPiped() -> Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
  }
}

extension SourceOptions {
  /// Reads the options and arguments of a command line.
  ///
  /// - Throws: `Failure` naming the invalid option.
  package init(
    _ given: [PropertyChange], arguments: [String] = [], takesFiles: Bool = false,
    isInputPiped: Bool = SourceOptions.isInputPiped()
  ) throws(Failure) {
    self.given = given + arguments.map { PropertyChange("", to: .text($0)) }
    let files = given.all(.file)
    watchesFiles = given.has(.watch)
    if watchesFiles, !files.contains(where: { $0 != "-" }) {
      throw .option("watch", "there is no file to watch; name one with --file")
    }
    command = try CommandCall(.command, given[.command]?.text, .every, given[.every])
    valuesFile = given[.values]?.text
    valuesCommand = try CommandCall(.valuesCommand, given[.valuesCommand]?.text, .valuesEvery, given[.valuesEvery])
    for text in given.all(.liveValue) {
      values.append(try PropertyInfo.liveValue.reading { () throws(Failure) in try ValueSource(written: text) })
    }
    news = try NewsOptions(given)
    replaces = given.has(.replace)
    if news.takesJSONLines, replaces {
      throw Failure.usage("--json-lines does not go with --replace; give one of the two")
    }
    exitsAtEnd = given.has(.exitAtEnd)
    isEditable = given.has(.editable)
    runsAreas = given.has(.markupRun)
    if let text = given[.match]?.text, !text.isEmpty {
      match = try PropertyInfo.match.reading { () throws(Failure) in try LinePattern(text) }
      if news.takesJSONLines {
        throw Failure.usage("--match does not go with --json-lines; give one of the two")
      }
    }
    tokens = try TokensOptions(given)
    handsOver = given.has(.orSend)
    configuration = given[.config]?.text
    if let names = given[.events]?.text { events = try ProgramEvent.parse(names) }
    for text in given.all(.hook) {
      hooks.append(try PropertyInfo.hook.reading { () throws(Failure) in try Hook(written: text) })
    }
    guard hooks.count <= Hook.most else { throw .option("hook", "there are more than \(Hook.most)") }
    if takesFiles {
      take(files: arguments + files, isInputPiped: isInputPiped)
    } else {
      let hasFeeds = !news.feeds.isEmpty && !news.takesJSONLines
      let isInputTaken = valuesFile == "-" || tokens.asks
      take(
        texts: arguments, files: files, hasOtherSource: isInputTaken || hasOtherSource || hasFeeds,
        isInputPiped: isInputPiped)
    }
    if tokens.asks, readsInput {
      throw .option("ask", "standard input is where answers come; give the chips as arguments or with --file")
    }
    if valuesFile == "-", readsInput {
      throw .option("values", "standard input is read for headlines already; name a file")
    }
  }
}
