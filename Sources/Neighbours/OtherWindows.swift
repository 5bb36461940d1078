internal import CX11
internal import ScrollCore
internal import X11

/// Windows of other programs, which may go at any time.
extension Display {
  /// Nil if the window does not exist (`XGetWindowAttributes`).
  func attributes(of window: UInt) -> XWindowAttributes? {
    var attributes = XWindowAttributes()
    return ignoringErrors { XGetWindowAttributes(raw, window, &attributes) } != 0 ? attributes : nil
  }

  /// The window's inner rectangle on the root window; nil if it does not exist (`XTranslateCoordinates`).
  func place(of window: UInt) -> Rect? { attributes(of: window).flatMap { place(of: window, $0) } }

  /// The same, of a window whose attributes are known.
  func place(of window: UInt, _ attributes: XWindowAttributes) -> Rect? {
    var (x, y, child): (Int32, Int32, UInt) = (0, 0, 0)
    guard ignoringErrors({ XTranslateCoordinates(raw, window, root, 0, 0, &x, &y, &child) }) != 0 else { return nil }
    return Rect(x: Double(x), y: Double(y), width: Double(attributes.width), height: Double(attributes.height))
  }

  /// The window and its ancestors below the root (`XQueryTree`). Empty if the window does not exist.
  func ancestors(of window: UInt) -> [UInt] {
    var chain: [UInt] = []
    var next = window
    while next != root, next != 0, chain.count < 16 {
      var (top, parent, count): (UInt, UInt, UInt32) = (0, 0, 0)
      var children: UnsafeMutablePointer<UInt>?
      guard ignoringErrors({ XQueryTree(raw, next, &top, &parent, &children, &count) }) != 0 else { return [] }
      if let children { XFree(children) }
      chain.append(next)
      next = parent
    }
    return chain
  }
}
