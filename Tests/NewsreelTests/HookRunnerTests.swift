import Base
import Glibc
import TestKit
import Testing

@testable import App
@testable import Windows

/// Which events' hooks run, in virtual time.
@Suite("Hooks that wait") struct HookRunnerTests {
  private let folder: TemporaryFolder
  private let system = VirtualSystem(wallTime: 1_790_000_000)
  private let runner = HookRunner()

  init() throws { folder = try TemporaryFolder() }

  private func hook(_ event: String, _ name: String) throws -> Hook {
    let words = ["sh", "-c", "touch \"$1\"", "sh", folder.path + "/\(name){\(event == "value" ? "number" : "text")}"]
    return try Hook(event: event, words: words, place: "--hook")
  }

  private func enqueue(_ number: Int, _ hooks: [Hook]) {
    runner.enqueue("value", JSON.object([("event", .string("value")), ("number", .integer(number))]).line, for: hooks)
  }

  /// Lets everything run, each at its time, and returns the files that it made.
  private func names() throws -> Set<String> {
    let end = ContinuousClock.now + patience
    var descriptors: [pollfd] = []
    repeat {
      try #require(ContinuousClock.now < end)
      // One whose output has ended is looked at again at its time.
      if runner.deadline < .infinity { system.now = max(system.now, runner.deadline) }
      _ = runner.service(now: system.now)
      descriptors = []
      runner.appendDescriptors(to: &descriptors)
      usleep(1000)
    } while !descriptors.isEmpty || runner.deadline < .infinity
    return Set(Files.names(in: folder.path))
  }

  @Test("After a flood of events the newest sixteen run, of each hook by itself") func flood() throws {
    try system.run {
      let (one, other) = (try hook("value", "one "), try hook("value", "other "))
      for number in 0..<40 { enqueue(number, number < 5 ? [one, other] : [one]) }
      let newest = [0] + Array((40 - HookRunner.mostWaiting)..<40)
      #expect(try names() == Set(newest.map { "one \($0)" } + (0..<5).map { "other \($0)" }))
    }
  }

  @Test("As many events as may wait all run") func full() throws {
    try system.run {
      let hook = try hook("value", "")
      for number in 0...HookRunner.mostWaiting { enqueue(number, [hook]) }
      #expect(try names() == Set((0...HookRunner.mostWaiting).map(String.init)))
    }
  }
}
