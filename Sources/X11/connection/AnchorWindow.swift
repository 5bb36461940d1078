internal import CX11
package import ScrollCore

/// Another window, by whoever: for placing one's own beside it.
package struct AnchorWindow: Equatable, Sendable {
  let id: UInt

  /// - Parameter text: Its id as xwininfo and others print it: decimal, or hexadecimal after `0x`. Nil for other texts.
  package init?(_ text: String) {
    let isHexadecimal = text.lowercased().hasPrefix("0x")
    guard let id = isHexadecimal ? UInt(text.dropFirst(2), radix: 16) : UInt(text), 0 < id, id <= 0xffff_ffff else {
      return nil
    }
    self.id = id
  }
}

extension AnchorWindow {
  /// What has become of it.
  package enum State: Equatable, Sendable {
    /// There is no such window.
    case gone
    /// It cannot be seen: it is iconified, on another desktop, or otherwise not mapped, or something it is in is not.
    case hidden
    case shown
  }
}

extension Display {
  /// Whether the window is there, and mapped with all that it is in. Asks the server.
  package func state(of anchor: AnchorWindow) -> AnchorWindow.State {
    guard let attributes = attributes(of: anchor.id) else { return .gone }
    return attributes.map_state == IsViewable ? .shown : .hidden
  }

  /// The window's place on the root window, with what the window manager puts around it and without the shadow that
  /// it draws itself; nil where there is no such window. Asks the server.
  package func frame(of anchor: AnchorWindow) -> Rect? {
    guard let top = ancestors(of: anchor.id).last, let attributes = attributes(of: top) else { return nil }
    let border = Double(2 * attributes.border_width)
    var frame = Rect(
      x: Double(attributes.x), y: Double(attributes.y), width: Double(attributes.width) + border,
      height: Double(attributes.height) + border)
    // Left, right, top, bottom; only where nobody has put a frame around it.
    let shadow =
      top == anchor.id ? ignoringErrors { cardinals(of: top, "_GTK_FRAME_EXTENTS").map(Double.init) } : []
    if shadow.count == 4 {
      frame.origin.x += shadow[0]
      frame.origin.y += shadow[2]
      frame.size.width -= shadow[0] + shadow[1]
      frame.size.height -= shadow[2] + shadow[3]
    }
    return frame
  }

  /// Asks for `Event.neighbourChanged` whenever that window, or the frame it is in at present, moves, changes its size,
  /// comes or goes. To be called again after each: a window manager may have put it into another frame.
  package func follow(_ anchor: AnchorWindow) {
    let chain = ancestors(of: anchor.id)
    ignoringErrors { for window in chain { XSelectInput(raw, window, StructureNotifyMask) } }
  }

  // Somebody else's window may go at any time.

  private func attributes(of window: UInt) -> XWindowAttributes? {
    var attributes = XWindowAttributes()
    return ignoringErrors { XGetWindowAttributes(raw, window, &attributes) } != 0 ? attributes : nil
  }

  /// The window and those it is in, up to the one below the root (`XQueryTree`); empty where there is no such window.
  private func ancestors(of window: UInt) -> [UInt] {
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
