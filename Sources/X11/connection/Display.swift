package import Base
internal import CX11
internal import Synchronization

// The handler is global in Xlib, and Xlib calls it on the thread that talks to the server.
private let lostDisplays = Mutex<Set<UInt>>([])
/// How often a display was lost: asked for with every frame, so without a lock.
private let losses = Atomic(0)

/// A connection to an X server (`XOpenDisplay`). Errors of requests are never fatal, see `takeErrors`; a lost connection
/// turns `isLost` true.
package final class Display {
  let raw: OpaquePointer
  let screen: Int32
  let root: UInt
  /// The major opcode of the Present extension; nil where the server has none.
  let presentOpcode: Int32?
  /// The first event number of RandR.
  let randrEventBase: Int32?
  let screenSaverEventBase: Int32?
  /// The first event number of XFixes, whose events say who owns a selection.
  let fixesEventBase: Int32?
  private var atoms: [String: UInt] = [:]
  private var contexts: [Int32: GC] = [:]
  /// The serial of the first request that may not have been sent.
  private var firstUnsent: UInt = 0

  /// - Parameter name: as in `DISPLAY`; nil takes the environment's.
  /// - Throws: `Failure` where no server answers, or one that cannot draw (RENDER).
  package init(name: String? = nil) throws(Failure) {
    guard let raw = XOpenDisplay(name) else {
      throw Self.failure(toOpen: name ?? XDisplayName(nil).map { String(cString: $0) } ?? "")
    }
    self.raw = raw
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
    XErrorLog.install()
    // Xlib's own handler writes to standard error, which is the application's part.
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(
      raw,
      { display, _ in
        guard let display else { return }
        lostDisplays.withLock { _ = $0.insert(UInt(bitPattern: display)) }
        losses.add(1, ordering: .relaxed)
      }, nil)
    lostDisplays.withLock { _ = $0.remove(UInt(bitPattern: raw)) }
  }

  private static func failure(toOpen name: String) -> Failure {
    name.isEmpty
      ? Failure(of: "no display", reason: "set DISPLAY, or start under an X server (xvfb-run, startx)")
      : Failure(of: "cannot open display '\(name)'", reason: "is an X server running there?")
  }

  deinit {
    XErrorLog.forget(UInt(bitPattern: raw))
    for context in contexts.values { XFreeGC(raw, context) }
    XCloseDisplay(raw)
  }

  /// The socket to `poll` (`ConnectionNumber`). Events can be queued while it is silent: drain before sleeping.
  package var fileDescriptor: Int32 { XConnectionNumber(raw) }

  /// Whether the server has gone away. Nothing that is sent any more arrives.
  package var isLost: Bool {
    losses.load(ordering: .relaxed) > 0 && lostDisplays.withLock { $0.contains(UInt(bitPattern: raw)) }
  }

  /// Whether the server has the Present extension.
  package var hasPresent: Bool { presentOpcode != nil }

  /// Sends what is queued, without waiting (`XFlush`).
  package func flush() {
    // Xlib looks at the socket even when there is nothing to send.
    guard XNextRequest(raw) != firstUnsent else { return }
    XFlush(raw)
    firstUnsent = XNextRequest(raw)
  }

  /// Waits until the server has done everything (`XSync`). For start-up and tests, never for a frame.
  package func sync() { XSync(raw, 0) }

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
  func context(depth: Int32, for drawable: UInt) -> GC {
    if let context = contexts[depth] { return context }
    var values = XGCValues()
    values.graphics_exposures = 0
    let context = XCreateGC(raw, drawable, UInt(GCGraphicsExposures), &values)!
    contexts[depth] = context
    return context
  }

  /// Whether a compositing manager runs. Asks the server.
  package var isComposited: Bool { XGetSelectionOwner(raw, compositorSelection) != 0 }

  /// Asks for `Event.compositorChanged` when a compositing manager comes or goes (`XFixesSelectSelectionInput`).
  func watchCompositor() {
    guard fixesEventBase != nil else { return }
    XFixesSelectSelectionInput(
      raw, root, compositorSelection,
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
    let extensions = extensionNames()
    for i in errors.indices {
      errors[i].errorName = text { XGetErrorText(raw, Int32(errors[i].code), $0, $1) }
      errors[i].requestName = requestName(errors[i].requestCode, errors[i].minorCode, extensions)
    }
    return errors
  }

  /// Runs requests that may fail because of what others do, as when their window has gone: errors of these requests are
  /// not reported.
  @discardableResult
  func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let display = UInt(bitPattern: raw)
    XErrorLog.beginIgnoring(XNextRequest(raw), of: display, processed: XLastKnownRequestProcessed(raw))
    defer { XErrorLog.endIgnoring(XNextRequest(raw), of: display) }
    return body()
  }

  /// "X_MapWindow", "RenderComposite" (`XGetErrorDatabaseText`).
  private func requestName(_ code: UInt8, _ minor: UInt8, _ extensions: [UInt8: String]) -> String {
    if code < 128 { return databaseText("\(code)", otherwise: "request \(code)") }
    guard let name = extensions[code] else { return "request \(code).\(minor)" }
    return databaseText("\(name).\(minor)", otherwise: "\(name) request \(minor)")
  }

  private func databaseText(_ request: String, otherwise: String) -> String {
    text { XGetErrorDatabaseText(raw, "XRequest", request, otherwise, $0, $1) }
  }

  private func text(_ fill: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    _ = buffer.withUnsafeMutableBufferPointer { fill($0.baseAddress, Int32($0.count)) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The extensions by their major opcodes. Asks the server.
  private func extensionNames() -> [UInt8: String] {
    var count: Int32 = 0
    guard let list = XListExtensions(raw, &count) else { return [:] }
    defer { XFreeExtensionList(list) }
    var names: [UInt8: String] = [:]
    for i in 0..<Int(count) {
      guard let name = list[i] else { continue }
      var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
      if XQueryExtension(raw, name, &opcode, &event, &error) != 0 {
        names[UInt8(truncatingIfNeeded: opcode)] = String(cString: name)
      }
    }
    return names
  }
}
