/// What help and manual say about a command.
package struct CommandText: Equatable, Sendable {
  /// "crawl"; empty for the program itself.
  package let name: String
  /// What its arguments are called: "headline"; empty where it takes none.
  package let argument: String
  package let argumentMeaning: String
  /// One line, without a full stop.
  package let abstract: String
  /// A few sentences.
  package let discussion: String
}

extension CommandText {
  /// What becomes of a stream without end: see `TextStore.Limits.stream`.
  private static let bound = """
    Standard input is read at any rate and never kept waiting: the newest 100,000 headlines, or 16 MiB of text, are \
    kept, in their order; older ones make room once they are off the screen.
    """

  package static let strip = CommandText(
    name: "", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "A news ticker for the X11 desktop",
    discussion: """
      Shows a strip along the edge of the screen: a label, headlines that scroll by, their number, and a chip for each \
      topic. A click on a chip takes its headlines off; a feed of the list is hidden then, and newsreel feeds show brings it \
      back. Without a source it shows the feeds of newsreel feeds list, and \
      where there are none, the headlines that it ships with. \
      A first argument that is no subcommand is a headline. \(bound)
      """)

  package static let crawl = CommandText(
    name: "crawl", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "Scrolls headlines sideways",
    discussion: """
      Shows the crawl alone, without label, counter and chips. With --editable a click stops it and puts a caret into \
      the headline; Return scrolls the new text and prints {"event":"edited","text":"…"}, Escape brings the old one back. \
      With --values or --values-command, headlines may hold numbers that roll in place while they run by: AAPL {aapl} \
      shows the number of the last line aapl=…. \(bound)
      """)

  package static let counter = CommandText(
    name: "counter", argument: "number",
    argumentMeaning: "The number to show first; a single - reads them from standard input",
    abstract: "Shows a number whose digits roll when it changes",
    discussion: """
      Each line of the sources is a new number. A line that is none is told of once on standard error, and the number \
      stays. A number that is too wide for the window is shown smaller.
      """)

  package static let tokens = CommandText(
    name: "tokens", argument: "label", argumentMeaning: "A chip's label; a single - reads them from standard input",
    abstract: "Shows labels as chips that can be typed, removed and put in order",
    discussion: """
      What is typed becomes a chip with Return; a click removes one, dragging moves it, Ctrl-Z takes back what was done. \
      A paste is split at commas, semicolons, tabs and line ends. \
      Each removal is a line on standard output: {"event":"removed","token":"…","index":N}, where the index is the chip's \
      place before it went, counted from 0; additions ("added"), moves ("moved", with "from" and "to") and refusals \
      ("refused", with a "reason") are told likewise, and more with --events.
      """)

  package static let credits = CommandText(
    name: "credits", argument: "file", argumentMeaning: "A text file; a single - is standard input",
    abstract: "Scrolls a text upwards, as film credits do",
    discussion: "Long lines are wrapped at the width of the window.")

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

  /// In the order in which they are listed.
  package static let all = Views.all.map { $0.text } + [feeds, preview, properties]
}
