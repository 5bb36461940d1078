internal import Base
internal import Newswire

/// Starts windows with controls as separate programs, to keep the strip's memory small.
enum PanelLaunch {
  /// - Parameters:
  ///   - words: The command that opens the window.
  ///   - theme: The window's theme, as for `--theme`; nil for the desktop's.
  /// - Throws: `Failure` if it cannot be started.
  static func start(_ words: [String], theme: String?) throws(Failure) {
    let look = theme.map { ["--theme", $0] } ?? []
    try Detached.start([UserPaths.program ?? "newsreel"] + words + look)
  }
}
