internal import Base
internal import Newswire

/// Extracts the relevant part of each line: the match of an expression, or the text of a JSON object.
final class LineFilter {
  private let match: LinePattern?
  private let takesJSON: Bool
  private var errors = OnceReported()
  private var count = 0

  /// - Returns: nil if whole lines count.
  init?(match: LinePattern?, takesJSON: Bool) {
    guard match != nil || takesJSON else { return nil }
    (self.match, self.takesJSON) = (match, takesJSON)
  }

  /// The relevant part, or nil. Reports each kind of JSON error once.
  func text(of line: UnsafeRawBufferPointer) -> String? {
    if let match {
      return match.part(of: String(decoding: line.prefix(LinePattern.longestLine), as: UTF8.self)).map(String.init)
    }
    if line.isEmpty { return nil }
    count += 1
    do throws(Failure) {
      let title = try NewsItem(jsonLine: line, source: "--json-lines").title
      guard !title.isEmpty else {
        throw Failure(of: "--json-lines", reason: "the object has no “text”; rows are for strip and crawl")
      }
      return title
    } catch {
      errors.report("\(error.subject): line \(count): \(error.reason)", once: error.reason)
      return nil
    }
  }
}
