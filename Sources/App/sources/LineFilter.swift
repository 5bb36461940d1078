internal import Base
internal import Newswire

/// What of each line counts: what an expression matches, or the text of an object of JSON.
final class LineFilter {
  private let match: LinePattern?
  private let takesJSON: Bool
  private var errors = OnceReported()
  private var count = 0

  /// - Returns: nil where every line counts as it is.
  init?(match: LinePattern?, takesJSON: Bool) {
    guard match != nil || takesJSON else { return nil }
    (self.match, self.takesJSON) = (match, takesJSON)
  }

  /// Nil where nothing of it counts. What is wrong with an object is said, but not again and again.
  func text(of line: UnsafeRawBufferPointer) -> String? {
    if let match {
      return match.part(of: String(decoding: line.prefix(LinePattern.longestLine), as: UTF8.self)).map(String.init)
    }
    if line.isEmpty { return nil }
    count += 1
    do throws(Failure) { return try NewsItem(jsonLine: line, source: "--json-lines").title } catch {
      errors.report("\(error.subject): line \(count): \(error.reason)", once: error.reason)
      return nil
    }
  }
}
