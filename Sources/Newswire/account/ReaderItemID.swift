internal import Base

/// The ID of an item in the Google Reader API. Most servers number items, and write a number in decimal, or behind a
/// prefix in 16 hexadecimal digits. Others have IDs of their own.
struct ReaderItemID: Hashable, Sendable {
  private static let prefix = "tag:google.com,2005:reader/item/"
  /// 16 hexadecimal digits, or the server's own ID.
  private let text: String

  /// The long form, which all servers accept, and which identifies items here.
  var long: String { Self.prefix + text }

  /// Reads any form. Returns nil for one that cannot be an ID.
  init?(_ written: String) {
    let isLong = written.hasPrefix(Self.prefix)
    let short = isLong ? written.dropFirst(Self.prefix.count) : written[...]
    guard (1...64).contains(short.utf8.count),
      short.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) })
    else { return nil }
    text = Self.number(short, isHexadecimal: isLong).map(Self.padded) ?? String(short)
  }

  /// Reads an ID that is the long form; nil for anything else.
  init?(long: String) {
    guard long.hasPrefix(Self.prefix) else { return nil }
    self.init(long)
  }

  private static func number(_ digits: Substring, isHexadecimal: Bool) -> UInt64? {
    // A leading zero is never decimal.
    if !isHexadecimal, digits.first != "0" || digits.count == 1 {
      if let number = UInt64(digits) ?? Int64(digits).map({ UInt64(bitPattern: $0) }) { return number }
    }
    return digits.utf8.count <= 16 && digits.first != "-" ? UInt64(digits, radix: 16) : nil
  }

  private static func padded(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
