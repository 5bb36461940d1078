internal import Base
package import ScrollCore

extension PropertyInfo {
  /// Says of an error in what the option was given that it is one.
  func reading<Result, Reason: Error & CustomStringConvertible>(
    _ body: () throws(Reason) -> Result
  ) throws(Failure) -> Result {
    do throws(Reason) { return try body() } catch {
      throw .option(name, (error as? Failure)?.keyed ?? error.description)
    }
  }

  /// A number that the option was given, if it was; what it has to be stands in `expected`.
  func number(
    _ value: PropertyValue?, in range: ClosedRange<Double>, _ expected: String
  ) throws(Failure) -> Double? {
    guard let value else { return nil }
    guard
      case .number(let number)? = try? PropertyKind.number(range).check(.number(value.asNumber ?? .nan), ifBelow: "")
    else { throw .option(name, "'\(value.text)' is no number \(expected)") }
    return number
  }

  /// The same for a whole number.
  func number(_ value: PropertyValue?, in range: ClosedRange<Int>, _ expected: String) throws(Failure) -> Int? {
    guard let value else { return nil }
    guard let number = value.asNumber.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw .option(name, "'\(value.text)' is no number \(expected)")
    }
    return number
  }
}

extension PropertyValue {
  /// The number that it is, or that it is written as.
  fileprivate var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text(let text): Double(text)
    case .flag, .color: nil
    }
  }

  /// A value of JSON in its own type: a number that would be written in another way stays as it is written. Nil for lists and
  /// objects.
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

/// What the options of a command were given, in order: a flag is true, and one that may be given several times stands there as often.
extension [PropertyChange] {
  package func has(_ option: PropertyInfo) -> Bool { self[option] != nil }

  func all(_ option: PropertyInfo) -> [String] { all(named: option.name) }

  /// The texts of what is named so; what has no name are arguments.
  func all(named name: String) -> [String] { filter { $0.name == name }.compactMap { $0.value?.text } }

  /// Where it is given twice the last one counts.
  subscript(_ option: PropertyInfo) -> PropertyValue? { last { $0.name == option.name }?.value }

  /// The names, each once, in order.
  var names: [String] {
    reduce(into: []) { names, change in if !names.contains(change.name) { names.append(change.name) } }
  }

  /// Those of one name together, by names.
  var grouped: [PropertyChange] { names.sorted().flatMap { name in filter { $0.name == name } } }
}
