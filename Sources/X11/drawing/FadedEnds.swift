internal import CX11
package import ScrollCore

/// Pictures of a window or a pixmap that can be drawn on at the two ends of a part alone, so that one request fades both. They
/// are made once: a part that moves fades at the same place with each frame.
package final class FadedEnds {
  private let display: Display
  private let drawable: UInt
  private let format: PixelFormat
  /// Pictures of a window are to be freed before it.
  private let owner: AnyObject?
  private var pictures: [Key: UInt] = [:]
  /// The one that was drawn on last: with the next frame it mostly is again, and to compare is cheaper than to look up.
  private var last: (key: Key, picture: UInt)?

  private struct Key: Hashable {
    var axis: Axis
    var along: Range<Int>
    var across: Range<Int>
    var length: Int
  }

  private static let most = 8

  /// - Parameters:
  ///   - drawable: A window or a pixmap, which has to stay as long.
  ///   - owner: Kept, so that the window stays.
  package init(_ display: Display, _ drawable: UInt, format: PixelFormat, keeping owner: AnyObject? = nil) {
    (self.display, self.drawable, self.format, self.owner) = (display, drawable, format, owner)
  }

  deinit { free() }

  private func free() {
    // With a window its pictures go, too.
    display.ignoringErrors { for picture in pictures.values { XRenderFreePicture(display.raw, picture) } }
    (pictures, last) = ([:], nil)
  }

  /// Composites a picture through a mask, both of which begin with the part, onto as many pixels of both its ends.
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
