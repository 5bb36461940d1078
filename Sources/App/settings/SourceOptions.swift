package import Base
internal import Glibc
package import Newswire
package import ScrollCore

/// Where the content of a view comes from.
package struct SourceOptions {
  /// Headlines, labels or a number, as given as arguments.
  package var texts: [String] = []
  /// Paths, in order; their lines follow the texts.
  package var files: [String] = []
  /// The files are followed for as long as the program runs.
  package var watchesFiles = false
  /// A command whose lines are read, too.
  package var command: CommandCall?
  /// What picks the number out of a line; nil: the line is the number.
  package var match: LinePattern?
  /// Where the values of placeholders come from, as lines `name=number`: a path, or `-` for standard input.
  package var valuesFile: String?
  /// Where those of single ones come from.
  package var values: [ValueSource] = []
  package var valuesCommand: CommandCall?
  /// Standard input is read, after texts and files.
  package var readsInput = false
  /// A line replaces the text instead of joining it.
  package var replaces = false
  /// The end of the last source ends the program.
  package var exitsAtEnd = false
  package var news = NewsOptions()
  package var tokens = TokensOptions()
  /// The names of the events that are printed; nil: those that suit the view.
  package var events: Set<String>?
  /// What is run where something happens.
  var hooks: [Hook] = []
  /// The file that says what is shown.
  package var configuration: String?
  /// Where a window of the same name runs already, it is handed what was asked for.
  package var handsOver = false
  /// The command of an area that is clicked is run, instead of printed.
  package var runsAreas = false
  /// The crawl's text can be edited in place.
  package var isEditable = false
  /// What was asked for, by the names of options; arguments have none.
  private(set) var given: [PropertyChange] = []

  package init() {}

  /// Placeholders in headlines are live numbers.
  package var hasValues: Bool { valuesFile != nil || valuesCommand != nil || !values.isEmpty }

  /// There is a source of headlines beside texts, files and standard input. Another kind of source counts here.
  private var hasOtherSource: Bool { command != nil }

  /// No source of headlines is named, but perhaps feeds.
  var isEmpty: Bool { texts.isEmpty && files.isEmpty && !hasOtherSource && !readsInput }

  /// No source of headlines is named at all.
  var isBlank: Bool { isEmpty && news.feeds.isEmpty }

  /// More may come than there is room for: the oldest has to go.
  package var hasStream: Bool { readsInput || hasOtherSource || (watchesFiles && !files.isEmpty) }

  /// Takes arguments and files as sources. A single `-` among them stands for standard input, which is also read when
  /// nothing else is given and something is piped into it.
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
  /// - Throws: `Failure` naming the option that is wrong.
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
