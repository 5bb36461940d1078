package import CX11
package import ScrollCore

/// A pixmap with its picture (`XCreatePixmap`, `XRenderCreatePicture`), freed with the last reference.
public final class Surface {
  /// The connection that it was made with.
  public let display: Display
  package let pixmap: UInt
  package let picture: UInt
  /// In pixels, from 1 to 32,767.
  public let width: Int
  /// In pixels, from 1 to 32,767.
  public let height: Int
  package let format: PixelFormat
  package let context: GC
  /// For fading both ends of a part.
  package private(set) lazy var ends = FadedEnds(display, pixmap, format: format)

  /// The longest side of a pixmap, in pixels: the server refuses a longer one.
  public static let longest = 32767

  /// A pixmap of that size, but not longer than `longest`.
  package init(_ display: Display, width: Int, height: Int, format: PixelFormat) {
    self.display = display
    self.width = max(1, min(Self.longest, width))
    self.height = max(1, min(Self.longest, height))
    self.format = format
    pixmap = XCreatePixmap(
      display.raw, display.root, UInt32(self.width), UInt32(self.height), UInt32(format.depth))
    context = display.context(depth: format.depth, for: pixmap)
    picture = XRenderCreatePicture(display.raw, pixmap, format.render, 0, nil)
  }

  deinit {
    XRenderFreePicture(display.raw, picture)
    XFreePixmap(display.raw, pixmap)
  }

  /// Makes the picture mask each channel separately (component alpha).
  package func masksByChannel() {
    var attributes = XRenderPictureAttributes()
    attributes.component_alpha = 1
    XRenderChangePicture(display.raw, picture, UInt(CPComponentAlpha), &attributes)
  }

  /// Replaces a rectangle by a colour, alpha included.
  package func fill(_ color: Color, _ area: PixelRect) { fill(pixel: format.pixel(color), area) }

  package func fill(pixel: UInt, _ area: PixelRect) {
    guard !area.isEmpty else { return }
    XSetForeground(display.raw, context, pixel)
    XFillRectangle(
      display.raw, pixmap, context, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height))
  }

  /// Replaces rectangles by a colour.
  package func fill(_ color: Color, _ rectangles: inout [XRectangle]) {
    XSetForeground(display.raw, context, format.pixel(color))
    XFillRectangles(display.raw, pixmap, context, &rectangles, Int32(rectangles.count))
  }

  /// Puts pixels of the surface's format, 32 bits each, with rows `stride` pixels apart. Goes through shared memory, or
  /// in a request (`XPutImage`).
  ///
  /// - Parameters:
  ///   - part: The part of the pixels to put.
  ///   - x, y: The destination on the surface.
  package func put(_ pixels: UnsafeMutableRawBufferPointer, stride: Int, _ part: PixelRect, x: Int, y: Int) {
    if let shared = display.sharedPixels,
      shared.put(
        UnsafeRawBufferPointer(pixels), stride: stride, part,
        on: SharedPixels.Target(drawable: pixmap, visual: format.visual, depth: format.depth, context: context), x: x,
        y: y)
    {
      return
    }
    guard
      let image = XCreateImage(
        display.raw, format.visual, UInt32(format.depth), ZPixmap, 0,
        pixels.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(stride), UInt32(part.rows.upperBound), 32,
        Int32(4 * stride))
    else { return }
    // Pixels are in this machine's byte order. Xlib swaps them for the server if needed.
    image.pointee.bits_per_pixel = 32
    image.pointee.bitmap_unit = 32
    image.pointee.byte_order = Int32(1.littleEndian == 1 ? LSBFirst : MSBFirst)
    XInitImage(image)
    XPutImage(
      display.raw, pixmap, context, image, Int32(part.x), Int32(part.y), Int32(x), Int32(y), UInt32(part.width),
      UInt32(part.height))
    image.pointee.data = nil
    nr_destroy_image(image)
  }

  /// `XCopyArea` to another drawable of the same depth.
  package func copy(_ area: PixelRect, to drawable: UInt, x: Int, y: Int) {
    XCopyArea(
      display.raw, pixmap, drawable, context, Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height),
      Int32(x), Int32(y))
  }

  /// Composites a picture onto a part of the surface, through a mask (`XRenderComposite`). The picture starts at its
  /// pixel `x`, `y`, and so does the mask.
  package func composite(
    _ source: UInt, x: Int, y: Int, mask: UInt = 0, by operation: Int32 = PictOpOver, in area: PixelRect
  ) {
    XRenderComposite(
      display.raw, operation, source, mask, picture, Int32(x), Int32(y), Int32(x), Int32(y), Int32(area.x),
      Int32(area.y), UInt32(area.width), UInt32(area.height))
  }
}
