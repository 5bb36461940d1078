import Glibc
import Testing

@testable import Newswire

@Suite struct SourceSetTests {
  /// A source that says what it is told to say.
  private final class Fake: Source {
    var result = ServiceResult.idle
    var deadline = Double.infinity
    var descriptor: Int32?
    var calls = 0
    var isClosed = false
    var onService: () -> Void = {}

    func appendDescriptors(to descriptors: inout [pollfd]) {
      if let descriptor { descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    func service(now: Double) -> ServiceResult {
      calls += 1
      onService()
      return result
    }

    func close() { isClosed = true }
  }

  private func round(_ set: SourceSet, now: Double = 1) {
    var descriptors: [pollfd] = []
    set.appendDescriptors(to: &descriptors)
    poll(&descriptors, nfds_t(descriptors.count), 0)
    set.service(now: now, descriptors: descriptors)
  }

  @Test func onlyWhatIsReadyOrDueOrHasMoreIsServiced() throws {
    let pipe = try Pipe()
    let (set, ready, timed, quiet) = (SourceSet(), Fake(), Fake(), Fake())
    ready.descriptor = pipe.reading
    timed.deadline = 5
    for source in [ready, timed, quiet] { set.add(source) }
    round(set)  // each is called once after it was added
    #expect([ready.calls, timed.calls, quiet.calls] == [1, 1, 1])
    #expect(set.deadline == 5)
    pipe.write("x")
    round(set)
    #expect([ready.calls, timed.calls, quiet.calls] == [2, 1, 1])
    round(set, now: 5)
    #expect([ready.calls, timed.calls, quiet.calls] == [3, 2, 1])
    quiet.deadline = 0
    quiet.result = .more
    round(set)
    #expect(set.deadline == 0)
  }

  @Test func aFinishedSourceIsDroppedAndARemovedOneClosed() {
    let (set, a, b) = (SourceSet(), Fake(), Fake())
    set.add(a)
    set.add(b)
    a.result = .finished
    round(set)
    #expect(a.calls == 1 && b.calls == 1)
    set.remove(b)
    #expect(b.isClosed && set.isEmpty && set.deadline == .infinity)
  }

  @Test func sourcesMayComeAndGoWhileOneIsServiced() {
    let (set, a, b, c) = (SourceSet(), Fake(), Fake(), Fake())
    for source in [a, b] { set.add(source) }
    a.onService = {
      set.remove(b)
      set.add(c)
      set.remove(a)
    }
    round(set)
    round(set)
    #expect(a.calls == 1 && b.calls == 0 && c.calls >= 1)
    #expect(!set.isEmpty)
  }

  @Test func noneStarvesAmongMany() {
    let set = SourceSet()
    let sources = (0..<20).map { _ in Fake() }
    for source in sources {
      source.result = .more
      source.onService = { usleep(1000) }
      set.add(source)
    }
    for _ in 0..<40 { round(set) }
    let calls = sources.map(\.calls)
    #expect((calls.min() ?? 0) >= 2)
    #expect((calls.max() ?? 0) - (calls.min() ?? 0) <= 1)
  }
}
