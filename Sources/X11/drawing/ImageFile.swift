internal import Base
internal import CX11
internal import Glibc
internal import Scene
package import ScrollCore

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
    let source = imlib_context_get_image()
    defer {
      imlib_context_set_image(source)
      imlib_free_image()
    }
    guard max(width, height) <= 2 * min(width, height) else { return "" }
    let side = min(64, max(width, height))
    let scale = Double(side) / Double(max(width, height))
    let (w, h) = (max(1, Int32(Double(width) * scale)), max(1, Int32(Double(height) * scale)))
    guard let canvas = imlib_create_image(side, side) else { return "cannot be drawn" }
    let hasAlpha = imlib_image_has_alpha()
    imlib_context_set_image(canvas)
    defer { imlib_free_image() }
    imlib_image_set_has_alpha(1)
    imlib_context_set_color(0, 0, 0, 0)
    imlib_context_set_blend(0)
    imlib_image_fill_rectangle(0, 0, side, side)
    imlib_context_set_anti_alias(1)
    imlib_blend_image_onto_image(source, hasAlpha, 0, 0, width, height, (side - w) / 2, (side - h) / 2, w, h)
    do throws(Failure) {
      try AtomicFile.write(try png(), to: icon, isDurable: false, makesFolders: false)
      return nil
    } catch { return "cannot be kept (\(error.reason))" }
  }

  /// Imlib2's current image as the bytes of a PNG file. Imlib2 writes it to memory: a disk that fills up under its hands
  /// is the end of the program.
  static func png() throws(Failure) -> [UInt8] {
    guard let file = Descriptor.inMemory("picture") else { throw Failure(of: "the picture", doing: "cannot be made") }
    imlib_image_set_format("png")
    var failure = IMLIB_LOAD_ERROR_NONE
    imlib_save_image_with_error_return(file.path, &failure)
    guard failure == IMLIB_LOAD_ERROR_NONE, lseek(file.raw, 0, SEEK_SET) == 0 else {
      throw Failure(of: "the picture", reason: "cannot be made (Imlib2 error \(failure.rawValue))")
    }
    let bytes = try readAll(file.raw, limit: .max, name: "the picture")
    // Imlib2 says nothing of what could not be written.
    guard bytes.suffix(8).elementsEqual(endOfPNG) else {
      throw Failure(of: "the picture", reason: "cannot be made (is there a limit on the size of files?)")
    }
    return bytes
  }

  /// The name and the check sum of the last chunk.
  private static let endOfPNG: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// Makes the picture Imlib2's current image, its size known before its pixels are read.
  static func load(_ path: String, limit: Int = Self.limit) -> (width: Int32, height: Int32)? {
    guard let image = imlib_load_image(path) else { return nil }
    imlib_context_set_image(image)
    var size = currentSize(limit: limit)
    // Only where it is asked for a frame, which it decodes at once, does the reader of GIFs tell of transparency.
    if size != nil, imlib_image_format().map({ String(cString: $0) }) == "gif",
      let frame = imlib_load_image_frame(path, 1)
    {
      imlib_free_image()
      imlib_context_set_image(frame)
      size = currentSize(limit: limit)
    }
    guard let size, imlib_image_get_data_for_reading_only() != nil else {
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

/// A picture's pixels: 0xAARRGGBB, row by row, alpha multiplied in as XRender wants it.
struct ImagePixels: Equatable {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt32]

  /// - Parameter straight: Row by row, alpha not multiplied in; without `hasAlpha` it counts as 255.
  init(width: Int, height: Int, straight: UnsafePointer<UInt32>, hasAlpha: Bool) {
    (self.width, self.height) = (width, height)
    let count = width * height
    pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      for i in 0..<count {
        let pixel = straight[i]
        let alpha = hasAlpha ? pixel >> 24 : 255
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 255) * alpha + 127) / 255) << shift }
        buffer.initializeElement(at: i, to: alpha << 24 | channel(16) | channel(8) | channel(0))
      }
      initialized = count
    }
  }

  /// In another size: each new pixel is the average of what it covers, to the fraction of a pixel. As alpha is multiplied
  /// in, what cannot be seen lends nothing of its colour.
  func scaled(width: Int, height: Int) -> ImagePixels {
    averaged(.horizontal, to: width).averaged(.vertical, to: height)
  }

  private init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Weights are counted in units of 1/(old length · new length) of a line, so that they are whole numbers.
  private func averaged(_ axis: Axis, to length: Int) -> ImagePixels {
    let (old, lines) = axis.turned(width, height)
    guard length != old else { return self }
    let size = axis.rect(along: 0..<length, across: 0..<lines)
    // From pixel to pixel along a line, and from line to line, before and after.
    let (step, rowStep) = axis.turned(1, width)
    let (newStep, newRowStep) = axis.turned(1, size.width)
    var result = [UInt32](repeating: 0, count: length * lines)
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        for line in 0..<lines {
          for x in 0..<length {
            let (start, end) = (x * old, (x + 1) * old)
            var (alpha, red, green, blue) = (0, 0, 0, 0)
            for i in start / length...(end - 1) / length {
              let weight = min(end, (i + 1) * length) - max(start, i * length)
              let pixel = Int(source[line * rowStep + i * step])
              alpha += (pixel >> 24) * weight
              red += (pixel >> 16 & 255) * weight
              green += (pixel >> 8 & 255) * weight
              blue += (pixel & 255) * weight
            }
            func channel(_ sum: Int) -> UInt32 { UInt32((sum + old / 2) / old) }
            target[line * newRowStep + x * newStep] =
              channel(alpha) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
          }
        }
      }
    }
    return ImagePixels(width: size.width, height: size.height, pixels: result)
  }
}

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
  func paint(_ path: String, in bounds: Rect, on target: Surface, _ canvas: Canvas) {
    let key = Key(
      path: path, width: Int((bounds.width * Double(canvas.magnification.x)).rounded()),
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
