/// The manual page newsreel(1), made from the same declarations as the command line.
package enum Manual {
  /// The page as roff source, with the man macros.
  package static let page: String = {
    var page = Roff()
    page.request(#".TH NEWSREEL 1 "\#(Release.date)" "newsreel \#(Release.version)" "User Commands""#)
    head(&page)
    commands(&page)
    options(&page)
    surroundings(&page)
    examples(&page)
    return page.text
  }()

  private static func head(_ page: inout Roff) {
    page.section("NAME")
    page.paragraph(
      "newsreel \u{2013} \(StripKind.text.abstract.prefix(1).lowercased() + StripKind.text.abstract.dropFirst())")
    page.section("SYNOPSIS")
    for (index, command) in Views.commands.enumerated() {
      if index > 0 { page.request(".br") }
      page.request(".B \(Roff.escaped(["newsreel", command.name].filter { !$0.isEmpty }.joined(separator: " ")))")
      let isSingle = command.name == CounterKind.text.name || command.name == CommandText.properties.name
      let arguments = command.argument.isEmpty ? "" : " [\(command.argument)\(isSingle ? "" : " ...")]"
      page.line("[option ...]\(arguments)")
    }
    page.section("DESCRIPTION")
    page.paragraph(StripKind.text.discussion)
    page.paragraph("An argument that begins with a dash and is no option goes behind --.")
  }

  private static func commands(_ page: inout Roff) {
    page.section("SUBCOMMANDS")
    for command in Views.commands where !command.name.isEmpty {
      page.item(bold: command.name, italic: command.argument)
      page.line("\(command.abstract). \(command.discussion)")
    }
  }

  private static func options(_ page: inout Roff) {
    page.section("OPTIONS")
    page.paragraph(
      "A property that is true or false is set by --name, --no-name, --name true or --name=false. "
        + "Other values follow the name or an equals sign.")
    page.subsection("Sources")
    for option in OptionText.sources {
      page.item(bold: "--\(option.name)", italic: option.placeholder)
      page.line(option.meaning + ".")
    }
    for table in PropertyTable.all where !table.flags.isEmpty {
      page.subsection(table.title)
      for row in table.flags {
        page.item(bold: "--\(row.name)", italic: row.isFlag ? "" : row.placeholder)
        page.line(row.help + ".")
      }
    }
    page.subsection("Preview")
    for option in OptionText.preview {
      page.item(bold: "--\(option.name)", italic: option.placeholder)
      page.line(option.meaning + ".")
    }
    page.subsection("General")
    page.item(bold: "--help")
    page.line("Shows the options of a command and ends.")
    page.item(bold: "--version")
    page.line("Shows the version and ends.")
    page.item(bold: "--generate-completion-script", italic: "bash|zsh|fish")
    page.line("Prints a completion script for that shell and ends.")
    page.item(bold: "--json")
    page.line("With properties. \(OptionText.json.meaning).")
  }

  private static func surroundings(_ page: inout Roff) {
    page.section("EXIT STATUS")
    page.item(bold: "\(ExitStatus.success)")
    page.line("It ended as it was told to.")
    page.item(bold: "\(ExitStatus.failure)")
    page.line("Something failed, as a display that cannot be opened or a file that cannot be read.")
    page.item(bold: "\(ExitStatus.usage)")
    page.line("The command line was wrong.")
    page.section("ENVIRONMENT")
    page.item(bold: "DISPLAY")
    page.line("The X server on which the window opens.")
    page.item(bold: "http_proxy, https_proxy, no_proxy")
    page.line("The proxies by which feeds are fetched, and the hosts that are reached without, as curl takes them.")
    page.section("FILES")
    page.item(bold: "$XDG_CONFIG_HOME/newsreel/feeds.opml")
    page.line("The list of feeds; in ~/.config where the variable is not set.")
    page.item(bold: "$XDG_CACHE_HOME/newsreel/feeds/")
    page.line("The last headlines of each feed, shown at once at the next start; in ~/.cache.")
    page.item(bold: "$XDG_CACHE_HOME/newsreel/icons/")
    page.line("The feeds' own icons, looked for once a week.")
    page.item(bold: "$XDG_STATE_HOME/newsreel/items")
    page.line("Which headlines have been read or removed; in ~/.local/state.")
    page.item(bold: "$XDG_STATE_HOME/newsreel/hidden-feeds")
    page.line("The feeds of the list whose chips were removed, an address a line.")
  }

  private static func examples(_ page: inout Roff) {
    page.section("EXAMPLES")
    for (purpose, command) in exampleLines {
      page.paragraph(purpose + ":")
      page.example(command)
    }
  }

  /// What the usual uses are typed like.
  static let exampleLines = [
    ("Two headlines at the bottom of the screen", #"newsreel "First headline" "Second headline""#),
    ("The lines of a log as they come", "tail -f /var/log/syslog | newsreel crawl -"),
    (
      "A small clock in the upper right corner",
      "while date +%H:%M; do sleep 60; done | newsreel crawl --replace --geometry 120x30-0+0"
    ),
    ("What a command says, each minute anew", "newsreel crawl --command 'uptime -p' --every 60"),
    ("A file as it is now, and as it will be", "newsreel --file headlines.txt --watch"),
    ("A number that rolls", "while nproc; do sleep 5; done | newsreel counter"),
    ("Chips, and what becomes of them", "newsreel tokens alpha beta gamma"),
    (
      "Tags that are kept in a file, with completion",
      "newsreel tokens --data-file tags.txt --suggest-file known.txt --auto-height"
    ),
    ("A text that a click edits", #"newsreel crawl --editable "Click me""#),
    ("What the light strip shows after three seconds", "newsreel preview --theme light --at 3 --out strip.png"),
  ]
}
