internal import Base
public import ScrollCore
internal import Windows

/// A picture of a view.
public struct Picture: Equatable, Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// 0xAARRGGBB, row by row from the top left corner, not premultiplied.
  public let pixels: [UInt32]

  package init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The colour of a pixel; nil outside of the picture.
  public subscript(x: Int, y: Int) -> Color? {
    guard x >= 0, x < width, y >= 0, y < height else { return nil }
    var color = Color(rgb: pixels[y * width + x])
    color.alpha = UInt8(pixels[y * width + x] >> 24)
    return color
  }

  /// How many pixels have exactly this colour.
  public func count(of color: Color) -> Int {
    let channels = [color.alpha, color.red, color.green, color.blue]
    let wanted = channels.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return pixels.count { $0 == wanted }
  }

  /// Writes it as a PNG file, replacing an existing one.
  ///
  /// - Throws: A `ValueError` with the reason if the file cannot be written.
  public func writePNG(to path: String) throws(ValueError) {
    do throws(Failure) { try Windows.writePNG(pixels, width: width, height: height, to: path) } catch {
      throw ValueError(name: "path", reason: error.description)
    }
  }
}

extension Window {
  /// Draws a view without a window on the screen: for tests and for pictures.
  ///
  ///     try Window.render(clock, size: Size(width: 200, height: 200), at: 36_610).writePNG(to: "clock.png")
  ///
  /// The view leaves its window or superview. An X server is needed for fonts and pictures; `xvfb-run` provides one without a
  /// screen.
  ///
  /// - Parameters:
  ///   - view: The view that fills the picture.
  ///   - size: In pixels; nil for the view's natural size.
  ///   - seconds: How long the view has been shown, from 0 up. The time of day is that much after midnight of January 1st, 1970 in
  ///     UTC.
  ///   - background: The colour behind the view.
  /// - Throws: A `WindowError`: `noPlace` for a size that no picture has, otherwise `noDisplay`.
  public static func render(
    _ view: View, size: Size? = nil, at seconds: Seconds = 0, background: Color = Color(rgb: 0x12161C)
  ) throws(WindowError) -> Picture {
    let window = try HeadlessWindow(view, size: size, background: background)
    window.advance(to: seconds)
    return try window.picture()
  }
}
