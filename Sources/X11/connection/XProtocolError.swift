internal import CX11
internal import Synchronization

/// An error that the server reported for a request, some time after the request was sent.
public struct XProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of the error, as 3 for `BadWindow` (`XErrorEvent.error_code`).
  public let code: UInt8
  /// The major opcode of the request; 128 and more are of extensions (`request_code`).
  public let requestCode: UInt8
  /// The request within its extension (`minor_code`).
  public let minorCode: UInt8
  /// The id that the request named, of a window, a pixmap or an atom, or 0.
  public let resource: UInt
  /// The request's number on its connection.
  public let serial: UInt
  /// The name of the error (`XGetErrorText`).
  public internal(set) var errorName = ""
  /// The name of the request, as `X_MapWindow`.
  public internal(set) var requestName = ""

  /// "BadWindow (invalid Window parameter) in X_MapWindow, of 0x1400003".
  public var description: String {
    "\(errorName) in \(requestName)" + (resource == 0 ? "" : ", of 0x\(String(resource, radix: 16))")
  }

  /// The same, by the name that Foundation has for it.
  public var localizedDescription: String { description }

  /// What Foundation says about an `any Error` that it does not know.
  public var _domain: String { description }

  /// Equal for errors of one kind, also with different resources.
  package var kind: String { "\(code) \(requestCode) \(minorCode)" }
}

/// The errors of all connections. Xlib's handler is global, and is called on the thread that talks to the server.
enum XErrorLog {
  private struct State {
    var entries: [(display: UInt, error: XProtocolError)] = []
    /// Requests that may fail, by display.
    var ignored: [UInt: [Range<UInt>]] = [:]
  }

  private static let state = Mutex(State())
  /// The number of entries. Read in every turn of the loop, so without the lock.
  private static let count = Atomic(0)
  /// Bounds the log of a program that fails in every frame.
  private static let limit = 64

  static func install() {
    XSetErrorHandler { display, event in
      if let event { XErrorLog.add(event.pointee, of: UInt(bitPattern: display)) }
      return 0
    }
  }

  private static func add(_ event: XErrorEvent, of display: UInt) {
    state.withLock { state in
      let isExpected = state.ignored[display]?.contains { $0.contains(event.serial) } ?? false
      guard !isExpected, state.entries.count < limit else { return }
      let error = XProtocolError(
        code: event.error_code, requestCode: event.request_code, minorCode: event.minor_code,
        resource: event.resourceid, serial: event.serial)
      state.entries.append((display, error))
      count.store(state.entries.count, ordering: .relaxed)
    }
  }

  /// Returns the errors of a display and removes them from the log.
  static func removeErrors(of display: UInt) -> [XProtocolError] {
    guard count.load(ordering: .relaxed) > 0 else { return [] }
    return state.withLock { state in
      let taken = state.entries.filter { $0.display == display }.map(\.error)
      state.entries.removeAll { $0.display == display }
      count.store(state.entries.count, ordering: .relaxed)
      return taken
    }
  }

  /// Ignores errors of requests from the serial `first` on.
  ///
  /// - Parameter processed: The last request that the server has processed.
  static func beginIgnoring(_ first: UInt, of display: UInt, processed: UInt) {
    state.withLock { state in
      state.ignored[display, default: []].removeAll { $0.upperBound <= processed }
      state.ignored[display, default: []].append(first..<UInt.max)
    }
  }

  /// Reports errors again, from the request with the serial `end` on.
  static func endIgnoring(_ end: UInt, of display: UInt) {
    state.withLock { state in
      guard let last = state.ignored[display]?.lastIndex(where: { $0.upperBound == .max }) else { return }
      let first = state.ignored[display]?[last].lowerBound ?? end
      state.ignored[display]?[last] = first..<max(first, end)
    }
  }

  /// Forgets a display.
  static func forget(_ display: UInt) {
    _ = removeErrors(of: display)
    state.withLock { $0.ignored[display] = nil }
  }
}
