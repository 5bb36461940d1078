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
