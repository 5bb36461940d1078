import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import App
@testable import Base
@testable import Windows

/// What the program writes, and what becomes of it where it cannot be written.
@Suite("Writing", .tags(.x11)) struct WritingTests {
  @Test("A picture that cannot be written is reported", arguments: ["/dev/full", "/proc/nowhere/a.png", "/"])
  func unwritable(_ path: String) async throws {
    let server = try await XServer(width: 320, height: 200)
    let result = try await Program.run(["preview", "crawl", "x", "--size", "200x30", "--out", path], on: server)
    #expect(result.ending == .exited(1))
    #expect(
      result.errors.hasPrefix("newsreel: \(path): cannot write it") && result.errors.split(separator: "\n").count == 1)
  }

  @Test("A limit on the size of files leaves the old picture") func fullDisk() async throws {
    let server = try await XServer(width: 320, height: 200)
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "a.png")
    let result = try await run(
      "sh",
      [
        "-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\"", "sh", Program.path, "preview", "crawl", "x", "--size", "200x30",
        "--out", path,
      ],
      environment: ["DISPLAY": server.display, "LC_ALL": "C.UTF-8"])
    #expect(result.ending == .exited(1) && result.errors.hasPrefix("newsreel: "), "\(result.errors)")
    #expect(try Project.text(of: path) == "old")
    #expect(Files.names(in: folder.path) == ["a.png"])
  }

  @Test("Where the folder of a file cannot be made, that is the reason") func folder() {
    let error = #expect(throws: Failure.self) { try AtomicFile.write([], to: "/sys/newsreel/news/list") }
    // A missing folder is no reason: it would have been made.
    #expect(error?.reason.hasPrefix("cannot write it: ") == true && error?.reason.contains("No such file") == false)
  }

  @Test("A link that lies where a file is written is not followed") func plantedLink() throws {
    let folder = try TemporaryFolder()
    let victim = try folder.write("precious", to: "victim")
    #expect(symlink(victim, "\(folder.path)/.list.newsreel-\(getpid())") == 0)
    try AtomicFile.write(Array("new".utf8), to: folder.path + "/list")
    #expect(try Project.text(of: victim) == "precious")
    #expect(try Project.text(of: folder.path + "/list") == "new")
  }

  @Test("Unread output waits, within a bound; later output is written in order") func unread() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let output = OutputQueue(descriptor: ends[1])
    for number in 0..<20_000 { output.write("line \(number)\n") }
    var read: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while read.last(where: { $0 == 10 }) == nil || isReadable(ends[0]) {
      let count = Glibc.read(ends[0], &chunk, chunk.count)
      guard count > 0 else { break }
      read += chunk[..<count]
      _ = output.service(now: 0)
    }
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 20_000 && lines.last == "line 19999")
    for _ in 0..<3 { output.write(String(repeating: "x", count: 600_000) + "\n") }
    #expect(output.failure == nil)
  }

  @Test("What waits at the end is written, as long as somebody reads it") func lastOutput() async throws {
    let lines = try await onOwnThread {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let (reading, writing) = (ends[0], ends[1])
      let output = OutputQueue(descriptor: writing)
      for number in 0..<20_000 { output.write("line \(number)\n") }
      let read = Mutex<[UInt8]?>(nil)
      startThread {
        var (all, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
        while case let count = Glibc.read(reading, &chunk, chunk.count), count > 0 { all += chunk[..<count] }
        read.withLock { $0 = all }
      }
      // Its patience does not end here.
      VirtualSystem().run { output.close() }
      close(writing)
      while true {
        if let bytes = read.withLock(\.self) {
          close(reading)
          return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        usleep(1000)
      }
    }
    #expect(lines.count == 20_000 && lines.last == "line 19999")
  }

  @Test("A pipe whose reader has gone is an error") func goneReader() throws {
    Signals.install()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let output = OutputQueue(descriptor: ends[1])
    output.write("line\n")
    #expect(output.failure?.description.hasPrefix("standard output: cannot be written") == true && output.isAlone)
    close(ends[1])
  }

  /// Tells events, and that a command is not there.
  private static let moving = [
    "crawl", "--events", "all", "--command", "nosuch-command", "--scroll-time", "0", "--scroll-speed", "60",
    "--delay-at-start", "0", "--geometry", "400x30+0+50", "Hello",
  ]

  @Test("A full disk under standard output is reported, and the window continues") func fullOutput() async throws {
    let shown = try await Shown(Self.moving, redirected: "> /dev/full")
    try await waitUntil("word of it; \(shown.child.errors)") { shown.child.errors.contains("No space left on device") }
    try await shown.moreFrames()
    let told = shown.child.errors.split(separator: "\n").filter { $0.contains("standard output") }
    #expect(told.count == 1, "\(shown.child.errors)")
  }

  @Test(
    "Closed standard streams stay closed: the connection to the server does not take their place",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedStreams(_ closing: String) async throws {
    let shown = try await Shown(Self.moving, redirected: closing)
    try await shown.moreFrames()
    #expect(shown.child.isRunning)
  }

  @Test("A preview of something without an end is of its beginning", arguments: ["crawl", "counter"])
  func endless(_ view: String) async throws {
    let server = try await XServer(width: 320, height: 200)
    let program = try Program.start(
      ["preview", view, "--size", "200x30", "--out", "/dev/null", "-"], on: server, input: .file("/dev/zero"))
    #expect(try await program.ending() == .exited(0))
    #expect(program.errors.contains("standard input: has no end: only its beginning is used"))
  }

  @Test("A wrong line is shown clean, short and once") func wrongLines() async throws {
    let server = try await XServer(width: 320, height: 200)
    let marks = String(repeating: "\u{301}", count: 1000)
    let result = try await Program.run(
      ["preview", "counter", "--size", "200x30", "--out", "/dev/null", "-"], on: server,
      input: "\u{1B}]0;pwned\u{7}x\u{9B}31m\rforged\nx\(marks)\nx\(marks)\n7\n")
    #expect(result.ending == .exited(0))
    let lines = result.errors.split(separator: "\n")
    // What follows the carriage return is a line of its own.
    #expect(
      lines.count == 3 && lines.allSatisfy { $0.hasPrefix("newsreel: '") && $0.utf8.count < 200 }, "\(result.errors)")
    #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value })
  }
}
