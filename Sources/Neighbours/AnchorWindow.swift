internal import CX11
package import ScrollCore
package import X11

/// A window of any program, next to which a window of ours can be placed.
package struct AnchorWindow: Equatable, Sendable {
  package let id: UInt

  /// - Parameter text: The window's id as xwininfo prints it: decimal, or hexadecimal after `0x`. Nil for any other
  ///   text.
  package init?(_ text: String) {
    let isHexadecimal = text.lowercased().hasPrefix("0x")
    guard let id = isHexadecimal ? UInt(text.dropFirst(2), radix: 16) : UInt(text), 0 < id, id <= 0xffff_ffff else {
      return nil
    }
    self.id = id
  }
}

extension AnchorWindow {
  package enum State: Equatable, Sendable {
    /// The window does not exist.
    case gone
    /// It is not viewable: it or one of its ancestors is unmapped, because it is iconified, on another desktop, and so
    /// on.
    case hidden
    case shown
  }
}

extension Display {
  /// Whether the window exists and is viewable. Asks the server (`XGetWindowAttributes`).
  package func state(of anchor: AnchorWindow) -> AnchorWindow.State {
    guard let attributes = attributes(of: anchor.id) else { return .gone }
    return attributes.map_state == IsViewable ? .shown : .hidden
  }

  /// The window's place on the root window, including the window manager's frame and without the shadow that the window
  /// itself draws. Nil if the window does not exist. Asks the server.
  package func frame(of anchor: AnchorWindow) -> Rect? {
    guard let top = ancestors(of: anchor.id).last, let attributes = attributes(of: top) else { return nil }
    let border = Double(2 * attributes.border_width)
    var frame = Rect(
      x: Double(attributes.x), y: Double(attributes.y), width: Double(attributes.width) + border,
      height: Double(attributes.height) + border)
    // A window manager's frame leaves the shadow out.
    if top == anchor.id {
      let shadow = shadow(of: top)
      frame.origin.x += shadow.left
      frame.origin.y += shadow.top
      frame.size.width -= shadow.left + shadow.right
      frame.size.height -= shadow.top + shadow.bottom
    }
    return frame
  }

  /// The window's own place on the root window: inside the window manager's frame, and without the shadow that the window itself
  /// draws. Nil if the window does not exist. Asks the server.
  package func contentFrame(of anchor: AnchorWindow) -> Rect? {
    guard let attributes = attributes(of: anchor.id) else { return nil }
    var (x, y, child): (Int32, Int32, UInt) = (0, 0, 0)
    let isThere = ignoringErrors { XTranslateCoordinates(raw, anchor.id, root, 0, 0, &x, &y, &child) }
    if isThere == 0 { return nil }
    var frame = Rect(
      x: Double(x), y: Double(y), width: Double(attributes.width), height: Double(attributes.height))
    let shadow = shadow(of: anchor.id)
    frame.origin.x += shadow.left
    frame.origin.y += shadow.top
    frame.size.width = max(1, frame.width - shadow.left - shadow.right)
    frame.size.height = max(1, frame.height - shadow.top - shadow.bottom)
    return frame
  }

  /// The width of the shadow that a window draws itself.
  private func shadow(of window: UInt) -> Insets {
    // Left, right, top, bottom.
    let sides = ignoringErrors { cardinals(of: window, "_GTK_FRAME_EXTENTS").map(Double.init) }
    return sides.count == 4 ? Insets(top: sides[2], right: sides[1], bottom: sides[3], left: sides[0]) : Insets()
  }

  /// The child of the root that holds the window: its window manager's frame, or itself. Nil if it does not exist.
  package func top(of anchor: AnchorWindow) -> UInt? { ancestors(of: anchor.id).last }

  /// Asks for `Event.neighbourChanged` whenever the window, or its current frame, moves, changes size, appears or goes
  /// away. Call it again after each event: a window manager may have reparented the window.
  package func follow(_ anchor: AnchorWindow) {
    let chain = ancestors(of: anchor.id)
    ignoringErrors { for window in chain { XSelectInput(raw, window, StructureNotifyMask) } }
  }
}
