internal import CX11

/// An error that the server reported for a request, some time after it was sent.
package struct XProtocolError: Error, Equatable, Sendable, CustomStringConvertible {
  package let code: UInt8
  package let requestCode: UInt8
  package let minorCode: UInt8
  /// The id that the request named: of a window, a pixmap, an atom, or 0.
  package let resource: UInt
  /// Counts the connection's requests.
  package let serial: UInt
  /// The names of the error and of the request.
  package let errorName: String
  package let requestName: String

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
    let entries = XErrorLog.take(of: UInt(bitPattern: raw))
    guard !entries.isEmpty, !isLost else { return [] }
    let extensions = extensionNames()
    return entries.map { entry in
      XProtocolError(
        code: entry.code, requestCode: entry.requestCode, minorCode: entry.minorCode, resource: entry.resource,
        serial: entry.serial, errorName: errorName(entry.code),
        requestName: requestName(entry.requestCode, entry.minorCode, extensions))
    }
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

  /// "BadWindow (invalid Window parameter)" (`XGetErrorText`).
  private func errorName(_ code: UInt8) -> String {
    text { XGetErrorText(raw, Int32(code), $0, $1) }
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
