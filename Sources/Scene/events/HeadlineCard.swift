package import ScrollCore

/// The information on a headline or chip under the pointer.
package struct HeadlineCard: Equatable, Sendable {
  package var title: String
  /// Its first sentences; empty for none.
  package var summary: String
  /// Its source, age and host.
  package var details: String
  /// The anchor in window coordinates; nil for the pointer.
  package var place: Rect?
  /// Whether it tells why a user's action has failed.
  package var isFailure = false

  package init(title: String, summary: String = "", details: String = "", beside place: Rect? = nil) {
    (self.title, self.summary, self.details, self.place) = (title, summary, details, place)
  }
}
