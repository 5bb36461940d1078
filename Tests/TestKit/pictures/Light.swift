import Glibc

/// What a screen emits for code values, by sRGB's curve (IEC 61966-2-1); 1 is all of it.
package enum Light {
  /// Of each of the 256 code values of a channel.
  package static let ofCode: [Double] = (0..<256).map { code in
    let value = Double(code) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// How much red, green and blue count to an eye (ITU-R BT.709).
  package static let weights = (red: 0.2126, green: 0.7152, blue: 0.0722)
}
