internal import Base
internal import CRender
internal import Glibc
internal import Scene
package import ScrollCore
internal import X11

/// Picture files in the formats whose decoding is bounded by the size in their head. Imlib2 would hand others on to engines
/// that nobody bounds: a drawing (SVG, PostScript) of a kilobyte can take minutes, a packed file gigabytes.
package enum ImageFile {
  /// The most pixels that a picture may have, so that a small file cannot take all memory.
  static let limit = 4096 * 4096

  /// The picture's size in pixels; nil where the file is none that can be read, or too large. Decodes all of it.
  package static func size(of path: String) -> Size? {
    SharedState.alone {
      guard let (width, height) = load(path) else { return nil }
      imlib_free_image()
      return Size(width: Double(width), height: Double(height))
    }
  }

  /// Makes a PNG file of a picture that anyone may have made: a square of at most 64 pixels a side, see-through where
  /// the picture is not as high as wide. Returns why not where it cannot, and an empty text for a banner: it would be no
  /// more than a line.
  package static func writeIcon(of path: String, to icon: String) -> String? {
    SharedState.alone { makeIcon(of: path, to: icon) }
  }

  private static func makeIcon(of path: String, to icon: String) -> String? {
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

  /// Imlib2's current image, which is `SharedState`'s, as the bytes of a PNG file. Imlib2 writes it to memory: a disk that fills up under its hands
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

  /// The picture's pixels; nil where the file is none that can be read, or too large.
  static func pixels(of path: String) -> ImagePixels? {
    SharedState.alone {
      guard let (width, height) = load(path) else { return nil }
      defer { imlib_free_image() }
      guard let data = imlib_image_get_data_for_reading_only() else { return nil }
      return ImagePixels(
        width: Int(width), height: Int(height), straight: data, hasAlpha: imlib_image_has_alpha() != 0)
    }
  }

  /// Makes the picture Imlib2's current image, its size known before its pixels are read.
  private static func load(_ path: String, limit: Int = Self.limit) -> (width: Int32, height: Int32)? {
    guard isBounded(path), let image = imlib_load_image(path) else { return nil }
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

  /// Bytes of a file at most.
  private static let longestFile = 64 << 20

  /// Whether it is a plain file that begins as one of the formats does. None of these beginnings is one of a document.
  private static func isBounded(_ path: String) -> Bool {
    var status = stat()
    guard let file = try? Descriptor.openPlainFile(path, status: &status), status.st_size <= longestFile else {
      return false
    }
    var head = [UInt8](repeating: 0, count: 12)
    let count = max(0, read(file.raw, &head, head.count))
    let bytes = head[..<count]
    return beginnings.contains { bytes.starts(with: $0) }
      || (bytes.starts(with: "RIFF".utf8) && bytes.suffix(4) == webP)
  }

  private static let webP = Array("WEBP".utf8)[...]

  /// Of PNG, JPEG, GIF, ICO, BMP and XPM.
  private static let beginnings: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), [0, 0, 1, 0],
    Array("BM".utf8), Array("/* XPM".utf8),
  ]

  /// The current image's size; nil where it is too large.
  private static func currentSize(limit: Int) -> (width: Int32, height: Int32)? {
    let (width, height) = (imlib_image_get_width(), imlib_image_get_height())
    return width > 0 && height > 0 && Int(width) * Int(height) <= limit ? (width, height) : nil
  }
}
