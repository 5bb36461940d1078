import ArgumentParser
import Newsreel

/// The flags that say where lines come from.
protocol SourceFlags: ParsableArguments {
  var files: [String] { get }
  var replaces: Bool { get }
  var exitsAtEnd: Bool { get }

  /// Notes what this view takes beyond these.
  func note(in invocation: inout Invocation)
}

extension SourceFlags {
  func note(in invocation: inout Invocation) {}
}

/// Of views whose lines join each other.
struct JoiningSourceFlags: SourceFlags {
  @Option(.file, completion: .file()) var files: [String] = []
  @Flag(.replace) var replaces = false
  @Flag(.exitAtEnd) var exitsAtEnd = false
}

/// Of the crawl alone.
struct CrawlSourceFlags: SourceFlags {
  @OptionGroup private var joining: JoiningSourceFlags
  @Flag(.editable) private var editable = false
  var files: [String] { joining.files }
  var replaces: Bool { joining.replaces }
  var exitsAtEnd: Bool { joining.exitsAtEnd }

  func note(in invocation: inout Invocation) { invocation.isEditable = editable }
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
