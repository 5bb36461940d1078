import App
import ArgumentParser
import ScrollCore

/// Manages the user's list of feeds, and tests a feed.
struct FeedsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    var configuration = CommandConfiguration(.feeds)
    configuration.subcommands = [
      List.self, Add.self, Set.self, Remove.self, Undo.self, Off.self, On.self, Import.self, Export.self, Account.self,
      Test.self, Doctor.self, Window.self, Relay.self, Take.self,
    ]
    configuration.defaultSubcommand = List.self
    return configuration
  }
}

/// One of its subcommands.
private protocol FeedsSubcommand: ParsableCommand {
  var action: FeedsAction { get throws }
}

extension FeedsSubcommand {
  func validate() throws { _ = try action }
  func run() throws { throw ExitCode(try action.run()) }
}

extension FeedsCommand {
  struct List: FeedsSubcommand {
    static let configuration = CommandConfiguration(abstract: "Lists the feeds.")
    @Flag(.jsonArray) var json = false
    var action: FeedsAction { .list(json: json) }
  }

  struct Add: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds feeds to the list, and checks each one before.",
      discussion: """
        It prints what each one shows. A web page is replaced by the feed that it links to; of several, which it lists, by the first, or on a terminal by the one that you \
        choose. http is tried if https does not answer. On a \
        terminal it asks before it adds something that is not a feed; elsewhere it adds it with a warning. A check takes 5 seconds at most.
        """)
    @Argument(help: ArgumentHelp("Addresses, or paths of files", valueName: "url"), completion: .file())
    var urls: [String]
    @OptionGroup var options: TableFlags<FeedFlags>
    @Flag(.noCheck) var noCheck = false
    var action: FeedsAction { get throws { try .add(urls, options.value, isChecked: !noCheck) } }
  }

  struct Set: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes a feed's settings in the list; an empty text removes one.")
    @Argument(help: "Its address or its name on the strip", completion: .feeds) var name: String
    @OptionGroup var options: TableFlags<FeedFlags>
    var action: FeedsAction { get throws { try .set(name, options.value) } }
  }

  struct Remove: FeedsSubcommand {
    static let configuration = CommandConfiguration(abstract: "Deletes feeds from the list.")
    @Argument(
      help: ArgumentHelp("Their addresses or their names on the strip", valueName: "name"), completion: .feeds)
    var names: [String]
    var action: FeedsAction { .remove(names: names) }
  }

  struct Undo: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Brings the feeds back that were deleted last, here or in the window.")
    var action: FeedsAction { .undo() }
  }

  struct Off: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Switches a feed off, as a click on its chip does.", aliases: ["hide"])
    @Argument(help: "Its address or its name on the strip", completion: .feeds) var name: String
    var action: FeedsAction { .turn(name, on: false) }
  }

  struct On: FeedsSubcommand {
    static let configuration = CommandConfiguration(abstract: "Switches a feed on.", aliases: ["show"])
    @Argument(help: "Its address or its name on the strip", completion: .feeds) var name: String
    var action: FeedsAction { .turn(name, on: true) }
  }

  struct Import: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds the feeds of an OPML file, as other feed readers write it.")
    @Argument(help: "The file; - is standard input", completion: .file()) var file: String
    var action: FeedsAction { .importing(path: file) }
  }

  struct Export: FeedsSubcommand {
    static let configuration = CommandConfiguration(abstract: "Writes the list as OPML.")
    @Argument(help: "The file to write; standard output where it is left out", completion: .file()) var file: String?
    var action: FeedsAction { .export(path: file) }
  }

  struct Account: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds the feeds of a reader's account (FreshRSS, Miniflux or another Google Reader API).",
      discussion: """
        What is read here is marked as read there, and the other way round. The password is asked for on the terminal, or is the first line of \
        standard input; it goes into passwords.toml, which only you can read. Again for a known account sets its password. Without an address it lists \
        the accounts.
        """)
    @Argument(help: "Its address, as in https://rss.example.org") var url: String?
    @Option(help: ArgumentHelp("Its user there; asked for on the terminal otherwise", valueName: "name")) var user:
      String?
    @Flag(help: "Removes the account, its feeds and its password") var remove = false
    var action: FeedsAction {
      get throws { try remove ? .removeAccount(url) : .account(url, user: user) }
    }
  }

  struct Test: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads a feed and prints what it would show, and what was dropped and why.")
    @Flag(help: "Reads it as a source of alerts (newsreel help alerts)") var alerts = false
    @OptionGroup var options: TableFlags<AlertFlags>
    @Flag(.jsonItems) var json = false
    @Argument(help: "A file, an address, or a feed of the list by its name on the strip", completion: .file()) var feed:
      String
    var action: FeedsAction {
      get throws { try .test(feed: feed, alerts: alerts, options.value, json: json) }
    }
  }

  struct Doctor: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks every feed of the list and says what is wrong with it: moved, gone, slow, empty, not a feed.")
    @Flag(.jsonArray) var json = false
    var action: FeedsAction { .doctor(json: json) }
  }

  struct Window: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      abstract: "Opens a window with the list: a row for each feed, to add, name, order and switch them.",
      discussion: "The strip's menu opens it, too. If the window is open already, it comes to the front.")
    @Option(.panelTheme) var theme: String?
    var action: FeedsAction { .window(theme: theme) }
  }

  /// Internal.
  struct Relay: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      commandName: FeedsAction.relayName, abstract: "Reads feeds for the strip.", shouldDisplay: false)
    var action: FeedsAction { .relay() }
  }

  /// Internal.
  struct Take: FeedsSubcommand {
    static let configuration = CommandConfiguration(
      commandName: FeedsAction.takeName, abstract: "Adds what was dropped on the strip.", shouldDisplay: false)
    var action: FeedsAction { .take() }
  }
}

extension CompletionKind {
  /// The names of the user's feeds.
  fileprivate static var feeds: CompletionKind { .custom { _, _, _ in ValueSuggestions.feedNames() } }
}
