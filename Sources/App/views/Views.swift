/// The views with commands, in the order of lists. The first is the program's default.
package enum Views {
  package static var all: [any ViewKind.Type] {
    [StripKind.self, CrawlKind.self, CounterKind.self, TokensKind.self, CreditsKind.self, BadgeKind.self]
  }

  /// The texts about all commands, in the order of lists.
  package static let commands: [CommandText] =
    all.map { $0.text } + [
      CommandText.feeds, .bar, .headlines, .settings, .message, .inspect, .config, .focus, .monitors, .doctor,
      .autostart,
      .publish,
      .preview,
      .film, .rundown,
      .properties, .themes,
    ]
}
