/// The words of the Feeds… window.
enum FeedsPanelText {
  static let title = "Feeds"
  static let address = "Address of a feed or a page, or a file"
  static let add = "Add"
  static let addAnyway = "Add all the same"
  static let name = "Feed"
  static let every = "Every"
  static let only = "Only with"
  static let without = "Without"
  static let anything = "word or /pattern/"
  static let empty = "No feeds yet: type, paste or drop an address"
  static let undo = "Undo"
  static let importing = "Import…"
  static let exporting = "Export…"
  static let importNow = "Import"
  static let exportNow = "Export"
  static let cancel = "Cancel"
  static let importPath = "OPML file of another feed reader"
  static let exportPath = "OPML file to write"
  static let noAddress = "That is neither an address nor a file: an address begins with https://, a path with /"
  static let hint = "F2 names · Space switches · Alt+↑ ↓ orders · Delete removes"

  // MARK: - The menu of a row

  static let rename = "Rename"
  static let copyAddress = "Copy address"
  static let openSite = "Open site"
  static let moveUp = "Move up"
  static let moveDown = "Move down"
  static let hide = "Switch off"
  static let show = "Switch on"
  static let remove = "Remove"

  // MARK: - States

  static let off = "switched off"
  static let hidden = "hidden: its chip was removed"
  static let loading = "loading"
  static let unread = "not read yet"

  static func gone(_ age: Double) -> String { "gone since \(FeedWords.duration(age)), not asked again" }

  static func problem(_ reason: String, _ age: Double?) -> String {
    age.map { "\(reason), since \(FeedWords.duration($0))" } ?? reason
  }

  static func headlines(_ count: Int, _ age: Double?) -> String {
    let words = FeedWords.headlines(count)
    return age.map { "\(words), \(FeedWords.duration($0)) ago" } ?? words
  }

  static func interval(_ seconds: Double?) -> String { FeedWords.duration(seconds ?? usualInterval) }
  static let usualInterval = 900.0
  static func usual(_ interval: String) -> String { "\(interval), as usual" }

  // MARK: - What was done

  static func removed(_ name: String) -> String { "\(name) is removed" }
  static func changed(_ name: String) -> String { "\(name) is changed" }
  static func renamed(_ name: String, _ new: String?) -> String {
    new.map { "\(name) is called \($0) now" } ?? "\(name) goes by its own name again"
  }
  static func moved(_ name: String) -> String { "\(name) is moved" }
  static func switched(_ name: String, isOn: Bool) -> String { "\(name) is \(isOn ? "on" : "off")" }
  static func undone(_ words: String) -> String { "Undone: \(words)" }
  static func exported(_ count: Int, _ path: String) -> String { "\(count) feeds are in \(path) now" }
}
