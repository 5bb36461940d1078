import ArgumentParser
import Newsreel

/// The flags that say where lines come from.
protocol SourceFlags: ParsableArguments {
  var files: [String] { get }
  var replaces: Bool { get }
  var exitsAtEnd: Bool { get }
  /// Standard input is not meant where nothing else is given.
  var hasOtherSource: Bool { get }

  /// Notes what this view takes beyond these.
  func note(in invocation: inout Invocation) throws
}

extension SourceFlags {
  var hasOtherSource: Bool { false }
  func note(in invocation: inout Invocation) {}
}

/// Of views whose lines join each other.
struct JoiningSourceFlags: SourceFlags {
  @Option(.file, completion: .file()) var files: [String] = []
  @Option(.values, completion: .file()) var values: String?
  @Option(.valuesCommand) var valuesCommand: String?
  @Option(.every) var every: String?
  @Flag(.replace) var replaces = false
  @Flag(.exitAtEnd) var exitsAtEnd = false
  var hasOtherSource: Bool { values == "-" }

  func validate() throws {
    if every != nil, valuesCommand == nil {
      throw UsageError("--every: there is no command to run; name one with --values-command")
    }
    if values == "-", files.contains("-") {
      throw UsageError("--values: standard input is read for headlines already; name a file")
    }
    _ = try call()
  }

  func note(in invocation: inout Invocation) throws {
    if values == "-", invocation.readsInput {
      throw UsageError("--values: standard input is read for headlines already; name a file")
    }
    invocation.valuesFile = values
    invocation.valuesCommand = try call()
  }

  private func call() throws(UsageError) -> CommandCall? {
    guard let valuesCommand else { return nil }
    return try CommandCall(OptionText.valuesCommand.name, valuesCommand, every: every)
  }
}

/// Of the crawl alone.
struct CrawlSourceFlags: SourceFlags {
  @OptionGroup private var joining: JoiningSourceFlags
  @Flag(.editable) private var editable = false
  var files: [String] { joining.files }
  var replaces: Bool { joining.replaces }
  var exitsAtEnd: Bool { joining.exitsAtEnd }

  var hasOtherSource: Bool { joining.hasOtherSource }

  func note(in invocation: inout Invocation) throws {
    try joining.note(in: &invocation)
    invocation.isEditable = editable
  }
}

/// Of the strip.
struct StripSourceFlags: SourceFlags {
  @OptionGroup private var joining: JoiningSourceFlags
  @Option(.feed, completion: .file()) private var feeds: [String] = []
  @Flag(.jsonLines) private var jsonLines = false
  @Option(.order, completion: .list(NewsOptions.Order.allCases.map(\.rawValue))) private var order: String?
  @Option(.maxAge) private var maxAge: String?
  @Option(.maxItems) private var maxItems: String?
  var files: [String] { joining.files }
  var replaces: Bool { joining.replaces }
  var exitsAtEnd: Bool { joining.exitsAtEnd }
  var hasOtherSource: Bool { !feeds.isEmpty && !jsonLines }

  func validate() throws {
    _ = try options()
    if jsonLines, replaces { throw UsageError("--json-lines does not go with --replace; give one of the two") }
  }

  func note(in invocation: inout Invocation) {
    // Validated before.
    if let options = try? options() { invocation.news = options }
  }

  private func options() throws(UsageError) -> NewsOptions {
    var options = try NewsOptions(feeds: feeds, order: order, maxAge: maxAge, maxItems: maxItems)
    options.takesJSONLines = jsonLines
    return options
  }
}

/// Of chips.
struct TokensSourceFlags: SourceFlags {
  @OptionGroup private var plain: PlainSourceFlags
  @Option(.dataFile, completion: .file()) private var dataFile: String?
  @Option(.suggestFile, completion: .file()) private var suggestFile: String?
  @Option(.events) private var events: String?
  @Flag(.autoHeight) private var autoHeight = false
  var files: [String] { plain.files }
  var replaces: Bool { false }
  var exitsAtEnd: Bool { plain.exitsAtEnd }

  func validate() throws { try options.validate() }

  func note(in invocation: inout Invocation) { invocation.tokens = options }

  private var options: TokensOptions {
    var options = TokensOptions()
    options.dataFile = dataFile
    options.suggestFile = suggestFile
    options.events = events
    options.followsHeight = autoHeight
    return options
  }
}

/// Of views that show one thing at a time, or everything at once.
struct PlainSourceFlags: SourceFlags {
  @Option(.file, completion: .file()) var files: [String] = []
  @Flag(.exitAtEnd) var exitsAtEnd = false
  var replaces: Bool { false }
}

/// Of the counter.
struct CounterSourceFlags: SourceFlags {
  @Option(.file, completion: .file()) var files: [String] = []
  @Flag(.watch) var watches = false
  @Option(.command) var command: String?
  @Option(.every) var every: String?
  @Option(.match) var match: String?
  @Flag(.exitAtEnd) var exitsAtEnd = false
  var replaces: Bool { false }
  var hasOtherSource: Bool { command != nil }

  func validate() throws {
    if watches, !files.contains(where: { $0 != "-" }) {
      throw UsageError("--watch: there is no file to watch; name one with --file")
    }
    if every != nil, command == nil { throw UsageError("--every: there is no command to run; name one with --command") }
    _ = try call()
    guard let match else { return }
    do throws(UsageError) { _ = try LinePattern(match) } catch { throw UsageError("--match: \(error.description)") }
  }

  func note(in invocation: inout Invocation) throws {
    invocation.watchesFiles = watches
    invocation.command = try call()
    invocation.match = match ?? ""
  }

  private func call() throws(UsageError) -> CommandCall? {
    guard let command else { return nil }
    return try CommandCall(OptionText.command.name, command, every: every)
  }
}

extension Option where Value == String? {
  init(wrappedValue: String? = nil, _ text: OptionText, completion: CompletionKind? = nil) {
    self.init(
      name: .customLong(text.name), parsing: .unconditional,
      help: ArgumentHelp("\(text.meaning)", valueName: text.placeholder), completion: completion)
  }
}

extension Option where Value == [String] {
  init(wrappedValue: [String], _ text: OptionText, completion: CompletionKind? = nil) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(text.name), parsing: .unconditionalSingleValue,
      help: ArgumentHelp("\(text.meaning)", valueName: text.placeholder), completion: completion)
  }
}

extension Option where Value == String? {
  init(_ text: OptionText, completion: CompletionKind? = nil) {
    self.init(
      name: .customLong(text.name), parsing: .unconditional,
      help: ArgumentHelp("\(text.meaning)", valueName: text.placeholder), completion: completion)
  }
}

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ text: OptionText) {
    self.init(wrappedValue: wrappedValue, name: .customLong(text.name), help: ArgumentHelp("\(text.meaning)"))
  }
}
