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
        \(discussion) Standard input is read at any rate, without blocking its writer: the newest 100,000 headlines, or \
        16 MiB of text, are kept in order; older ones are dropped once they are off the screen.
        """)
  }

  package static let preview = CommandText(
    name: "preview", argument: "headline", argumentMeaning: "A headline, as for the strip",
    abstract: "Renders a command's view to a picture, without a window",
    discussion: """
      The name of a view may come first, as in preview crawl, followed by its usual options and arguments. With --config \
      FILE the pictures of several windows are stacked. The sources are read to the end before time starts, so that the \
      same command makes the same picture. It needs an X server for drawing, but opens no window on it.
      """)

  package static let properties = CommandText(
    name: "properties", argument: "view", argumentMeaning: "The owner of the properties; all by default",
    abstract: "Lists every property with type, unit, default, range and meaning",
    discussion: "Each property is a flag of its view's command: scroll-time is --scroll-time.")

  package static let themes = CommandText(
    name: "themes", abstract: "Lists the bundled themes, and explains how to make one",
    discussion: "See also Resources/themes in the source, and newsreel preview --theme NAME --out FILE.")

  package static let feeds = CommandText(
    name: "feeds", argument: "list|add|set|remove|hide|show|import|export|test|doctor",
    argumentMeaning: "The action; list by default",
    abstract: "Manages the list of feeds on the strip, and tests them",
    discussion: """
      The list is OPML, feeds.opml in newsreel's folder of $XDG_CONFIG_HOME; it is replaced atomically. \
      list prints it, with the feeds that are off or hidden, the problems of failing feeds, and the new addresses of feeds \
      that have moved for good. add URL … adds feeds by address or file, with --label, --color and --interval. It checks each \
      for at most 5 seconds and prints what it found: a page leads to its feed, and http is tried if https does not answer. On \
      a terminal it asks before it adds an address without a feed, elsewhere it adds it with a warning; --no-check skips the \
      check. set NAME changes the settings of a feed, with the options of add and --only, --without, --max-age, \
      --items-per-feed and --summaries, which apply to all feeds on the command line; an empty text unsets one. remove \
      removes a feed by its address or its name on the strip. \
      hide keeps a feed in the list without showing it, as removing its chip does, and show restores it; a running strip \
      follows at once. With import FILE the feeds of another OPML file are added, and export FILE writes one. \
      test reads a file or an address once and prints its headlines, and what was dropped and why; with --json an object \
      for each. \
      doctor checks every feed of the list, for at most three minutes, and prints a table of problems: feeds that have moved \
      for good, that are gone, slow, empty, unreachable or not feeds, or that need a password. Its exit status is 1 if there \
      is a problem. \
      Passwords and headers for feeds are in passwords.toml in newsreel's folder of $XDG_CONFIG_HOME, which only you may be \
      able to read (chmod 600): a table for each beginning of an address, as in ["https://example.org/private/"], with \
      user, password and headers = { X-Key = "…" }. The password is sent in the way the server requests (Basic or Digest), \
      and never to another address that a server redirects to.
      """)
}

extension CommandText {
  package static let message = CommandText(
    name: "msg", argument: "command",
    argumentMeaning: "The command and its arguments; newsreel help control lists all",
    abstract: "Controls a running window: sets a property, adds a headline, prints its state",
    discussion: """
      --name NAME chooses the window by its own --name, or else by its view, such as strip or crawl; a single window needs no \
      name. In a window of several views --view ID chooses the view; the default is the first one that supports the command. \
      A window that does not answer within --timeout seconds (default: 5) is reported as stopped or busy, with exit status \
      1. With --json the answer is printed as JSON. A refusal is printed on standard error, with exit status 1. After -- \
      words that begin with dashes are arguments. A word that is a JSON object is sent as one: newsreel msg add \
      '{"text":"…","topic":"…"}'.
      """)

  package static let inspect = CommandText(
    name: "inspect", argument: "name", argumentMeaning: "The window's name, as for newsreel msg --name",
    abstract: "Shows and changes every property of a running window, in a terminal",
    discussion: """
      It shows the properties of all views of the window, and of the other windows of its program, with value, default, \
      range and meaning; without a name, those of all running windows. Changes take effect at once, can be undone, and are \
      written to the configuration with w, after a preview: if the window comes from a configuration only the keys that \
      differ are changed, otherwise a new file is created. Changes by others are shown, too. Colours depend on the \
      terminal; NO_COLOR disables them.
      """)

  package static let config = CommandText(
    name: "config", argument: "check|dump|init|edit", argumentMeaning: "The action, and the file",
    abstract: "Checks, prints, writes or edits the configuration",
    discussion: """
      The configuration is newsreel.toml in newsreel's folder of $XDG_CONFIG_HOME, or the given file. It is TOML; its \
      keys are the names of flags, without the dashes; hooks, keys, values and feeds may be tables: [hooks], [keys] with \
      "ctrl+n" = "next", [values] with aapl = 211.4 or load = { command = "…", every = 5 }, and \
      feed = [{ url = "…", label = "…", interval = 600 }]. Without [[window]] they configure the strip, and the command \
      line overrides them; each [[window]] configures a window, with its views in rows and columns. Newsreel follows the \
      file while it runs: saving it updates the windows, and an invalid version is refused with line and column, without \
      any change. \
      check reports errors; dump prints all settings as a configuration; init creates a file with every property, its \
      meaning and its default; edit opens the file in the editor of VISUAL or EDITOR, and checks it afterwards. A \
      configuration includes no other files, and runs only the commands that it names.
      """)

  package static let monitors = CommandText(
    name: "monitors", abstract: "Lists the monitors, with the fastest speed that each shows without blur",
    discussion: """
      For each monitor: its number and its name, for --monitor, its place on the screen, its refresh rate, and the speed of \
      one pixel a refresh: an eye that follows a faster text sees more than a pixel of blur. Without a real display, as under \
      Xvfb or VNC, 60 refreshes a second are assumed.
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
    name: "focus", abstract: "Gives the keyboard to the running strip, until Escape",
    discussion: """
      A docked strip never takes the keyboard from the window in use by itself. Bind this command to a key of the desktop: \
      in i3 by bindsym $mod+n exec newsreel focus, in openbox by a keybind with the action Execute, \
      in Xfce under Settings, Keyboard, Application Shortcuts. It marks the first headline; newsreel help keys lists the \
      keys for it. Escape returns the keyboard to the window that had it. Several windows of newsreel take turns; a hidden \
      one is shown again.
      """)

  package static let autostart = CommandText(
    name: "autostart", argument: "on|off",
    argumentMeaning: "Whether newsreel starts with the desktop; by default it prints that",
    abstract: "Starts newsreel with the desktop, or stops doing so",
    discussion: """
      Arguments after on are passed to newsreel, as in newsreel autostart on -- --place in-top. \
      The entry is newsreel.desktop in the autostart folder of $XDG_CONFIG_HOME; off removes it. Desktops based on systemd \
      can use its unit instead: systemctl --user enable newsreel.
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
