import Glibc
import TestKit
import Testing

@testable import Base
@testable import Newswire

@Suite("Run loop") struct RunLoopTests {
  /// A source with scripted answers.
  private final class Fake: LoopSource {
    var result = ServiceResult.idle
    var deadline = Double.infinity
    var descriptor: Int32?
    var calls = 0
    var isClosed = false
    var onService: () -> Void = {}
    /// Before it says what it waits for.
    var onQuestion: () -> Void = {}
    /// How often it was asked what it waits for.
    var questions = 0

    func appendDescriptors(to descriptors: inout [pollfd]) {
      questions += 1
      onQuestion()
      if let descriptor { descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    func service(now: Double) -> ServiceResult {
      calls += 1
      onService()
      return result
    }

    func close() { isClosed = true }
  }

  /// Draws a frame every 10 ms, and nothing else happens.
  private final class Runner: LoopForeground {
    let descriptor: Int32
    let hasQueuedEvents = false
    var hasDrawn: Bool { count > 0 }
    var count = 0
    /// The numbers of the frames before which there was news.
    var news: [Int] = []
    var onFrame: (Int) -> Void = { _ in }
    private(set) var due = 0.0
    /// Of the present frame, in seconds.
    private(set) var lateness = 0.0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func flush() {}

    func step(hasNews: Bool, isReadable: Bool) -> LoopTurn {
      if hasNews { news.append(count) }
      let isDue = monotonicNow() >= due
      if isDue {
        (lateness, due) = (monotonicNow() - due, monotonicNow() + 0.01)
        count += 1
        onFrame(count)
      }
      return LoopTurn(due: due, hasDrawn: isDue, isQuiet: isDue && !hasNews)
    }
  }

  @Test("While frames follow each other and nothing else happens, sources are not asked again, and yet served in time")
  func quietFrames() throws {
    let (silence, pipe) = (try Pipe(), try Pipe())
    let (loop, source, runner) = (RunLoop(), Fake(), Runner(silence.reading))
    source.descriptor = pipe.reading
    loop.add(source)
    loop.add(runner)
    var (asked, calls, late) = ([0], [0], 0)
    runner.onFrame = { count in
      if (20..<40).contains(count), runner.lateness > 0.002 { late += 1 }
      asked.append(source.questions)
      calls.append(source.calls)
      if count == 40 { pipe.write("x") }
      if count > 40 && source.calls > 1 || count == 400 { loop.end() }
    }
    source.onService = {
      var byte: UInt8 = 0
      if source.calls > 1 { _ = read(pipe.reading, &byte, 1) }
    }
    loop.run()
    // The first frames have to do with the start; a machine that is busy for as long as a frame has it ask now and then.
    #expect(asked[40] - asked[20] < 10 + late)
    #expect(source.calls == 2 && calls[40] == 1 && runner.count < 400)
    #expect(runner.news.last.map { $0 >= 40 } == true)
  }

  @Test("What comes just before a frame does not hold it up") func justBefore() throws {
    let (silence, pipe) = (try Pipe(), try Pipe())
    let (loop, source, runner) = (RunLoop(), Fake(), Runner(silence.reading))
    source.descriptor = pipe.reading
    loop.add(source)
    loop.add(runner)
    source.onQuestion = {
      // As if it had been asked long before.
      usleep(UInt32(max(0, runner.due - 0.0015 - monotonicNow()) * 1e6))
      pipe.write("x")
    }
    source.onService = {
      var byte: UInt8 = 0
      _ = read(pipe.reading, &byte, 1)
    }
    // A busy machine holds up many frames, but not each of them.
    var inTime = 0
    runner.onFrame = { count in
      if count > 5, runner.lateness < 0.004 { inTime += 1 }
      if inTime == 3 || count == 400 { loop.end() }
    }
    loop.run()
    #expect(inTime == 3, "\(runner.count) frames, each with something 1.5 ms before it")
  }

  @Test("Timers are exact in a loop that draws, and neither after it nor in what is started")
  func timers() async throws {
    let silence = try Pipe()
    let (loop, runner) = (RunLoop(), Runner(silence.reading))
    let before = timerSlack
    var (within, child) = (UInt(0), ChildProcess?.none)
    runner.onFrame = { _ in
      within = timerSlack
      child = try? ChildProcess(arguments: ["cat", "/proc/self/timerslack_ns"])
      loop.end()
    }
    loop.add(runner)
    loop.run()
    #expect(within == 1 && timerSlack == before)
    let started = try #require(child)
    var bytes = [UInt8](repeating: 0, count: 64)
    var output = ""
    try await waitUntil("the end of a program") {
      if case .bytes(let count) = bytes.withUnsafeMutableBytes({ started.readOutput(into: $0) }) {
        output += String(decoding: bytes[..<count], as: UTF8.self)
      }
      return started.poll(now: 0) != nil
    }
    #expect(output == "\(before)\n")
  }

  private func round(_ loop: RunLoop) { loop.serveWhatIsDue() }

  @Test("Only what is ready or due or has more is serviced") func onlyWhatIsReadyOrDueOrHasMoreIsServiced() throws {
    let pipe = try Pipe()
    let (loop, ready, timed, quiet) = (RunLoop(), Fake(), Fake(), Fake())
    ready.descriptor = pipe.reading
    timed.deadline = .greatestFiniteMagnitude
    for source in [ready, timed, quiet] { loop.add(source) }
    round(loop)  // each is called once after it was added
    #expect([ready.calls, timed.calls, quiet.calls] == [1, 1, 1])
    #expect(loop.deadline == .greatestFiniteMagnitude)
    pipe.write("x")
    round(loop)
    #expect([ready.calls, timed.calls, quiet.calls] == [2, 1, 1])
    timed.deadline = 5
    round(loop)
    #expect([ready.calls, timed.calls, quiet.calls] == [3, 2, 1])
    quiet.deadline = 0
    quiet.result = .more
    round(loop)
    #expect(loop.deadline == 0)
  }

  @Test("Driven from outside it tells what it waits for and does what is due")
  func drivenFromOutsideItTellsWhatItWaitsForAndDoesWhatIsDue() throws {
    let pipe = try Pipe()
    let (loop, ready, timed) = (RunLoop(), Fake(), Fake())
    ready.descriptor = pipe.reading
    timed.deadline = .greatestFiniteMagnitude
    for source in [ready, timed] { loop.add(source) }
    loop.serveWhatIsDue()
    #expect([ready.calls, timed.calls] == [1, 1])
    func isReadable() -> Bool {
      var request = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) == 1
    }
    #expect(!isReadable() && loop.deadline == .greatestFiniteMagnitude)
    pipe.write("x")
    #expect(isReadable())
    loop.serveWhatIsDue()
    #expect([ready.calls, timed.calls] == [2, 1])
    ready.descriptor = nil
    #expect(!isReadable())
    timed.deadline = 0
    #expect(loop.deadline == 0)
    loop.serveWhatIsDue()
    #expect([ready.calls, timed.calls] == [2, 2])
  }

  @Test("Plain files are always ready from outside") func plainFilesAreAlwaysReadyFromOutside() throws {
    let (loop, source) = (RunLoop(), Fake())
    let file = open("/proc/self/exe", O_RDONLY)
    defer { close(file) }
    source.descriptor = file
    loop.add(source)
    loop.serveWhatIsDue()
    _ = loop.descriptor
    #expect(loop.deadline == 0)
  }

  @Test("It ends with the last source or on request") func itEndsWithTheLastSourceOrWhenItIsTold() throws {
    let pipe = try Pipe()
    let (loop, source) = (RunLoop(), Fake())
    source.result = .finished
    loop.add(source)
    loop.run()
    #expect(source.calls == 1 && loop.isEmpty && !loop.isEnded)
    let quiet = Fake()
    loop.add(quiet)
    loop.watch(pipe.reading) { loop.end() }
    pipe.write("x")
    loop.run()
    #expect(loop.isEnded)
  }

  @Test("A finished source is dropped and a removed one closed") func aFinishedSourceIsDroppedAndARemovedOneClosed() {
    let (loop, a, b) = (RunLoop(), Fake(), Fake())
    loop.add(a)
    loop.add(b)
    a.result = .finished
    round(loop)
    #expect(a.calls == 1 && b.calls == 1)
    loop.remove(b)
    #expect(b.isClosed && loop.isEmpty && loop.deadline == .infinity)
  }

  @Test("Sources may come and go while one is serviced") func sourcesMayComeAndGoWhileOneIsServiced() {
    let (loop, a, b, c) = (RunLoop(), Fake(), Fake(), Fake())
    for source in [a, b] { loop.add(source) }
    a.onService = {
      loop.remove(b)
      loop.add(c)
      loop.remove(a)
    }
    round(loop)
    round(loop)
    #expect(a.calls == 1 && b.calls == 0 && c.calls >= 1)
    #expect(!loop.isEmpty)
  }

  @Test("None starves among many") func noneStarvesAmongMany() {
    let loop = RunLoop()
    let sources = (0..<20).map { _ in Fake() }
    for source in sources {
      source.result = .more
      source.onService = { usleep(1000) }
      loop.add(source)
    }
    for _ in 0..<40 { round(loop) }
    let calls = sources.map(\.calls)
    #expect((calls.min() ?? 0) >= 2)
    #expect((calls.max() ?? 0) - (calls.min() ?? 0) <= 1)
  }
}
