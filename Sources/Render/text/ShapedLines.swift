internal import Scene

/// The lines shaped last, so that measuring a text and then drawing it shapes it once. Bounded.
struct ShapedLines {
  private var recent: [TextRun: ShapedLine] = [:]
  /// Those from before the recent ones. Whichever is used again becomes a recent one, so that what is on the screen stays.
  private var former: [TextRun: ShapedLine] = [:]
  private var recentBytes = 0

  /// The bound of the recent lines in bytes. The former ones are as many.
  static let most = 1 << 17

  mutating func line(of run: TextRun) -> ShapedLine? {
    if let line = recent[run] { return line }
    guard let line = former[run] else { return nil }
    keep(line, of: run)
    return line
  }

  mutating func keep(_ line: ShapedLine, of run: TextRun) {
    if recentBytes > Self.most { (former, recent, recentBytes) = (recent, [:], 0) }
    recent[run] = line
    recentBytes += line.byteCount + run.text.utf8.count
  }
}
