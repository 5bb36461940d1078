internal import Base
internal import Formats
internal import Newswire
internal import ScrollCore

/// A request of a client, one line: `{"command":["set","scroll-speed",120],"request":7}`.
package struct ControlRequest {
  let command: ControlCommand
  let arguments: [JSON]
  /// The addressed view of a window with several.
  let view: String?

  init(_ command: ControlCommand) { (self.command, arguments, view) = (command, [], nil) }

  /// - Parameter id: Set to the request's number, even if the rest is malformed.
  /// - Throws: `Failure` if the line is not a request.
  init(parsing line: UnsafeRawBufferPointer, id: inout JSON?) throws(Failure) {
    let value: JSON
    do throws(Failure) { value = try JSON(parsing: line) } catch {
      throw .usage("the line is not JSON: \(error.reason)")
    }
    guard case .object = value else { throw .usage("the line is not an object like \(Self.example)") }
    id = value["request"]
    view = value["view"]?.string
    guard let words = value["command"]?.array, let name = words.first?.string else {
      throw .usage("“command” is missing, as in \(Self.example)")
    }
    command = try Self.command(named: name)
    arguments = Array(words.dropFirst())
    try Self.check(arguments.count, of: command)
  }

  /// Returns the line for a command and its arguments.
  static func line(_ command: ControlCommand, _ arguments: [JSON], view: String? = nil) -> String {
    line([("command", .array([.string(command.rawValue)] + arguments)), ("view", view.map(JSON.string))])
  }

  private static let example = #"{"command":["set","scroll-speed",120]}"#

  /// - Throws: for an unknown name, with the nearest command.
  static func command(named name: String) throws(Failure) -> ControlCommand {
    if let command = ControlCommand(rawValue: name) { return command }
    let names = ControlCommand.allCases.map(\.rawValue)
    throw Failure.usage(
      "'\(name)' is not a command for a window"
        + hint(for: name, in: names, else: "newsreel help control lists all"))
  }

  static func check(_ count: Int, of command: ControlCommand) throws(Failure) {
    guard !command.counts.contains(count) else { return }
    let form = [command.rawValue, command.arguments].filter { !$0.isEmpty }.joined(separator: " ")
    throw Failure.usage(
      count < command.counts.lowerBound
        ? "\(command.rawValue): an argument is missing; write \(form)"
        : "\(command.rawValue): too many arguments; write \(form)")
  }
}

extension ControlRequest {
  /// Returns the line of an answer.
  ///
  /// - Parameter id: The client's number of the request, returned unchanged.
  static func answer(_ data: JSON?, to id: JSON?) -> String {
    line([("ok", .bool(true)), ("request", id), ("data", data)])
  }

  static func refusal(_ error: Failure, to id: JSON?) -> String {
    line([("ok", .bool(false)), ("request", id), ("error", .string(TextCleaner.message(error.description)))])
  }

  private static func line(_ members: [(String, JSON?)]) -> String {
    JSON.object(members.compactMap { name, value in value.map { (name, $0) } }).line
  }
}

extension JSON {
  /// The value as on a command line; nil for lists and objects.
  var word: String? {
    switch self {
    case .string(let text): text
    case .numeral(let text): text
    case .bool(let truth): truth ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
