internal import CX11
package import ScrollCore

/// Another window, by whoever: for placing one's own beside it.
package struct Neighbour: Equatable, Sendable {
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

extension Neighbour {
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
  package func state(of neighbour: Neighbour) -> Neighbour.State {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(raw, neighbour.id, &attributes) != 0 else { return .gone }
    return attributes.map_state == IsViewable ? .shown : .hidden
  }

  /// The window's place on the root window, with what the window manager puts around it and without the shadow that
  /// it draws itself; nil where there is no such window. Asks the server.
  package func frame(of neighbour: Neighbour) -> Rect? {
    guard let top = ancestors(of: neighbour.id).last else { return nil }
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(raw, top, &attributes) != 0 else { return nil }
    let border = Double(2 * attributes.border_width)
    var frame = Rect(
      x: Double(attributes.x), y: Double(attributes.y), width: Double(attributes.width) + border,
      height: Double(attributes.height) + border)
    // Left, right, top, bottom; only where nobody has put a frame around it.
    let shadow = top == neighbour.id ? cardinals(of: top, "_GTK_FRAME_EXTENTS").map(Double.init) : []
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
  package func follow(_ neighbour: Neighbour) {
    for window in ancestors(of: neighbour.id) { XSelectInput(raw, window, StructureNotifyMask) }
  }

  /// The window and those it is in, up to the one below the root (`XQueryTree`); empty where there is no such window.
  private func ancestors(of window: UInt) -> [UInt] {
    var chain: [UInt] = []
    var next = window
    while next != root, next != 0, chain.count < 16 {
      var (top, parent, count): (UInt, UInt, UInt32) = (0, 0, 0)
      var children: UnsafeMutablePointer<UInt>?
      guard XQueryTree(raw, next, &top, &parent, &children, &count) != 0 else { return [] }
      if let children { XFree(children) }
      chain.append(next)
      next = parent
    }
    return chain
  }
}
