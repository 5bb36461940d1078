import App
import ArgumentParser

/// The flags that say where lines come from.
protocol SourceFlags: ParsableArguments {
  var files: [String] { get }
  var replaces: Bool { get }
  var exitsAtEnd: Bool { get }
  /// Standard input is not meant where nothing else is given.
  var hasOtherSource: Bool { get }

  /// Notes what this view takes beyond these.
  func note(in options: inout SourceOptions) throws
}

extension SourceFlags {
  var hasOtherSource: Bool { false }
  func note(in options: inout SourceOptions) {}
}

/// Files, a command, and whether they are followed.
struct LiveSourceFlags: ParsableArguments {
  @Option(.file, completion: .file()) var files: [String] = []
  @Flag(.watch) private var watches = false
  @Option(.command) private var command: String?
  @Option(.every) private var every: String?
  @Flag(.exitAtEnd) var exitsAtEnd = false
  var hasCommand: Bool { command != nil }

  func validate() throws {
    if watches, !files.contains(where: { $0 != "-" }) {
      throw UsageError("--watch: there is no file to watch; name one with --file")
    }
    _ = try call()
  }

  func note(in options: inout SourceOptions) throws {
    options.watchesFiles = watches
    options.command = try call()
  }

  private func call() throws(UsageError) -> CommandCall? { try CommandCall(.command, command, .every, every) }
}

/// Of views whose lines join each other.
struct JoiningSourceFlags: ParsableArguments {
  @OptionGroup var live: LiveSourceFlags
  @Option(.values, completion: .file()) private var values: String?
  @Option(.valuesCommand) private var valuesCommand: String?
  @Option(.valuesEvery) private var valuesEvery: String?
  @Flag(.replace) var replaces = false
  @OptionGroup private var news: NewsSourceFlags
  var hasOtherSource: Bool { values == "-" || live.hasCommand || news.hasOtherSource }

  func validate() throws {
    if values == "-", live.files.contains("-") {
      throw UsageError("--values: standard input is read for headlines already; name a file")
    }
    if news.takesJSONLines, replaces {
      throw UsageError("--json-lines does not go with --replace; give one of the two")
    }
    _ = try call()
  }

  func note(in options: inout SourceOptions) throws {
    if values == "-", options.readsInput {
      throw UsageError("--values: standard input is read for headlines already; name a file")
    }
    try live.note(in: &options)
    options.news = try news.options()
    options.valuesFile = values
    options.valuesCommand = try call()
  }

  private func call() throws(UsageError) -> CommandCall? {
    try CommandCall(.valuesCommand, valuesCommand, .valuesEvery, valuesEvery)
  }
}

/// Feeds and lines of JSON.
struct NewsSourceFlags: ParsableArguments {
  @Option(.feed, completion: .file()) private var feeds: [String] = []
  @Flag(.jsonLines) var takesJSONLines = false
  @Option(.order, completion: .list(NewsOptions.Order.allCases.map(\.rawValue))) private var order: String?
  @Option(.maxAge) private var maxAge: String?
  @Option(.maxItems) private var maxItems: String?
  var hasOtherSource: Bool { !feeds.isEmpty && !takesJSONLines }

  func validate() throws { _ = try options() }

  func options() throws(UsageError) -> NewsOptions {
    var options = try NewsOptions(feeds: feeds, order: order, maxAge: maxAge, maxItems: maxItems)
    options.takesJSONLines = takesJSONLines
    return options
  }
}

/// Of the crawl alone.
struct CrawlSourceFlags: SourceFlags {
  @OptionGroup private var joining: JoiningSourceFlags
  @Flag(.editable) private var editable = false
  var files: [String] { joining.live.files }
  var replaces: Bool { joining.replaces }
  var exitsAtEnd: Bool { joining.live.exitsAtEnd }
  var hasOtherSource: Bool { joining.hasOtherSource }

  func note(in options: inout SourceOptions) throws {
    try joining.note(in: &options)
    options.isEditable = editable
  }
}

/// Of the strip.
struct StripSourceFlags: SourceFlags {
  @OptionGroup private var joining: JoiningSourceFlags
  var files: [String] { joining.live.files }
  var replaces: Bool { joining.replaces }
  var exitsAtEnd: Bool { joining.live.exitsAtEnd }
  var hasOtherSource: Bool { joining.hasOtherSource }

  func note(in options: inout SourceOptions) throws { try joining.note(in: &options) }
}

/// Of chips.
struct TokensSourceFlags: SourceFlags {
  @OptionGroup private var live: LiveSourceFlags
  @Option(.dataFile, completion: .file()) private var dataFile: String?
  @Option(.suggestFile, completion: .file()) private var suggestFile: String?
  @Option(.events) private var events: String?
  @Flag(.autoHeight) private var autoHeight = false
  var files: [String] { live.files }
  var replaces: Bool { false }
  var exitsAtEnd: Bool { live.exitsAtEnd }
  var hasOtherSource: Bool { live.hasCommand }

  func validate() throws { _ = try tokens }

  func note(in options: inout SourceOptions) throws {
    try live.note(in: &options)
    options.tokens = try tokens
  }

  private var tokens: TokensOptions {
    get throws(UsageError) {
      var options = TokensOptions()
      options.dataFile = dataFile
      options.suggestFile = suggestFile
      if let events { options.events = try TokenEventLine.parse(events) }
      options.followsHeight = autoHeight
      return options
    }
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
  @OptionGroup private var live: LiveSourceFlags
  @Option(.match) private var match: String?
  var files: [String] { live.files }
  var replaces: Bool { false }
  var exitsAtEnd: Bool { live.exitsAtEnd }
  var hasOtherSource: Bool { live.hasCommand }

  func validate() throws { _ = try pattern }

  private var pattern: LinePattern? {
    get throws(UsageError) {
      guard let match, !match.isEmpty else { return nil }
      do throws(UsageError) { return try LinePattern(match) } catch {
        throw UsageError("--match: \(error.description)")
      }
    }
  }

  func note(in options: inout SourceOptions) throws {
    try live.note(in: &options)
    options.match = try pattern
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
