internal import CX11
package import ScrollCore

/// Shows pixmaps by the Present extension.
package struct PresentQueue: ~Copyable {
  private let display: Display
  private let window: UInt
  private var serial: UInt32 = 0
  /// The update region on the server, and its current rectangles in the pixmap's coordinates.
  private var region: UInt?
  private var parts: [PixelRect] = []
  private var rectangles: [XRectangle] = []

  package init(_ display: Display, window: UInt) {
    self.display = display
    self.window = window
  }

  deinit {
    if let region { XFixesDestroyRegion(display.raw, region) }
  }

  /// Shows parts of a pixmap with a refresh (`XPresentPixmap`).
  ///
  /// - Parameters:
  ///   - isAll: Whether the parts fill the window, which then clips them by itself.
  ///   - offset: From the pixmap's coordinates to the window's.
  package mutating func show(
    _ surface: Surface, _ parts: some Collection<PixelRect>, isAll: Bool, movedBy offset: (x: Int, y: Int),
    refresh: UInt64
  ) {
    serial &+= 1
    XPresentPixmap(
      display.raw, window, surface.pixmap, serial, 0, isAll ? 0 : updateRegion(parts), Int32(offset.x),
      Int32(offset.y), 0, 0, 0, UInt32(PresentOptionCopy), refresh, 0, 0, nil, 0)
  }

  private mutating func updateRegion(_ new: some Collection<PixelRect>) -> UInt {
    if let region, parts.elementsEqual(new) { return region }
    parts.removeAll(keepingCapacity: true)
    rectangles.removeAll(keepingCapacity: true)
    for part in new {
      parts.append(part)
      rectangles.append(XRectangle(part))
    }
    if let region {
      XFixesSetRegion(display.raw, region, &rectangles, Int32(rectangles.count))
      return region
    }
    let region = XFixesCreateRegion(display.raw, &rectangles, Int32(rectangles.count))
    self.region = region
    return region
  }
}
