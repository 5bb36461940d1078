import App
internal import Base
import ScrollCore

/// Rewrites command-line arguments for ArgumentParser.
///
/// ArgumentParser's flags do not take values, and its arguments cannot begin with a dash. Users write both:
/// `--scroll-left false`, `--scroll-left=false`, and `newsreel counter -5`.
struct ArgumentList {
  /// The flags' names, without dashes.
  let flags: Set<String>

  /// `--flag`, `--no-flag` and negative numbers behind `--`; everything else unchanged, in order.
  func normalised(_ arguments: [String]) throws(Failure) -> [String] {
    var result: [String] = []
    var tail: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        tail += rest
        break
      } else if let (name, value) = flag(argument) {
        result.append(try normalised(name, value: value, rest: &rest))
      } else if argument.hasPrefix("--"), argument.firstIndex(of: "=") == argument.indices.last {
        // ArgumentParser would take the next word for an empty value.
        result += [String(argument.dropLast()), ""]
      } else if argument.hasPrefix("--") {
        try Self.checkLength(of: argument)
        result.append(argument)
        if takesValue(argument), let value = rest.popFirst() { result.append(value) }
      } else if isNegativeNumber(argument) || (!tail.isEmpty && !argument.hasPrefix("-")) {
        // Later arguments follow it, to keep their order.
        tail.append(argument)
      } else {
        if argument.hasPrefix("-") { try Self.checkLength(of: argument) }
        result.append(argument)
      }
    }
    return tail.isEmpty ? result : result + ["--"] + tail
  }

  /// The most bytes of an option's name. None is longer, and ArgumentParser compares each letter by letter with all
  /// names.
  private static let longestName = 64

  private static func checkLength(of option: String) throws(Failure) {
    let name = option.prefix { $0 != "=" }
    guard name.utf8.count > longestName else { return }
    throw Failure.usage(
      "unknown option '\(name.prefix(40))…'; newsreel help lists what there is, and behind -- all is text")
  }

  /// The flag's name and the value after `=`; nil for anything else.
  private func flag(_ argument: String) -> (name: String, value: String?)? {
    guard argument.hasPrefix("--") else { return nil }
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard flags.contains(name) else { return nil }
    return (name, parts.count == 2 ? String(parts[1]) : nil)
  }

  private func normalised(
    _ name: String, value: String?, rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let value {
      guard let truth = PropertyInfo.truth(value) else {
        throw Failure.usage("--\(name): '\(value)' is neither true nor false")
      }
      return truth ? "--\(name)" : "--no-\(name)"
    }
    // A number may as well be a headline: only words are taken for the flag's.
    guard let next = rest.first, Int(next) == nil, let truth = PropertyInfo.truth(next) else { return "--\(name)" }
    rest.removeFirst()
    return truth ? "--\(name)" : "--no-\(name)"
  }

  /// Whether a value follows the option. It does not after `=`, nor after negated flags.
  private func takesValue(_ argument: String) -> Bool {
    !argument.contains("=") && !["--help", "--help-hidden", "--version"].contains(argument)
      && !(argument.hasPrefix("--no-") && flags.contains(String(argument.dropFirst(5))))
  }

  private func isNegativeNumber(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let next = argument.dropFirst().first else { return false }
    return next.isNumber || ((next == "." || next == ",") && argument.dropFirst(2).first?.isNumber == true)
  }
}
