package import CX11
package import ScrollCore

/// The pixel layout of drawables: that of a window's visual, or 32 bits with alpha.
package struct PixelFormat {
  package let visual: UnsafeMutablePointer<Visual>
  package let depth: Int32
  package let render: UnsafeMutablePointer<XRenderPictFormat>

  /// The layout of translucent contents: premultiplied ARGB.
  package static func alpha(_ display: Display) -> PixelFormat? { trueColors(display.raw, display.screen, depth: 32) }

  /// The layout of the root window, or a TrueColor one if the root's pixels index a palette.
  static func root(_ display: OpaquePointer, _ screen: Int32) -> PixelFormat? {
    if let visual = XDefaultVisual(display, screen), visual.pointee.class == TrueColor,
      let format = XRenderFindVisualFormat(display, visual)
    {
      return PixelFormat(visual: visual, depth: XDefaultDepth(display, screen), render: format)
    }
    return [24, 30, 16, 15, 8].lazy.compactMap { trueColors(display, screen, depth: $0) }.first
  }

  private static func trueColors(_ display: OpaquePointer, _ screen: Int32, depth: Int32) -> PixelFormat? {
    var info = XVisualInfo()
    guard XMatchVisualInfo(display, screen, depth, TrueColor, &info) != 0,
      let format = XRenderFindVisualFormat(display, info.visual)
    else { return nil }
    return PixelFormat(visual: info.visual, depth: depth, render: format)
  }

  /// Whether its pixels are 0xAARRGGBB, or 0xRRGGBB.
  package var isPlain: Bool {
    let direct = render.pointee.direct
    return direct.red == 16 && direct.green == 8 && direct.blue == 0 && direct.redMask == 255
      && direct.greenMask == 255 && direct.blueMask == 255 && (direct.alphaMask == 0 || direct.alpha == 24)
  }

  /// The pixel value of a premultiplied 0xAARRGGBB.
  package func pixel(ofPremultiplied color: UInt32) -> UInt {
    let direct = render.pointee.direct
    func channel(_ from: UInt32, _ mask: Int16, _ shift: Int16) -> UInt {
      mask == 0 ? 0 : ((UInt(color >> from & 255) * UInt(mask) + 127) / 255) << UInt(shift)
    }
    return channel(16, direct.redMask, direct.red) | channel(8, direct.greenMask, direct.green)
      | channel(0, direct.blueMask, direct.blue) | channel(24, direct.alphaMask, direct.alpha)
  }

  /// The pixel value of a colour, premultiplied if the layout has alpha.
  package func pixel(_ color: Color) -> UInt {
    let premultiplied = color.premultiplied
    let direct = render.pointee.direct
    func channel(_ value: UInt16, _ mask: Int16, _ shift: Int16) -> UInt {
      // Rounded as in `pixel(ofPremultiplied:)`, for channels of other than eight bits.
      mask == 0 ? 0 : ((UInt(value) * UInt(mask) + (mask == 255 ? 0 : 32767)) / 65535) << UInt(shift)
    }
    return channel(premultiplied.red, direct.redMask, direct.red)
      | channel(premultiplied.green, direct.greenMask, direct.green)
      | channel(premultiplied.blue, direct.blueMask, direct.blue)
      | channel(premultiplied.alpha, direct.alphaMask, direct.alpha)
  }
}

extension Color {
  /// For XRender: 16 bits a channel, premultiplied.
  package var premultiplied: XRenderColor {
    func channel(_ value: UInt8) -> UInt16 {
      UInt16(UInt32(value) * 257 * UInt32(alpha) / 255)
    }
    return XRenderColor(
      red: channel(red), green: channel(green), blue: channel(blue), alpha: UInt16(alpha) * 257)
  }
}

extension XRectangle {
  /// Clamped to the protocol's 16 bits.
  package init(_ rect: PixelRect) {
    self.init(
      x: Int16(clamping: rect.x), y: Int16(clamping: rect.y), width: UInt16(clamping: rect.width),
      height: UInt16(clamping: rect.height))
  }
}
