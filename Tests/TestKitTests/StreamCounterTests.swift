import TestKit
import Testing

@Suite("The boundaries of X messages, however the bytes are cut") struct StreamCounterTests {
  private func count(_ bytes: [UInt8], _ direction: StreamCounter.Direction, chunk: Int) -> StreamCounter {
    var counter = StreamCounter(direction)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      bytes[start..<min(bytes.count, start + chunk)].withUnsafeBytes { counter.take($0) }
    }
    return counter
  }

  /// A connection with an 18-byte authorisation name (padded to 20) and 16 bytes of data.
  private let littleSetup: [UInt8] = [0x6c, 0, 11, 0, 0, 0, 18, 0, 16, 0, 0, 0] + [UInt8](repeating: 7, count: 36)
  private let bigSetup: [UInt8] = [0x42, 0, 0, 11, 0, 0, 0, 18, 0, 16, 0, 0] + [UInt8](repeating: 7, count: 36)

  @Test("Requests are counted by their kind, long ones too", arguments: [1, 2, 3, 4, 5, 7, 8, 31, 1000])
  func requests(chunk: Int) {
    let copy: [UInt8] = [62, 0, 7, 0] + [UInt8](repeating: 0, count: 24)
    let noOperation: [UInt8] = [127, 0, 1, 0]
    let composite: [UInt8] = [139, 8, 9, 0] + [UInt8](repeating: 0, count: 32)
    // BIG-REQUESTS: a length of 0, and then the length, of 70,000 words.
    let long: [UInt8] = [72, 2, 0, 0, 0x70, 0x11, 1, 0] + [UInt8](repeating: 62, count: 70_000 * 4 - 8)
    let bytes = littleSetup + copy + noOperation + long + composite + copy
    let counter = count(bytes, .fromClient, chunk: chunk)
    #expect(counter.messages == 5)
    #expect(counter.bytes == bytes.count)
    #expect(counter.kinds == [62 * 256: 2, 127 * 256: 1, 72 * 256: 1, 139 * 256 + 8: 1])
    #expect(counter.replies == 0)
  }

  @Test("Both byte orders are read", arguments: [1, 3, 8, 1000])
  func byteOrders(chunk: Int) {
    let copy: [UInt8] = [62, 0, 0, 7] + [UInt8](repeating: 0, count: 24)
    #expect(count(bigSetup + copy + copy, .fromClient, chunk: chunk).messages == 2)
  }

  @Test("Replies are distinguished from events and errors", arguments: [1, 5, 32, 33, 1000])
  func replies(chunk: Int) {
    let setup: [UInt8] = [1, 0, 11, 0, 0, 0, 5, 0] + [UInt8](repeating: 0, count: 20)
    let event: [UInt8] = [12] + [UInt8](repeating: 1, count: 31)
    let error: [UInt8] = [0] + [UInt8](repeating: 1, count: 31)
    let reply: [UInt8] = [1, 0, 0, 0, 3, 0, 0, 0] + [UInt8](repeating: 1, count: 24 + 12)
    let generic: [UInt8] = [35, 148, 0, 0, 2, 0, 0, 0] + [UInt8](repeating: 1, count: 24 + 8)
    // An event that a client sent has the highest bit set.
    let sent: [UInt8] = [12 | 128] + [UInt8](repeating: 1, count: 31)
    let counter = count(setup + event + reply + generic + error + sent + reply, .fromServer, chunk: chunk)
    #expect(counter.messages == 6)
    #expect(counter.replies == 2)
  }

  @Test("The difference of two counts has what came in between") func difference() {
    var before = Traffic()
    (before.requests, before.bytes, before.kinds) = (3, 100, [127 * 256: 2, 53 * 256: 1])
    var after = Traffic()
    (after.requests, after.bytes, after.replies, after.kinds) = (10, 400, 1, [127 * 256: 7, 53 * 256: 1, 62 * 256: 2])
    let difference = after - before
    #expect(difference.requests == 7 && difference.bytes == 300 && difference.replies == 1)
    #expect(difference.kinds == [127 * 256: 5, 62 * 256: 2])
    #expect(difference.count(of: 127) == 5 && difference.count(of: 53) == 0)
  }
}
