internal import Scene
internal import ScrollCore

/// The lines that give a crawl's placeholders their numbers.
struct CrawlValues {
  private var wrongLines = WrongLines()

  /// Takes a line `name=number`; nothing behind the sign is a dash. A wrong line is told of once, and changes nothing.
  mutating func take(_ bytes: UnsafeRawBufferPointer, for crawl: CrawlView) {
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return report(bytes) }
    let name = String(decoding: trimmed(bytes[..<sign]), as: UTF8.self)
    let number = trimmed(bytes[(sign + 1)...])
    guard TextPart.isName(name), number.isEmpty || DecimalNumber(bytes: number) != nil else { return report(bytes) }
    crawl.setValue(name, to: number)
  }

  private mutating func report(_ line: UnsafeRawBufferPointer) {
    wrongLines.report(String(decoding: line, as: UTF8.self), expected: "a value; write name=number")
  }

  private func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var rest = bytes
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return rest
  }
}
