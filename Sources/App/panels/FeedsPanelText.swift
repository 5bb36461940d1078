/// The words of the Feeds… window.
enum FeedsPanelText {
  static let title = "Feeds"
  static let address = "Address of a feed or a page, or a file"
  static let add = "Add"
  static let name = "Feed"
  static let interval = "Every"
  static let only = "Only with"
  static let without = "Without"
  static let anything = "a word"
  static let empty = "No feeds yet: type, paste or drop an address"
  static let undo = "Undo"
  static func removed(_ name: String) -> String { "\(name) is removed" }
}
