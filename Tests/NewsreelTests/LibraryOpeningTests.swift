import Base
import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing
import X11

/// What a display has to do with how often, and when, a program opens it.
@Suite("Opening a display", .serialized, .tags(.x11)) struct LibraryOpeningTests {
  @Test("Four hundred views are tested in a row on a server that starts over when its last client leaves")
  func harnesses() async throws {
    let server = try await XServer(width: 400, height: 200, resets: true)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let widths = try await onOwnThread {
      try (0..<400).map { number in
        let badge = BadgeView("\(number % 10)")
        return try ViewHarness(badge).size.width
      }
    }
    #expect(widths.count == 400 && widths.allSatisfy { $0 > 0 })
  }

  @Test("Windows and displays are opened one after the other on such a server, too") func windows() async throws {
    let server = try await XServer(width: 400, height: 200, resets: true)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let opened = try await onOwnThread {
      for number in 0..<40 {
        let window = try Window(BadgeView("\(number)"), width: 80, height: 30)
        _ = window.run(for: 0)
        window.close()
      }
      return try (0..<60).reduce(0) { count, _ in try Display().isLost ? count : count + 1 }
    }
    #expect(opened == 60)
  }

  @Test("A server that is not there is no server at once; one that refuses or breaks off is tried again") func late()
    async throws
  {
    let (display, path) = (":7701", "/tmp/.X11-unix/X7701")
    #expect(throws: Failure.self) { _ = try Display(name: display) }
    // A socket without a server refuses, until there is one.
    let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    // A killed run may have left it.
    unlink(path)
    try #require(bindSocket(stale, to: path))
    defer { unlink(path) }
    let relay = Task.detached {
      // The first attempts are refused; then somebody listens, who breaks each connection off.
      usleep(200_000)
      listen(stale, 5)
      var broken = 0
      while broken < 3 {
        let client = accept(stale, nil, nil)
        if client < 0 { break }
        close(client)
        broken += 1
      }
      // Who is not refused would wait for an answer.
      close(stale)
      return broken
    }
    #expect(throws: Failure.self) { _ = try Display(name: display) }
    #expect(await relay.value == 3)
  }

  @Test("A thread keeps one connection for pictures and measurements, and another one for another server")
  func oneConnection() async throws {
    let servers = [
      try await XServer(width: 200, height: 100), try await XServer(width: 200, height: 100),
    ]
    defer { for server in servers { server.end() } }
    for server in servers {
      let counts = try await onOwnThread {
        setenv("DISPLAY", server.display, 1)
        var harnesses = [try ViewHarness(BadgeView("first"))]
        let first = try Self.descriptors()
        for _ in 0..<5 { harnesses.append(try ViewHarness(BadgeView("more"))) }
        _ = try Window.render(BadgeView("picture"))
        return (first, try Self.descriptors())
      }
      // A thread that has ended may close its own meanwhile.
      #expect(counts.1 <= counts.0)
    }
  }

  private static func descriptors() throws -> Int {
    var count = 0
    for descriptor in Int32(0)..<1024 where fcntl(descriptor, F_GETFD) >= 0 { count += 1 }
    return count
  }
}

/// Names a socket. Returns whether that has worked.
private func bindSocket(_ socket: Int32, to path: String) -> Bool {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
    }
  }
}
