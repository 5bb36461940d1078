internal import CX11
internal import Scene
internal import ScrollCore

/// Pictures from files, scaled well once for the size they are shown at (Imlib2).
final class ImageCache {
  private let display: Display
  private let format: PixelFormat?
  private var surfaces: [Key: Surface] = [:]
  /// Files that could not be read, each named once to `onFailure`.
  private var failed: Set<String> = []
  var onFailure: ((String) -> Void)?

  private struct Key: Hashable {
    var path: String
    var width: Int
    var height: Int
  }

  init(_ display: Display) {
    self.display = display
    format = PixelFormat.alpha(display)
  }

  /// Draws the image scaled into `bounds` (content coordinates); nothing where it cannot be read.
  func paint(_ reference: ImageReference, in bounds: Rect, on target: Surface, _ canvas: Canvas) {
    let key = Key(
      path: reference.path, width: Int((bounds.width * Double(canvas.magnification.x)).rounded()),
      height: Int((bounds.height * Double(canvas.magnification.y)).rounded()))
    guard key.width > 0, key.height > 0, let surface = surfaces[key] ?? load(key) else { return }
    if surfaces.count > 64 { surfaces = [:] }
    surfaces[key] = surface
    let place = canvas.point(bounds.origin)
    target.composite(
      surface.picture, x: 0, y: 0,
      in: PixelRect(x: Int(place.x.rounded()), y: Int(place.y.rounded()), width: key.width, height: key.height))
  }

  private func load(_ key: Key) -> Surface? {
    guard let format, key.width <= 8192, key.height <= 4096, !failed.contains(key.path) else { return nil }
    guard let (width, height) = ImageFile.load(key.path) else {
      failed.insert(key.path)
      onFailure?(key.path)
      return nil
    }
    defer { imlib_free_image() }
    guard let data = imlib_image_get_data_for_reading_only() else { return nil }
    let hasAlpha = imlib_image_has_alpha() != 0
    let picture = ImagePixels(width: Int(width), height: Int(height), straight: data, hasAlpha: hasAlpha)
    let surface = Surface(display, width: key.width, height: key.height, format: format)
    put(picture.scaled(width: key.width, height: key.height), on: surface)
    return surface
  }

  private func put(_ picture: ImagePixels, on surface: Surface) {
    var pixels = picture.pixels
    pixels.withUnsafeMutableBytes { bytes in
      guard
        let image = XCreateImage(
          display.raw, surface.format.visual, 32, ZPixmap, 0,
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(surface.width), UInt32(surface.height),
          32, 0)
      else { return }
      XPutImage(
        display.raw, surface.pixmap, surface.context, image, 0, 0, 0, 0, UInt32(surface.width),
        UInt32(surface.height))
      image.pointee.data = nil
      nr_destroy_image(image)
    }
  }
}
