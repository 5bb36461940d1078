import Glibc
import TestKit
import Testing

@testable import Base
@testable import Newswire

@Suite("Commands as sources") struct CommandSourceTests {
  private let record = Record()
  private let set = RunLoop()

  private func start(
    _ arguments: [String], interval: Double? = nil, timeLimit: Double = 600, outputLimit: Int = 1 << 20
  ) throws {
    var settings = CommandSource.Settings(interval: interval)
    settings.timeLimit = timeLimit
    settings.outputLimit = outputLimit
    set.add(try CommandSource(arguments: arguments, settings: settings, handler: record.handler))
  }

  @Test("Streams its output and ends") func streamsItsOutputAndEnds() throws {
    try start(["sh", "-c", "echo one; echo two; printf three"])
    #expect(run(set) { record.hasEnded })
    #expect(record.log == ["line one", "line two", "line three", "end"])
  }

  @Test("No shell reads the arguments") func noShellReadsTheArguments() throws {
    try start(["echo", "$(id); `id` | cat > /tmp/x & \"quoted\""])
    #expect(run(set) { record.hasEnded })
    #expect(record.lines == ["$(id); `id` | cat > /tmp/x & \"quoted\""])
  }

  @Test("What is ended leaves nothing behind, however long it takes to go") func leavesNothingBehind() throws {
    for _ in 0..<8 { try start(["sh", "-c", "echo $$; exec sleep 1000"]) }
    #expect(run(set) { record.lines.count == 8 })
    let processes = record.lines.compactMap { pid_t($0) }
    set.removeAll()
    // Without a wait the process remains as a zombie.
    #expect(run(set) { processes.allSatisfy { kill($0, 0) != 0 } })
  }

  @Test("Runs again at its interval") func runsAgainAtItsInterval() throws {
    try start(["sh", "-c", "echo a; echo b"], interval: 0.1)
    #expect(run(set) { record.log.filter { $0 == "pause" }.count == 3 })
    #expect(record.log.prefix(8) == ["restart", "line a", "line b", "pause", "restart", "line a", "line b", "pause"])
  }

  @Test("A missing program is said once") func aMissingProgramIsSaidOnce() throws {
    try start(["/nonexistent/program", "x"], interval: 0.1)
    run(set) { !record.errors.isEmpty }
    run(set, limit: 0.5) { false }
    #expect(record.errors == ["/nonexistent/program x: cannot start: No such file or directory"])
    #expect(record.lines.isEmpty)
  }

  @Test("A failure says status and last error once and keeps the lines")
  func aFailureSaysStatusAndLastErrorOnceAndKeepsTheLines() throws {
    try start(["sh", "-c", "echo half; echo why >&2; exit 3"], interval: 0.1)
    run(set) { !record.errors.isEmpty }
    run(set, limit: 0.5) { false }
    #expect(record.errors.count == 1)
    #expect(record.errors.first?.hasSuffix("failed with status 3: why") == true)
    #expect(record.lines.isEmpty)
  }

  @Test(
    "A failure that comes back after a sound run is said again",
    arguments: ["echo why >&2; exit 3", "echo why >&2", "yes", "exit 3"])
  func failsAgain(_ failure: String) throws {
    let folder = try TemporaryFolder()
    try start(["sh", "-c", "if [ -e \(folder.path)/bad ]; then \(failure); fi"], interval: 0.1, outputLimit: 1000)
    func runs() -> Int { record.log.count { $0 == "pause" } }
    for round in 1...3 {
      // One that had begun before may still fail.
      let before = runs()
      #expect(run(set) { runs() >= before + 2 })
      try folder.write("", to: "bad")
      #expect(run(set) { record.errors.count == round })
      unlink(folder.path + "/bad")
    }
    let before = runs()
    #expect(run(set) { runs() >= before + 2 })
    #expect(record.errors.count == 3 && Set(record.errors).count == 1, "\(record.errors)")
  }

  @Test("Of many messages on standard error the last one is said") func lastOfManyErrors() throws {
    try start(["sh", "-c", "yes an error | head -n 3000 >&2; echo the reason >&2; exit 3"], interval: 60)
    #expect(run(set) { !record.errors.isEmpty })
    #expect(record.errors.first?.hasSuffix("failed with status 3: the reason") == true, "\(record.errors)")
  }

  @Test("At the time limit the whole group is killed") func atTheTimeLimitTheWholeGroupIsKilled() async throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("pid")
    try start(["sh", "-c", "sleep 60 & echo $! > \(file); wait"], interval: 60, timeLimit: 0.3)
    // It is started, and not looked at again before there is somebody to kill.
    set.serveWhatIsDue()
    try await waitUntil("its child") { (try? Project.text(of: file))?.contains("\n") == true }
    #expect(run(set) { !record.errors.isEmpty })
    #expect(record.errors.first?.hasSuffix("took longer than 0.3 s and was ended") == true)
    try await expectIsGone(try number(in: file))
  }

  @Test("Closing kills the children at once") func closingKillsTheChildrenAtOnce() async throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("pid")
    try start(["sh", "-c", "sleep 60 & echo $! > \(file); echo up; wait"])
    #expect(run(set) { record.lines == ["up"] })
    set.removeAll()
    try await expectIsGone(try number(in: file))
  }

  @Test("A child left behind does not hold up the end") func aChildLeftBehindDoesNotHoldUpTheEnd() throws {
    try start(["sh", "-c", "echo one; sleep 60 & exit 0"])
    #expect(run(set) { record.hasEnded })
    #expect(record.lines == ["one"])
  }

  @Test("Endless output is bounded") func endlessOutputIsBounded() throws {
    try start(["yes", "a line that comes again and again"], interval: 60, outputLimit: 100_000)
    #expect(run(set) { !record.errors.isEmpty })
    #expect(record.errors.first?.hasSuffix("wrote more than 100000 bytes and was ended") == true)
    #expect(record.lines.isEmpty)
  }

  @Test("Descriptors do not reach the command") func descriptorsDoNotReachTheCommand() throws {
    let pipe = try Pipe()
    try start(["sh", "-c", "ls /proc/self/fd | wc -l; [ -e /proc/self/fd/\(pipe.reading) ] && echo leaked"])
    #expect(run(set) { record.hasEnded })
    #expect(!record.lines.contains("leaked"))
  }

  @Test("No program is an error") func noProgramIsAnError() {
    #expect(throws: Failure.self) { try CommandSource(arguments: []) { _ in } }
    #expect(throws: Failure.self) { try CommandSource(arguments: [""]) { _ in } }
  }

  @Test("Its restarts come later each time, and early again after a minute of sound life, not after less")
  func restarts() throws {
    let system = VirtualSystem(wallTime: 0)
    var settings = CommandSource.Settings()
    (settings.restarts, settings.takesInput) = (true, true)
    let source = try CommandSource(
      arguments: ["sh", "-c", "read line; echo $line; exit 3"], settings: settings, handler: record.handler)
    try system.run {
      for (life, wait) in [(0.0, 1.0), (59.9, 2), (0, 4), (60, 1), (59.9, 2), (100, 1), (0, 2)] {
        system.now = source.deadline
        let ends = record.errors.count + 1
        _ = source.service(now: system.now)
        system.now += life
        source.send("end")
        let limit = ContinuousClock.now + patience
        while record.errors.count < ends, ContinuousClock.now < limit {
          _ = source.service(now: system.now)
          usleep(1000)
        }
        try #require(record.errors.count == ends)
        #expect(abs(source.deadline - system.now - wait) < 1e-6, "after \(life) s")
      }
    }
    source.close()
  }

  @Test("A restart that it asks for comes soon, later each time, and soon again after a second of life")
  func renewals() throws {
    let system = VirtualSystem(wallTime: 0)
    var settings = CommandSource.Settings()
    (settings.restarts, settings.takesInput, settings.renewal) = (true, true, 7)
    let source = try CommandSource(
      arguments: ["sh", "-c", "read line; exit 7"], settings: settings, handler: record.handler)
    var starts = 0
    source.greeting = {
      starts += 1
      return []
    }
    try system.run {
      for (life, wait) in [(0, 0.2), (0, 0.4), (0.999, 0.8), (0, 1), (0, 1), (1, 0.1), (0, 0.2), (100, 0.1)] {
        system.now = source.deadline
        let before = starts
        _ = source.service(now: system.now)
        try #require(starts == before + 1)
        system.now += life
        source.send("end")
        let limit = ContinuousClock.now + patience
        repeat {
          // Another time than that of its end, when it is looked at again.
          _ = source.service(now: system.now - 0.5)
          usleep(1000)
        } while abs(source.deadline - system.now - wait) > 1e-6 && starts == before + 1 && ContinuousClock.now < limit
        #expect(abs(source.deadline - system.now - wait) < 1e-6, "after \(life) s: \(source.deadline - system.now)")
      }
    }
    #expect(record.errors.isEmpty)
    source.close()
  }

  private func number(in file: String) throws -> pid_t {
    let stream = try #require(fopen(file, "r"))
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 64)
    fgets(&line, 64, stream)
    return pid_t(atoi(line))
  }

  private func expectIsGone(_ process: pid_t) async throws {
    #expect(process > 1)
    try await waitUntil("the end of process \(process)") { kill(process, 0) != 0 || isZombie(process) }
  }

  /// Killed, but not yet collected by the process that inherited it.
  private func isZombie(_ process: pid_t) -> Bool {
    guard let stream = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, stream)
    return String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).contains(") Z ")
  }
}
