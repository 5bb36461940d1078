internal import Base
internal import Newswire
internal import ScrollCore

/// The manual page newsreel(1), generated from the declarations of the command line.
package enum Manual {
  /// The page as roff source, with the man macros.
  package static let page: String = {
    var page = Roff()
    page.request(#".TH NEWSREEL 1 "\#(Release.date)" "newsreel \#(Release.version)" "User Commands""#)
    head(&page)
    commands(&page)
    options(&page)
    let topics = [
      HelpTopic.keys, .mouse, .widgets, .rowKinds, .markup, .control, .onAir, .alerts, .asRun, .mqtt, .inspector,
    ]
    for topic in topics {
      section(on: topic, &page)
    }
    surroundings(&page)
    examples(&page)
    return page.text
  }()

  private static func head(_ page: inout Roff) {
    page.section("NAME")
    page.paragraph(
      "newsreel - \(StripKind.text.abstract.prefix(1).lowercased() + StripKind.text.abstract.dropFirst())")
    page.section("SYNOPSIS")
    for (index, command) in Views.commands.enumerated() {
      if index > 0 { page.request(".br") }
      page.request(".B \(Roff.escaped(["newsreel", command.name].filter { !$0.isEmpty }.joined(separator: " ")))")
      let isSingle = [CounterKind.text.name, CommandText.properties.name].contains(command.name)
      let arguments = command.argument.isEmpty ? "" : " [\(command.argument)\(isSingle ? "" : " ...")]"
      page.line("[option ...]\(arguments)")
    }
    page.section("DESCRIPTION")
    page.paragraph(StripKind.text.discussion)
    page.paragraph("An argument that begins with a dash but is not an option goes after --.")
  }

  private static func commands(_ page: inout Roff) {
    page.section("SUBCOMMANDS")
    for command in Views.commands where !command.name.isEmpty {
      page.item(command.name, italic: command.argument, "\(command.abstract). \(command.discussion)")
    }
  }

  private static func options(_ page: inout Roff) {
    page.section("OPTIONS")
    page.paragraph(
      "A property that is true or false is set by --name, --no-name, --name true or --name=false. "
        + "Other values follow the name or an equals sign.")
    list("Sources", PropertyInfo.sources, &page)
    for view in PropertyInfo.views {
      let flags = PropertyInfo.all.flags.filter { $0.view == view }
      if !flags.isEmpty { list(PropertyInfo.title(of: view), flags, &page) }
    }
    list("Publish", PropertyInfo.publish, &page)
    list("Preview", PropertyInfo.preview, &page)
    list("Film", PropertyInfo.film, &page)
    list("Rundown", PropertyInfo.rundown, &page)
    let general = [
      PropertyInfo("help", "Shows the commonest options, or those of a command, and ends"), .helpAll,
      PropertyInfo("version", "Shows the version and ends, as -v does where it stands alone"),
      PropertyInfo(
        "generate-completion-script", takes: "bash|zsh|fish", "Prints a completion script for that shell and ends"),
      PropertyInfo("json", "With properties. \(PropertyInfo.jsonArray.meaning)"),
    ]
    list("General", general, &page)
  }

  private static func list(_ title: String, _ options: [PropertyInfo], _ page: inout Roff) {
    page.subsection(title)
    for option in options { page.item("--\(option.name)", italic: option.placeholder, option.help + ".") }
  }

  private static func section(on topic: HelpTopic, _ page: inout Roff) {
    page.section(topic.title.uppercased())
    page.paragraph(topic.introduction)
    for (term, meaning) in topic.rows {
      if meaning.isEmpty {
        page.subsection(term)
      } else {
        page.item(term, meaning.prefix(1).uppercased() + meaning.dropFirst() + ".")
      }
    }
  }

  private static func surroundings(_ page: inout Roff) {
    page.section("EXIT STATUS")
    page.item("\(ExitStatus.success)", "Success.")
    page.item(
      "\(ExitStatus.failure)", "A failure, such as an unavailable display or an unreadable file.")
    page.item("\(ExitStatus.usage)", "An invalid command line.")
    page.section("ENVIRONMENT")
    page.item("DISPLAY", "The X server on which the window opens.")
    page.item(
      "http_proxy, https_proxy, no_proxy",
      "The proxies for fetching feeds, and the hosts to reach without one, as for curl.")
    page.item("NEWSREEL_MQTT_PASSWORD", "The password for the MQTT broker, instead of that in passwords.toml.")
    page.section("FEEDS")
    page.paragraph("The elements that are read of an item; the first one present counts.")
    for (field, words) in FeedTable.rows { page.item(field, words) }
    page.section("FILES")
    page.item(
      "$XDG_CONFIG_HOME/newsreel/feeds.opml", "The list of feeds; in ~/.config if the variable is not set.")
    page.item(
      "$XDG_CONFIG_HOME/newsreel/passwords.toml",
      "Users, passwords and headers for feeds, by the beginnings of their addresses, and users and passwords for MQTT brokers; "
        + "ignored if others can read it."
    )
    page.item(
      "$XDG_RUNTIME_DIR/newsreel/NAME.sock",
      "The socket of a window, for newsreel msg; in /tmp/newsreel-UID if the variable is not set.")
    page.item("$XDG_CONFIG_HOME/newsreel/newsreel.toml", "The configuration; newsreel config init writes one.")
    page.item(
      "$XDG_CONFIG_HOME/autostart/newsreel.desktop", "The entry that newsreel autostart on writes, and off removes.")
    page.item(
      "$XDG_CACHE_HOME/newsreel/feeds/",
      "The last headlines of each feed, shown at once at the next start; in ~/.cache.")
    page.item("$XDG_CACHE_HOME/newsreel/channels/", "What brokers said last, shown while they are away.")
    page.item("$XDG_CACHE_HOME/newsreel/icons/", "The feeds' own icons, updated once a week.")
    page.item("$XDG_STATE_HOME/newsreel/items", "The headlines that have been read or removed; in ~/.local/state.")
    page.item(
      "$XDG_STATE_HOME/newsreel/hidden-feeds",
      "The feeds of the list whose chips were removed or, after the word off, are switched off, an address a line.")
    page.item(
      "$XDG_STATE_HOME/newsreel/unsent-marks",
      "What has been marked as read or unread and a reader's account does not know yet.")
    page.item("$XDG_STATE_HOME/newsreel/topic-colors", "The colour of each topic, so that it stays the same.")
  }

  private static func examples(_ page: inout Roff) {
    page.section("EXAMPLES")
    for (purpose, command) in exampleLines {
      page.paragraph(purpose + ":")
      page.example(command)
    }
  }

  /// Command lines for common uses.
  static let exampleLines = [
    ("Two headlines at the bottom of the screen", #"newsreel "First headline" "Second headline""#),
    ("The lines of a log as they arrive", "tail -f /var/log/syslog | newsreel crawl -"),
    (
      "A small clock in the upper right corner",
      "while date +%H:%M; do sleep 60; done | newsreel crawl --replace --geometry 120x30-0+0"
    ),
    ("The output of a command, updated each minute", "newsreel crawl --command 'uptime -p' --every 60"),
    ("A file, followed as it changes", "newsreel --file headlines.txt --watch"),
    ("A number that rolls", "while nproc; do sleep 5; done | newsreel counter"),
    ("Chips, with events about their changes", "newsreel tokens alpha beta gamma"),
    (
      "Tags stored in a file, with completion",
      "newsreel tokens --data-file tags.txt --suggest-file known.txt --auto-height"
    ),
    ("A text to edit with a click", #"newsreel crawl --editable "Click me""#),
    ("A strip on every monitor, half see-through", "newsreel --monitor all --opacity 0.5"),
    ("The strip at the top of the screen at every login", "newsreel autostart on -- --place in-top"),
    ("A picture of the light strip after three seconds", "newsreel preview --theme light --at 3 --out strip.png"),
  ]
}
