/// Everything that is said to people in menus, hints, notices and windows: the one table of words. The command line, its help
/// and the control socket are not in it; they are English.
///
/// A word's raw value is what it is in English, and its key in the catalogues (`po`). What stands in braces is filled in. A
/// new word is a case here and an entry in each catalogue; `scripts/words` writes `po/newsreel.pot`.
package enum Word: String, CaseIterable, Sendable {
  /// "default:RTL" in a language that is written from right to left.
  case direction = "default:LTR"

  // MARK: The menu

  case open = "Open"
  case copy = "Copy"
  case markUnread = "Mark as unread"
  /// The last headlines.
  case recent = "Recent"
  /// The headline before.
  case previous = "Previous"
  /// The headline that follows.
  case next = "Next"
  /// Lets the headlines run again.
  case goOn = "Go on"
  case pause = "Pause"
  case faster = "Faster"
  case slower = "Slower"
  case hideThisTopic = "Hide this topic"
  case hideTopic = "Hide {topic}"
  /// A list of hidden topics, or the one that it is said of.
  case bringBack = "Bring back"
  /// All hidden topics.
  case allOfThem = "All of them"
  case undo = "Undo"
  case theme = "Theme"
  case hideUntilNext = "Hide until the next headline"
  case quit = "Quit"
  case cut = "Cut"
  case paste = "Paste"
  /// A topic, or what is selected.
  case remove = "Remove"

  // MARK: A topic's menu

  case reloadAll = "Reload all of them now"
  case reloadNow = "Reload now"
  /// Takes a topic's headlines off.
  case hide = "Hide"
  case show = "Show"
  /// Hides all other topics.
  case onlyThis = "Only this"
  /// A feed's, into the clipboard.
  case copyAddress = "Copy address"

  // MARK: Themes

  /// The theme that the desktop asks for.
  case automatic = "Auto"
  case dark = "Dark"
  case light = "Light"
  case amber = "Amber"
  case broadcastRed = "Broadcast-red"
  case highContrast = "High-contrast"

  // MARK: On the strip

  /// Before a headline that interrupts, in capitals where the script has them.
  case urgent = "URGENT"
  /// Behind a topic's name, where its headline has just come.
  case new = "new"
  /// All topics in one chip.
  case topics = "Topics {count}"
  case typeThenReturn = "Type, then press Return"

  // MARK: Keys, as keyboards of the language have them

  case ctrlKey = "Ctrl"
  case altKey = "Alt"
  case shiftKey = "Shift"
  case spaceKey = "Space"
  case returnKey = "Return"
  case escapeKey = "Escape"
  case tabKey = "Tab"
  case menuKey = "Menu"
  case deleteKey = "Delete"
  case backspaceKey = "Backspace"
  case insertKey = "Insert"
  case homeKey = "Home"
  case endKey = "End"
  case pageUpKey = "Page Up"
  case pageDownKey = "Page Down"
  case leftKey = "Left"
  case rightKey = "Right"
  case upKey = "Up"
  case downKey = "Down"
  case commaKey = "Comma"
  case equalKey = "Equal"

  // MARK: Where there are no headlines

  case waiting = "Waiting for headlines"
  case allOff = "All topics are off"
  case allRemoved = "All topics are removed"
  case showAll = "Show all"
  /// A feed.
  case loading = "Loading {name} …"
  case noneInFeed = "No headlines in {name} at the moment"
  case none = "No headlines at the moment"

  // MARK: Of topics and feeds

  case noHeadlines = "no headlines"
  case isRemoved = "{topic} is removed; a click brings it back"
  case isOff = "{topic} is off; a click shows its headlines"
  case cannotReach = "Cannot reach {name}"
  case cannotRead = "Cannot read {name}"
  case isGone = "{name} is gone: its server says so, and it is not asked again"
  /// What is wrong, and why.
  case because = "{problem} ({reason})"
  /// `when` is one of "in 5 min", "in 2 h", "in 3 days".
  case nextTry = "next try {when}"
  /// The same at the beginning of a line.
  case nextTryLine = "Next try {when}"
  case cannotBeReached = "Cannot be reached"
  case cannotBeRead = "Cannot be read"
  case goneForGood = "Is gone, and is not asked again"

  // MARK: What went wrong

  case choiceNotKept = "The choice is not kept: {reason}"
  case readNotKept = "What has been read is not kept: {reason}"
  case linkRefused = "The link '{link}' is not opened: {reason}"
  case linkOfOtherKind = "it is neither http, https nor mailto"
  case linkAttaches = "it would put a file into a mail"
  case noOpener = "No browser: xdg-open is not installed"
  case noBrowser = "No browser: {reason}"
  case browserNotFound = "No browser: xdg-open finds none (status 3)"
  case linkFailed = "The link was not opened: xdg-open failed with status {status}"
}

/// What is said of a number: in English for one and, behind " | ", for several, where that differs. Each is an entry with
/// plural forms in the catalogues.
package enum CountedWord: String, CaseIterable, Sendable {
  case headlines = "{count} headline | {count} headlines"
  /// Beside the number of headlines, in capitals where the script has them.
  case caption = "HEADLINE | HEADLINES"
  /// Feeds that cannot be read, in one chip.
  case failing = "{count} failing"
  case loadingFeeds = "Loading {count} feed … | Loading {count} feeds …"
  case cannotReadFeeds = "Cannot read {count} feed: {names} | Cannot read {count} feeds: {names}"

  // MARK: Stretches of time

  /// A stretch of time, by itself: how old a headline is.
  case minutes = "{count} min"
  case hours = "{count} h"
  case days = "{count} day | {count} days"
  case minutesAgo = "{count} min ago"
  case hoursAgo = "{count} h ago"
  case daysAgo = "{count} day ago | {count} days ago"
  /// Fills in `when`, as in "next try in 5 min".
  case inMinutes = "in {count} min"
  case inHours = "in {count} h"
  case inDays = "in {count} day | in {count} days"

  /// In English, of one.
  package var one: String { String(rawValue.split(separator: " | ", maxSplits: 1)[0]) }
  /// In English, of any other number.
  package var several: String { String(rawValue.split(separator: " | ", maxSplits: 1).last ?? "") }
}
