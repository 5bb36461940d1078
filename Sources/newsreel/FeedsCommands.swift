import App
import ArgumentParser

/// The user's list of feeds, and a look at one.
struct FeedsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    var configuration = CommandConfiguration(.feeds)
    configuration.subcommands = [
      FeedsList.self, FeedsAdd.self, FeedsRemove.self, FeedsHide.self, FeedsShow.self, FeedsImport.self,
      FeedsExport.self, FeedsTest.self,
      FeedsRelay.self,
    ]
    configuration.defaultSubcommand = FeedsList.self
    return configuration
  }
}

/// One of its subcommands.
private protocol FeedsSubcommand: ParsableCommand {
  var action: FeedsAction { get }
}

extension FeedsSubcommand {
  func run() throws {
    let status = App.run(action)
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

struct FeedsList: FeedsSubcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the feeds.")
  @Flag(.json) var json = false
  var action: FeedsAction { .list(json: json) }
}

struct FeedsAdd: FeedsSubcommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds a feed to the list.")
  @Argument(help: "An address, or the path of a file", completion: .file()) var url: String
  @Option(.label) var label: String?
  @Option(.color) var color: String?
  @Option(.interval) var interval: String?
  var action: FeedsAction { .add(url: url, label: label, color: color, interval: interval) }
}

struct FeedsRemove: FeedsSubcommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Takes a feed off the list.")
  @Argument(help: "Its address or its label") var name: String
  var action: FeedsAction { .remove(name: name) }
}

struct FeedsHide: FeedsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "hide", abstract: "Leaves a feed in the list, but does not show it; as removing its chip does.")
  @Argument(help: "Its address or its label") var name: String
  var action: FeedsAction { .hide(name: name) }
}

struct FeedsShow: FeedsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Brings a hidden feed back.")
  @Argument(help: "Its address or its label") var name: String
  var action: FeedsAction { .show(name: name) }
}

struct FeedsImport: FeedsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Adds the feeds of an OPML file, as other feed readers write it.")
  @Argument(help: "The file; - is standard input", completion: .file()) var file: String
  var action: FeedsAction { .importing(path: file) }
}

struct FeedsExport: FeedsSubcommand {
  static let configuration = CommandConfiguration(commandName: "export", abstract: "Writes the list as OPML.")
  @Argument(help: "The file to write; standard output where it is left out", completion: .file()) var file: String?
  var action: FeedsAction { .export(path: file) }
}

struct FeedsTest: FeedsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Reads a feed and prints what it would show, and what was dropped and why.")
  @Flag(.jsonItems) var json = false
  @Argument(help: "A file or an address", completion: .file()) var feed: String
  var action: FeedsAction { .test(feed: feed, json: json) }
}

/// Not for users.
struct FeedsRelay: FeedsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: FeedsAction.relayName, abstract: "Reads feeds for the strip.", shouldDisplay: false)
  @Argument var feeds: [String] = []
  var action: FeedsAction { .relay(feeds: feeds) }
}
