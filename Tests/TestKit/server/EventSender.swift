import Glibc

/// A client that says anything to any window: bytes of events, as `SendEvent` of the X protocol takes them.
package final class EventSender {
  private let socket: Int32
  private var root: UInt32 = 0

  package init(to server: XServer) throws {
    guard let socket = SocketAddress("/tmp/.X11-unix/X" + server.display.dropFirst()).connection() else {
      throw HarnessError("the server refuses the connection")
    }
    self.socket = socket
    // Little-endian, version 11.0, without authorisation.
    write([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let head = try receive(8)
    guard head[0] == 1 else { throw HarnessError("the server refuses a client") }
    let setup = try receive((Int(head[6]) | Int(head[7]) << 8) * 4)
    // Behind the vendor's name and the formats of pixmaps.
    let screen = 32 + (Int(setup[16]) | Int(setup[17]) << 8 + 3) & ~3 + 8 * Int(setup[21])
    root = Self.number(setup[screen...])
  }

  deinit { _ = Glibc.close(socket) }

  /// Sends the 32 bytes of an event to who has made a window.
  ///
  /// - Parameter mask: Those who have asked for these events get it; 0: who has made the window.
  package func send(_ event: [UInt8], to window: UInt32, mask: UInt32 = 0) {
    write([25, 0, 11, 0] + Self.bytes(window) + Self.bytes(mask) + event)
    // What the server says against it would fill the socket.
    var rest = [UInt8](repeating: 0, count: 4096)
    while recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
  }

  /// Asks a window to close, as window managers do.
  package func close(_ window: UInt32) throws {
    let (protocols, delete) = (try atom("WM_PROTOCOLS"), try atom("WM_DELETE_WINDOW"))
    let event = [33, 32, 0, 0] + Self.bytes(window) + Self.bytes(protocols) + Self.bytes(delete)
    send(event + [UInt8](repeating: 0, count: 16), to: window)
  }

  /// Asks the window manager to let a window fill its monitor, or not.
  package func setFullScreen(_ window: UInt32, _ isFull: Bool) throws {
    try setStates(["FULLSCREEN"], of: window, isFull)
  }

  /// Asks the window manager to keep a window above others, or no longer.
  package func setAbove(_ window: UInt32, _ isAbove: Bool) throws { try setStates(["ABOVE"], of: window, isAbove) }

  /// Asks the window manager to make a window as large as it lets it be, or not.
  package func setMaximised(_ window: UInt32, _ isMaximised: Bool) throws {
    try setStates(["MAXIMIZED_VERT", "MAXIMIZED_HORZ"], of: window, isMaximised)
  }

  private func setStates(_ names: [String], of window: UInt32, _ isSet: Bool) throws {
    let state = try atom("_NET_WM_STATE")
    let states = try names.map { try atom("_NET_WM_STATE_" + $0) } + [0]
    let data = [isSet ? 1 : 0, states[0], states[1], 1, 0].flatMap(Self.bytes)
    send([33, 32, 0, 0] + Self.bytes(window) + Self.bytes(state) + data, to: root, mask: 0x18_0000)
    // What follows an answer has been done: a server leaves undone what a client has sent that has gone.
    _ = try atom("_NET_WM_STATE")
  }

  /// Sends a window a client message of 32-bit words.
  package func message(_ name: String, _ words: [UInt32], to window: UInt32) throws {
    let data = (words + [UInt32](repeating: 0, count: 5)).prefix(5).flatMap(Self.bytes)
    send([33, 32, 0, 0] + Self.bytes(window) + Self.bytes(try atom(name)) + data, to: window)
  }

  package func atom(_ name: String) throws -> UInt32 {
    let padding = [UInt8](repeating: 0, count: -name.utf8.count & 3)
    let length = UInt8(2 + (name.utf8.count + padding.count) / 4)
    write([16, 0, length, 0, UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + padding)
    // Errors of earlier requests come before.
    while true {
      let reply = try receive(32)
      if reply[0] == 1 { return Self.number(reply[8...]) }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  package static func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) } }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func receive(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var read = 0
    while read < count {
      let more = bytes.withUnsafeMutableBytes { Glibc.read(socket, $0.baseAddress! + read, count - read) }
      guard more > 0 else { throw HarnessError("the server has left") }
      read += more
    }
    return bytes
  }
}
