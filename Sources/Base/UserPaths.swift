internal import Glibc

/// The paths of Newsreel's files, by the XDG base directory specification.
package enum UserPaths {
  /// `$XDG_CONFIG_HOME/newsreel/feeds.opml`
  package static var feedList: String { directory("XDG_CONFIG_HOME", ".config") + "/feeds.opml" }
  /// `$XDG_CONFIG_HOME/newsreel/passwords.toml`
  package static var passwords: String { directory("XDG_CONFIG_HOME", ".config") + "/passwords.toml" }
  /// `$XDG_CACHE_HOME/newsreel/feeds`
  package static var cache: String { directory("XDG_CACHE_HOME", ".cache") + "/feeds" }
  /// `$XDG_CACHE_HOME/newsreel/channels`
  package static var channels: String { directory("XDG_CACHE_HOME", ".cache") + "/channels" }
  /// `$XDG_CACHE_HOME/newsreel/icons`
  package static var icons: String { directory("XDG_CACHE_HOME", ".cache") + "/icons" }
  /// `$XDG_CACHE_HOME/newsreel/pictures`
  package static var pictures: String { directory("XDG_CACHE_HOME", ".cache") + "/pictures" }
  /// Whether a path is that of an image in one of these folders, and leads nowhere else.
  package static func isCached(_ path: String, in folder: String) -> Bool {
    // Compares bytes: for Swift's characters, a slash before a combining mark is not a slash.
    let (all, start) = (Array(path.utf8), Array((folder + "/").utf8))
    return all.starts(with: start) && all.suffix(4).elementsEqual(".png".utf8)
      && !all[start.count...].contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
  }

  /// `$XDG_STATE_HOME/newsreel/items`
  package static var readState: String { directory("XDG_STATE_HOME", ".local/state") + "/items" }
  /// `$XDG_STATE_HOME/newsreel/unsent-marks`
  package static var unsentMarks: String { directory("XDG_STATE_HOME", ".local/state") + "/unsent-marks" }
  /// `$XDG_STATE_HOME/newsreel/headlines`
  package static var headlines: String { directory("XDG_STATE_HOME", ".local/state") + "/headlines" }
  /// `$XDG_STATE_HOME/newsreel/off-feeds`
  package static var offFeeds: String { directory("XDG_STATE_HOME", ".local/state") + "/off-feeds" }
  /// `$XDG_STATE_HOME/newsreel/topic-colors`
  package static var topicColors: String { directory("XDG_STATE_HOME", ".local/state") + "/topic-colors" }

  /// `$XDG_CONFIG_HOME/newsreel/newsreel.toml`
  package static var configuration: String { directory("XDG_CONFIG_HOME", ".config") + "/newsreel.toml" }
  /// `$XDG_RUNTIME_DIR/newsreel`, for the sockets of running programs; if that is unset, a directory of the user in
  /// /tmp.
  package static var sockets: String {
    let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    return folder.hasPrefix("/") ? folder + "/newsreel" : "/tmp/newsreel-\(getuid())"
  }

  /// `$XDG_CONFIG_HOME/autostart/newsreel.desktop`, by the desktop application autostart specification.
  package static var autostart: String { base("XDG_CONFIG_HOME", ".config") + "/autostart/newsreel.desktop" }

  private static func directory(_ variable: String, _ fallback: String) -> String {
    base(variable, fallback) + "/newsreel"
  }

  /// `$HOME`
  package static var home: String { getenv("HOME").map { String(cString: $0) } ?? "/" }

  private static func base(_ variable: String, _ fallback: String) -> String {
    if let folder = VirtualSystem.current?.folders[variable] { return folder }
    // The specification demands to ignore relative paths.
    if let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix("/") { return value }
    return "\(home)/\(fallback)"
  }

  /// The absolute path; an address stays the same.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), !path.contains("://"), path != "-", let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// The path of this program's file (`proc(5)`), or nil.
  package static var program: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
