internal import Base
internal import Glibc

/// What a window is called by those who control it.
enum ControlName {
  /// Bytes of a name.
  private static let longest = 64
  private static let suffix = ".sock"
  /// More windows of one name are not reached.
  static let mostAlike = 64

  /// Where its socket is.
  static func path(of name: String) -> String { "\(UserPaths.sockets)/\(name)\(suffix)" }

  /// Why a window cannot be called that; nil where it can.
  static func problem(_ name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0) }
    return !name.isEmpty && name.utf8.count <= longest && isPlain && name.utf8.first != 0x2E
      ? nil
      : "a name for newsreel msg has letters, digits, '-', '_' and '.', and at most \(longest) of them; a window that is "
        + "called so is reached as '\(plain(name))'"
  }

  /// What a window is called: the name that it was given, else what it shows.
  static func of(_ window: Settings<WindowOptions>, showing view: String) -> String {
    plain(window.hasSet("name") ? window.value.name : view)
  }

  /// The name as such a name can be.
  private static func plain(_ name: String) -> String {
    let bytes = name.utf8.map { $0.isLetterOrDigit || $0 == 0x5F ? $0 : 0x2D }.prefix(longest - 4)
    return bytes.isEmpty ? "newsreel" : String(decoding: bytes, as: UTF8.self)
  }

  /// The names of all sockets, also of those that nobody waits at.
  static var listed: [String] {
    AtomicFile.names(in: UserPaths.sockets).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
  }

  /// The windows that can be reached now, in order.
  static func all() -> [String] {
    listed.filter { name in (try? UnixSocket.connect(to: path(of: name)) != nil) ?? true }.sorted()
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
