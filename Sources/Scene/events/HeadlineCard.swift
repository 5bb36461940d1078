package import ScrollCore

/// What is told of a headline, or of a chip, on which the pointer rests.
package struct HeadlineCard: Equatable, Sendable {
  package var title: String
  /// Its first sentences; empty for none.
  package var summary: String
  /// Who says so, how long ago, and where.
  package var details: String
  /// What it stands beside, in window coordinates; nil: the pointer.
  package var place: Rect?

  package init(title: String, summary: String = "", details: String = "", beside place: Rect? = nil) {
    (self.title, self.summary, self.details, self.place) = (title, summary, details, place)
  }
}
