/// A colour in sRGB, eight bits a channel, not premultiplied. `alpha` 255 is opaque.
public struct Color: Equatable, Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `0xrrggbb`, opaque.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  public static let black = Color(rgb: 0x000000)
  public static let white = Color(rgb: 0xffffff)
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  public var isOpaque: Bool { alpha == 255 }

  /// The colour as the background of a content: nil where it is see-through. What lies behind all contents has it then,
  /// once; laid over itself it would be twice as dense.
  public var solid: Color? { isOpaque ? self : nil }

  /// The same colour without its alpha.
  public var opaque: Color { Color(red: red, green: green, blue: blue) }
}
