@_exported public import Base
package import CX11
internal import Glibc
@_exported public import ScrollCore
internal import Synchronization

/// A connection to an X server (`XOpenDisplay`). Errors of requests are never fatal, see `errors()`. When the
/// connection is lost, `isLost` turns true.
public final class Display {
  package let raw: OpaquePointer
  /// Xlib's XCB connection.
  private let connection: OpaquePointer
  package let screen: Int32
  package let root: UInt
  /// The layout of windows without alpha.
  package let pixels: PixelFormat
  /// The major opcode of the Present extension; nil if the server lacks it.
  let presentOpcode: Int32?
  /// The first event number of RandR.
  let randrEventBase: Int32?
  let screenSaverEventBase: Int32?
  /// The first event number of XFixes, which reports the owners of selections.
  let fixesEventBase: Int32?
  /// The settings daemon's window, or 0. A change of its properties is `Event.settingsChanged`.
  package var settingsOwner: UInt = 0
  /// See `shared`.
  private var companions: [ObjectIdentifier: AnyObject] = [:]
  private let loss = Loss()
  private let internalConnections = InternalConnections()
  private var atoms: [String: UInt] = [:]
  private var contexts: [Int32: GC] = [:]
  /// A fade has another colour in each frame.
  private var fills: RecentValues<Color, UInt>
  /// Nil until `sharePixels` is called, and if the server cannot share memory.
  private(set) var sharedPixels: SharedPixels?
  private var hasAskedForSharedPixels = false
  /// Whether the user has resources. Without any, each `XGetDefault` searches for the user's files again.
  private lazy var hasResources = {
    _ = XGetDefault(raw, "Xft", "dpi")
    return XrmGetDatabase(raw) != nil
  }()
  /// The serial of the first request that may be unsent.
  private var firstUnsent: UInt = 0
  /// The bytes that XCB had read when Xlib last emptied its queue. A lost connection reads 0.
  private var bytesRead = UInt64.max

  /// - Parameter name: A display in the notation of `DISPLAY`; nil for that variable's.
  /// - Throws: `Failure` if no server answers, or if it lacks RENDER or a picture format for its visual.
  public init(name: String? = nil) throws(Failure) {
    // Before the first request: Xlib's own handler would end the program.
    XErrorLog.install()
    _ = SharedState.guardsXlib
    guard let raw = Self.open(name) else {
      throw Self.failure(toOpen: name ?? Self.standardName)
    }
    self.raw = raw
    XSetIOErrorExitHandler(
      raw, { _, loss in if let loss { Unmanaged<Loss>.fromOpaque(loss).takeUnretainedValue().note() } },
      Unmanaged.passUnretained(loss).toOpaque())
    fills = RecentValues(room: 32) { XRenderFreePicture(raw, $0) }
    connection = XGetXCBConnection(raw)
    screen = XDefaultScreen(raw)
    root = XRootWindow(raw, screen)
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XRenderQueryExtension(raw, &event, &error) != 0 else {
      XCloseDisplay(raw)
      throw Failure(of: "the X server has no RENDER extension", reason: "nothing can be drawn without it")
    }
    guard let pixels = PixelFormat.root(raw, screen) else {
      XCloseDisplay(raw)
      throw Failure(of: "the X server has no picture format for its visual", reason: "nothing can be drawn without it")
    }
    self.pixels = pixels
    presentOpcode = XPresentQueryExtension(raw, &opcode, &event, &error) != 0 ? opcode : nil
    randrEventBase = XRRQueryExtension(raw, &event, &error) != 0 ? event : nil
    screenSaverEventBase = XScreenSaverQueryExtension(raw, &event, &error) != 0 ? event : nil
    fixesEventBase = XFixesQueryExtension(raw, &event, &error) != 0 ? event : nil
    XAddConnectionWatch(
      raw, { _, connections, _, isOpening, _ in InternalConnections.at(connections)?.count += isOpening != 0 ? 1 : -1 },
      Unmanaged.passUnretained(internalConnections).toOpaque().assumingMemoryBound(to: CChar.self))
  }

  /// What `DISPLAY` says; empty for nothing.
  package static var standardName: String { XDisplayName(nil).map { String(cString: $0) } ?? "" }

  /// How often an opening is tried, and how long it waits in between: two seconds in all.
  private static let (attempts, pause) = (40, UInt32(50_000))

  /// Opens a connection. A server may refuse it, or reset all of them, as one does after its last client has gone: then it
  /// is tried again.
  private static func open(_ name: String?) -> OpaquePointer? {
    // Xlib's own handler writes to standard error. That is up to the application.
    XSetIOErrorHandler { _ in 0 }
    if let raw = XOpenDisplay(name) { return raw }
    guard isWorthWaiting(for: name ?? standardName) else { return nil }
    for _ in 0..<attempts {
      // Xlib ends a program whose connection breaks while it is opened. A server that has another client does not reset.
      let companion = xcb_connect(name, nil)
      defer { xcb_disconnect(companion) }
      if answers(companion), let raw = XOpenDisplay(name) { return raw }
      usleep(pause)
    }
    return nil
  }

  /// Whether a request on the connection gets a reply. It waits for that.
  private static func answers(_ connection: OpaquePointer?) -> Bool {
    guard let connection, xcb_connection_has_error(connection) == 0 else { return false }
    let reply = xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil)
    defer { free(reply) }
    return reply != nil
  }

  /// Whether a server may be there soon: a local one that never was has no socket.
  private static func isWorthWaiting(for name: String) -> Bool {
    guard let number = name.hasPrefix(":") ? name.dropFirst().prefix(while: \.isNumber) : nil else {
      return !name.isEmpty
    }
    return access("/tmp/.X11-unix/X\(number)", F_OK) == 0
  }

  private static func failure(toOpen name: String) -> Failure {
    name.isEmpty
      ? Failure(of: "no display", reason: "set DISPLAY, or start under an X server (xvfb-run, startx)")
      : Failure(of: "cannot open display '\(name)'", reason: "is an X server running there?")
  }

  deinit {
    (sharedPixels, companions) = (nil, [:])
    XErrorLog.forget(UInt(bitPattern: raw))
    for context in contexts.values { XFreeGC(raw, context) }
    // Xft frees its data from a hook in here.
    SharedState.withLock { _ = XCloseDisplay(raw) }
  }

  /// The socket to `poll` (`ConnectionNumber`). Events can be queued while it is silent: drain before sleeping.
  public var fileDescriptor: Int32 { XConnectionNumber(raw) }

  /// Whether the server has gone away. Further requests go nowhere.
  public var isLost: Bool { loss.isNoted }

  /// Whether the server has the Present extension.
  package var hasPresent: Bool { presentOpcode != nil }

  /// Sends queued requests without waiting, and without the `poll` that `XFlush` makes each time (`_XSend`).
  public func flush() {
    let next = XNextRequest(raw)
    guard next != firstUnsent else { return }
    firstUnsent = next
    // An input method's connection would be served too, under a lock that only Xlib can take.
    if internalConnections.count == 0 {
      _XSend(raw, nil, 0)
      // If bytes arrive during the send, XCB reads them and the socket is silent again.
      if xcb_total_read(connection) == bytesRead { return }
    }
    XFlush(raw)
    countBytesRead()
  }

  /// Xlib has handled everything that XCB has read.
  func countBytesRead() { bytesRead = xcb_total_read(connection) }

  /// Waits until the server has processed all requests (`XSync`). For start-up and tests, never in a frame.
  public func sync() { XSync(raw, 0) }

  /// The display's one object of this type, created on first use. It holds what everything drawn on this display
  /// shares, and goes with the display. (C has `XAddExtension` and its private data for this.)
  package func shared<Companion: AnyObject>(_ make: () -> Companion) -> Companion {
    if let known = companions[ObjectIdentifier(Companion.self)] as? Companion { return known }
    let companion = make()
    companions[ObjectIdentifier(Companion.self)] = companion
    return companion
  }

  /// `XInternAtom`, cached.
  package func atom(_ name: String) -> UInt {
    if let atom = atoms[name] { return atom }
    let atom = XInternAtom(raw, name, 0)
    atoms[name] = atom
    return atom
  }

  /// Interns atoms that are not cached yet, in one round trip (`XInternAtoms`).
  package func prepareAtoms(_ all: [String]) {
    let names = all.filter { atoms[$0] == nil }
    if names.isEmpty { return }
    var ids = [UInt](repeating: 0, count: names.count)
    var copies = names.map { strdup($0) }
    XInternAtoms(raw, &copies, Int32(names.count), 0, &ids)
    for copy in copies { free(copy) }
    for (name, id) in zip(names, ids) { atoms[name] = id }
  }

  /// A graphics context for drawables of this depth, without graphics exposures.
  package func context(depth: Int32, for drawable: UInt) -> GC {
    if let context = contexts[depth] { return context }
    var values = XGCValues()
    values.graphics_exposures = 0
    let context = XCreateGC(raw, drawable, UInt(GCGraphicsExposures), &values)!
    contexts[depth] = context
    return context
  }

  /// An endless picture of one colour, which stays at least until a few dozen others have been asked for. A bounded number
  /// is cached.
  package func fill(_ color: Color) -> UInt {
    if let fill = fills.value(for: color) { return fill }
    var value = color.premultiplied
    let fill = XRenderCreateSolidFill(raw, &value)
    fills.keep(fill, for: color)
    return fill
  }

  /// Sends pixels through shared memory from now on, if the server can. Waits for the server once, so call it after a
  /// frame.
  package func sharePixels() {
    if hasAskedForSharedPixels { return }
    hasAskedForSharedPixels = true
    sharedPixels = SharedPixels(raw) { body in ignoringErrors(body) }
  }

  /// Whether a compositing manager runs. Asks the server (`XGetSelectionOwner`).
  package var isComposited: Bool { XGetSelectionOwner(raw, compositorSelection) != 0 }

  /// Asks for `Event.compositorChanged` when a compositing manager comes or goes (`XFixesSelectSelectionInput`).
  func watchCompositor() {
    if fixesEventBase != nil { watchOwner(of: compositorSelection) }
  }

  func watchOwner(of selection: UInt) {
    XFixesSelectSelectionInput(
      raw, root, selection,
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
  }

  /// The manager selection of XSETTINGS.
  package var settingsSelection: UInt { atom("_XSETTINGS_S\(screen)") }

  /// The manager selection of EWMH, `_NET_WM_CM_Sn`.
  private var compositorSelection: UInt { atom("_NET_WM_CM_S\(screen)") }

  /// A property of Xft as the user's resources had it when the display was opened (`XGetDefault`).
  func xftResource(_ name: String) -> String? {
    hasResources ? XGetDefault(raw, "Xft", name).map { String(cString: $0) } : nil
  }

  // MARK: - Properties

  /// A window's property of 32-bit items, and its type (`XGetWindowProperty`).
  package func values(of property: UInt, of window: UInt) -> (values: [UInt], type: UInt) {
    read(property, of: window, atMost: 4096, format: 32) { data, count in
      // Xlib hands out 32-bit items as C longs.
      UnsafeRawBufferPointer(start: data, count: count * MemoryLayout<UInt>.stride).bindMemory(to: UInt.self)
        .map { $0 & 0xffff_ffff }
    }
  }

  /// The numbers in a window's property of that name.
  package func cardinals(of window: UInt, _ name: String) -> [Int] {
    values(of: atom(name), of: window).values.map { Int(bitPattern: $0) }
  }

  /// All bytes of a window's property, and its type; the property is deleted.
  func readProperty(_ property: UInt, of window: UInt, atMost most: Int) -> (values: [UInt8], type: UInt) {
    defer { XDeleteProperty(raw, window, property) }
    return read(property, of: window, atMost: most, format: 8) {
      Array(UnsafeBufferPointer(start: $0, count: $1))
    }
  }

  /// The first bytes of a window's property.
  package func bytes(of property: UInt, of window: UInt, atMost most: Int) -> [UInt8] {
    read(property, of: window, atMost: most, format: 8) { Array(UnsafeBufferPointer(start: $0, count: $1)) }.values
  }

  /// Reads at most `most` bytes. The value is empty if the property's items have another size.
  private func read<Value>(
    _ property: UInt, of window: UInt, atMost most: Int, format wanted: Int32,
    _ values: (UnsafeMutablePointer<UInt8>, Int) -> [Value]
  ) -> (values: [Value], type: UInt) {
    var (type, format, count, rest): (UInt, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      raw, window, property, 0, most / 4, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, let data, format == wanted else { return ([], type) }
    return (values(data, Int(count)), type)
  }

  /// The longest request, in bytes (`XExtendedMaxRequestSize`, else `XMaxRequestSize`).
  package var longestRequest: Int { 4 * max(XExtendedMaxRequestSize(raw), XMaxRequestSize(raw)) }

  /// The bytes of a property that fit any server's longest request; the rest is cut off.
  private static let longestProperty = 262_000

  /// Sets a property of 8-bit items (`XChangeProperty`).
  func setProperty(_ property: UInt, of window: UInt, type: UInt, bytes: some Collection<UInt8>) {
    _ = bytes.withContiguousStorageIfAvailable {
      XChangeProperty(
        raw, window, property, type, 8, PropModeReplace, $0.baseAddress, Int32(min($0.count, Self.longestProperty)))
    }
  }

  /// Sets a property of 32-bit items, which Xlib takes as C longs.
  package func setProperty(_ property: UInt, of window: UInt, type: UInt, values: [UInt]) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        raw, window, property, type, 32, PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(min(values.count, Self.longestProperty / 4)))
    }
  }

  // MARK: - Messages

  /// Sends a client message of five 32-bit words about a window (`XSendEvent`). The receiver may have gone.
  ///
  /// - Parameters:
  ///   - receiver: The window to send it to; nil for the one that it is about.
  ///   - mask: Sends it to the clients that selected these events; 0: to the receiver's creator.
  package func send(_ name: String, _ words: [UInt], about window: UInt, to receiver: UInt? = nil, mask: Int = 0) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(name)
    event.xclient.format = 32
    let words = words.map { Int(bitPattern: $0) }
    event.xclient.data.l = (words[0], words[1], words[2], words[3], words[4])
    ignoringErrors { XSendEvent(raw, receiver ?? window, 0, mask, &event) }
  }

  // MARK: - Errors

  /// The errors reported since the last call. Cheap when empty.
  package func takeErrors() -> [XProtocolError] {
    var errors = XErrorLog.removeErrors(of: UInt(bitPattern: raw))
    guard !errors.isEmpty, !isLost else { return [] }
    let names = RequestNames(raw)
    for i in errors.indices {
      errors[i].errorName = RequestNames.text { XGetErrorText(raw, Int32(errors[i].code), $0, $1) }
      errors[i].requestName = names.name(of: errors[i].requestCode, errors[i].minorCode)
    }
    return errors
  }

  /// Runs requests that may fail because of other programs, for example because their window has gone. Their errors are
  /// not reported.
  @discardableResult
  package func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let display = UInt(bitPattern: raw)
    XErrorLog.beginIgnoring(XNextRequest(raw), of: display, processed: XLastKnownRequestProcessed(raw))
    defer { XErrorLog.endIgnoring(XNextRequest(raw), of: display) }
    return body()
  }
}

/// Set by Xlib's handler when the connection is lost.
private final class Loss: Sendable {
  private let flag = Atomic(false)
  var isNoted: Bool { flag.load(ordering: .relaxed) }
  func note() { flag.store(true, ordering: .relaxed) }
}

/// Counts Xlib's internal connections, such as an input method's (`XAddConnectionWatch`).
private final class InternalConnections {
  var count = 0

  static func at(_ pointer: XPointer?) -> InternalConnections? {
    pointer.map { Unmanaged<InternalConnections>.fromOpaque($0).takeUnretainedValue() }
  }
}
