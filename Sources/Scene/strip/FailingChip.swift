package import ScrollCore

/// The chip shared by all failing feeds. A click on it opens a menu of them.
extension Token {
  /// Replaces a topic's ID.
  package static let failingTag = -1

  package static func failing(_ count: Int, _ words: Words = .english) -> Token {
    Token(words[.failing, count], isEditable: false, tag: failingTag, mark: .failing)
  }
}
