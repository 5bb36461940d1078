package import Base
package import Newswire
package import Scene

/// The words of the news, its menus and its windows.
package enum NewsWord: String, TableWord {
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
  case switchThisOff = "Switch this topic off"
  case switchTopicOff = "Switch {topic} off"
  /// A list of the topics that are off.
  case bringBack = "Bring back"
  /// All topics that are off.
  case allOfThem = "All of them"
  case undo = "Undo"
  case theme = "Theme"
  /// Opens the window with the list of feeds.
  case feedsWindow = "Feeds…"
  /// Opens the window with the settings.
  case settingsWindow = "Settings…"
  /// Opens the window with the last headlines.
  case headlinesWindow = "Headlines…"
  case hideUntilNext = "Hide until the next headline"
  case quit = "Quit"
  case cut = "Cut"
  case paste = "Paste"
  /// What is selected.
  case remove = "Remove"

  // MARK: A topic's menu

  case reloadAll = "Reload all of them now"
  case reloadNow = "Reload now"
  /// Switches all other topics off.
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

  /// Before an alert that is a test, and not the real thing.
  case testAlert = "TEST: {text}"
  /// Before an alert that is part of an exercise, and not the real thing.
  case exerciseAlert = "EXERCISE: {text}"
  case typeThenReturn = "Type, then press Return"

  // MARK: Keys, as keyboards of the language have them

  case ctrlKey = "Ctrl"
  case altKey = "Alt"
  case shiftKey = "Shift"
  case spaceKey = "Space"
  case returnKey = "Return"
  case escapeKey = "Escape"
  case tabKey = "Tab"
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

  case noneInFeed = "No headlines in {name} at the moment"
  case none = "No headlines at the moment"

  // MARK: Of topics and feeds

  case noHeadlines = "no headlines"
  /// A channel whose broker is away, for its public.
  case showsLast = "{name} shows what it last had"
  case cannotReach = "Cannot reach {name}"
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

  // MARK: What is wrong in the configuration

  /// The reason comes from the program, in English, with the remedy.
  case mistakeInLine = "{file}, line {line}: {reason}"

  // MARK: The first start

  /// The topic of the tips that follow.
  case tips = "Tips"
  case tipMenu = "Right-click the strip, or press its label, for the menu"
  case tipDrop = "Drop a link from your browser here to add its news"
  case tipTopics = "A click on a topic hides its headlines, another one brings them back"
  case tipPointer = "Headlines stop under the pointer; the wheel moves them back and forth"
  case tipCommand = "A terminal adds news, too: newsreel feeds add https://example.org/feed.xml"
  /// A topic, as the following.
  case world = "World"
  case science = "Science"
  case economy = "Economy"
  case sport = "Sport"
  case arts = "Arts"

  // MARK: What a hand has brought

  case nothingDropped = "Nothing that was dropped is an address or a file"
  case lookingAt = "Looking at {name} …"
  case onlyFirst = "only the first {count} were added"
  case isAdded = "{name} is added"
  /// What was added, and what it shows.
  case isAddedWith = "{name} is added: {headlines}"
  /// The newest headline.
  case newest = "{headlines}, newest {age}"
  case isOnAgain = "{name} is on again"
  case isKnown = "{name} is in the list already"
  case areNew = "{count} of {all} feeds in {file} are new"
  case isNotAdded = "{name} is not added: {reason}"
  /// The reason says what it is or does, as in "is a web page".
  case isAndIsNotAdded = "{name} {reason}; it is not added"

  // MARK: The window with the list of feeds

  case feeds = "Feeds"
  case address = "Address of a feed or a page, or a file"
  case add = "Add"
  case addAnyway = "Add anyway"
  /// The head of the column with the names.
  case feed = "Feed"
  /// The head of the column with how often feeds are read.
  case every = "Every"
  /// Headlines with these words alone.
  case onlyWith = "Only with"
  /// No headlines with these words.
  case without = "Without"
  case onlyWithItem = "Only with…"
  case withoutItem = "Without…"
  case wordOrPattern = "word or /pattern/"
  case noFeeds = "No feeds yet: type, paste or drop an address"
  case importItem = "Import…"
  case exportItem = "Export…"
  case importNow = "Import"
  case exportNow = "Export"
  case cancel = "Cancel"
  case importPath = "OPML file of another feed reader"
  case exportPath = "OPML file to write"
  /// `path` is that of the file to write.
  case fileExists = "{path} already exists"
  /// An existing file.
  case replace = "Replace"
  case noAddress = "That is neither an address nor a file: an address begins with https://, a path with /"
  case feedsHint = "F2 names · Space switches · Alt+↑ ↓ orders · Delete deletes"
  case rename = "Rename"
  case openSite = "Open site"
  case moveUp = "Move up"
  case moveDown = "Move down"
  /// A feed.
  case delete = "feed\u{4}Delete"
  case switchOff = "Switch off"
  case switchOn = "Switch on"
  case switchedOff = "switched off"
  case isLoading = "loading"
  case notReadYet = "not read yet"
  /// `since` is one of "for 5 min", "for 2 h", "for 3 days".
  case goneSince = "gone {since}, not polled again"
  case problemSince = "{problem}, {since}"
  /// `age` is one of "5 min ago", "2 h ago", "3 days ago".
  case headlinesAge = "{headlines}, {age}"
  case asUsual = "{interval} (default)"
  case feedDeleted = "{name} is deleted"
  case feedChanged = "{name} is changed"
  case feedRenamed = "{name} is now called {new}"
  case feedUnnamed = "{name} goes by its own name again"
  case feedMoved = "{name} is moved"
  /// A feed was to be deleted that an account has; `account` is its name, such as "rss.example.org".
  case feedStays = "{name} is off: it belongs to {account}"
  case feedOn = "{name} is on"
  case feedOff = "{name} is off"
  /// The change that is undone.
  case undone = "Undone: {action}"

  // MARK: The window with the last headlines

  /// What is typed there narrows the list down.
  case searchHeadlines = "Search"
  /// Over a column of headlines.
  case headlineColumn = "Headline"
  /// Over a column of times, as "2 h ago".
  case whenColumn = "When"
  case markRead = "Mark as read"
  case noHistory = "No headlines yet: what the strip shows is kept here"
  case noneFound = "No headline has all of these words"
  case noLink = "That headline has no link"
  case headlineLeft = "That headline is no longer in the list"
  /// A state of a headline, read out by screen readers.
  case isRead = "headline\u{4}read"
  /// A headline is in the clipboard now.
  case copiedHeadline = "Copied"
  case headlinesHint = "Return opens · Ctrl+C copies · Ctrl+U marks as read"
  /// "12 of 312 headlines"; `count` is a number.
  case headlinesFound = "{count} of {headlines}"
  /// "312 headlines, 40 unread"; `count` is a number.
  case headlinesUnread = "{headlines}, {count} unread"

  // MARK: In Home Assistant

  /// What a message of Home Assistant becomes.
  case urgentHeadline = "Urgent headline"
  /// All that a display shows, to be replaced.
  case homeText = "Text"
  /// A counter's.
  case homeNumber = "Number"
  /// Starts the motion.
  case start = "Start"
  /// Stops the motion.
  case stop = "Stop"

  // MARK: The window with the settings

  /// The window's title.
  case settingsTitle = "Settings"
  case settingHeight = "Height"
  case settingFont = "Font"
  case settingSpeed = "Speed"
  case settingPlace = "Place"
  case placeBottom = "at the bottom"
  case placeTop = "at the top"
  case settingMonitor = "Monitor"
  case monitorPrimary = "the primary one"
  case monitorAll = "all monitors"
  case settingClick = "A click on a headline"
  case clickOpens = "opens its link"
  case clickPauses = "pauses"
  case clickMenu = "opens the menu"
  case settingMotion = "Motion of headlines"
  case asDesktop = "like the desktop"
  case motionMoves = "scrolling"
  case motionStands = "one at a time"
  case settingAutoHide = "Hide until a headline comes"
  case settingFullScreen = "With a full-screen window"
  case fullScreenStays = "up to the window manager"
  case fullScreenBelow = "go below it"
  case fullScreenHides = "hide"
  case settingOn = "on"
  case settingOff = "off"
  case settingQuietHours = "Quiet hours"
  case settingAutostart = "Start with the desktop"
  /// Said of hours.
  case settingNone = "none"
  /// A font that is not among those before it, to be typed.
  case otherFont = "Other…"
  /// A value that nobody has set.
  case settingUsual = "default"
  case settingsHint = "F2 edits · Space switches · Ctrl+Z undoes"

  // MARK: What went wrong

  case choiceNotKept = "The choice is not kept: {reason}"
  case readNotKept = "What has been read is not kept: {reason}"
  /// The second process, which fetches feeds or listens to a broker.
  case readerStopped = "Reading the news was interrupted; it starts again"
}

extension FeedProblem: TableWord {}

extension ValuedProblem: TableWord {}

/// The texts of the news with a number.
package enum CountedNewsWord: String, CountedTableWord {
  case headlines = "{count} headline | {count} headlines"
  case loadingFeeds = "Loading {count} feed … | Loading {count} feeds …"
  case cannotReadFeeds = "Cannot read {count} feed: {names} | Cannot read {count} feeds: {names}"
  case moreMistakes = "{count} more mistake: newsreel config check | {count} more mistakes: newsreel config check"
  case lookingAtMore = "Looking at {name} and {count} more …"
  case feedsAdded = "{count} feed is added | {count} feeds are added"
  case pageNamesMore = "the page has {count} more"
  case namesFeeds = "{name} has {count} feed | {name} has {count} feeds"
  case exported = "Exported {count} feed to {path} | Exported {count} feeds to {path}"

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
  /// Fills in `since`, as in "gone for 2 h".
  case sinceMinutes = "for {count} min"
  case sinceHours = "for {count} h"
  case sinceDays = "for {count} day | for {count} days"
}

extension Words {
  package subscript(_ word: NewsWord, _ values: KeyValuePairs<String, String> = [:]) -> String {
    text(of: word, values)
  }

  /// - Parameter count: Selects the plural form, and replaces `{count}`.
  package subscript(
    _ word: CountedNewsWord, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String { text(of: word, count, values) }

  /// A reason of the table in the language of the words; any other one as it is.
  package func reason(_ reason: Reason) -> String {
    if let problem = FeedProblem(rawValue: reason.sentence) { return text(of: problem, [:]) }
    guard let value = reason.value, let problem = ValuedProblem(rawValue: reason.sentence) else {
      return isolated(reason.description)
    }
    return directed(filled(untouched(problem), [(problem.hole, value)]))
  }

  /// A failure's subject, and its reason if the table has it.
  package func description(of failure: Failure) -> String {
    guard failure.kind == .system, !failure.subject.isEmpty else { return reason(Reason(failure.description)) }
    return "\(isolated(failure.subject)): \(reason(failure.why))"
  }
}
