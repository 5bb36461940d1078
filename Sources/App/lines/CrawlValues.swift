internal import Scene
internal import ScrollCore

/// The lines that give a crawl's placeholders their numbers.
struct CrawlValues {
  private var wrongLines = WrongLines()

  /// Takes a line `name=number`; where nothing follows the sign, a dash is shown. A wrong line is reported once and
  /// changes nothing.
  mutating func take(_ bytes: UnsafeRawBufferPointer, for crawl: CrawlView) {
    let line = bytes.bindMemory(to: UInt8.self).span
    var sign = 0
    while sign < line.count, line[sign] != UInt8(ascii: "=") { sign += 1 }
    guard sign < line.count else { return report(bytes) }
    let name = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[trimmed(line, 0..<sign)]), as: UTF8.self)
    let number = line.extracting(trimmed(line, sign + 1..<line.count))
    guard TextPart.isName(name), number.isEmpty || DecimalNumber.isNumber(number) else { return report(bytes) }
    crawl.setValue(name, to: number)
  }

  private mutating func report(_ line: UnsafeRawBufferPointer) {
    wrongLines.report(String(decoding: line, as: UTF8.self), expected: "a value; write name=number")
  }

  /// The range without the blanks at both ends.
  private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }
}
