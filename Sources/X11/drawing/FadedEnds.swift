internal import CX11
package import ScrollCore

/// Pictures of a drawable clipped to the two ends of a part, so that one request fades both. They are cached, because a
/// moving part fades at the same place in each frame.
package final class FadedEnds {
  private let display: Display
  private let drawable: UInt
  private let format: PixelFormat
  /// A window's pictures must be freed before the window.
  private let owner: AnyObject?
  private var pictures: [Key: UInt] = [:]
  /// The picture used last. The next frame mostly uses it again, and comparing is cheaper than a look-up.
  private var last: (key: Key, picture: UInt)?

  private struct Key: Hashable {
    var axis: Axis
    var along: Range<Int>
    var across: Range<Int>
    var length: Int
  }

  private static let most = 8

  /// - Parameters:
  ///   - drawable: A window or a pixmap that outlives this.
  ///   - owner: Retained, so that the window stays.
  package init(_ display: Display, _ drawable: UInt, format: PixelFormat, keeping owner: AnyObject? = nil) {
    (self.display, self.drawable, self.format, self.owner) = (display, drawable, format, owner)
  }

  deinit { free() }

  private func free() {
    // The server frees a window's pictures with it.
    display.ignoringErrors { for picture in pictures.values { XRenderFreePicture(display.raw, picture) } }
    (pictures, last) = ([:], nil)
  }

  /// Composites a picture through a mask onto both ends of a part, `length` pixels each. Picture and mask start at the
  /// part's origin.
  package func composite(_ source: UInt, mask: UInt, by operation: Int32, length: Int, axis: Axis, in part: PixelRect) {
    let (along, across) = axis.turned(part.columns, part.rows)
    let key = Key(axis: axis, along: along, across: across, length: length)
    XRenderComposite(
      display.raw, operation, source, mask, picture(key), 0, 0, 0, 0, Int32(part.x), Int32(part.y),
      UInt32(part.width), UInt32(part.height))
  }

  private func picture(_ key: Key) -> UInt {
    if let last, last.key == key { return last.picture }
    let picture = pictures[key] ?? makePicture(key)
    last = (key, picture)
    return picture
  }

  private func makePicture(_ key: Key) -> UInt {
    if pictures.count >= Self.most { free() }
    let picture = XRenderCreatePicture(display.raw, drawable, format.render, 0, nil)
    let (low, high) = (key.along.lowerBound, key.along.upperBound)
    let ends = [low..<low + key.length, high - key.length..<high].map {
      XRectangle(key.axis.rect(along: $0, across: key.across))
    }
    XRenderSetPictureClipRectangles(display.raw, picture, 0, 0, ends, Int32(ends.count))
    pictures[key] = picture
    return picture
  }
}
