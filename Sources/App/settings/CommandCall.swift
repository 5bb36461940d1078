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
      meaning:
        "Takes the lines that a command prints, as 'nproc --all'; it is split at blanks outside of quotes and run "
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
      "Runs the command again every so many seconds, from 0.1, for 30 s at most, and shows what it prints then; "
        + "without it, once and for as long as it lives"
    ).with(\.refusal, "is no number of seconds from 0.1 up"),
  ]

  /// - Parameters:
  ///   - command, every: The names of its properties.
  func check(_ command: String = "command", every: String = "every") throws(ValueError) {
    guard interval != nil, words.isEmpty else { return }
    throw ValueError(name: every, reason: "there is no command to run; name one with --\(kebabCase(command))")
  }
}
