internal import Base

/// The windows of the calling thread, together.
///
///     let board = try Window(counter, kind: .normal, width: 480, height: 120)
///     let strip = try Window(crawl, kind: .dock, height: 36, at: .inBottom)
///     Application.run()
///
/// A program keeps its windows: each closes when its last reference is released.
public enum Application {
  /// Runs all windows of the thread for this many seconds, or until the last one closes. False once all have gone. From a callback
  /// of a window it returns at once.
  @discardableResult
  public static func run(for seconds: Double = .infinity) -> Bool {
    ThreadWindows.current.value.run(for: seconds)
  }

  /// Closes all windows of the thread, so that ``run(for:)`` and ``Window/run(for:)`` return; their `shouldClose` is not asked.
  public static func quit() { for window in windows { window.close() } }

  /// The open windows of the thread, the first opened first.
  public static var windows: [Window] { ThreadWindows.current.value.open }
}
