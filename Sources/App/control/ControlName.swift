internal import Base
internal import Glibc
internal import Windows

/// The names of windows for `newsreel msg`, and their sockets.
enum ControlName {
  /// The limit for a name, in bytes.
  private static let longest = 64
  private static let suffix = ".sock"
  /// The limit for windows that share a name; further ones have no socket.
  static let mostAlike = 64

  /// The path of a window's socket.
  static func path(of name: String) -> String { "\(UserPaths.sockets)/\(name)\(suffix)" }

  /// The reason why a name is invalid, or nil.
  static func problem(_ name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || [0x2D, 0x2E, 0x5F].contains($0) }
    return !name.isEmpty && name.utf8.count <= longest && isPlain && name.utf8.first != 0x2E
      ? nil
      : "a name for newsreel msg has letters, digits, '-', '_' and '.', and at most \(longest) of them; this window "
        + "is reached as '\(plain(name))'"
  }

  /// A window's name: the given one, or that of its content.
  static func of(_ window: Settings<WindowOptions>, showing view: String) -> String {
    plain(window.hasSet("name") ? window.value.name : view)
  }

  /// The name reduced to valid characters and length.
  private static func plain(_ name: String) -> String {
    let bytes = name.utf8.map { $0.isLetterOrDigit || $0 == 0x5F ? $0 : 0x2D }.prefix(longest - 4)
    return bytes.isEmpty ? "newsreel" : String(decoding: bytes, as: UTF8.self)
  }

  /// The names of all sockets, including abandoned ones.
  static var listed: [String] {
    AtomicFile.names(in: UserPaths.sockets).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
  }

  /// The names of the windows that answer now, sorted.
  static func all() -> [String] {
    // A socket that cannot be asked has perhaps a window.
    listed.filter { name in (try? UnixSocket.connect(to: path(of: name)) != nil) ?? true }.sorted()
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
