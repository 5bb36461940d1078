internal import CX11

/// The names of requests from Xlib's error database (`XGetErrorDatabaseText(3)`), which lacks those of Present.
package struct RequestNames {
  private let display: OpaquePointer
  /// By their major opcodes.
  private var extensions: [UInt8: String] = [:]
  private static let present: [UInt8: String] = [
    1: "PresentPixmap", 2: "PresentNotifyMSC", 3: "PresentSelectInput",
  ]

  /// Asks the server for its extensions. The display must stay open.
  package init(_ display: OpaquePointer) {
    self.display = display
    var count: Int32 = 0
    guard let list = XListExtensions(display, &count) else { return }
    defer { XFreeExtensionList(list) }
    for case let name? in UnsafeBufferPointer(start: list, count: Int(count)) {
      var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
      XQueryExtension(display, name, &opcode, &event, &error)
      extensions[UInt8(truncatingIfNeeded: opcode)] = String(cString: name)
    }
  }

  /// "X_MapWindow", "RenderComposite".
  package func name(of code: UInt8, _ minor: UInt8) -> String {
    let text = code < 128 ? "\(code)" : "\(extensions[code] ?? "\(code)").\(minor)"
    let known = extensions[code] == "Present" ? Self.present[minor] : nil
    return Self.text { XGetErrorDatabaseText(display, "XRequest", text, known ?? "request \(text)", $0, $1) }
  }

  /// The text that an Xlib function writes into a buffer.
  static func text(_ fill: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    _ = buffer.withUnsafeMutableBufferPointer { fill($0.baseAddress, Int32($0.count)) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
