/// The words of the Headlines… window.
enum HeadlinesPanelText {
  static let title = "Headlines"
  static let search = "Search"
  static let headline = "Headline"
  static let time = "When"
  static let open = "Open"
  static let copy = "Copy"
  static let markRead = "Mark as read"
  static let markUnread = "Mark as unread"
  static let empty = "No headlines yet: what the strip shows is kept here"
  static let noMatch = "No headline has that in it"
  static let noSource = "no link"
  static let hint = "Return opens · Ctrl+C copies · Ctrl+U marks"
  static let noLink = "That headline has no link"
  static let copied = "Copied"

  static func age(_ seconds: Double) -> String { "\(FeedWords.duration(seconds)) ago" }

  static func counts(_ all: Int, _ unread: Int) -> String {
    "\(FeedWords.headlines(all)), \(unread) unread · \(hint)"
  }

  static func found(_ count: Int, _ all: Int) -> String { "\(count) of \(FeedWords.headlines(all)) · \(hint)" }
}
