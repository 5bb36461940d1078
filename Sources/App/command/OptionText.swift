internal import Base

/// What command line, help and manual know of an option.
package struct OptionText: Equatable, Sendable {
  package let name: String
  /// What stands for its value; empty for a flag.
  package let placeholder: String
  package let meaning: String
  /// It may be given several times.
  package var isRepeated = false
  /// It is a flag that has an opposite, `--no-name`.
  package var hasOpposite = false
  /// Its value is a path.
  package var isFile = false
  /// The values that it takes, where these are a few words.
  package var choices: [String] = []

  init(_ name: String, takes placeholder: String = "", _ meaning: String) {
    (self.name, self.placeholder, self.meaning) = (name, placeholder, meaning)
  }

  package var isFlag: Bool { placeholder.isEmpty }

  func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var option = self
    option[keyPath: path] = value
    return option
  }
}

extension OptionText {
  /// Says of an error in what the option was given that it is one.
  func reading<Result, Reason: Error & CustomStringConvertible>(
    _ body: () throws(Reason) -> Result
  ) throws(Failure) -> Result {
    do throws(Reason) { return try body() } catch {
      throw .option(name, (error as? Failure)?.keyed ?? error.description)
    }
  }

  /// Reads a number that the option was given, if it was; what it has to be stands in `expected`.
  func number<Number: LosslessStringConvertible & Comparable>(
    _ text: String?, in range: ClosedRange<Number>, _ expected: String
  ) throws(Failure) -> Number? {
    guard let text else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .option(name, "'\(text)' is no number \(expected)")
    }
    return number
  }
}

/// An option of a command line and the texts that it was given, in order; a flag has one that is empty.
package typealias GivenOption = (option: OptionText, texts: [String])

/// What was given, by the options' names.
package struct GivenOptions {
  private let texts: [String: [String]]
  var byName: [String: [String]] { texts }

  package init(_ given: [GivenOption] = []) {
    texts = Dictionary(uniqueKeysWithValues: given.map { ($0.option.name, $0.texts) })
  }

  func has(_ option: OptionText) -> Bool { texts[option.name] != nil }
  func all(_ option: OptionText) -> [String] { texts[option.name] ?? [] }
  /// Where it is given twice the last one counts.
  subscript(_ option: OptionText) -> String? { texts[option.name]?.last }
}
