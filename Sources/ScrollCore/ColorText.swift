/// A text that is no colour: what was wrong and, where one is near, the right spelling.
public struct ColorError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  public var text: String {
    "#" + hex(red) + hex(green) + hex(blue) + (isOpaque ? "" : hex(alpha))
  }

  private func hex(_ channel: UInt8) -> String {
    let digits = String(channel, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`.
  public init(parsing text: String) throws(ColorError) {
    let digits = text.dropFirst().compactMap(\.hexDigitValue).map(UInt8.init)
    guard text.hasPrefix("#"), digits.count == text.count - 1, [3, 4, 6, 8].contains(digits.count) else {
      throw ColorError("'\(text)' is not a colour")
    }
    var channels: [UInt8] = []
    if digits.count <= 4 {
      channels = digits.map { $0 * 17 }
    } else {
      for i in stride(from: 0, to: digits.count, by: 2) { channels.append(digits[i] * 16 + digits[i + 1]) }
    }
    self.init(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
  }
}
