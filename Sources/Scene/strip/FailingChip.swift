package import ScrollCore

/// The chip shared by all failing feeds. A click on it opens a menu of them.
extension Token {
  /// Replaces a topic's ID.
  package static let failingTag = -1

  package static func failing(_ count: Int) -> Token {
    Token("\(count) failing", isEditable: false, tag: failingTag, mark: .failing)
  }
}
