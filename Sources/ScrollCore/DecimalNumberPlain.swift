// Numbers as most programs write them, digits with a minus and a point, take a short way: they may come by thousands a
// second.

extension DecimalNumber {
  /// Reads a number from the bytes of a text, as `init(_:)` does; nil where it is none.
  public init?(bytes: Span<UInt8>) {
    guard let plain = Plain(bytes) else {
      self.init(Self.string(bytes))
      return
    }
    self.init(
      isNegative: plain.isNegative, integer: Self.digits(bytes, plain.integer),
      fraction: Self.digits(bytes, plain.fraction))
  }

  /// Whether a text is a number, from its bytes.
  public static func isNumber(_ bytes: Span<UInt8>) -> Bool {
    Plain(bytes) != nil || DecimalNumber(string(bytes)) != nil
  }

  /// Where the digits of a plain number stand.
  private struct Plain {
    var isNegative = false
    var integer = 0..<0
    var fraction = 0..<0

    /// Nil where anything else is among them.
    init?(_ bytes: Span<UInt8>) {
      isNegative = !bytes.isEmpty && bytes[0] == UInt8(ascii: "-")
      let start = isNegative ? 1 : 0
      var point: Int?
      for i in start..<bytes.count where bytes[i] &- 0x30 > 9 {
        guard bytes[i] == UInt8(ascii: "."), point == nil else { return nil }
        point = i
      }
      integer = start..<(point ?? bytes.count)
      if let point { fraction = point + 1..<bytes.count }
      guard !integer.isEmpty, point == nil || !fraction.isEmpty else { return nil }
    }
  }

  private static func digits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(range.count)
    for i in range { digits.append(bytes[i] - 0x30) }
    return digits
  }

  private static func string(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    for i in 0..<bytes.count { copy.append(bytes[i]) }
    return String(decoding: copy, as: UTF8.self)
  }
}
