internal import Base
package import ScrollCore

/// A command to run.
package struct CommandCall: HasProperties, Equatable, Sendable {
  /// The argument vector; empty for no command.
  package var words: [String] = []
  /// Seconds between two runs; nil for a single run.
  package var interval: Double?

  package init() {}

  package static let properties: [Property<CommandCall>] = [
    Property(
      name: "command", kind: .text, unit: "command",
      meaning: "Reads the output of a command, such as 'nproc --all'; it is split at blanks outside of quotes and run "
        + "without a shell",
      get: { .text(CommandWords.text($0.words)) },
      set: { (call: inout CommandCall, value: PropertyValue) throws(ValueError) in
        if case .list(let words) = value, words.first.map(\.text)?.isEmpty == false {
          call.words = words.map(\.text)
        } else {
          call.words = try valuing { () throws(Failure) in try CommandWords(value.text).words }
        }
      }
    ).with(\.takesLists, true),
    .optional(
      "every", \.interval, range: 0.1...1e9,
      "Runs the command at this interval, from 0.1 s, for 30 s at most, and shows its latest output; without it, runs "
        + "it once, for as long as it lives"
    ).with(\.refusal, "is not a number of seconds from 0.1 up"),
  ]

  /// - Parameters:
  ///   - command, every: The names of its properties.
  func check(_ command: String = "command", every: String = "every") throws(ValueError) {
    guard interval != nil, words.isEmpty else { return }
    throw ValueError(name: every, reason: "there is no command to run; name one with --\(kebabCase(command))")
  }
}
