/// What is told of a headline on which the pointer rests.
package struct HeadlineCard: Equatable, Sendable {
  package var title: String
  /// Its first sentences; empty for none.
  package var summary: String
  /// Who says so, how long ago, and where.
  package var details: String

  package init(title: String, summary: String = "", details: String = "") {
    (self.title, self.summary, self.details) = (title, summary, details)
  }
}
