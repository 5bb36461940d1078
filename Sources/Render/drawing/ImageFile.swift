internal import Base
internal import CRender
internal import Glibc
internal import Scene
package import ScrollCore
internal import X11

/// Image files of formats whose decoding cost is bounded by the size in the header. Imlib2 hands other formats to
/// unbounded engines: a drawing (SVG, PostScript) of a kilobyte can take minutes, a packed file gigabytes.
package enum ImageFile {
  /// The most pixels of an image, so that a small file cannot exhaust memory.
  static let limit = 4096 * 4096

  /// The image's size in pixels. Nil if the file is unreadable or the image too large. Decodes all of it.
  package static func size(of path: String) -> Size? {
    SharedState.withLock {
      guard let (width, height) = load(path) else { return nil }
      imlib_free_image()
      return Size(width: Double(width), height: Double(height))
    }
  }

  /// Writes an untrusted image as a square PNG of at most 64 pixels a side, padded with transparency. Returns the
  /// reason of a failure. A banner, which would shrink to a line, fails with an empty reason.
  package static func writeIcon(of path: String, to icon: String) -> String? {
    SharedState.withLock { makeIcon(of: path, to: icon) }
  }

  /// Writes an untrusted image as a PNG of at most 512×128 pixels. Returns the reason of a failure.
  package static func writePicture(of path: String, to picture: String) -> String? {
    SharedState.withLock { makePicture(of: path, to: picture) { min(1, 512 / $0, 128 / $1) } }
  }

  private static func makeIcon(of path: String, to icon: String) -> String? {
    makePicture(of: path, to: icon, isSquare: true) { min(64, max($0, $1)) / max($0, $1) }
  }

  /// - Parameter scale: Returns the factor of the size for a width and a height.
  private static func makePicture(
    of path: String, to icon: String, isSquare: Bool = false, scale: (Double, Double) -> Double
  ) -> String? {
    guard let (width, height) = load(path, limit: 1024 * 1024) else { return "cannot be read, or is too large" }
    let source = imlib_context_get_image()
    defer {
      imlib_context_set_image(source)
      imlib_free_image()
    }
    guard !isSquare || max(width, height) <= 2 * min(width, height) else { return "" }
    let scale = scale(Double(width), Double(height))
    let (w, h) = (max(1, Int32(Double(width) * scale)), max(1, Int32(Double(height) * scale)))
    let size = isSquare ? (width: max(w, h), height: max(w, h)) : (width: w, height: h)
    guard let canvas = imlib_create_image(size.width, size.height) else { return "cannot be drawn" }
    let hasAlpha = imlib_image_has_alpha()
    imlib_context_set_image(canvas)
    defer { imlib_free_image() }
    imlib_image_set_has_alpha(1)
    imlib_context_set_color(0, 0, 0, 0)
    imlib_context_set_blend(0)
    imlib_image_fill_rectangle(0, 0, size.width, size.height)
    imlib_context_set_anti_alias(1)
    imlib_blend_image_onto_image(
      source, hasAlpha, 0, 0, width, height, (size.width - w) / 2, (size.height - h) / 2, w, h)
    do throws(Failure) {
      try AtomicFile.write(try png(), to: icon, isDurable: false, makesFolders: false)
      return nil
    } catch { return "cannot be kept (\(error.reason))" }
  }

  /// Imlib2's current image, guarded by `SharedState`, as a PNG. Imlib2 writes it to memory, because a full disk would
  /// end the program.
  static func png() throws(Failure) -> [UInt8] {
    guard let file = Descriptor.inMemory("picture") else { throw Failure(of: "the picture", doing: "cannot be made") }
    imlib_image_set_format("png")
    var failure = IMLIB_LOAD_ERROR_NONE
    imlib_save_image_with_error_return(file.path, &failure)
    guard failure == IMLIB_LOAD_ERROR_NONE, lseek(file.raw, 0, SEEK_SET) == 0 else {
      throw Failure(of: "the picture", reason: "cannot be made (Imlib2 error \(failure.rawValue))")
    }
    let bytes = try readAll(file.raw, limit: .max, name: "the picture")
    // Imlib2 does not report truncated output.
    guard bytes.suffix(8).elementsEqual(endOfPNG) else {
      throw Failure(of: "the picture", reason: "cannot be made (is there a limit on the size of files?)")
    }
    return bytes
  }

  /// The IEND chunk's name and checksum.
  private static let endOfPNG: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// The image's pixels. Nil if the file is unreadable or the image too large.
  static func pixels(of path: String) -> ImagePixels? {
    SharedState.withLock {
      guard let (width, height) = load(path) else { return nil }
      defer { imlib_free_image() }
      guard let data = imlib_image_get_data_for_reading_only() else { return nil }
      return ImagePixels(
        width: Int(width), height: Int(height), straight: data, hasAlpha: imlib_image_has_alpha() != 0)
    }
  }

  /// Loads an image as Imlib2's current one. Its size is checked before its pixels are decoded.
  private static func load(_ path: String, limit: Int = Self.limit) -> (width: Int32, height: Int32)? {
    guard isBounded(path), let image = imlib_load_image(path) else { return nil }
    imlib_context_set_image(image)
    var size = currentSize(limit: limit)
    // The GIF loader reports transparency only with a frame, which it decodes at once.
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

  /// The largest file, in bytes.
  private static let longestFile = 64 << 20

  /// Whether it is a regular file with the magic bytes of one of the formats. No document format starts with these.
  private static func isBounded(_ path: String) -> Bool {
    var status = stat()
    // `problem(of:)` says why an image is missing.
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

  /// The magic bytes of PNG, JPEG, GIF, ICO, BMP and XPM.
  private static let beginnings: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), [0, 0, 1, 0],
    Array("BM".utf8), Array("/* XPM".utf8),
  ]

  /// The current image's size; nil if it is too large.
  private static func currentSize(limit: Int) -> (width: Int32, height: Int32)? {
    let (width, height) = (imlib_image_get_width(), imlib_image_get_height())
    return width > 0 && height > 0 && Int(width) * Int(height) <= limit ? (width, height) : nil
  }
}
