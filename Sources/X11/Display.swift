internal import CX11
internal import Synchronization

/// What can go wrong between Newsreel and the X server.
package enum XFailure: Error, Equatable, CustomStringConvertible {
  /// No server answers under this display name.
  case cannotOpen(name: String)
  /// The server lacks something that Newsreel cannot do without.
  case missing(feature: String)

  package var description: String {
    switch self {
    case .cannotOpen(let name) where name.isEmpty:
      "no display: set DISPLAY, or start under an X server (xvfb-run, startx)"
    case .cannotOpen(let name): "cannot open display '\(name)': is an X server running there?"
    case .missing(let feature): "the X server has no \(feature)"
    }
  }
}

/// An error that the server reported, after the fact.
package struct XProtocolError: Equatable, Sendable {
  package let code: UInt8
  package let requestCode: UInt8
  package let minorCode: UInt8
  package let resource: UInt
  package let serial: UInt
}

// The handlers are global in Xlib, and Xlib calls them on the thread that talks to the server.
private let errorLog = Mutex<[XProtocolError]>([])
private let lostDisplays = Mutex<Set<UInt>>([])
/// How often a display was lost: asked for with every frame, so without a lock.
private let losses = Atomic(0)

/// A connection to an X server (`XOpenDisplay`). Errors of requests are recorded, never fatal; a lost
/// connection turns `isLost` true.
package final class Display {
  let raw: OpaquePointer
  let screen: Int32
  let root: UInt
  /// The major opcode of the Present extension; nil where the server has none.
  let presentOpcode: Int32?
  /// The first event number of RandR.
  let randrEventBase: Int32?
  let screenSaverEventBase: Int32?
  /// The first event number of XFixes, which tells of selections.
  let fixesEventBase: Int32?
  private var atoms: [String: UInt] = [:]
  private var contexts: [Int32: GC] = [:]
  /// The serial of the first request that may not have been sent.
  private var firstUnsent: UInt = 0

  /// - Parameter name: as in `DISPLAY`; nil takes the environment's.
  /// - Throws: `XFailure.cannotOpen`, `XFailure.missing`
  package init(name: String? = nil) throws(XFailure) {
    guard let raw = XOpenDisplay(name) else {
      throw .cannotOpen(name: name ?? XDisplayName(nil).map { String(cString: $0) } ?? "")
    }
    self.raw = raw
    screen = XDefaultScreen(raw)
    root = XRootWindow(raw, screen)
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XRenderQueryExtension(raw, &event, &error) != 0 else {
      XCloseDisplay(raw)
      throw .missing(feature: "RENDER extension")
    }
    presentOpcode = XPresentQueryExtension(raw, &opcode, &event, &error) != 0 ? opcode : nil
    randrEventBase = XRRQueryExtension(raw, &event, &error) != 0 ? event : nil
    screenSaverEventBase = XScreenSaverQueryExtension(raw, &event, &error) != 0 ? event : nil
    fixesEventBase = XFixesQueryExtension(raw, &event, &error) != 0 ? event : nil
    XSetErrorHandler { _, event in
      guard let event = event?.pointee else { return 0 }
      errorLog.withLock {
        // A program that errs in every frame must not grow.
        if $0.count < 64 {
          $0.append(
            XProtocolError(
              code: event.error_code, requestCode: event.request_code, minorCode: event.minor_code,
              resource: event.resourceid, serial: event.serial))
        }
      }
      return 0
    }
    // Xlib's own handler says so on standard error; that is the application's part.
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

  deinit {
    for context in contexts.values { XFreeGC(raw, context) }
    XCloseDisplay(raw)
  }

  /// The socket to `poll` (`ConnectionNumber`). Events can be queued while it is silent: drain before sleeping.
  package var fileDescriptor: Int32 { XConnectionNumber(raw) }

  /// Whether the server has gone away. Nothing that is sent any more arrives.
  package var isLost: Bool {
    losses.load(ordering: .relaxed) > 0 && lostDisplays.withLock { $0.contains(UInt(bitPattern: raw)) }
  }

  /// Errors that the server has reported since the last call.
  package func takeErrors() -> [XProtocolError] {
    errorLog.withLock { log in
      defer { log = [] }
      return log
    }
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
}
