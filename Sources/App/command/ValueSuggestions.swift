internal import Base
internal import Newswire
internal import ScrollCore
internal import X11

/// Completions for values with more than a few words to choose from.
package enum ValueSuggestions {
  /// The named values of a flag; empty if it has none.
  package static func values(of flag: String) -> [String] {
    switch flag {
    case "theme": [Theme.automatic] + Theme.shipped.map(\.name)
    case "place": Placement.allCases.map(\.name)
    default: []
    }
  }

  /// A function that lists the values of a flag on this machine at completion time, or nil.
  package static func live(of flag: String) -> (@Sendable () -> [String])? {
    guard flag == "monitor" else { return nil }
    return { ["primary", "all"] + monitorNames() }
  }

  private static func monitorNames() -> [String] {
    // Completion has nothing to say without it.
    guard let display = try? Display() else { return [] }
    return display.monitors().map(\.name)
  }

  /// The names by which commands find the feeds of the user's list.
  package static func feedNames() -> [String] {
    // The same.
    guard let list = try? FeedList(path: UserPaths.feedList) else { return [] }
    let names = FeedNames(list)
    return list.feeds.map { names.distinctName(of: $0) }
  }
}
