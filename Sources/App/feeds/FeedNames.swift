internal import Base
internal import Newswire
internal import ScrollCore

/// The feeds of a list with their display names: the user's label, or else the feed's title once fetched, or else the
/// host or file name.
struct FeedNames {
  private let feeds: [(feed: FeedSpec, name: String)]
  /// The names by address.
  private let names: [String: String]
  /// How many feeds have each name, ignoring case.
  private let counts: [String: Int]

  init(_ list: FeedList, cache: FeedCache = FeedCache(directory: UserPaths.cache)) {
    feeds = list.feeds.map { ($0, $0.label ?? cache.title(of: $0.url) ?? $0.plainName) }
    names = Dictionary(feeds.map { ($0.feed.url, $0.name) }, uniquingKeysWith: { first, _ in first })
    counts = feeds.reduce(into: [:]) { $0[$1.name.lowercased(), default: 0] += 1 }
  }

  func name(of feed: FeedSpec) -> String { names[feed.url] ?? feed.plainName }

  /// A name by which commands find the feed: its address if others have its name.
  func distinctName(of feed: FeedSpec) -> String {
    let name = name(of: feed)
    return counts[name.lowercased(), default: 0] > 1 ? feed.url : name
  }

  /// The feed with this address or name, ignoring case.
  ///
  /// - Throws: if there is none, with the nearest one, or if there are several.
  func feed(named name: String) throws(Failure) -> FeedSpec {
    // A label need not be an address.
    let url = try? FeedSpec(url: name).url
    if let exact = feeds.first(where: { $0.feed.url == name || $0.feed.url == url }) { return exact.feed }
    for matches in [feeds.filter { $0.name == name }, feeds.filter { $0.name.lowercased() == name.lowercased() }] {
      if matches.count > 1 {
        throw Failure(
          of: name,
          reason: "is the name of \(matches.count) feeds; use an address: "
            + matches.map(\.feed.url).joined(separator: ", "))
      }
      if let match = matches.first { return match.feed }
    }
    let known = feeds.flatMap { [$0.name, $0.feed.url] }
    let hint = hint(for: name, in: known, else: "newsreel feeds list shows all")
    throw Failure(of: name, reason: "is not in the list" + hint)
  }
}
