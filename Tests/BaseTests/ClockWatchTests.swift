import Glibc
import Testing

@testable import Base

@Suite("The time of day") struct ClockWatchTests {
  @Test("An unchanged clock reports nothing, and costs no wake-up") func quiet() throws {
    let loop = RunLoop()
    var changes = 0
    let watch = try #require(ClockWatch { changes += 1 })
    loop.add(watch)
    var descriptors: [pollfd] = []
    watch.appendDescriptors(to: &descriptors)
    #expect(descriptors.count == 1 && poll(&descriptors, 1, 50) == 0)
    // A call for nothing is harmless.
    #expect(watch.service(now: 0) == .idle && changes == 0 && watch.deadline == .infinity)
  }
}
