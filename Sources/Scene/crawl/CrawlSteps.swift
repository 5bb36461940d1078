import ScrollCore

/// Headlines one after the other, of which each stands for as long as it takes to read. What comes and goes fades within a
/// moment; in between nothing changes.
struct CrawlSteps {
  /// What stands, and since when.
  struct Turn: Equatable {
    /// Of a piece of a headline.
    var id: Int
    /// Of its text, where that has no room at once.
    var page = 0
    var start: Seconds
  }

  var turn: Turn?
  /// Something holds it since then.
  var heldSince: Seconds?
  var content = Content()
  /// Of what stands, from the view's left edge.
  var width = 0.0

  /// Turns that are gone through at once, where nobody has looked for long.
  static let most = 1000
}
