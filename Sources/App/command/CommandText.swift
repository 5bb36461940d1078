/// What help and manual say about a command.
package struct CommandText: Equatable, Sendable {
  /// "crawl"; empty for the program itself.
  package let name: String
  /// What its arguments are called: "headline"; empty where it takes none.
  package var argument = ""
  package var argumentMeaning = ""
  /// One line, without a full stop.
  package let abstract: String
  /// A few sentences.
  package let discussion: String
}

extension CommandText {
  /// What becomes of a stream without end: see `TextStore.Limits.stream`.
  static let streamBound = """
    Standard input is read at any rate and never kept waiting: the newest 100,000 headlines, or 16 MiB of text, are \
    kept, in their order; older ones make room once they are off the screen.
    """

  package static let preview = CommandText(
    name: "preview", argument: "headline", argumentMeaning: "A headline, as the strip takes it",
    abstract: "Draws what a command would show into a picture, without a window",
    discussion: """
      The name of a view may come first, as in preview crawl; its options and arguments follow as ever. The sources are \
      read to their ends before time begins, so that the same command makes the same picture. It needs an X server to \
      draw with, but no window is opened on it.
      """)

  package static let properties = CommandText(
    name: "properties", argument: "view", argumentMeaning: "Whose properties: all where it is left out",
    abstract: "Lists every property with type, unit, default, range and meaning",
    discussion: "Each property is a flag of its view's command: scroll-time is --scroll-time.")

  package static let feeds = CommandText(
    name: "feeds", argument: "list|add|remove|hide|show|import|export|test",
    argumentMeaning: "What to do: list where it is left out",
    abstract: "Keeps the list of feeds that the strip shows, and tests them",
    discussion: """
      The list is OPML, feeds.opml in newsreel's folder of $XDG_CONFIG_HOME; it is replaced as a whole or not at all. \
      list prints it, with what is hidden, and with the address at which a feed is read that has moved for good; \
      add URL takes a feed up, with --label, --color and --interval; remove takes one off by its address or label. \
      hide leaves it in the list without showing it, as removing its chip does, and show brings it back. \
      With import FILE the feeds of another OPML file are added, and export FILE writes one. \
      test reads a file or an address once and prints what it would show, and what was dropped and why; with --json an \
      object for each.
      """)
}

/// What help and manual say about an option that is not a property.
package struct OptionText: Equatable, Sendable {
  package let name: String
  /// What stands for its value; empty for a flag.
  package let placeholder: String
  package let meaning: String
  /// It may be given several times.
  package var isRepeated = false
  /// Its value is a path.
  package var isFile = false
  /// The values that it takes, where these are a few words.
  package var choices: [String] = []

  package var isFlag: Bool { placeholder.isEmpty }
}

extension OptionText {
  package static let file = OptionText(
    name: "file", placeholder: "file",
    meaning: "Takes the lines of a file, after the arguments; may be given several times", isRepeated: true,
    isFile: true)
  package static let replace = OptionText(
    name: "replace", placeholder: "", meaning: "A line of standard input replaces the text instead of joining it")
  package static let exitAtEnd = OptionText(
    name: "exit-at-end", placeholder: "", meaning: "Ends with the last source instead of going on with what there is")
  package static let watch = OptionText(
    name: "watch", placeholder: "",
    meaning:
      "Follows the files of --file: what is written to them later is read, too, and so is a file that replaces one")
  package static let command = OptionText(
    name: "command", placeholder: "command",
    meaning: "Takes the lines that a command prints, as 'nproc --all'; it is split at blanks outside of quotes and run "
      + "without a shell")
  package static let every = OptionText(
    name: "every", placeholder: "s",
    meaning:
      "Runs the command anew every so many seconds, from 0.1, for 30 s at most, and shows what it prints then; "
      + "without it, once and for as long as it lives")
  package static let match = OptionText(
    name: "match", placeholder: "regex",
    meaning: "Picks the number out of a line: what the first group of a regular expression matches, or all of it")
  package static let values = OptionText(
    name: "values", placeholder: "file",
    meaning: "Makes {name} in a headline a live number, whose values come as lines name=number from a file that is "
      + "followed; a single - is standard input", isFile: true)
  package static let valuesCommand = OptionText(
    name: "values-command", placeholder: "command",
    meaning: "The same from the lines that a command prints, as --command takes it")
  package static let valuesEvery = OptionText(
    name: "values-every", placeholder: "s", meaning: "What --every is to --command, to --values-command")
  package static let editable = OptionText(
    name: "editable", placeholder: "", meaning: "With crawl: a click stops the text, which can then be edited in place")
  package static let dataFile = OptionText(
    name: "data-file", placeholder: "file",
    meaning: "With tokens: keeps the chips in a file, a line each, replaced as a whole at each edit; the arguments are "
      + "added to what it holds", isFile: true)
  package static let suggestFile = OptionText(
    name: "suggest-file", placeholder: "file",
    meaning: "With tokens: completes what is typed to a line of this file, with Tab or the right arrow; with "
      + "--only-suggestions refuses anything else", isFile: true)
  package static let events = OptionText(
    name: "events", placeholder: "names",
    meaning: "With tokens: which events are told on standard output, with commas between them, all or none: "
      + TokenEventLine.names.joined(separator: ", ") + " (default: the first four)")
  package static let autoHeight = OptionText(
    name: "auto-height", placeholder: "",
    meaning: "With tokens: the window grows and shrinks with its rows of chips; at the bottom of the screen, upwards")
  package static let feed = OptionText(
    name: "feed", placeholder: "url",
    meaning:
      "With strip or crawl: shows the headlines of a feed (RSS, Atom or JSON Feed), an address or a file; on the "
      + "strip instead of those of the list; may be given several times", isRepeated: true, isFile: true)
  package static let jsonLines = OptionText(
    name: "json-lines", placeholder: "",
    meaning: "With strip or crawl: each line of its sources is an object, "
      + #"{"text":"…","link":"…","urgent":true,"ttl":60,"topic":"…"}; text is needed; "#
      + "an urgent one comes in next, ttl is in seconds, a topic makes a chip")
  package static let order = OptionText(
    name: "order", placeholder: "order",
    meaning: "With feeds: time, the newest first, or round-robin, one of each feed in turn (default: time)",
    choices: NewsOptions.Order.allCases.map(\.rawValue))
  package static let maxAge = OptionText(
    name: "max-age", placeholder: "s", meaning: "With feeds: leaves out what is older than that (default: no limit)")
  package static let maxItems = OptionText(
    name: "max-items", placeholder: "count", meaning: "With feeds: headlines at most, the newest (default: 500)")
  package static let label = OptionText(
    name: "label", placeholder: "text", meaning: "Text of its chip instead of the feed's own title")
  package static let color = OptionText(
    name: "color", placeholder: "color", meaning: "Colour of its chip and labels instead of the theme's")
  package static let interval = OptionText(
    name: "interval", placeholder: "s", meaning: "Seconds between two looks at it, 60 to 86400 (default: 900)")
  package static let jsonItems = OptionText(
    name: "json", placeholder: "",
    meaning: "As JSON, an object a line for each item: id, title, link, published (in seconds since 1970) and author; "
      + "and for each that was dropped: why, and its title")
  package static let json = OptionText(
    name: "json", placeholder: "", meaning: "As JSON: an array with an object for each")

  package static let out = OptionText(name: "out", placeholder: "file", meaning: "The PNG file to write")
  package static let at = OptionText(
    name: "at", placeholder: "s", meaning: "The moment to show, in seconds from the start (default: 0)")
  package static let size = OptionText(
    name: "size", placeholder: "WxH", meaning: "Size of the picture in pixels; the window's own where it is left out")
  package static let film = OptionText(
    name: "film", placeholder: "N", meaning: "Shows that many moments, one under another (1 to 600)")
  package static let step = OptionText(
    name: "step", placeholder: "s", meaning: "From one moment of a film to the next, in seconds (default: 1)")

  package static let preview = [out, at, size, film, step]

  /// Every option about sources, in the order in which the manual lists them.
  package static let sources = [
    file, watch, command, every, match, values, valuesCommand, valuesEvery, replace, exitAtEnd, editable, dataFile,
    suggestFile, events, autoHeight, feed, jsonLines, order, maxAge, maxItems,
  ]

  /// What most views take: files and a command, followed or not.
  static let live = [file, watch, command, every, exitAtEnd]
  /// Of views that headlines join.
  static let joining =
    live + [values, valuesCommand, valuesEvery, replace, feed, jsonLines, order, maxAge, maxItems]
}
