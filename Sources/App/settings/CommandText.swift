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
}
