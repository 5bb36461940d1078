package import Base
package import ScrollCore

/// A command to run.
package struct CommandCall: Equatable, Sendable {
  package var words: [String]
  /// Seconds between two runs; nil for a single run.
  package var interval: Double?

  /// Reads a pair of options; nil without a command.
  ///
  /// - Throws: `Failure` naming the invalid option.
  package init?(
    _ option: PropertyInfo, _ command: String?, _ pace: PropertyInfo, _ interval: PropertyValue?
  ) throws(Failure) {
    guard let command else {
      if interval == nil { return nil }
      throw .option(pace.name, "there is no command to run; name one with --\(option.name)")
    }
    words = try option.reading { () throws(Failure) in try CommandWords(command).words }
    self.interval = try pace.number(interval, in: 0.1...1e9, "of seconds from 0.1 up, as in --\(pace.name) 5")
  }
}
