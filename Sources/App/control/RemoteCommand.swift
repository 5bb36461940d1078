internal import Base
internal import Formats

/// A command as a broker passes it to a display: its word, and behind a space its argument, as in `urgent Please leave`.
struct RemoteCommand: Equatable {
  let command: ControlCommand
  let arguments: [JSON]

  static let all = ControlCommand.allCases.filter(\.isRemote)

  /// - Throws: `Failure` for a text that is not one.
  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].prefix(40))
    guard let command = Self.all.first(where: { $0.rawValue == name }) else {
      throw .usage(
        "'\(name)' is not a command for a display; there are \(Self.all.map(\.rawValue).joined(separator: ", "))")
    }
    self.command = command
    let (counts, rest) = (command.counts, parts.count > 1 ? parts[1] : "")
    if rest.isEmpty, counts.contains(0) {
      arguments = []
      return
    }
    guard counts.upperBound > 0 else { throw .usage("\(name): too many arguments; write \(name)") }
    // A command with one argument takes the rest as that argument.
    let words = rest.split(
      separator: " ", maxSplits: max(0, counts.lowerBound - 1), omittingEmptySubsequences: false
    ).map(String.init)
    try ControlRequest.check(words.count, of: command)
    arguments = words.map(Self.argument)
  }

  /// An object as for `--json-lines`, or a text.
  private static func argument(_ text: String) -> JSON {
    if text.hasPrefix("{"), let value = JSON(ifValid: text) { return value }
    return .string(text)
  }
}
