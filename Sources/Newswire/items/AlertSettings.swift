/// Which alerts to show, and in which language.
package struct AlertSettings: Equatable, Sendable {
  /// Language tags (BCP 47), the preferred one first.
  package var languages: [String] = []
  /// Whether tests and exercises are shown, too.
  package var showsTests = false
  /// The most confidential scope that is shown.
  package var scope = CAPAlert.Scope.public
  /// The places of which one has to be in an alert's area; empty for all alerts.
  package var places: [AlertPlace] = []

  package init() {}
}
