package import ScrollCore

/// The chip that stands for all topics whose feeds fail. A click on it opens a menu with them.
extension Token {
  /// In the place of a topic's number.
  package static let failingTag = -1

  package static func failing(_ count: Int, _ words: Words = .english) -> Token {
    Token(words[.failing, count], isEditable: false, tag: failingTag, mark: .failing)
  }
}
