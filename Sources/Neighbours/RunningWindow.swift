internal import CX11
internal import X11

extension Display {
  /// Asks a running newsreel's window to take the keyboard; if one has it, the next.
  ///
  /// - Returns: False if no window accepts requests.
  package func requestFocus() -> Bool {
    let property = atom(FocusRequest.property)
    let open = windows(below: root, depth: Self.frames).compactMap { window in
      ignoringErrors { values(of: property, of: window).values.first.map { (window: window, former: $0) } }
    }
    guard !open.isEmpty else { return false }
    let focus = focusedWindow
    let present = open.firstIndex { $0.window == focus }
    let next = open[present.map { ($0 + 1) % open.count } ?? 0].window
    // A newsreel passes on the window that it borrowed the keyboard from.
    let lender = present.map { open[$0].former } ?? 0
    let former = lender > 0 ? lender : focus > 0 ? focus : UInt(PointerRoot)
    ignoringErrors {
      setProperty(property, of: next, type: atom("CARDINAL"), values: [former])
      XSync(raw, 0)
    }
    return true
  }

  /// The most frames that a window manager puts around a window. Some managers do not list panels.
  private static let frames = 4

  private func windows(below parent: UInt, depth: Int) -> [UInt] {
    ignoringErrors { children(of: parent) }.flatMap { window in
      [window] + (depth > 1 ? windows(below: window, depth: depth - 1) : [])
    }
  }
}
