internal import ScrollCore

/// A headline for a bar.
package struct BarHeadline: Equatable, Sendable {
  /// What stays the same while its text changes.
  package enum Key: Hashable, Sendable {
    /// An item of the news, by its number.
    case item(Int)
    /// A line, by the number of its text.
    case line(Int)
  }

  package let key: Key
  /// One line without control characters, with the present values of its numbers.
  package let text: String
  package var topic: String?
  /// Opened by a click.
  package var link: String?
  package var isRead = false
  /// Whether it interrupts what is shown.
  package var isUrgent = false
  /// Whether it is shown before the others when it is new.
  package var comesNext = true

  /// - Parameter text: Cleaned here: what a feed, a file or a command says is not trusted.
  package init(_ key: Key, _ text: String) { (self.key, self.text) = (key, TextCleaner.line(text)) }
}

/// What a bar shows at one moment.
package struct BarContent: Equatable, Sendable {
  /// What the text is. The raw values are the classes for style sheets.
  package enum Kind: String, Sendable {
    case empty, notice, read, unread, urgent
  }

  package var kind = Kind.empty
  /// The visible text, of one line.
  package var text = ""
  /// The headlines to come, this one first: whole, with their topics.
  package var coming: [String] = []
  /// How many headlines there are, and how many of them have not been read.
  package var count = 0
  package var unread = 0
  package var hasLink = false

  package init() {}

  /// What is said where there are no headlines.
  package init(notice: String) {
    text = TextCleaner.line(notice)
    kind = text.isEmpty ? .empty : .notice
  }

  /// The unread headlines among all, from 0 to 100.
  package var percentage: Int { count == 0 ? 0 : unread * 100 / count }
}
