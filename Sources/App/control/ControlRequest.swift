internal import Base
internal import Newswire
internal import ScrollCore

/// A line that a client has sent: `{"command":["set","scroll-speed",120],"request":7}`.
struct ControlRequest {
  let command: ControlCommand
  let arguments: [JSON]
  /// The view that is meant, in a window of several.
  let view: String?

  init(_ command: ControlCommand) { (self.command, arguments, view) = (command, [], nil) }

  /// - Parameter id: What the line calls it, also where it is no request otherwise.
  /// - Throws: `Failure` for what is no request.
  init(parsing line: UnsafeRawBufferPointer, id: inout JSON?) throws(Failure) {
    let value: JSON
    do throws(Failure) { value = try JSON(parsing: line) } catch {
      throw .usage("the line is not JSON: \(error.reason)")
    }
    guard case .object = value else { throw .usage("the line is no object as \(Self.example)") }
    id = value["request"]
    view = value["view"]?.string
    guard let words = value["command"]?.array, let name = words.first?.string else {
      throw .usage("there is no “command” as in \(Self.example)")
    }
    command = try Self.command(named: name)
    arguments = Array(words.dropFirst())
    try Self.check(arguments.count, of: command)
  }

  /// The line for a command and its words.
  static func line(_ command: ControlCommand, _ arguments: [JSON], view: String? = nil) -> String {
    line([("command", .array([.string(command.rawValue)] + arguments)), ("view", view.map(JSON.string))])
  }

  private static let example = #"{"command":["set","scroll-speed",120]}"#

  /// - Throws: where there is none of that name, with the one that was meant.
  static func command(named name: String) throws(Failure) -> ControlCommand {
    if let command = ControlCommand(rawValue: name) { return command }
    let names = ControlCommand.allCases.map(\.rawValue)
    throw Failure.usage(
      "'\(name)' is nothing that a window can be asked"
        + hint(for: name, in: names, else: "newsreel help control lists all"))
  }

  static func check(_ count: Int, of command: ControlCommand) throws(Failure) {
    guard !command.counts.contains(count) else { return }
    let form = [command.rawValue, command.arguments].filter { !$0.isEmpty }.joined(separator: " ")
    throw Failure.usage(
      count < command.counts.lowerBound
        ? "\(command.rawValue): something is missing; write \(form)"
        : "\(command.rawValue): that is too much; write \(form)")
  }
}

extension ControlRequest {
  /// An answer's line.
  ///
  /// - Parameter id: What the client knows it by; told back as it is.
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
  /// A value as it would be written on a command line; nil for lists and objects.
  var word: String? {
    switch self {
    case .string(let text): text
    case .numeral(let text): text
    case .bool(let truth): truth ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
