internal import CX11
internal import Glibc
package import ScrollCore

extension Window {
  /// Says what the window is (ICCCM 4.1.2, EWMH 1.5, Motif hints).
  func setHints(_ style: Style) {
    display.prepareAtoms(Self.atomNames)
    setNames(style)
    setProtocols(style)
    set("_NET_WM_WINDOW_TYPE", atoms: [style.isDock ? "_NET_WM_WINDOW_TYPE_DOCK" : "_NET_WM_WINDOW_TYPE_UTILITY"])
    var states = ["_NET_WM_STATE_STICKY", "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER"]
    switch style.stacking {
    case .above: states.append("_NET_WM_STATE_ABOVE")
    case .below: states.append("_NET_WM_STATE_BELOW")
    case .normal: break
    }
    set("_NET_WM_STATE", atoms: states)
    set("_NET_WM_DESKTOP", cardinals: [0xffff_ffff])
    // Flags: "decorations" is set; decorations: none.
    set("_MOTIF_WM_HINTS", type: "_MOTIF_WM_HINTS", values: [2, 0, 0, 0, 0])
    setSizeHints()
    if let edge = style.reserves { reserve(edge) }
  }

  /// Reserves the window's space at an edge of the screen (`_NET_WM_STRUT_PARTIAL`).
  package func reserve(_ edge: Edge) {
    let screen = display.screenFrame
    var values = [Int](repeating: 0, count: 12)
    switch edge {
    case .left: (values[0], values[4], values[5]) = (Int(frame.maxX), Int(frame.minY), Int(frame.maxY) - 1)
    case .right:
      (values[1], values[6], values[7]) = (Int(screen.maxX - frame.minX), Int(frame.minY), Int(frame.maxY) - 1)
    case .top: (values[2], values[8], values[9]) = (Int(frame.maxY), Int(frame.minX), Int(frame.maxX) - 1)
    case .bottom:
      (values[3], values[10], values[11]) = (Int(screen.maxY - frame.minY), Int(frame.minX), Int(frame.maxX) - 1)
    }
    set("_NET_WM_STRUT_PARTIAL", cardinals: values)
    set("_NET_WM_STRUT", cardinals: Array(values.prefix(4)))
  }

  /// Tells the window manager that place and size are meant (`XSetWMNormalHints`).
  func setSizeHints() {
    var hints = XSizeHints()
    hints.flags = USPosition | USSize | PPosition | PSize | PWinGravity
    (hints.x, hints.y) = (Int32(frame.minX), Int32(frame.minY))
    (hints.width, hints.height) = (Int32(frame.width), Int32(frame.height))
    hints.win_gravity = StaticGravity
    XSetWMNormalHints(display.raw, id, &hints)
  }

  private func setNames(_ style: Style) {
    XStoreName(display.raw, id, style.title)
    set("_NET_WM_NAME", text: style.title, type: "UTF8_STRING")
    set("WM_WINDOW_ROLE", text: style.role, type: "STRING")
    // An instance and a class (ICCCM 4.1.2.5).
    set("WM_CLASS", text: "\(style.name)\0Newsreel\0", type: "STRING")
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
    set("WM_PROTOCOLS", atoms: ["WM_DELETE_WINDOW", "_NET_WM_PING"] + (takesFocus ? ["WM_TAKE_FOCUS"] : []))
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

  /// Asked for in one round trip at the start.
  private static let atomNames = [
    "ATOM", "CARDINAL", "STRING", "UTF8_STRING", "WM_PROTOCOLS", "WM_DELETE_WINDOW", "WM_TAKE_FOCUS", "WM_STATE",
    "WM_CLASS", "WM_WINDOW_ROLE", "WM_CLIENT_MACHINE", "_MOTIF_WM_HINTS", "_NET_WM_PING", "_NET_WM_NAME", "_NET_WM_PID",
    "_NET_WM_DESKTOP", "_NET_WM_STATE", "_NET_WM_STATE_ABOVE", "_NET_WM_STATE_BELOW", "_NET_WM_STATE_STICKY",
    "_NET_WM_STATE_SKIP_TASKBAR", "_NET_WM_STATE_SKIP_PAGER", "_NET_WM_STRUT", "_NET_WM_STRUT_PARTIAL",
    "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_UTILITY", "_NET_WORKAREA",
    "_NET_CURRENT_DESKTOP",
  ]
}

extension Window {
  /// What a shape is of.
  package enum ShapeKind: Sendable {
    /// What is seen of the window, and takes input: what a window of solid pixels has for round corners.
    case bounding
    /// What takes input alone: where round corners are drawn by alpha.
    case input
  }

  /// Cuts the window's corners (`XShapeCombineRectangles`). A radius of 0 takes that shape away. To be called again when the
  /// window has another size.
  package func cutCorners(_ kind: ShapeKind, radius: Double, size: Size) {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XShapeQueryVersion(display.raw, &major, &minor) != 0 else { return }
    // Shapes for input came with version 1.1.
    guard kind == .bounding || (major, minor) >= (1, 1) else { return }
    let shape = kind == .bounding ? ShapeBounding : ShapeInput
    guard radius > 0 else {
      XShapeCombineMask(display.raw, id, Int32(shape), 0, 0, 0, Int32(ShapeSet))
      return
    }
    var rectangles = Self.roundedRows(radius: radius, size: size).map { XRectangle(PixelRect($0)) }
    XShapeCombineRectangles(
      display.raw, id, Int32(shape), 0, 0, &rectangles, Int32(rectangles.count), Int32(ShapeSet),
      Int32(YXBanded))
  }

  /// A box with round corners as whole pixels, from the top down: those whose centre lies inside.
  static func roundedRows(radius: Double, size: Size) -> [Rect] {
    let radius = max(0, min(radius, size.width / 2, size.height / 2))
    let curved = radius.rounded(.up)
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
