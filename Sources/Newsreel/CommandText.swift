/// What help and manual say about a command.
public struct CommandText: Equatable, Sendable {
  /// "crawl"; empty for the program itself.
  public let name: String
  /// What its arguments are called: "headline"; empty where it takes none.
  public let argument: String
  public let argumentMeaning: String
  /// One line, without a full stop.
  public let abstract: String
  /// A few sentences.
  public let discussion: String
}

extension CommandText {
  public static let strip = CommandText(
    name: "", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "A news ticker for the X11 desktop",
    discussion: """
      Shows a strip along the edge of the screen: a label, headlines that scroll by, their number, and a chip for each \
      topic. A click on a chip takes its headlines off. Without a source it shows the headlines that it ships with. \
      A first argument that is no subcommand is a headline.
      """)

  public static let crawl = CommandText(
    name: "crawl", argument: "headline",
    argumentMeaning: "A headline; a single - stands for the lines of standard input",
    abstract: "Scrolls headlines sideways",
    discussion: """
      Shows the crawl alone, without label, counter and chips. With --editable a click stops it and puts a caret into \
      the headline; Return scrolls the new text, Escape the old one.
      """)

  public static let counter = CommandText(
    name: "counter", argument: "number",
    argumentMeaning: "The number to show first; a single - reads them from standard input",
    abstract: "Shows a number whose digits roll when it changes",
    discussion: "Each line of the sources is a new number.")

  public static let tokens = CommandText(
    name: "tokens", argument: "label", argumentMeaning: "A chip's label; a single - reads them from standard input",
    abstract: "Shows labels as chips that can be typed, removed and put in order",
    discussion: """
      What is typed becomes a chip with Return; a click removes one, dragging moves it, Ctrl-Z takes back what was done. \
      A paste is split at commas, semicolons, tabs and line ends. \
      Each removal is a line on standard output: {"event":"removed","token":"…","index":N}, where the index is the chip's \
      place before it went, counted from 0; additions ("added"), moves ("moved", with "from" and "to") and refusals \
      ("refused", with a "reason") are told likewise, and more with --events.
      """)

  public static let credits = CommandText(
    name: "credits", argument: "file", argumentMeaning: "A text file; a single - is standard input",
    abstract: "Scrolls a text upwards, as film credits do",
    discussion: "Long lines are wrapped at the width of the window.")

  public static let properties = CommandText(
    name: "properties", argument: "view", argumentMeaning: "Whose properties: all where it is left out",
    abstract: "Lists every property with type, unit, default, range and meaning",
    discussion: "Each property is a flag of its view's command: scroll-time is --scroll-time.")

  /// In the order in which they are listed.
  public static let all = [strip, crawl, counter, tokens, credits, properties]
}

/// What help and manual say about an option that is not a property.
public struct OptionText: Equatable, Sendable {
  public let name: String
  /// What stands for its value; empty for a flag.
  public let placeholder: String
  public let meaning: String
}

extension OptionText {
  public static let file = OptionText(
    name: "file", placeholder: "file",
    meaning: "Takes the lines of a file, after the arguments; may be given several times")
  public static let replace = OptionText(
    name: "replace", placeholder: "", meaning: "A line of standard input replaces the text instead of joining it")
  public static let exitAtEnd = OptionText(
    name: "exit-at-end", placeholder: "", meaning: "Ends with the last source instead of going on with what there is")
  public static let editable = OptionText(
    name: "editable", placeholder: "", meaning: "With crawl: a click stops the text, which can then be edited in place")
  public static let dataFile = OptionText(
    name: "data-file", placeholder: "file",
    meaning: "With tokens: keeps the chips in a file, a line each, replaced as a whole at each edit; the arguments are "
      + "added to what it holds")
  public static let suggestFile = OptionText(
    name: "suggest-file", placeholder: "file",
    meaning: "With tokens: completes what is typed to a line of this file, with Tab or the right arrow; with "
      + "--only-suggestions refuses anything else")
  public static let events = OptionText(
    name: "events", placeholder: "names",
    meaning: "With tokens: which events are told on standard output, with commas between them, all or none: "
      + TokenEventLine.names.joined(separator: ", ") + " (default: the first four)")
  public static let autoHeight = OptionText(
    name: "auto-height", placeholder: "",
    meaning: "With tokens: the window grows and shrinks with its rows of chips; at the bottom of the screen, upwards")
  public static let json = OptionText(
    name: "json", placeholder: "", meaning: "As JSON: an array with an object for each")

  public static let sources = [
    file, replace, exitAtEnd, editable, dataFile, suggestFile, events, autoHeight,
  ]
}
