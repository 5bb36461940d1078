internal import Glibc

/// Where Newsreel's files live, by the XDG base directory specification.
package enum UserPaths {
  /// `$XDG_CONFIG_HOME/newsreel/feeds.opml`
  package static var feedList: String { directory("XDG_CONFIG_HOME", ".config") + "/feeds.opml" }
  /// `$XDG_CACHE_HOME/newsreel/feeds`
  package static var cache: String { directory("XDG_CACHE_HOME", ".cache") + "/feeds" }
  /// `$XDG_CACHE_HOME/newsreel/icons`
  package static var icons: String { directory("XDG_CACHE_HOME", ".cache") + "/icons" }
  /// `$XDG_STATE_HOME/newsreel/items`
  package static var readState: String { directory("XDG_STATE_HOME", ".local/state") + "/items" }
  /// `$XDG_STATE_HOME/newsreel/hidden-feeds`
  package static var hiddenFeeds: String { directory("XDG_STATE_HOME", ".local/state") + "/hidden-feeds" }

  private static func directory(_ variable: String, _ fallback: String) -> String {
    // The specification has relative paths ignored.
    if let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix("/") { return value + "/newsreel" }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    return "\(home)/\(fallback)/newsreel"
  }
}
