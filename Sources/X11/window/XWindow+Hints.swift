internal import CX11
internal import Glibc
package import ScrollCore

extension XWindow {
  /// Sets the window's hints (ICCCM 4.1.2, EWMH 1.5, Motif).
  func setHints(_ style: Style) {
    display.prepareAtoms(Self.atomNames)
    setNames(style)
    setProtocols(style)
    let type =
      switch style.type {
      case .dock: "_NET_WM_WINDOW_TYPE_DOCK"
      case .normal: "_NET_WM_WINDOW_TYPE_NORMAL"
      case .menu: "_NET_WM_WINDOW_TYPE_POPUP_MENU"
      case .tooltip: "_NET_WM_WINDOW_TYPE_TOOLTIP"
      case .above, .attached, .below, .unmanaged, .utility: "_NET_WM_WINDOW_TYPE_UTILITY"
      }
    set("_NET_WM_WINDOW_TYPE", atoms: [type])
    setStates(style)
    if let owner = style.owner { XSetTransientForHint(display.raw, id, owner) }
    // The window appears by itself, so it must not get the focus.
    if !style.takesFocus { set("_NET_WM_USER_TIME", cardinals: [0]) }
    if !style.icons.isEmpty { setIcons() }
    if style.opacity < 1 { setOpacity() }
    setSizeHints()
    setStrut()
  }

  /// Sets the title (ICCCM's and EWMH's).
  func setTitles() {
    XStoreName(display.raw, id, style.title)
    set("_NET_WM_NAME", text: style.title, type: "UTF8_STRING")
  }

  func setIcons() { set("_NET_WM_ICON", cardinals: style.icons.flatMap(Self.iconValues)) }

  /// Tells the compositing manager how opaque it is.
  func setOpacity() {
    let share = max(0, min(1, style.opacity))
    set("_NET_WM_WINDOW_OPACITY", cardinals: [Int((share * 0xffff_ffff).rounded())])
  }

  /// A window without a frame: how it is stacked, and on which desktops.
  private func setStates(_ style: Style) {
    if style.type == .normal { return }
    if style.type == .utility {
      return set("_NET_WM_STATE", atoms: ["_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER"])
    }
    var states = ["_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER"]
    // An attached one is where its window is.
    if style.type != .attached {
      states.append("_NET_WM_STATE_STICKY")
      // On all desktops.
      set("_NET_WM_DESKTOP", cardinals: [0xffff_ffff])
    }
    if style.type == .below || isLowered {
      states.append("_NET_WM_STATE_BELOW")
    } else if style.type != .attached {
      states.append("_NET_WM_STATE_ABOVE")
    }
    set("_NET_WM_STATE", atoms: states)
    // The flags say that decorations are set; the decorations are 0.
    set("_MOTIF_WM_HINTS", type: "_MOTIF_WM_HINTS", values: [2, 0, 0, 0, 0])
  }

  /// Width, height, and the pixels as non-premultiplied ARGB.
  private static func iconValues(_ icon: Icon) -> [Int] {
    [icon.width, icon.height] + icon.pixels.map { Int($0) }
  }

  /// Tells the window manager which space to keep free (`_NET_WM_STRUT_PARTIAL`).
  func setStrut() {
    guard let strut else {
      for name in ["_NET_WM_STRUT_PARTIAL", "_NET_WM_STRUT"] { XDeleteProperty(display.raw, id, display.atom(name)) }
      return
    }
    OwnWindows.reserve(strut)
    set("_NET_WM_STRUT_PARTIAL", cardinals: strut.cardinals)
    set("_NET_WM_STRUT", cardinals: Array(strut.cardinals.prefix(4)))
  }

  /// Tells the window manager that place and size, or just the size, are the program's choice (`XSetWMNormalHints`).
  func setSizeHints() {
    var hints = XSizeHints()
    hints.flags = USSize | PSize | PWinGravity | (style.leavesPlace ? 0 : USPosition | PPosition)
    (hints.x, hints.y) = (Int32(frame.minX), Int32(frame.minY))
    (hints.width, hints.height) = (Int32(frame.width), Int32(frame.height))
    hints.win_gravity = StaticGravity
    if let least = style.minimumSize {
      hints.flags |= PMinSize
      (hints.min_width, hints.min_height) = (Int32(least.width), Int32(least.height))
    }
    XSetWMNormalHints(display.raw, id, &hints)
  }

  private func setNames(_ style: Style) {
    setTitles()
    if !style.role.isEmpty { set("WM_WINDOW_ROLE", text: style.role, type: "STRING") }
    // An instance and a class (ICCCM 4.1.2.5).
    set("WM_CLASS", text: "\(style.name)\0\(style.className)\0", type: "STRING")
    set("_NET_WM_PID", cardinals: [Int(getpid())])
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, 255) == 0 {
      let name = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      set("WM_CLIENT_MACHINE", text: String(decoding: name, as: UTF8.self), type: "STRING")
    }
  }

  private func setProtocols(_ style: Style) {
    // Input without WM_TAKE_FOCUS is ICCCM's passive model, both together locally active, the latter alone globally.
    let takesFocus = style.takesFocus || style.asksForFocus
    let protocols = ["WM_DELETE_WINDOW", "_NET_WM_PING"] + (resizing.counter == 0 ? [] : ["_NET_WM_SYNC_REQUEST"])
    set("WM_PROTOCOLS", atoms: protocols + (takesFocus ? ["WM_TAKE_FOCUS"] : []))
    if resizing.counter != 0 { set("_NET_WM_SYNC_REQUEST_COUNTER", cardinals: [Int(bitPattern: resizing.counter)]) }
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = style.takesFocus ? 1 : 0
    hints.initial_state = NormalState
    XSetWMHints(display.raw, id, &hints)
  }

  private func set(_ name: String, atoms: [String]) {
    set(name, type: "ATOM", values: atoms.map { Int(bitPattern: display.atom($0)) })
  }

  private func set(_ name: String, cardinals: [Int]) { set(name, type: "CARDINAL", values: cardinals) }

  private func set(_ name: String, type: String, values: [Int]) {
    display.setProperty(
      display.atom(name), of: id, type: display.atom(type), values: values.map { UInt(bitPattern: $0) })
  }

  private func set(_ name: String, text: String, type: String) {
    display.setProperty(display.atom(name), of: id, type: display.atom(type), bytes: Array(text.utf8))
  }

  /// Interned in one round trip at the start.
  static let atomNames = [
    "ATOM", "CARDINAL", "STRING", "UTF8_STRING", "WM_PROTOCOLS", "WM_DELETE_WINDOW", "WM_TAKE_FOCUS", "WM_STATE",
    "WM_CLASS", "WM_WINDOW_ROLE", "WM_CLIENT_MACHINE", "_MOTIF_WM_HINTS", "_NET_WM_PING", "_NET_WM_NAME",
    "_NET_WM_PID", "_NET_WM_WINDOW_OPACITY",
    "_NET_WM_DESKTOP", "_NET_WM_STATE", "_NET_WM_STATE_ABOVE", "_NET_WM_STATE_BELOW", "_NET_WM_STATE_STICKY",
    "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER", "_NET_WM_STRUT", "_NET_WM_STRUT_PARTIAL",
    "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_UTILITY",
    "_NET_WM_WINDOW_TYPE_NORMAL", "_NET_WM_WINDOW_TYPE_POPUP_MENU", "_NET_WM_USER_TIME", "_NET_WM_ICON",
    "_NET_WM_SYNC_REQUEST",
    "_NET_WM_SYNC_REQUEST_COUNTER", "_NET_WORKAREA", "_NET_CURRENT_DESKTOP",
    "_NET_CLIENT_LIST", "XdndAware", "_NET_SUPPORTED", "_NET_SUPPORTING_WM_CHECK", "_NET_WM_STATE_FULLSCREEN",
  ]
}

extension XWindow {
  package enum ShapeKind: Sendable {
    /// The visible area, which takes input: for round corners of a window without alpha.
    case bounding
    /// The input area: for round corners drawn by alpha.
    case input
  }

  /// Lets clicks through to the windows below (`XShapeCombineRectangles`).
  package func letClicksThrough() {
    guard hasShapes(.input) else { return }
    XShapeCombineRectangles(display.raw, id, Int32(ShapeInput), 0, 0, nil, 0, Int32(ShapeSet), Int32(YXBanded))
  }

  private func hasShapes(_ kind: ShapeKind) -> Bool {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XShapeQueryVersion(display.raw, &major, &minor) != 0 else { return false }
    // Input shapes came with version 1.1.
    return kind == .bounding || (major, minor) >= (1, 1)
  }

  /// Rounds the window's corners (`XShapeCombineRectangles`). A radius of 0 removes the shape. Call it again when the
  /// size changes.
  ///
  /// - Parameter part: The part to keep, in window coordinates; nil for all.
  package func cutCorners(_ kind: ShapeKind, radius: Double, size: Size, part: Rect? = nil) {
    guard hasShapes(kind) else { return }
    let shape = kind == .bounding ? ShapeBounding : ShapeInput
    guard radius > 0 || part != nil else {
      XShapeCombineMask(display.raw, id, Int32(shape), 0, 0, 0, Int32(ShapeSet))
      return
    }
    let rows = Self.roundedRows(radius: radius, size: size)
    var rectangles = (part.map { part in rows.map(part.intersection).filter { !$0.isEmpty } } ?? rows)
      .map { XRectangle(PixelRect($0)) }
    XShapeCombineRectangles(
      display.raw, id, Int32(shape), 0, 0, &rectangles, Int32(rectangles.count), Int32(ShapeSet),
      Int32(YXBanded))
  }

  /// The rows of pixels of a rounded box, from the top down: pixels whose centre lies inside.
  static func roundedRows(radius: Double, size: Size) -> [Rect] {
    let radius = max(0, min(radius, size.width / 2, size.height / 2))
    // A row in the middle of an odd height is of neither half: bands must not overlap.
    let curved = min(radius.rounded(.up), (size.height / 2).rounded(.down))
    func inset(_ row: Double) -> Double {
      let y = radius - row - 0.5
      guard y > 0 else { return 0 }
      return max(0, (radius - (radius * radius - y * y).squareRoot() - 0.5).rounded(.up))
    }
    func row(_ y: Double, inset: Double, height: Double = 1) -> Rect {
      Rect(x: inset, y: y, width: size.width - 2 * inset, height: height)
    }
    let top = stride(from: 0, to: curved, by: 1).map { row($0, inset: inset($0)) }
    let middle = row(curved, inset: 0, height: size.height - 2 * curved)
    let bottom = stride(from: curved - 1, through: 0, by: -1).map { row(size.height - 1 - $0, inset: inset($0)) }
    return (top + [middle] + bottom).filter { !$0.isEmpty }
  }
}
