internal import Base
package import ScrollCore
internal import Windows

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

  package static let film = CommandText(
    name: "film", argument: "headline", argumentMeaning: "A headline, as for the strip",
    abstract: "Writes a command's view frame by frame to a pipe, without a window",
    discussion: """
      The name of a view may come first, as in film crawl, followed by its usual options and arguments, and - for standard \
      output, where the frames go: to ffmpeg, OBS Studio or a file. A - before it stands for the lines of standard input. \
      Frame n shows the view n frames after the first one, however long drawing or the reader takes. The same command makes \
      the same bytes, unless its pace is live. It needs an X server for drawing, but opens no window on it.
      """)

  package static let rundown = CommandText(
    name: "rundown", argument: "headline", argumentMeaning: "A headline, as for the strip",
    abstract: "Prints what a strip would show in the next hour, and when",
    discussion: """
      The name of a view may come first, as in rundown crawl, followed by its usual options. It reads the sources to the end, and prints a line for each \
      time that a headline comes in. newsreel msg rundown asks a running window, which knows what it has shown already. newsreel \
      help on-air says what an item can ask for. It needs an X server for measuring, but opens no window on it.
      """)

  package static let properties = CommandText(
    name: "properties", argument: "view", argumentMeaning: "The owner of the properties; all by default",
    abstract: "Lists every property with type, unit, default, range and meaning",
    discussion: "Each property is a flag of its view's command: scroll-time is --scroll-time.")

  package static let themes = CommandText(
    name: "themes", abstract: "Lists the bundled themes, and explains how to make one",
    discussion: "See also Resources/themes in the source, and newsreel preview --theme NAME --out FILE.")

  package static let feeds = CommandText(
    name: "feeds", argument: "list|add|set|remove|undo|off|on|import|export|test|doctor",
    argumentMeaning: "The action; list by default",
    abstract: "Manages the list of feeds on the strip, and tests them",
    discussion: """
      The list is OPML, feeds.opml in newsreel's folder of $XDG_CONFIG_HOME; it is replaced atomically. \
      list prints it, with the feeds that are off, the problems of failing feeds, and the new addresses of feeds \
      that have moved for good. add URL … adds feeds by address or file, with --label, --color and --interval. It checks each \
      for at most 5 seconds and prints what it found: a page leads to its feed, and http is tried if https does not answer. On \
      a terminal it asks before it adds an address without a feed, elsewhere it adds it with a warning; --no-check skips the \
      check. set NAME changes the settings of a feed, with the options of add and --only, --without, --max-age, \
      --items-per-feed and --summaries, which apply to all feeds on the command line, and --row; an empty text unsets \
      one. remove \
      deletes a feed by its address or its name on the strip, and undo brings the last one back. \
      off switches a feed off, as a click on its chip does, and on switches it on; a running strip follows at once. With import FILE the feeds of another OPML file are added, and export FILE writes one. \
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
      --name NAME chooses the window by its own --name, or else by its view, such as strip or crawl; it keeps the name that it \
      opened with. A single window needs no name. In a window of several views --view ID chooses the view, whose properties \
      then need no ID before them; the default is the first one that supports the command. \
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
      file while it runs: saving it updates the windows. What is wrong in it is told in the window, with line and remedy: at \
      the start everything else is shown, and a running window stays as it is until the file is right. \
      check reports all mistakes, with exit status 2; dump prints all settings as a configuration; init creates a file with every property, its \
      meaning and its default; edit opens the file in the editor of VISUAL or EDITOR, and checks it afterwards. A \
      configuration includes no other files, and runs only the commands that it names.
      """)

  package static let publish = CommandText(
    name: "publish", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "Sends headlines and numbers to a channel of an MQTT broker",
    discussion: """
      Every strip or crawl with --mqtt and the same channel shows them. Headlines are kept by the broker, with their order; the same text \
      sent again moves to the end. Lines of a pipe are sent as they come, and feeds are kept in step with the channel; while the \
      broker is away they wait. With texts alone it ends once the broker has confirmed everything, and fails if the broker cannot be \
      reached. A channel has one sender at a time. newsreel help mqtt has the topics.
      """)

  package static let monitors = CommandText(
    name: "monitors", abstract: "Lists the monitors, with the fastest speed that each shows without blur",
    discussion: """
      For each monitor: its number and its name, for --monitor, its place on the screen, its refresh rate, and the speed of \
      one pixel a refresh: an eye that follows a faster text sees more than a pixel of blur. Without a real display, as under \
      Xvfb or VNC, 60 refreshes a second are assumed.
      """)

  package static let doctor = CommandText(
    name: "doctor", abstract: "Says what this desktop can do, and what Newsreel does about it",
    discussion: """
      A screen about the desktop and its window manager, monitors, dots per inch, compositor, input method, screen reader, \
      D-Bus, and characters of the last headlines that no font has. If the window manager knows no panels, the strip takes \
      its place itself and stays above other windows. On a Wayland desktop it says whether Xwayland runs. With --json it is \
      one object. The exit status is 1 without an X server.
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
      It has the themes as pictures, height, font, speed, place and monitor, what a click does, and when the strip is there. A \
      change shows at once and is saved in the configuration of that window; Ctrl-Z undoes it, in the file, too. For a strip \
      that a command line has started, newsreel.toml is created if it does not exist, and changed if the strip shows only the \
      user's feeds. The strip's menu opens the window, too; a display has one.
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
  package static let panelTheme = PropertyInfo(
    "theme", takes: "name", "Colours and font, as --theme of the strip takes them: auto, one of the themes, or a file")
  package static let configurationFile = PropertyInfo(
    "config", takes: "file", "The configuration, as behind the action; newsreel.toml by default")
  package static let noCheck = PropertyInfo("no-check", "Adds it unchecked, even a file that does not exist yet")
  package static let jsonItems = PropertyInfo(
    "json",
    "As JSON, an object a line for each item: id, title, link, published (in seconds since 1970), author and summary; "
      + "and for each dropped item: reason and title")
  package static let jsonMonitors = PropertyInfo(
    "json",
    "As JSON, an array with an object for each: number, name, x, y, width, height, primary, refreshRate (null without "
      + "a real display), fastestSpeed in px/s and scale")
  package static let jsonObject = PropertyInfo("json", "As JSON: one object")
  package static let jsonArray = PropertyInfo("json", "As JSON: an array with an object for each")
}
