extension DecimalNumber {
  /// Reads a number from the bytes of a text, as `init(_:)` does; nil where it is none. Digits with a minus and a point,
  /// as most programs write them, take a shorter way.
  public init?(bytes: some Collection<UInt8>) {
    if let plain = Self.plain(bytes) {
      self = plain
    } else {
      self.init(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func plain(_ bytes: some Collection<UInt8>) -> DecimalNumber? {
    var rest = bytes[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var integer: [UInt8] = []
    var fraction: [UInt8] = []
    var hasPoint = false
    for byte in rest {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if 0x30...0x39 ~= byte {
        if hasPoint { fraction.append(byte - 0x30) } else { integer.append(byte - 0x30) }
      } else {
        return nil
      }
    }
    guard !integer.isEmpty, !hasPoint || !fraction.isEmpty else { return nil }
    return DecimalNumber(isNegative: isNegative, integer: integer, fraction: fraction)
  }
}
