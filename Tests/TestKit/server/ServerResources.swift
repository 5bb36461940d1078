import Base
import Glibc

/// What a server keeps for its clients, by its X-Resource extension: counts by kind, and the bytes of their pixmaps. A bare
/// connection of its own asks, so that nothing of the questions is counted.
package final class ServerResources {
  private let socket: Descriptor
  private var extensionCode: UInt8 = 0
  private var names: [UInt32: String] = [:]

  /// - Parameter display: ":7".
  package init(display: String) throws {
    guard let socket = try UnixSocket.connect(to: "/tmp/.X11-unix/X" + display.drop { $0 == ":" }) else {
      throw HarnessError("cannot connect to \(display)")
    }
    self.socket = socket
    // The least significant byte first, version 11.0, no authorization.
    try send([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let head = try receive(8)
    guard head[0] == 1 else { throw HarnessError("\(display) refuses connections") }
    _ = try receive(Int(head[6]) * 4 + Int(head[7]) * 1024)
    let name = Array("X-Resource".utf8)
    let answer = try ask([98, 0, 5, 0, UInt8(name.count), 0, 0, 0] + name + [0, 0])
    guard answer[8] == 1 else { throw HarnessError("\(display) has no X-Resource") }
    extensionCode = answer[9]
  }

  /// The sums over all clients.
  package struct Sums: Equatable {
    package var clients = 0
    package var kinds: [String: Int] = [:]
    package var pixmapBytes = 0
  }

  package func sums() throws -> Sums {
    var sums = Sums()
    let clients = try ask([extensionCode, 1, 1, 0])
    sums.clients = Int(clients.word(at: 8))
    for number in 0..<sums.clients {
      let base = Array(clients[(32 + number * 8)..<(36 + number * 8)])
      // One may have gone since.
      guard let resources = try? ask([extensionCode, 2, 2, 0] + base) else { continue }
      for kind in 0..<Int(resources.word(at: 8)) {
        let name = try name(of: resources.word(at: 32 + kind * 8))
        sums.kinds[name, default: 0] += Int(resources.word(at: 36 + kind * 8))
      }
      if let bytes = try? ask([extensionCode, 3, 2, 0] + base) { sums.pixmapBytes += Int(bytes.word(at: 8)) }
    }
    return sums
  }

  private func name(of atom: UInt32) throws -> String {
    if let name = names[atom] { return name }
    let answer = try ask([17, 0, 2, 0] + (0..<4).map { UInt8(truncatingIfNeeded: atom >> ($0 * 8)) })
    let length = Int(answer.word(at: 8) & 0xFFFF)
    let name = String(decoding: answer[32..<(32 + length)], as: UTF8.self)
    names[atom] = name
    return name
  }

  // MARK: - On the wire

  private func ask(_ request: [UInt8]) throws -> [UInt8] {
    try send(request)
    var head = try receive(32)
    // Events that go to everybody, as when the keyboard's map changes.
    while head[0] > 1 { head = try receive(32) }
    guard head[0] == 1 else { throw HarnessError("the server refuses request \(request[0])/\(request[1])") }
    return head + (try receive(Int(head.word(at: 4)) * 4))
  }

  private func send(_ bytes: [UInt8]) throws {
    guard write(socket.raw, bytes, bytes.count) == bytes.count else { throw HarnessError("the server has gone") }
  }

  private func receive(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var entry = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) == 1 else { throw HarnessError("the server does not answer") }
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let got = read(socket.raw, &part, part.count)
      guard got > 0 else { throw HarnessError("the server has gone") }
      bytes += part[..<got]
    }
    return bytes
  }
}

extension [UInt8] {
  /// Four bytes, the least significant one first.
  fileprivate func word(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (UInt32($1) * 8) }
  }
}
