/// The views that have commands of their own, in the order in which they are listed; the first is the program's own.
package enum Views {
  package static var all: [any ViewKind.Type] {
    [StripKind.self, CrawlKind.self, CounterKind.self, TokensKind.self, CreditsKind.self, BadgeKind.self]
  }

  /// What help and manual say of every command, in the order in which they are listed.
  package static let commands: [CommandText] =
    all.map { $0.text } + [
      CommandText.feeds, .message, .inspect, .config, .focus, .monitors, .autostart, .preview, .properties, .themes,
    ]
}
