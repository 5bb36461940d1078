internal import Scene
internal import ScrollCore
internal import X11

/// A picture that the strip shows: in its label block, between headlines.
struct StripImage {
  let reference: ImageReference
  /// The picture's own.
  private let size: Size

  /// Nil, after one word on standard error, where the file is no picture that can be read; nil for an empty path.
  init?(path: String, flag: String) {
    guard !path.isEmpty else { return nil }
    guard let size = ImageFile.size(of: path) else {
      reportError("--\(flag): \(path): not an image that can be read; it is left out")
      return nil
    }
    reference = ImageReference(path: path)
    self.size = size
  }

  /// Its size where it may be so high; it is shrunk, but never enlarged.
  func size(atMost height: Double) -> Size { size.fitted(in: Size(width: 8 * height, height: height)) }
}
