import Glibc
import TestKit
import Testing

@testable import App
@testable import Base
@testable import Windows

extension OnScreen {
  /// What others put into a socket, a file or the command line, and what of it others may read.
  @Suite("Doors") struct DoorTests {
    private let folder = try! TemporaryFolder()
    private var environment: [String: String?] { ["XDG_RUNTIME_DIR": folder.path] }

    @Test("Sixty-four clients that say nothing make room for one that does") func idleClients() async throws {
      let shown = try await Shown(["crawl", "One"], environment: environment)
      let listener = try await ControlLine(to: "crawl", in: folder.path)
      try await listener.ask("subscribe")
      var idle: [ControlLine] = []
      for _ in 0..<64 { idle.append(try await ControlLine(to: "crawl", in: folder.path)) }
      let state = try await Program.run(["msg", "--timeout", "300", "state"], environment: environment)
      #expect(state.ending == .exited(0), "\(state.errors)")
      // Who waits for events is not idle.
      #expect(!listener.isLeft() && shown.child.isRunning)
      try await waitUntil("the first one to be left") { idle[0].isLeft() }
    }

    @Test("A strip's end takes the process that reads its feeds with it, also one that is stopped") func stopped()
      async throws
    {
      let server = try FaultServer { _ in [.answer(body: FeedHome.rss(["One"]))] }
      defer { server.stop() }
      let shown = try await Shown(["--feed", server.url("/")])
      let reader = try await waitFor("the reader") {
        Self.children(of: shown.child.id).first { $0.words.contains("relay") }
      }
      // From then on it is at work, and has asked to end with its parent.
      try await waitUntil("it to read") { !server.requests.isEmpty }
      kill(reader.id, SIGSTOP)
      shown.child.signal(SIGKILL)
      _ = try await shown.child.ending()
      try await waitUntil("its end") { !Self.isThere(reader.id) }
      let other = try await Shown(["--feed", server.url("/other")])
      let second = try await waitFor("the reader") {
        Self.children(of: other.child.id).first { $0.words.contains("relay") }
      }
      try await waitUntil("it to read") { server.requests.contains("/other") }
      kill(second.id, SIGSTOP)
      other.child.signal(SIGTERM)
      _ = try await other.child.ending()
      try await waitUntil("its end") { !Self.isThere(second.id) }
    }

    @Test("A password in a feed's address stands in no argument and in no message") func address() async throws {
      let server = try FaultServer { _ in [.answer("404 Not Found")] }
      defer { server.stop() }
      let url = server.url("/feed").replacing("http://", with: "http://ada:sesame@")
      let shown = try await Shown(["--feed", url])
      try await waitUntil("a message") { shown.child.errors.contains("was not found") }
      let readers = Self.children(of: shown.child.id).filter { $0.words.contains("relay") }
      #expect(readers.count == 1 && !readers.contains { $0.words.contains("sesame") })
      #expect(!shown.child.errors.contains("sesame"))
    }

    @Test("A pipe in the place of a file is reported", arguments: ["--data-file", "--suggest-file"])
    func pipe(_ flag: String) async throws {
      let server = try await XServer(width: 300, height: 100)
      defer { server.end() }
      let path = folder.path + "/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      let result = try await Program.run(["tokens", flag, path, "alpha"], on: server)
      #expect(result.ending == .exited(1) && result.errors.contains(path), "\(result.errors)")
      #expect(result.errors.contains("pipe") || result.errors.contains("plain file"))
    }

    @Test("An option of a hundred thousand letters is refused in one short line") func longOption() async throws {
      for word in ["--" + String(repeating: "x", count: 100_000), "-" + String(repeating: "q", count: 100_000)] {
        let result = try await Program.run([word])
        #expect(result.ending == .exited(2) && result.errors.utf8.count < 300)
      }
    }

    @Test("Colours without end are refused in one short line, on the command line and in a theme") func colors()
      async throws
    {
      let colors = Array(repeating: "#ff0000", count: 10_000).joined(separator: ", ")
      let theme = try folder.write("topic-colors = \"\(colors)\"\n", to: "mine.toml")
      for words in [["--topic-colors", colors], ["--theme", theme]] {
        let result = try await Program.run(words)
        #expect(result.ending == .exited(2) && result.errors.utf8.count < 300, "\(result.errors.prefix(500))")
        #expect(result.errors.contains("topic-colors"))
      }
    }

    @Test("A window that leaves before the content arrives is reported: no signal ends the program") func left()
      async throws
    {
      guard let listening = try UnixSocket.listen(at: folder.path + "/newsreel/news.sock") else {
        throw HarnessError("the name is taken")
      }
      let socket = listening.raw
      startThread { while let peer = retrying({ accept(socket, nil, nil) }) { close(peer) } }
      // The thread ends with it.
      defer { shutdown(socket, Int32(SHUT_RDWR)) }
      let result = try await Program.run(["crawl", "--or-send", "--name", "news", "One"], environment: environment)
      #expect(result.ending == .exited(1) && result.errors.contains("news"), "\(result)")
    }

    private static func children(of process: Int32) -> [(id: Int32, words: String)] {
      let output = (try? Files.bytes(of: "/proc/\(process)/task/\(process)/children")) ?? []
      return String(decoding: output, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }.map { id in
        (id, String(decoding: (try? Files.bytes(of: "/proc/\(id)/cmdline")) ?? [], as: UTF8.self))
      }
    }

    /// A process that has ended does not count, even as a zombie.
    private static func isThere(_ process: Int32) -> Bool {
      let status = String(decoding: (try? Files.bytes(of: "/proc/\(process)/stat")) ?? [], as: UTF8.self)
      return !status.isEmpty && !status.contains(") Z ")
    }
  }

  /// The side of `newsreel msg`, against programs that are no windows.
  @Suite("Talk with false windows") struct FalseWindowTests {
    @Test("A window that leaves before the request, and one with an endless answer, are reported") func falseWindows()
      throws
    {
      let path = ControlName.path(of: "false-window")
      guard let listening = try UnixSocket.listen(at: path) else { throw HarnessError("the name is taken") }
      let socket = dup(listening.raw)
      defer {
        close(socket)
        unlink(path)
      }
      let left = try #require(try ControlConnection(to: "false-window"))
      close(try #require(retrying { accept(socket, nil, nil) }))
      #expect(throws: Failure.self) { try left.send("{}") }
      let endless = try #require(try ControlConnection(to: "false-window"))
      let peer = try #require(retrying { accept(socket, nil, nil) })
      startThread {
        let noise = [UInt8](repeating: 0x78, count: 1 << 20)
        while send(peer, noise, noise.count, Int32(MSG_NOSIGNAL)) > 0 {}
        close(peer)
      }
      let failure = #expect(throws: Failure.self) { _ = try endless.line() }
      #expect(failure?.reason.contains("longer") == true || failure?.reason.contains("more than 16 MB") == true)
    }
  }
}
