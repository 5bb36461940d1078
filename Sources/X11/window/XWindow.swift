internal import Base
internal import CX11
public import ScrollCore

/// A borderless window (`XCreateWindow`), closed with its last reference.
public final class XWindow {
  /// The class of Newsreel's own windows.
  public static let className = "Newsreel"

  /// The connection that it was made with.
  public let display: Display
  /// The id that the server knows it by, on all connections (`Window`).
  public let id: UInt
  package let format: PixelFormat
  private let colormap: UInt
  /// Place on the root window, and the size that is drawn, in pixels: at most the screen's.
  public private(set) var frame: Rect
  /// Whether the desktop shows through colours with alpha: the window has an alpha channel, and a compositing manager
  /// runs.
  public private(set) var isTranslucent: Bool

  /// Whether its pixels have alpha, which a compositing manager shows.
  package var hasAlpha: Bool { format.depth == 32 }

  private(set) var style: Style
  /// How it stands on the desktop.
  package var standing: WindowStanding { style.standing }

  /// Stands otherwise, where that takes no other window.
  package func stand(_ standing: WindowStanding) {
    if standing.isUnmanaged == style.standing.isUnmanaged { style.standing = standing }
  }
  package let input: WindowInput
  /// The space that the window reserves.
  package var strut: Strut? {
    didSet { if strut != oldValue { setStrut() } }
  }
  /// Whether it is below all other windows for now, whatever its type. Takes effect at once if it is mapped.
  package var isLowered = false {
    didSet { if isLowered != oldValue { restack() } }
  }
  var resizing: ResizeSync
  private var raises = RaiseBudget()
  /// When to raise it again above a managed window that covers it, in seconds; infinite if none does.
  package private(set) var raiseDue = Double.infinity

  /// How a window presents itself to its neighbours and to the window manager.
  public struct Style: Sendable {
    /// Shown in frames and lists of windows (`_NET_WM_NAME`).
    public var title = "Newsreel"
    /// The instance part of `WM_CLASS`, by which users name the window in rules.
    public var name = "newsreel"
    /// The class part of `WM_CLASS`, the same for all windows of a program.
    public var className = XWindow.className
    /// What distinguishes it among the program's windows (`WM_WINDOW_ROLE`); empty for none.
    public var role = ""
    /// What it is to the window manager (`_NET_WM_WINDOW_TYPE`).
    public var type = WindowType.above
    /// How it stands on the desktop as it is.
    package var standing = WindowStanding.managed
    /// Whether the window manager ignores it (`override_redirect`).
    var isUnmanaged: Bool { type.isUnmanaged || standing.isUnmanaged }
    /// The window that this one is attached to: it is above that (`WM_TRANSIENT_FOR`).
    package var owner: UInt?
    /// The window manager chooses the place.
    package var leavesPlace = false
    /// The window's icon, in several sizes.
    package var icons: [Icon] = []
    /// Shown by the server where nothing has been drawn (`XSetWindowBackground`).
    public var background = Color.black
    /// Asks for a visual with alpha, so that the desktop can show through under a compositing manager.
    public var wantsTranslucency = false
    /// The window is never mapped; it only provides a drawable. It has alpha if the server can.
    package var isOffScreen = false
    /// Whether the window accepts the focus.
    public var takesFocus = false
    /// The smallest size that the user can give it; nil: any.
    public var minimumSize: Size?
    /// The opacity of all of it under a compositing manager, 0 to 1 (`_NET_WM_WINDOW_OPACITY`).
    public var opacity = 1.0
    /// Whether the window can take the keyboard itself (`WindowInput.takeFocus`), although it does not accept the
    /// focus.
    package var asksForFocus = false

    /// A borderless window above others.
    public init() {}

    package static func offScreen(_ background: Color) -> Style {
      var style = Style()
      style.background = background
      style.isOffScreen = true
      return style
    }
  }

  /// An icon for lists of windows (`_NET_WM_ICON`).
  package struct Icon: Sendable {
    let width: Int
    let height: Int
    /// 0xAARRGGBB, row by row, not premultiplied.
    let pixels: [UInt32]

    package init(width: Int, height: Int, pixels: [UInt32]) {
      (self.width, self.height, self.pixels) = (width, height, pixels)
    }
  }

  /// The window's role on the desktop.
  public enum WindowType: String, Sendable, CaseIterable {
    /// A panel at the edge of the screen, above other windows and on all desktops.
    case dock
    /// Without a frame, above other windows and on all desktops.
    case above
    /// Without a frame, above the window that it is attached to, and with that below others.
    case attached
    /// Without a frame, below other windows and on all desktops.
    case below
    /// An ordinary window with a frame.
    case normal
    /// A small window with a frame, for tools: not in lists of windows.
    case utility
    /// Unmanaged (`override_redirect`): it keeps itself above other windows.
    case unmanaged
    /// A menu: short-lived and unmanaged.
    case menu
    /// A tooltip: short-lived, unmanaged, without input.
    case tooltip

    /// Whether it has a frame, and stands where the user has put it.
    package var isFramed: Bool { self == .normal || self == .utility }
    /// Whether the window manager ignores it (`override_redirect`).
    var isUnmanaged: Bool { self == .unmanaged || isTransient }
    /// Whether it is short-lived.
    var isTransient: Bool { self == .menu || self == .tooltip }
  }

  /// Creates the window, unmapped.
  public init(_ display: Display, frame: Rect, style: Style) {
    self.display = display
    self.frame = frame
    self.style = style
    let alpha = style.isOffScreen || style.wantsTranslucency ? PixelFormat.alpha(display) : nil
    if style.wantsTranslucency { display.watchCompositor() }
    isTranslucent = alpha != nil && (style.isOffScreen || display.isComposited)
    format = alpha ?? display.pixels
    colormap = XCreateColormap(display.raw, display.root, format.visual, AllocNone)
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = format.pixel(style.background)
    attributes.border_pixel = 0
    attributes.colormap = colormap
    attributes.bit_gravity = NorthWestGravity
    attributes.event_mask = Self.eventMask | WindowInput.eventMask
    attributes.override_redirect = style.isUnmanaged ? 1 : 0
    attributes.save_under = style.type.isTransient ? 1 : 0
    id = XCreateWindow(
      display.raw, display.root, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)),
      UInt32(max(1, frame.height)), 0, format.depth, UInt32(InputOutput), format.visual,
      UInt(CWBackPixel | CWBorderPixel | CWColormap | CWBitGravity | CWEventMask | CWOverrideRedirect | CWSaveUnder),
      &attributes)
    resizing = ResizeSync(display, isWanted: !style.isOffScreen)
    input = WindowInput(
      display, window: id, acceptsFocus: style.takesFocus, otherEvents: Self.eventMask)
    if display.presentOpcode != nil { XPresentSelectInput(display.raw, id, UInt32(PresentCompleteNotifyMask)) }
    if display.screenSaverEventBase != nil {
      XScreenSaverSelectInput(display.raw, display.root, UInt(ScreenSaverNotifyMask))
    }
    if style.isOffScreen { return }
    OwnWindows.add(id)
    setHints(style)
  }

  deinit {
    input.close()
    OwnWindows.remove(id)
    resizing.close()
    XDestroyWindow(display.raw, id)
    XFreeColormap(display.raw, colormap)
    XFlush(display.raw)
  }

  /// Looks for a compositing manager again. Returns whether `isTranslucent` has changed.
  private func updateTranslucency() -> Bool {
    let isSeen = hasAlpha && display.isComposited
    defer { isTranslucent = isSeen }
    return isSeen != isTranslucent
  }

  /// Changes the title, the smallest size and the opacity, for as long as it lives; the rest of the style stays
  /// (`XSetWMName`, `XSetWMNormalHints`).
  ///
  /// - Parameter icons: The icon in several sizes; nil leaves it.
  package func present(title: String, minimumSize: Size?, opacity: Double, icons: [Icon]? = nil) {
    let former = style
    (style.title, style.minimumSize, style.opacity) = (title, minimumSize, opacity)
    if title != former.title { setTitles() }
    if minimumSize != former.minimumSize { setSizeHints() }
    if opacity != former.opacity { setOpacity() }
    guard let icons else { return }
    style.icons = icons
    setIcons()
  }

  /// Changes the title (`XSetWMName`).
  public func setTitle(_ title: String) {
    present(title: title, minimumSize: style.minimumSize, opacity: style.opacity)
  }

  /// Sets the colour that the server fills the window with before anything is drawn (`XSetWindowBackground`).
  public func setBackground(_ color: Color) { XSetWindowBackground(display.raw, id, format.pixel(color)) }

  /// Maps the window (`XMapWindow`), above others, or below them by its type.
  public func show() {
    if style.type == .below || isLowered, style.isUnmanaged || !display.hasWindowManager {
      XLowerWindow(display.raw, id)
    }
    XMapWindow(display.raw, id)
  }

  /// Withdraws the window from the screen and the window manager (`XWithdrawWindow`).
  public func hide() { XWithdrawWindow(display.raw, id, display.screen) }

  /// Maps a hidden window at a place. Window managers forget withdrawn windows, so hints are set again.
  package func show(at frame: Rect) {
    self.frame = frame
    move(to: frame)
    setHints(style)
    show()
  }

  /// Moves and resizes (`XMoveResizeWindow`). An event reports the result.
  public func move(to frame: Rect) {
    XMoveResizeWindow(
      display.raw, id, Int32(frame.minX), Int32(frame.minY), UInt32(max(1, frame.width)),
      UInt32(max(1, frame.height)))
  }

  /// Asks for a `refreshed` event at the next refresh (`PresentNotifyMSC`).
  package func requestReport() {
    if display.presentOpcode != nil { XPresentNotifyMSC(display.raw, id, 0, 0, 1, 0) }
  }

  private static let eventMask = ExposureMask | StructureNotifyMask | VisibilityChangeMask

  /// Tells the window manager that the frame it asked for has been shown, or cannot be seen (`_NET_WM_SYNC_REQUEST`).
  package func didShow() { resizing.finish() }

  /// Without a manager's help, raises the window above what covers it (`XRaiseWindow`), except menus. Yields to a
  /// window that does the same.
  package func stayOnTop() {
    raiseDue = .infinity
    guard ![.normal, .utility, .below, .attached].contains(style.type), !style.type.isTransient, !isLowered,
      style.isUnmanaged || !display.hasWindowManager, display.isCoveredByLastingWindow(id, frame)
    else { return }
    let now = monotonicNow()
    if raises.spend(at: now) {
      XRaiseWindow(display.raw, id)
    } else if display.isCoveredByManagedWindow(id, frame) {
      // It does not raise itself, as an unmanaged one might: the manager does, as the user works with it.
      raiseDue = now + RaiseBudget.pause
    }
  }

  /// Whether the window manager, which was trusted with the window, has put another one over it.
  private var isLetDown: Bool {
    style.standing == .trusted && !isLowered && display.isCoveredByManagedWindow(id, frame)
  }

  // MARK: - Events

  /// The next event, without waiting, or nil. Call it until it returns nil before every sleep, because waiting for a
  /// reply queues events too (`XEventsQueued`).
  ///
  /// - Parameter reading: Whether to send queued requests and read the socket. If false, only queued events count.
  package func nextEvent(reading: Bool) -> Event? {
    if !input.waiting.isEmpty { return input.waiting.removeFirst() }
    while XEventsQueued(display.raw, Int32(reading ? QueuedAfterFlush : QueuedAlready)) > 0, !display.isLost {
      var event = XEvent()
      XNextEvent(display.raw, &event)
      guard Self.isCredible(&event) else { continue }
      input.note(&event)
      let isFiltered = input.textInput?.filters(&event) ?? false
      // The end of composing precedes the text that it has become.
      let composing = input.textInput?.takeComposing()
      let known = isFiltered ? nil : translate(&event)
      if composing != nil, let known { input.waiting.append(known) }
      if let event = composing ?? known { return event }
    }
    if reading { display.countBytesRead() }
    return nil
  }

  /// Whether `nextEvent` can return an event without reading the socket. Sending reads too: an event may have arrived
  /// during a flush, and `poll` would sleep over it.
  public var hasQueuedEvent: Bool { !input.waiting.isEmpty || nr_queue_length(display.raw) > 0 }

  /// Events that other programs may send (`XSendEvent`): input, selections, and what window managers report. Only the
  /// server may send any other.
  private static let sendable: Set = [
    KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify, EnterNotify, LeaveNotify, FocusIn, FocusOut, Expose,
    ConfigureNotify, SelectionNotify, ClientMessage,
  ]

  private static func isCredible(_ event: inout XEvent) -> Bool {
    event.xany.send_event == 0 || sendable.contains(Int32(nr_event_type(&event)))
  }

  private func translate(_ event: inout XEvent) -> Event? {
    let type = Int32(nr_event_type(&event))
    if Self.structureEvents.contains(type), event.xany.window == display.root {
      return type == ConfigureNotify ? .monitorsChanged : nil
    }
    if Self.structureEvents.contains(type), event.xany.window != id {
      if type == DestroyNotify, let event = input.drops.forget(destroyed: event.xdestroywindow.window) { return event }
      return .neighbourChanged
    }
    switch type {
    case GenericEvent: return translatePresent(&event)
    case Expose: return event.xexpose.count == 0 ? .exposed : nil
    case ConfigureNotify: return translateConfigure(event.xconfigure)
    case ReparentNotify: return event.xreparent.parent == display.root ? nil : .adopted
    case MapNotify: return .mapped
    case UnmapNotify: return .unmapped
    // Another program has destroyed the window.
    case DestroyNotify: return .destroyed
    case VisibilityNotify:
      if event.xvisibility.state != VisibilityUnobscured {
        stayOnTop()
        if isLetDown { input.waiting.append(.letDown) }
      }
      return .visible(event.xvisibility.state != VisibilityFullyObscured)
    case PropertyNotify where event.xproperty.window == display.root:
      if event.xproperty.atom == display.atom("RESOURCE_MANAGER") { return .settingsChanged }
      if event.xproperty.atom == display.atom("_NET_CLIENT_LIST") { return .windowsChanged }
      if Self.managerProperties.contains(where: { display.atom($0) == event.xproperty.atom }) { return .managerChanged }
      if event.xproperty.atom == display.atom("XIM_SERVERS") { input.textInput?.askServer(afterRefusal: true) }
      return event.xproperty.atom == display.atom("_NET_WORKAREA") ? .monitorsChanged : nil
    case PropertyNotify where display.settingsOwner != 0 && event.xproperty.window == display.settingsOwner:
      return .settingsChanged
    case PropertyNotify where event.xproperty.window == id && event.xproperty.atom == display.atom("WM_STATE"):
      let states = display.cardinals(of: id, "WM_STATE")
      return .visible(states.first.map { $0 != Int(IconicState) } ?? true)
    case ClientMessage: return translateMessage(&event)
    case PropertyNotify: return focusRequest(in: event.xproperty) ?? input.translate(&event)
    default: return translateExtension(type, &event) ?? input.translate(&event)
    }
  }

  /// Of the root window: by them a window manager says that it is there, and what it can do.
  private static let managerProperties = ["_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED"]

  /// Events that a followed window sends too.
  private static let structureEvents: Set = [
    ConfigureNotify, MapNotify, UnmapNotify, DestroyNotify, ReparentNotify, GravityNotify, CirculateNotify,
  ]

  private func translatePresent(_ event: inout XEvent) -> Event? {
    guard let cookie = nr_cookie(&event), XGetEventData(display.raw, cookie) != 0 else { return nil }
    defer { XFreeEventData(display.raw, cookie) }
    guard cookie.pointee.extension == display.presentOpcode, cookie.pointee.evtype == PresentCompleteNotify,
      let data = cookie.pointee.data?.assumingMemoryBound(to: XPresentCompleteNotifyEvent.self)
    else { return nil }
    return .refreshed(count: data.pointee.msc, time: Double(data.pointee.ust) / 1e6)
  }

  private func translateConfigure(_ event: XConfigureEvent) -> Event? {
    var (x, y) = (event.x, event.y)
    if event.send_event == 0 {
      // The event's place is relative to the window manager's frame, if any, so ask.
      var child: UInt = 0
      XTranslateCoordinates(display.raw, id, display.root, 0, 0, &x, &y, &child)
    }
    let size = frame.size
    frame.origin = Point(x: Double(x), y: Double(y))
    // A window manager that moves the window sends this event itself. Only the server reports the size.
    if event.send_event == 0 { frame.size = bounded(Size(width: Double(event.width), height: Double(event.height))) }
    resizing.configured(needsFrame: frame.size != size)
    return .moved(frame)
  }

  /// The part of a window's size that is drawn: other programs may make it any size, and a picture takes the server's
  /// memory whether it is seen or not.
  private func bounded(_ size: Size) -> Size {
    if size == frame.size { return size }
    let screen = display.screenFrame.size
    return Size(width: min(size.width, screen.width), height: min(size.height, screen.height))
  }

  private func translateMessage(_ event: inout XEvent) -> Event? {
    guard event.xclient.message_type == display.atom("WM_PROTOCOLS"), event.xclient.format == 32 else {
      return input.drops.handle(event.xclient, frame: frame)
    }
    let kind = UInt(bitPattern: event.xclient.data.l.0)
    if kind == display.atom("WM_DELETE_WINDOW") { return .closeRequested }
    if kind == display.atom("WM_TAKE_FOCUS") { input.acceptFocus(time: UInt(bitPattern: event.xclient.data.l.1)) }
    if kind == display.atom("_NET_WM_SYNC_REQUEST") {
      resizing.request(low: event.xclient.data.l.2, high: event.xclient.data.l.3)
    }
    if kind == display.atom("_NET_WM_PING") {
      event.xclient.window = display.root
      XSendEvent(display.raw, display.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }
    return nil
  }

  private func translateExtension(_ type: Int32, _ event: inout XEvent) -> Event? {
    if let base = display.randrEventBase, type == base + Int32(RRScreenChangeNotify) {
      XRRUpdateConfiguration(&event)
      return .monitorsChanged
    }
    if let base = display.screenSaverEventBase, type == base + Int32(ScreenSaverNotify) {
      return .blanked(nr_saver_state(&event) == Int32(ScreenSaverOn))
    }
    if let base = display.fixesEventBase, type == base + Int32(XFixesSelectionNotify) {
      if nr_selection(&event) == display.settingsSelection { return .settingsChanged }
      return updateTranslucency() ? .compositorChanged : nil
    }
    return nil
  }
}
