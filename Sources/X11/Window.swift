internal import CX11
package import ScrollCore

/// A borderless window (`XCreateWindow`), closed with its last reference.
package final class Window {
  package let display: Display
  let id: UInt
  let format: PixelFormat
  private let colormap: UInt
  /// Place on the root window, in pixels.
  package internal(set) var frame: Rect
  /// Whether colours with alpha let the desktop through: the window has alpha, and a compositing manager runs.
  package private(set) var isTranslucent: Bool

  private let style: Style
  /// Whether the keyboard is taken when the window manager offers it.
  let acceptsFocus: Bool

  // What the user does, and what is typed and copied: see TextInput, Selections and Event.
  var textInput: TextInput?
  let selections = Selections()
  var keysDown = KeysDown()
  /// The server's time of the last key or button.
  var lastInput: UInt = 0
  /// Events that came together with one that was returned.
  var waiting: [Event] = []
  /// Who had the keyboard before this window took it.
  var formerFocus: UInt?
  var cursors: [UInt32: UInt] = [:]

  /// How a window presents itself to its neighbours and to the window manager.
  package struct Style: Sendable {
    package var title = "Newsreel"
    /// The instance part of `WM_CLASS`; the class part is "Newsreel".
    package var name = "newsreel"
    package var role = "ticker"
    /// A panel at the edge of the screen rather than a floating window.
    package var isDock = false
    package var background = Color.black
    /// It gets a visual with alpha, so that it can let the desktop through whenever a compositing manager runs.
    package var wantsTranslucency = false
    /// It is never shown, and only stands for what is drawn: it has alpha wherever the server can.
    package var isOffScreen = false
    package var stacking = Stacking.above
    /// The edge at which space is reserved; nil reserves none.
    package var reserves: Edge?
    /// Whether the keyboard may be given to it.
    package var takesFocus = false
    /// Whether the window can ask for the keyboard by itself (`Window.takeFocus`), although nobody gives it any.
    package var asksForFocus = false

    package init() {}

    package static func offScreen(_ background: Color) -> Style {
      var style = Style()
      style.background = background
      style.isOffScreen = true
      return style
    }
  }

  package enum Stacking: String, Sendable, CaseIterable {
    case above, normal, below
  }

  package enum Edge: Sendable {
    case left, right, top, bottom
  }

  /// Makes the window, not yet shown.
  ///
  /// - Throws: `XFailure.missing` where the server's visuals cannot be drawn on by XRender.
  package init(_ display: Display, frame: Rect, style: Style) throws(XFailure) {
    self.display = display
    self.frame = frame
    self.style = style
    acceptsFocus = style.takesFocus
    let alpha = style.isOffScreen || style.wantsTranslucency ? PixelFormat.alpha(display) : nil
    if style.wantsTranslucency { display.watchCompositor() }
    isTranslucent = alpha != nil && (style.isOffScreen || display.isComposited)
    guard let format = alpha ?? PixelFormat.root(display) else {
      throw .missing(feature: "picture format for its visual")
    }
    self.format = format
    colormap = XCreateColormap(display.raw, display.root, format.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = format.pixel(style.background)
    attributes.border_pixel = 0
    attributes.colormap = colormap
    attributes.bit_gravity = NorthWestGravity
    attributes.event_mask = Self.inputMask
    id = XCreateWindow(
      display.raw, display.root, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)),
      UInt32(max(1, frame.height)), 0, format.depth, UInt32(InputOutput), format.visual,
      UInt(CWBackPixel | CWBorderPixel | CWColormap | CWBitGravity | CWEventMask), &attributes)
    if display.presentOpcode != nil { XPresentSelectInput(display.raw, id, UInt32(PresentCompleteNotifyMask)) }
    if display.screenSaverEventBase != nil {
      XScreenSaverSelectInput(display.raw, display.root, UInt(ScreenSaverNotifyMask))
    }
    setHints(style)
  }

  deinit {
    textInput?.close()
    for cursor in cursors.values { XFreeCursor(display.raw, cursor) }
    XDestroyWindow(display.raw, id)
    XFreeColormap(display.raw, colormap)
    XFlush(display.raw)
  }

  /// Looks for a compositing manager again. Returns whether it makes a difference.
  func updateTranslucency() -> Bool {
    let isSeen = format.depth == 32 && display.isComposited
    defer { isTranslucent = isSeen }
    return isSeen != isTranslucent
  }

  /// What the server fills the window with before anything is drawn (`XSetWindowBackground`).
  package func setBackground(_ color: Color) { XSetWindowBackground(display.raw, id, format.pixel(color)) }

  /// Maps the window (`XMapWindow`).
  package func show() { XMapWindow(display.raw, id) }

  /// Takes the window off the screen, and away from the window manager (`XWithdrawWindow`).
  package func hide() { XWithdrawWindow(display.raw, id, display.screen) }

  /// Maps a window that was hidden, there. Window managers forget all they know of a window that is withdrawn.
  package func show(at frame: Rect) {
    self.frame = frame
    move(to: frame)
    setHints(style)
    show()
  }

  /// Moves and resizes (`XMoveResizeWindow`); the event that follows says what came of it.
  package func move(to frame: Rect) {
    XMoveResizeWindow(
      display.raw, id, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)),
      UInt32(max(1, frame.height)))
  }

  /// Asks for a `refreshed` event at the next refresh (`PresentNotifyMSC`).
  package func requestReport() {
    if display.presentOpcode != nil { XPresentNotifyMSC(display.raw, id, 0, 0, 1, 0) }
  }

  package func raise() { XRaiseWindow(display.raw, id) }

  static let inputMask =
    ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask | ButtonPressMask
    | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask | KeyPressMask | KeyReleaseMask
    | FocusChangeMask
}
