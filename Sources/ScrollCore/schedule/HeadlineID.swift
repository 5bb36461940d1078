/// A headline's identity, from the queue of the news to the glass, the as-run log and assistive technology.
///
/// What is shown of it, its link, its text and its place identify nothing: two headlines may share each of them.
package struct HeadlineID: Hashable, Sendable {
  /// Counted from 1, and never given twice.
  package let number: Int
  /// Counts its versions: each has another text, link or row.
  package var version = 0

  package init(number: Int, version: Int = 0) { (self.number, self.version) = (number, version) }
}
