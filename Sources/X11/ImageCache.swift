internal import CX11
internal import Scene
package import ScrollCore

/// Pictures from files, scaled well once for the size they are shown at (Imlib2).
final class ImageCache {
  private let display: Display
  private let format: PixelFormat?
  private var surfaces: [Key: SurfaceHolder] = [:]
  /// Files that could not be read, each named once to `onFailure`.
  private var failed: Set<String> = []
  var onFailure: ((String) -> Void)?

  private struct Key: Hashable {
    var path: String
    var width: Int
    var height: Int
  }

  private final class SurfaceHolder {
    let surface: Surface
    init(_ surface: consuming Surface) { self.surface = surface }
  }

  init(_ display: Display) {
    self.display = display
    format = PixelFormat.alpha(display)
  }

  /// Draws the image scaled into `bounds` (content coordinates); nothing where it cannot be read.
  func paint(
    _ reference: ImageReference, in bounds: Rect, on target: borrowing Surface, _ canvas: Painter.Canvas
  ) {
    let key = Key(
      path: reference.path, width: Int((bounds.width * Double(canvas.magnification.x)).rounded()),
      height: Int((bounds.height * Double(canvas.magnification.y)).rounded()))
    guard key.width > 0, key.height > 0, let holder = surfaces[key] ?? load(key) else { return }
    if surfaces.count > 64 { surfaces = [:] }
    surfaces[key] = holder
    let place = canvas.point(bounds.origin)
    XRenderComposite(
      display.raw, Int32(PictOpOver), holder.surface.picture, 0, target.picture, 0, 0, 0, 0,
      Int32(place.x.rounded()), Int32(place.y.rounded()), UInt32(key.width), UInt32(key.height))
  }

  private func load(_ key: Key) -> SurfaceHolder? {
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
    return SurfaceHolder(surface)
  }

  private func put(_ picture: ImagePixels, on surface: borrowing Surface) {
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

/// Picture files in the formats that Imlib2 knows here.
package enum ImageFile {
  /// The most pixels that a picture may have, so that a small file cannot take all memory.
  static let limit = 4096 * 4096

  /// The picture's size in pixels; nil where the file is none that can be read, or too large. Decodes all of it.
  package static func size(of path: String) -> Size? {
    guard let (width, height) = load(path) else { return nil }
    imlib_free_image()
    return Size(width: Double(width), height: Double(height))
  }

  /// Makes a PNG file of a picture that anyone may have made: a square of at most 64 pixels a side, see-through where
  /// the picture is not as high as wide. Returns why not where it cannot, and an empty text for a banner: it would be no
  /// more than a line.
  package static func writeIcon(of path: String, to icon: String) -> String? {
    guard let (width, height) = load(path, limit: 1024 * 1024) else { return "cannot be read, or is too large" }
    guard max(width, height) <= 2 * min(width, height) else {
      imlib_free_image()
      return ""
    }
    let side = min(64, max(width, height))
    let scale = Double(side) / Double(max(width, height))
    let (w, h) = (max(1, Int32(Double(width) * scale)), max(1, Int32(Double(height) * scale)))
    let source = imlib_context_get_image()
    guard let canvas = imlib_create_image(side, side) else {
      imlib_free_image()
      return "cannot be drawn"
    }
    let hasAlpha = imlib_image_has_alpha()
    imlib_context_set_image(canvas)
    imlib_image_set_has_alpha(1)
    imlib_context_set_color(0, 0, 0, 0)
    imlib_context_set_blend(0)
    imlib_image_fill_rectangle(0, 0, side, side)
    imlib_context_set_anti_alias(1)
    imlib_blend_image_onto_image(source, hasAlpha, 0, 0, width, height, (side - w) / 2, (side - h) / 2, w, h)
    imlib_image_set_format("png")
    var failure = IMLIB_LOAD_ERROR_NONE
    imlib_save_image_with_error_return(icon, &failure)
    imlib_free_image()
    imlib_context_set_image(source)
    imlib_free_image()
    return failure == IMLIB_LOAD_ERROR_NONE ? nil : "cannot be kept (Imlib2 error \(failure.rawValue))"
  }

  /// Makes the picture Imlib2's current image, its size known before its pixels are read.
  static func load(_ path: String, limit: Int = Self.limit) -> (width: Int32, height: Int32)? {
    guard let image = imlib_load_image(path) else { return nil }
    imlib_context_set_image(image)
    guard var size = currentSize(limit: limit) else {
      imlib_free_image()
      return nil
    }
    // Only where it is asked for a frame, which it decodes at once, does the reader of GIFs tell of transparency.
    if imlib_image_format().map({ String(cString: $0) }) == "gif", let frame = imlib_load_image_frame(path, 1) {
      imlib_free_image()
      imlib_context_set_image(frame)
      size = currentSize(limit: limit) ?? (0, 0)
    }
    guard size.width > 0, imlib_image_get_data_for_reading_only() != nil else {
      imlib_free_image()
      return nil
    }
    return size
  }

  /// The current image's size; nil where it is too large.
  private static func currentSize(limit: Int) -> (width: Int32, height: Int32)? {
    let (width, height) = (imlib_image_get_width(), imlib_image_get_height())
    return width > 0 && height > 0 && Int(width) * Int(height) <= limit ? (width, height) : nil
  }
}
