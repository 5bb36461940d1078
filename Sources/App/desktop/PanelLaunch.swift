internal import Base
internal import Newswire

/// Starts windows of our own controls, each a program of its own, so that a strip stays as light as it is.
enum PanelLaunch {
  /// - Parameters:
  ///   - words: The command that opens the window.
  ///   - theme: The colours that it is to have, as `--theme` takes them; nil: those that the desktop asks for.
  /// - Throws: `Failure` where it cannot be started.
  static func start(_ words: [String], theme: String?) throws(Failure) {
    let look = theme.map { ["--theme", $0] } ?? []
    try Detached.start([UserPaths.program ?? "newsreel"] + words + look)
  }
}
