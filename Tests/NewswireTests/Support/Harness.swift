import Glibc
import TestKit
import Testing

@testable import Base
@testable import Newswire

/// Runs the loop until `condition` holds; false after `limit` seconds. A limit of its own is for what must not come.
@discardableResult
func run(_ loop: RunLoop, limit: Double = patience / .seconds(1), until condition: () -> Bool) -> Bool {
  let end = monotonicNow() + limit
  while !condition() {
    let now = monotonicNow()
    if now >= end { return false }
    var descriptor = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, Int32((max(0, min(end, now + 0.05, loop.deadline) - now) * 1000).rounded(.up)))
    loop.serveWhatIsDue()
  }
  return true
}

/// Counts how long calls in this thread sleep, in seconds: neither the work that they do nor their wait for a processor is
/// in it, so that a busy machine does not change it. Whoever waits for a server in such a call sleeps for its timeout.
struct Sleepiness {
  private(set) var longest = 0.0

  mutating func count(_ call: () -> Void) throws {
    let (before, start) = (try Self.awake(), monotonicNow())
    call()
    longest = max(longest, monotonicNow() - start - (try Self.awake() - before))
  }

  private static func awake() throws -> Double {
    let time = try ThreadTime(of: "/proc/thread-self")
    return time.running + time.waiting
  }
}

/// Waits until most of the present second is still to come: what is written next has times within one second.
func waitForEarlySecond() throws {
  var time = timespec()
  repeat {
    try #require(clock_gettime(CLOCK_REALTIME, &time) == 0)
    if time.tv_nsec > 600_000_000 { usleep(10_000) }
  } while time.tv_nsec > 600_000_000
}

/// Writes down what a source of lines delivers.
final class Record {
  var lines: [String] = []
  var parts: [UInt8] = []
  var errors: [String] = []
  var log: [String] = []
  var hasEnded = false

  var handler: SourceHandler {
    { [self] event in
      switch event {
      case .line(let bytes):
        lines.append(String(decoding: bytes, as: UTF8.self))
        log.append("line " + (lines.last ?? ""))
      case .part(let bytes):
        parts.append(contentsOf: bytes)
      case .restart: log.append("restart")
      case .pause: log.append("pause")
      case .error(let error):
        errors.append(error.description)
        log.append("error")
      case .end:
        hasEnded = true
        log.append("end")
      }
    }
  }
}

/// The two ends of a pipe, as plain descriptors.
final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      sent += count
    }
  }

  func finishWriting() {
    if writing >= 0 { Glibc.close(writing) }
    writing = -1
  }

  func finishReading() {
    if reading >= 0 { Glibc.close(reading) }
    reading = -1
  }

  deinit {
    finishWriting()
    finishReading()
  }
}

/// A folder that goes with the test.
final class TemporaryDirectory {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ name: String, _ text: String, append: Bool = false) -> String {
    let path = file(name)
    if let stream = fopen(path, append ? "a" : "w") {
      let bytes = Array(text.utf8)
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
    }
    return path
  }
}

/// Runs a program to its end; its status, or -1 where it did not start or was killed.
@discardableResult
func runTool(_ arguments: [String]) -> Int32 {
  guard let child = try? Child(arguments[0], Array(arguments.dropFirst())) else { return -1 }
  if case .exited(let status) = child.waitForEnd() { return status }
  return -1
}
