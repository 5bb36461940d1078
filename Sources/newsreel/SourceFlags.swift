import ArgumentParser
import Newsreel

/// The flags that say where lines come from.
protocol SourceFlags: ParsableArguments {
  var files: [String] { get }
  var replaces: Bool { get }
  var exitsAtEnd: Bool { get }
}

/// Of views whose lines join each other.
struct JoiningSourceFlags: SourceFlags {
  @Option(.file, completion: .file()) var files: [String] = []
  @Flag(.replace) var replaces = false
  @Flag(.exitAtEnd) var exitsAtEnd = false
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

extension Flag where Value == Bool {
  init(wrappedValue: Bool, _ text: OptionText) {
    self.init(wrappedValue: wrappedValue, name: .customLong(text.name), help: ArgumentHelp("\(text.meaning)"))
  }
}
