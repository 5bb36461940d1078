internal import Scene
internal import ScrollCore

/// The lines that give a crawl's placeholders their numbers.
struct CrawlValues {
  private var wrongLines = WrongLines()

  /// Takes a line `name=number`; nothing behind the sign is a dash. A wrong line is told of once, and changes nothing.
  mutating func take(_ bytes: UnsafeRawBufferPointer, for crawl: CrawlView) {
    let line = String(decoding: bytes, as: UTF8.self)
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmed
    guard parts.count == 2, TextPart.isName(name) else {
      return wrongLines.report(line, expected: "a value; write name=number")
    }
    let text = parts[1].trimmed
    let number = DecimalNumber(text)
    guard number != nil || text.isEmpty else { return wrongLines.report(line, expected: "a value; write name=number") }
    crawl.setValue(String(name), to: number)
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return prefix(0)
    }
    return self[first...last]
  }
}
