internal import Base
package import ScrollCore

/// The texts about a command in help and manual.
package struct CommandText: Equatable, Sendable {
  /// "crawl"; empty for the program itself.
  package let name: String
  /// The name of its arguments, such as "headline"; empty if it has none.
  package var argument = ""
  package var argumentMeaning = ""
  /// One line, without a full stop.
  package let abstract: String
  /// A few sentences.
  package let discussion: String
}

extension CommandText {
  /// The output of `--version`.
  package static let version = "newsreel \(Release.version)"

  /// The texts of a view of headlines. `TextStore.Limits.stream` bounds an endless stream.
  static func headlines(name: String, abstract: String, discussion: String) -> CommandText {
    CommandText(
      name: name, argument: "headline",
      argumentMeaning: "A headline; a single - stands for the lines of standard input", abstract: abstract,
      discussion: """
        \(discussion) Standard input is read at any rate and never kept waiting: the newest 100,000 headlines, or 16 MiB \
        of text, are kept, in their order; older ones make room once they are off the screen.
        """)
  }

  package static let preview = CommandText(
    name: "preview", argument: "headline", argumentMeaning: "A headline, as the strip takes it",
    abstract: "Draws what a command would show into a picture, without a window",
    discussion: """
      The name of a view may come first, as in preview crawl; its options and arguments follow as ever, --config FILE too: \
      of several windows the pictures stand one below the other. The sources are \
      read to their ends before time begins, so that the same command makes the same picture. It needs an X server to \
      draw with, but no window is opened on it.
      """)

  package static let properties = CommandText(
    name: "properties", argument: "view", argumentMeaning: "Whose properties: all where it is left out",
    abstract: "Lists every property with type, unit, default, range and meaning",
    discussion: "Each property is a flag of its view's command: scroll-time is --scroll-time.")

  package static let themes = CommandText(
    name: "themes", abstract: "Lists the themes that ship, and says how to make one",
    discussion: "See also Resources/themes in the source, and newsreel preview --theme NAME --out FILE.")

  package static let feeds = CommandText(
    name: "feeds", argument: "list|add|set|remove|hide|show|import|export|test|doctor",
    argumentMeaning: "What to do: list where it is left out",
    abstract: "Keeps the list of feeds that the strip shows, and tests them",
    discussion: """
      The list is OPML, feeds.opml in newsreel's folder of $XDG_CONFIG_HOME; it is replaced as a whole or not at all. \
      list prints it, with what is off or hidden, why a feed cannot be read, and the address at which one is read that has \
      moved for good; add URL … takes feeds up, by addresses and files, with --label, --color and --interval. It looks at each, for 5 seconds \
      at most, and says what it shows: a page leads to the feed that it names, and http is tried where https does not \
      answer; on a terminal it asks before it adds what is no feed, elsewhere it adds it with a warning, and --no-check adds \
      without a look; set NAME changes what the list says of one, with the options of add, where an empty text takes one \
      away: --only, --without, --max-age, --items-per-feed and --summaries count for that feed, as they do for all of them on \
      the command line; remove takes one off by its address or its name on the strip. \
      hide leaves it in the list without showing it, as removing its chip does, and show brings it back; a strip that \
      runs follows at once. \
      With import FILE the feeds of another OPML file are added, and export FILE writes one. \
      test reads a file or an address once and prints what it would show, and what was dropped and why; with --json an \
      object for each. \
      doctor looks at every feed of the list, for three minutes at most, and says in one table what is wrong: what has moved for \
      good, is gone, slow, empty or no feed, cannot be reached or needs a password; its exit status is 1 where something is. \
      Passwords and headers for feeds stand in passwords.toml in newsreel's folder of $XDG_CONFIG_HOME, which nobody else \
      may be able to read (chmod 600): a table for each beginning of an address, as in ["https://example.org/private/"], with \
      user, password and headers = { X-Key = "…" }. The password is sent as the server asks for it (Basic or Digest), and \
      nothing of it to any other address, wherever a server redirects to.
      """)
}

extension CommandText {
  package static let message = CommandText(
    name: "msg", argument: "command",
    argumentMeaning: "What is asked, and its arguments; newsreel help control lists all",
    abstract: "Asks something of a window that runs: sets a property, adds a headline, tells its state",
    discussion: """
      The window is the one that --name NAME names, which is what its own --name says, or else its view, as strip or crawl; \
      where only one runs no name is needed. In a window of several views --view ID names the one that is to do it; else it \
      is the first that can. One that does not answer within --timeout seconds (default: 5) is said to be \
      stopped or busy, with exit status 1. With --json the answer is printed as JSON. What is refused is said on \
      standard error, with exit status 1. Behind -- words that begin with dashes are arguments. A word that is an object \
      of JSON is taken as one: newsreel msg add '{"text":"…","topic":"…"}'.
      """)

  package static let inspect = CommandText(
    name: "inspect", argument: "name", argumentMeaning: "The window's name, as newsreel msg --name takes it",
    abstract: "Shows every property of a window that runs, in a terminal, and changes it live",
    discussion: """
      It shows the properties of all views of the window, and of the other windows of its program, with value, default, \
      range and meaning; without a name those of all windows that run. What is changed is shown by the window at once, can \
      be taken back, and is written into the configuration with w: where the window comes from one only the keys that \
      differ are changed there, and else a new file is made, after it was shown. What others change appears by itself. \
      Colours are shown as far as the terminal can; with NO_COLOR there are none.
      """)

  package static let config = CommandText(
    name: "config", argument: "check|dump|init|edit", argumentMeaning: "What to do, and with which file",
    abstract: "Checks, prints, writes or edits the configuration",
    discussion: """
      The configuration is newsreel.toml in newsreel's folder of $XDG_CONFIG_HOME, or the file that is named. It is TOML; its \
      keys are the names of flags, without the dashes; hooks, keys, values and feeds may be tables: [hooks], [keys] with \
      "ctrl+n" = "next", [values] with aapl = 211.4 or load = { command = "…", every = 5 }, and \
      feed = [{ url = "…", label = "…", interval = 600 }]. Without [[window]] they are the strip's, and what the command line \
      says goes before them; with [[window]] it says which windows there are, and which views stand in rows and columns \
      in each. It is followed while newsreel runs: what is saved is shown, and what is wrong is refused with its line and \
      column while the former state goes on. \
      check says what is wrong; dump prints all that is set, as a file that says the same; init writes a file with every \
      property, its meaning and its default, where there is none yet; edit opens it in the editor that VISUAL or EDITOR \
      names, and checks it afterwards. It includes nothing and runs nothing but the commands that it names.
      """)

  package static let monitors = CommandText(
    name: "monitors", abstract: "Lists the monitors, and the fastest speed that each shows without blur",
    discussion: """
      For each monitor its number and its name, either of which --monitor takes, its place on the screen, how often it is \
      refreshed, and the speed at which a text moves by one pixel with each refresh: an eye that follows a faster one sees \
      more than a pixel of blur. Where nothing is scanned out, as under Xvfb or VNC, 60 refreshes a second are assumed.
      """)

  package static let headlines = CommandText(
    name: "headlines", abstract: "Opens a window with the last headlines, to search, open and copy them",
    discussion: """
      What strips and crawls show of feeds, of lines of JSON and of what newsreel msg adds is kept, the last 500, in the file headlines \
      of newsreel's folder of $XDG_STATE_HOME. The window has a row for each, with its topic, where it leads, when it came, \
      and a dot while it is unread. What is typed narrows the list down at once; Return opens the link and marks it as read, Ctrl-C \
      copies title and link, Ctrl-U marks, Escape closes. The strip's menu opens the window, too; a display has one.
      """)

  package static let settings = CommandText(
    name: "settings", argument: "window",
    argumentMeaning: "The window's name for newsreel msg; the strip's where it is left out",
    abstract: "Opens a window with the settings of a strip that runs",
    discussion: """
      It has the themes as pictures, height, font, speed, place and monitor, what a click does, and when the strip is there. What is \
      changed is shown at once and written to the configuration of that window; Ctrl-Z takes it back, in the file, too. For a strip \
      that a command line has started, newsreel.toml is written where there is none, and, where it shows nothing but the user's \
      feeds, changed. The strip's menu opens the window, too; a display has one.
      """)

  package static let focus = CommandText(
    name: "focus", abstract: "Gives the keyboard to the strip that runs, until Escape",
    discussion: """
      A docked strip takes no keyboard by itself, so that it never takes it from the window in use. Bind this command to \
      a key of the desktop's: in i3 by bindsym $mod+n exec newsreel focus, in openbox by a keybind with the action Execute, \
      in Xfce under Settings, Keyboard, Application Shortcuts. It marks the first headline; newsreel help keys has the \
      keys from there on. Escape gives the keyboard back to the window that had it. Where several windows of newsreel are \
      open they take turns; one that was hidden comes back.
      """)

  package static let autostart = CommandText(
    name: "autostart", argument: "on|off",
    argumentMeaning: "Whether newsreel starts with the desktop; says so where it is left out",
    abstract: "Starts newsreel with the desktop, or no longer",
    discussion: """
      Arguments after on are those that newsreel is started with, as in newsreel autostart on --place in-top; options go \
      behind --. The entry is newsreel.desktop in the autostart folder of $XDG_CONFIG_HOME; off removes it. Desktops that \
      are run by systemd can use its unit instead: systemctl --user enable newsreel.
      """)
}

extension PropertyInfo {
  package static let file = PropertyInfo(
    "file", takes: "file", "Takes the lines of a file, after the arguments; may be given several times"
  ).with(\.joins, true).with(\.isFile, true)
  package static let replace = PropertyInfo(
    "replace", "A line of standard input replaces the text instead of joining it")
  package static let exitAtEnd = PropertyInfo(
    "exit-at-end", "Ends with the last source instead of going on with what there is")
  package static let watch = PropertyInfo(
    "watch",
    "Follows the files of --file: what is written to them later is read, too, and so is a file that replaces one")
  package static let command = PropertyInfo(
    "command", takes: "command",
    "Takes the lines that a command prints, as 'nproc --all'; it is split at blanks outside of quotes and run "
      + "without a shell")
  package static let every = PropertyInfo(
    "every", takes: "s",
    "Runs the command anew every so many seconds, from 0.1, for 30 s at most, and shows what it prints then; "
      + "without it, once and for as long as it lives")
  package static let match = PropertyInfo(
    "match", takes: "regex",
    "Takes of each line what the first group of a regular expression matches, or all of the match; a line that does "
      + "not match is left out")
  package static let values = PropertyInfo(
    "values", takes: "file",
    "Makes {name} in a headline a live number, whose values come as lines name=number from a file that is "
      + "followed; a single - is standard input"
  ).with(\.isFile, true)
  package static let valuesCommand = PropertyInfo(
    "values-command", takes: "command", "The same from the lines that a command prints, as --command takes it")
  package static let valuesEvery = PropertyInfo(
    "values-every", takes: "s", "What --every is to --command, to --values-command")
  package static let liveValue = PropertyInfo(
    "value", takes: "name=number",
    "Makes {name} in a headline a live number, as aapl=211.4; or one that a source brings: 'load command=\"cut -c1-4 "
      + "/proc/loadavg\" every=5', 'load file=FILE', and match=REGEX to pick it out of a line; may be given several "
      + "times"
  ).with(\.joins, true)
  package static let markupRun = PropertyInfo(
    "markup-run",
    "With --markup lemonbar or dzen2: runs the command of an area that is clicked, split into words as --command's, "
      + "without a shell, instead of printing it on standard output")
  package static let editable = PropertyInfo(
    "editable", "With crawl or badge: a click puts a caret into the text, which can then be edited in place")
  package static let dataFile = PropertyInfo(
    "data-file", takes: "file",
    "With tokens: keeps the chips in a file, a line each, replaced as a whole at each edit; the arguments are "
      + "added to what it holds"
  ).with(\.isFile, true)
  package static let suggestFile = PropertyInfo(
    "suggest-file", takes: "file",
    "With tokens: completes what is typed to a line of this file, with Tab or the right arrow; with "
      + "--only-suggestions refuses anything else"
  ).with(\.isFile, true)
  package static let events = PropertyInfo(
    "events", takes: "names",
    "Which events are told on standard output as lines of JSON, with commas between them, all or none: "
      + ProgramEvent.names.joined(separator: ", ") + " (default: edited; with tokens added, removed, moved and refused)"
  )
  package static let hook = PropertyInfo(
    "hook", takes: "event=command",
    "Runs a command where something happens, as 'item-clicked=notify-send {text}'; it is split into words as "
      + "--command's, there is no shell, and {text} stands for what the event's line says under that name; newsreel "
      + "help control says more; may be given several times"
  ).with(\.joins, true)
  package static let config = PropertyInfo(
    "config", takes: "file",
    "With the strip: shows what a configuration says, and follows it; without it, newsreel.toml in newsreel's folder of "
      + "$XDG_CONFIG_HOME, where there is one"
  ).with(\.isFile, true)
  package static let orSend = PropertyInfo(
    "or-send",
    "Where a window of that name (--name, else the view's) runs already, hands it texts and properties, and ends; "
      + "what else is asked for, as --file, is refused then")
  package static let autoHeight = PropertyInfo(
    "auto-height",
    "With tokens: the window grows and shrinks with its rows of chips, at the bottom of the screen upwards, also where "
      + "--geometry names a height; without one it does by itself")
  package static let ask = PropertyInfo(
    "ask", takes: "names",
    "With tokens: asks before the user adds or removes a chip (add, remove, with a comma between them, or all): "
      + #"{"event":"ask-add","id":1,"token":"…"} or {"event":"ask-remove","id":2,"token":"…","index":0} on standard output "#
      + "wants allow 1 or deny 1 as a line of standard input")
  package static let askTimeout = PropertyInfo(
    "ask-timeout", takes: "s",
    "With --ask: what has no answer after so many seconds, 0.1 to 3600, is allowed (default: 5)")
  package static let feed = PropertyInfo(
    "feed", takes: "url",
    "With strip or crawl: shows the headlines of a feed (RSS, Atom or JSON Feed), an address or a file; on the "
      + "strip instead of those of the list; what newsreel feeds set takes may stand behind it, as in "
      + "'https://example.org/feed.xml label=Example interval=600'; may be given several times"
  ).with(\.joins, true).with(\.isFile, true)
  package static let jsonLines = PropertyInfo(
    "json-lines",
    "Each line of the sources is an object, "
      + #"{"text":"…","link":"…","urgent":true,"ttl":60,"topic":"…"}; text is needed; "#
      + "on strip and crawl an urgent one comes in next, ttl is in seconds, a topic makes a chip; other views take the "
      + "text alone")
  package static let order = PropertyInfo(
    "order", takes: "order", among: NewsOptions.Order.allCases.map(\.rawValue),
    "With feeds: time, the newest first, or round-robin, one of each feed in turn (default: time)")
  package static let maxAge = PropertyInfo(
    "max-age", takes: "s", "With feeds: leaves out what is older than that (default: no limit)")
  package static let maxItems = PropertyInfo(
    "max-items", takes: "count", "With feeds: headlines at most, the newest (default: 500)")

  package static let feedItems = PropertyInfo(
    "items-per-feed", takes: "count", "With feeds: headlines of each feed at most, the newest (default: 50)")
  package static let only = PropertyInfo(
    "only", takes: "words",
    "With feeds: shows only headlines in which, or in whose summaries, one of these words stands, as in 'tennis, New "
      + "York'; or that match a regular expression, as in '/goa+l/i'")
  package static let without = PropertyInfo(
    "without", takes: "words", "With feeds: leaves out headlines with one of these words, written as for --only")
  package static let summaries = PropertyInfo("summaries", "With feeds: shows each headline's summary behind its title")
  package static let ownSummaries = PropertyInfo(
    "summaries", takes: "on|off", among: ["on", "off"], "Whether summaries stand behind its titles")

  package static let label = PropertyInfo("label", takes: "text", "Text of its chip instead of the feed's own title")
  package static let color = PropertyInfo(
    "color", takes: "color", "Colour of its chip and labels instead of the theme's")
  package static let interval = PropertyInfo(
    "interval", takes: "s", "Seconds between two looks at it, 60 to 86400 (default: 900)")
  package static let panelTheme = PropertyInfo(
    "theme", takes: "name", "Colours and font, as --theme of the strip takes them: auto, one of the themes, or a file")
  package static let noCheck = PropertyInfo("no-check", "Adds without a look, also a file that is not there yet")
  package static let jsonItems = PropertyInfo(
    "json",
    "As JSON, an object a line for each item: id, title, link, published (in seconds since 1970), author and "
      + "summary; "
      + "and for each that was dropped: why, and its title")
  package static let jsonMonitors = PropertyInfo(
    "json",
    "As JSON, an array with an object for each: number, name, x, y, width, height, primary, refreshRate (null where "
      + "nothing is scanned out), fastestSpeed in px/s and scale")
  package static let jsonArray = PropertyInfo("json", "As JSON: an array with an object for each")

  package static let out = PropertyInfo("out", takes: "file", "The PNG file to write")
  package static let at = PropertyInfo("at", takes: "s", "The moment to show, in seconds from the start (default: 0)")
  package static let size = PropertyInfo(
    "size", takes: "WxH", "Size of the picture in pixels; the window's own where it is left out")
  package static let film = PropertyInfo(
    "film", takes: "N", "Shows that many moments, one under another (1 to 600)")
  package static let step = PropertyInfo(
    "film-step", takes: "s", "From one moment of a film to the next, in seconds (default: 1)")

  package static let preview = [out, at, size, film, step]

  /// The options about sources, in the order of the manual.
  package static let sources = [
    file, watch, command, every, match, liveValue, values, valuesCommand, valuesEvery, replace, markupRun, exitAtEnd,
    editable,
    dataFile,
    suggestFile, events, hook, config, orSend, ask, askTimeout, autoHeight, feed, jsonLines, order, maxAge, maxItems,
    feedItems, only, without, summaries,
  ]

  /// The options of all views: files and a command, whether to follow them, and how to read their lines.
  static let live = [file, watch, command, every, match, jsonLines, exitAtEnd] + controlled
  /// Whether it concerns the start of the program instead of the content.
  var isStartOnly: Bool { [PropertyInfo.config, .orSend].contains(self) }

  /// The options of all views.
  static let controlled = [events, hook, orSend]
  /// The options of views of headlines.
  static let joining =
    live + [
      liveValue, values, valuesCommand, valuesEvery, replace, markupRun, feed, order, maxAge, maxItems,
      feedItems, only,
      without,
      summaries,
    ]
}
