/// A regular expression that picks a part out of a line: what its first group matches, or all that it matches.
package struct LinePattern {
  private let regex: Regex<AnyRegexOutput>

  /// - Throws: `UsageError` that says where the expression is wrong.
  package init(_ text: String) throws(UsageError) {
    do { regex = try Regex(text) } catch {
      let place = Self.place(of: error, in: text).map { " (character \($0))" } ?? ""
      throw UsageError("'\(text)' is no regular expression: \(error)\(place)")
    }
  }

  /// The part of the line; nil where it does not match.
  package func part(of line: String) -> Substring? {
    guard let match = try? regex.firstMatch(in: line) else { return nil }
    return match.output.count > 1 ? match.output[1].substring : match.output[0].substring
  }

  /// Where in the text the error lies, counted from 1. The standard library keeps that in a type that it does not show.
  private static func place(of error: any Error, in text: String) -> Int? {
    let location = Mirror(reflecting: error).descendant("location", "range") as? Range<String.Index>
    return location.map { text.distance(from: text.startIndex, to: min($0.lowerBound, text.endIndex)) + 1 }
  }
}
