package import Base
package import CX11
package import ScrollCore
internal import Synchronization

/// A connection to an X server (`XOpenDisplay`). Errors of requests are never fatal, see `takeErrors`; a lost connection
/// turns `isLost` true.
package final class Display {
  package let raw: OpaquePointer
  /// What Xlib sends and receives by.
  private let connection: OpaquePointer
  package let screen: Int32
  package let root: UInt
  /// The major opcode of the Present extension; nil where the server has none.
  let presentOpcode: Int32?
  /// The first event number of RandR.
  let randrEventBase: Int32?
  let screenSaverEventBase: Int32?
  /// The first event number of XFixes, whose events say who owns a selection.
  let fixesEventBase: Int32?
  /// The settings daemon's window; 0 where none runs.
  var settingsOwner: UInt = 0
  /// The panels that there were when somebody last looked.
  var knownPanels: Set<UInt> = []
  /// Whether they stood further from the edge than who looked.
  var knownOrder: [PanelSide: Bool] = [:]
  /// What those who draw on it have in common, see `shared`.
  private var companions: [ObjectIdentifier: AnyObject] = [:]
  private let loss = Loss()
  private let innerConnections = InnerConnections()
  private var atoms: [String: UInt] = [:]
  private var contexts: [Int32: GC] = [:]
  private var fills: [Color: UInt] = [:]
  /// Nil before it is asked for, and where the server has none.
  private(set) var sharedPixels: SharedPixels?
  private var hasAskedForSharedPixels = false
  /// The serial of the first request that may not have been sent.
  private var firstUnsent: UInt = 0
  /// How many bytes had come when Xlib last took over what XCB had read. On a connection that is lost none have come.
  private var takenOver = UInt64.max

  /// - Parameter name: as in `DISPLAY`; nil takes the environment's.
  /// - Throws: `Failure` where no server answers, or one that cannot draw (RENDER).
  package init(name: String? = nil) throws(Failure) {
    // Before the first request: Xlib's own handler would end the program.
    XErrorLog.install()
    _ = SharedState.guardsXlib
    guard let raw = XOpenDisplay(name) else {
      throw Self.failure(toOpen: name ?? XDisplayName(nil).map { String(cString: $0) } ?? "")
    }
    self.raw = raw
    connection = XGetXCBConnection(raw)
    screen = XDefaultScreen(raw)
    root = XRootWindow(raw, screen)
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XRenderQueryExtension(raw, &event, &error) != 0 else {
      XCloseDisplay(raw)
      throw Failure(of: "the X server has no RENDER extension", reason: "nothing can be drawn without it")
    }
    presentOpcode = XPresentQueryExtension(raw, &opcode, &event, &error) != 0 ? opcode : nil
    randrEventBase = XRRQueryExtension(raw, &event, &error) != 0 ? event : nil
    screenSaverEventBase = XScreenSaverQueryExtension(raw, &event, &error) != 0 ? event : nil
    fixesEventBase = XFixesQueryExtension(raw, &event, &error) != 0 ? event : nil
    // Xlib's own handler writes to standard error, which is the application's part.
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(
      raw, { _, loss in if let loss { Unmanaged<Loss>.fromOpaque(loss).takeUnretainedValue().note() } },
      Unmanaged.passUnretained(loss).toOpaque())
    XAddConnectionWatch(
      raw, { _, connections, _, isOpening, _ in InnerConnections.at(connections)?.count += isOpening != 0 ? 1 : -1 },
      Unmanaged.passUnretained(innerConnections).toOpaque().assumingMemoryBound(to: CChar.self))
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
    // Xft has a hook there.
    SharedState.alone { _ = XCloseDisplay(raw) }
  }

  /// The socket to `poll` (`ConnectionNumber`). Events can be queued while it is silent: drain before sleeping.
  package var fileDescriptor: Int32 { XConnectionNumber(raw) }

  /// Whether the server has gone away. Nothing that is sent any more arrives.
  package var isLost: Bool { loss.isNoted }

  /// Whether the server has the Present extension.
  package var hasPresent: Bool { presentOpcode != nil }

  /// Sends what is queued, without waiting, and without the look at the socket that `XFlush` takes each time (`_XSend`).
  package func flush() {
    let next = XNextRequest(raw)
    guard next != firstUnsent else { return }
    firstUnsent = next
    // Where an input method has a connection of its own that would be served, too, with a lock that Xlib alone can take.
    if innerConnections.count == 0 {
      _XSend(raw, nil, 0)
      // Where something comes just as this is sent XCB reads it, and the socket tells nobody of it any more.
      if xcb_total_read(connection) == takenOver { return }
    }
    XFlush(raw)
    noteTakenOver()
  }

  /// Nothing that XCB has read is left there.
  func noteTakenOver() { takenOver = xcb_total_read(connection) }

  /// Waits until the server has done everything (`XSync`). For start-up and tests, never for a frame.
  package func sync() { XSync(raw, 0) }

  /// The one companion of its type, made where it is first asked for: what all that draws on a display has in common, and
  /// what goes with it. (`XAddExtension` and its private data serve C in the same way.)
  package func shared<Companion: AnyObject>(_ make: () -> Companion) -> Companion {
    if let known = companions[ObjectIdentifier(Companion.self)] as? Companion { return known }
    let companion = make()
    companions[ObjectIdentifier(Companion.self)] = companion
    return companion
  }

  /// `XInternAtom`, remembered.
  func atom(_ name: String) -> UInt {
    if let atom = atoms[name] { return atom }
    let atom = XInternAtom(raw, name, 0)
    atoms[name] = atom
    return atom
  }

  /// Asks for many atoms with one round trip (`XInternAtoms`).
  func prepareAtoms(_ names: [String]) {
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

  /// A picture of one colour, without end (`XRenderCreateSolidFill`), remembered until many others have been asked for.
  package func fill(_ color: Color) -> UInt {
    if let fill = fills[color] { return fill }
    if fills.count > 256 {
      for fill in fills.values { XRenderFreePicture(raw, fill) }
      fills = [:]
    }
    var value = color.premultiplied
    let fill = XRenderCreateSolidFill(raw, &value)
    fills[color] = fill
    return fill
  }

  /// Has pixels go through shared memory from now on, where the server can. Waits for it once: to be called after a frame.
  package func sharePixels() {
    if hasAskedForSharedPixels { return }
    hasAskedForSharedPixels = true
    sharedPixels = SharedPixels(raw) { body in ignoringErrors(body) }
  }

  /// Whether a compositing manager runs. Asks the server.
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

  /// The manager selection of EWMH, `_NET_WM_CM_Sn`.
  private var compositorSelection: UInt { atom("_NET_WM_CM_S\(screen)") }

  // MARK: - Properties

  /// The 32-bit items of a window's property, and its type (`XGetWindowProperty`).
  func values(of property: UInt, of window: UInt) -> (values: [UInt], type: UInt) {
    read(property, of: window, atMost: 4096, format: 32) { data, count in
      // Xlib hands out 32-bit items as C longs.
      UnsafeRawBufferPointer(start: data, count: count * MemoryLayout<UInt>.stride).bindMemory(to: UInt.self)
        .map { $0 & 0xffff_ffff }
    }
  }

  /// The numbers in a window's property of that name.
  func cardinals(of window: UInt, _ name: String) -> [Int] {
    values(of: atom(name), of: window).values.map { Int(bitPattern: $0) }
  }

  /// All bytes of a window's property, and its type; the property is deleted.
  func takeProperty(_ property: UInt, of window: UInt, atMost most: Int) -> (values: [UInt8], type: UInt) {
    defer { XDeleteProperty(raw, window, property) }
    return read(property, of: window, atMost: most, format: 8) {
      Array(UnsafeBufferPointer(start: $0, count: $1))
    }
  }

  /// The first bytes of a window's property.
  func bytes(of property: UInt, of window: UInt, atMost most: Int) -> [UInt8] {
    read(property, of: window, atMost: most, format: 8) { Array(UnsafeBufferPointer(start: $0, count: $1)) }.values
  }

  /// Reads so many bytes; there are no values where the property's items are of another size.
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

  /// Sets a property of 8-bit items (`XChangeProperty`).
  func setProperty(_ property: UInt, of window: UInt, type: UInt, bytes: some Collection<UInt8>) {
    _ = bytes.withContiguousStorageIfAvailable {
      XChangeProperty(raw, window, property, type, 8, PropModeReplace, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sets a property of 32-bit items, which Xlib takes as C longs.
  func setProperty(_ property: UInt, of window: UInt, type: UInt, values: [UInt]) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        raw, window, property, type, 32, PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(values.count))
    }
  }

  // MARK: - Errors

  /// Errors that the server has reported since the last call. Cheap where there are none.
  package func takeErrors() -> [XProtocolError] {
    var errors = XErrorLog.take(of: UInt(bitPattern: raw))
    guard !errors.isEmpty, !isLost else { return [] }
    let names = RequestNames(raw)
    for i in errors.indices {
      errors[i].errorName = RequestNames.text { XGetErrorText(raw, Int32(errors[i].code), $0, $1) }
      errors[i].requestName = names.name(of: errors[i].requestCode, errors[i].minorCode)
    }
    return errors
  }

  /// Runs requests that may fail because of what others do, as when their window has gone: errors of these requests are
  /// not reported.
  @discardableResult
  package func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let display = UInt(bitPattern: raw)
    XErrorLog.beginIgnoring(XNextRequest(raw), of: display, processed: XLastKnownRequestProcessed(raw))
    defer { XErrorLog.endIgnoring(XNextRequest(raw), of: display) }
    return body()
  }
}

/// Whether a connection has been lost: Xlib's handler is handed this.
private final class Loss: Sendable {
  private let flag = Atomic(false)
  var isNoted: Bool { flag.load(ordering: .relaxed) }
  func note() { flag.store(true, ordering: .relaxed) }
}

/// How many connections Xlib itself has beside that to the server: input methods may have one (`XAddConnectionWatch`).
private final class InnerConnections {
  var count = 0

  static func at(_ pointer: XPointer?) -> InnerConnections? {
    pointer.map { Unmanaged<InnerConnections>.fromOpaque($0).takeUnretainedValue() }
  }
}
