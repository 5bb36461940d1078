internal import Base
internal import Newswire
internal import ScrollCore
internal import X11

/// What shells offer for a value that is more than one of a few words.
package enum ValueSuggestions {
  /// The values of a flag that have names; none where there are none.
  package static func values(of flag: String) -> [String] {
    switch flag {
    case "theme": [Theme.automatic] + Theme.shipped.map(\.name)
    case "place": Placement.allCases.map(\.name)
    default: []
    }
  }

  /// The values of a flag that the machine knows, found when the shell asks; nil where there are none.
  package static func live(of flag: String) -> (@Sendable () -> [String])? {
    guard flag == "monitor" else { return nil }
    return { ["primary", "all"] + monitorNames() }
  }

  private static func monitorNames() -> [String] {
    guard let display = try? Display() else { return [] }
    return display.monitors().map(\.name)
  }

  /// The names of the feeds of the user's list, as chips show them.
  package static func feedNames() -> [String] {
    guard let list = try? FeedList(path: UserPaths.feedList) else { return [] }
    let names = FeedNames(list)
    return list.feeds.map { names.name(of: $0) }
  }
}
