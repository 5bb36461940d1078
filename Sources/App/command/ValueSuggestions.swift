internal import Base
internal import Newswire
internal import ScrollCore

/// What shells offer for a value that is more than one of a few words.
package enum ValueSuggestions {
  /// The values of a flag that have names; none where there are none.
  package static func values(of flag: String) -> [String] {
    switch flag {
    case "theme": Theme.shipped.map(\.name)
    case "place": Placement.allCases.map(\.name)
    case "monitor": ["primary"]
    default: []
    }
  }

  /// The names of the feeds of the user's list, as chips show them.
  package static func feedNames() -> [String] {
    guard let list = try? FeedList(path: UserPaths.feedList) else { return [] }
    let names = FeedNames(list)
    return list.feeds.map { names.name(of: $0) }
  }
}
