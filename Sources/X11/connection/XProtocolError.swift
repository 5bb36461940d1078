internal import CX11
internal import Synchronization

/// An error that the server reported for a request, some time after it was sent.
package struct XProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: UInt8
  package let requestCode: UInt8
  package let minorCode: UInt8
  /// The id that the request named: of a window, a pixmap, an atom, or 0.
  package let resource: UInt
  /// Counts the connection's requests.
  package let serial: UInt
  /// The names of the error (`XGetErrorText`) and of the request.
  package fileprivate(set) var errorName = ""
  package fileprivate(set) var requestName = ""

  /// "BadWindow (invalid Window parameter) in X_MapWindow, of 0x1400003".
  package var description: String {
    "\(errorName) in \(requestName)" + (resource == 0 ? "" : ", of 0x\(String(resource, radix: 16))")
  }

  /// The same for errors of one kind, whatever they are about.
  package var kind: String { "\(code) \(requestCode) \(minorCode)" }
}

extension Display {
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

/// The errors of all connections, as Xlib's handler meets them: it is global, and called on the thread that talks to the
/// server.
enum XErrorLog {
  private struct State {
    var entries: [(display: UInt, error: XProtocolError)] = []
    /// Requests that may fail, by display.
    var ignored: [UInt: [Range<UInt>]] = [:]
  }

  private static let state = Mutex(State())
  /// How many entries there are: asked for with every turn of the loop, so without a lock.
  private static let count = Atomic(0)
  /// A program that errs in every frame must not grow.
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

  /// Takes the errors of a display out of the log.
  static func take(of display: UInt) -> [XProtocolError] {
    guard count.load(ordering: .relaxed) > 0 else { return [] }
    return state.withLock { state in
      let taken = state.entries.filter { $0.display == display }.map(\.error)
      state.entries.removeAll { $0.display == display }
      count.store(state.entries.count, ordering: .relaxed)
      return taken
    }
  }

  /// Drops errors of requests from a serial on when they come.
  ///
  /// - Parameter processed: The last request that the server has dealt with.
  static func beginIgnoring(_ first: UInt, of display: UInt, processed: UInt) {
    state.withLock { state in
      state.ignored[display, default: []].removeAll { $0.upperBound <= processed }
      state.ignored[display, default: []].append(first..<UInt.max)
    }
  }

  /// Errors of the request with that serial count again.
  static func endIgnoring(_ end: UInt, of display: UInt) {
    state.withLock { state in
      guard let last = state.ignored[display]?.lastIndex(where: { $0.upperBound == .max }) else { return }
      let first = state.ignored[display]?[last].lowerBound ?? end
      state.ignored[display]?[last] = first..<max(first, end)
    }
  }

  /// Forgets what belongs to a display.
  static func forget(_ display: UInt) {
    _ = take(of: display)
    state.withLock { $0.ignored[display] = nil }
  }
}
