internal import Base
package import ScrollCore

extension PropertyInfo {
  /// Adds the option's name to an error about its value.
  func reading<Result, Reason: Error & CustomStringConvertible>(
    _ body: () throws(Reason) -> Result
  ) throws(Failure) -> Result {
    do throws(Reason) { return try body() } catch {
      throw .option(name, (error as? Failure)?.keyed ?? error.description)
    }
  }

  /// The number that the option was given, if any; `expected` describes valid ones.
  func number(
    _ value: PropertyValue?, in range: ClosedRange<Double>, _ expected: String
  ) throws(Failure) -> Double? {
    guard let value else { return nil }
    guard
      case .number(let number)? = try? PropertyKind.number(range).check(.number(value.asNumber ?? .nan), ifBelow: "")
    else { throw .option(name, "'\(value.text)' is no number \(expected)") }
    return number
  }

  /// The integer that the option was given, if any.
  func number(_ value: PropertyValue?, in range: ClosedRange<Int>, _ expected: String) throws(Failure) -> Int? {
    guard let value else { return nil }
    guard let number = value.asNumber.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw .option(name, "'\(value.text)' is no number \(expected)")
    }
    return number
  }
}

extension PropertyValue {
  /// The value as a number, also if it is text.
  fileprivate var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text(let text): Double(text)
    case .flag, .color: nil
    }
  }

  /// A JSON value of its own type. A number that would be written differently stays a text. Nil for lists and objects.
  init?(_ json: JSON) {
    switch json {
    case .bool(let truth): self = .flag(truth)
    case .string(let text): self = .text(text)
    case .numeral(let text):
      let values = [Int(text).map(PropertyValue.integer), Double(text).map(PropertyValue.number)]
      self = values.lazy.compactMap(\.self).first { $0.text == text } ?? .text(text)
    case .null, .array, .object: return nil
    }
  }
}

/// The options of a command in order. A flag is true, and a repeated option occurs repeatedly.
extension [PropertyChange] {
  package func has(_ option: PropertyInfo) -> Bool { self[option] != nil }

  func all(_ option: PropertyInfo) -> [String] { all(named: option.name) }

  /// The texts of all options with a name; arguments have an empty name.
  func all(named name: String) -> [String] { filter { $0.name == name }.compactMap { $0.value?.text } }

  /// The last value of an option counts.
  subscript(_ option: PropertyInfo) -> PropertyValue? { last { $0.name == option.name }?.value }

  /// The distinct names, in order.
  var names: [String] {
    reduce(into: []) { names, change in if !names.contains(change.name) { names.append(change.name) } }
  }

  /// The options sorted by name, in stable order.
  var grouped: [PropertyChange] { names.sorted().flatMap { name in filter { $0.name == name } } }
}
