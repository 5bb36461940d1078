/// Follows the boundaries of the messages in one direction of an X connection, and counts them.
///
/// The bytes come in chunks of any size (X protocol, "Request Format", and the extension BIG-REQUESTS).
package struct StreamCounter: Sendable {
  package enum Direction: Sendable {
    case fromClient, fromServer
  }

  package let direction: Direction
  package private(set) var bytes = 0
  /// Those that came after the connection was set up.
  package private(set) var messageBytes = 0
  /// Requests from a client; replies, events and errors from a server.
  package private(set) var messages = 0
  /// Replies; 0 in a client's stream.
  package private(set) var replies = 0
  /// How often each kind of request came: the major opcode times 256, plus an extension's minor one.
  package private(set) var kinds: [Int: Int] = [:]

  private var head: [UInt8] = []
  private var skip = 0
  private var isSetUp = false
  /// As on this machine, unless the client says otherwise.
  private var isBigEndian = 1.bigEndian == 1

  package init(_ direction: Direction) {
    self.direction = direction
    head.reserveCapacity(32)
  }

  /// - Parameter look: Gets the kind of each request, and where in the chunk it begins; not of one that begins in the
  ///   chunk before.
  package mutating func take(_ chunk: UnsafeRawBufferPointer, look: (_ kind: Int, _ start: Int) -> Void = { _, _ in }) {
    bytes += chunk.count
    if isSetUp { messageBytes += chunk.count }
    var start: Int?
    var rest = chunk[...]
    while !rest.isEmpty {
      let skipped = min(skip, rest.count)
      rest = rest.dropFirst(skipped)
      skip -= skipped
      if head.isEmpty { start = rest.startIndex }
      let taken = min(neededHead - head.count, rest.count)
      head += rest.prefix(taken)
      rest = rest.dropFirst(taken)
      if head.count == neededHead {
        if let start, let kind { look(kind, start) }
        finishHead()
      }
    }
  }

  /// That of the request whose head is complete.
  private var kind: Int? {
    isSetUp && direction == .fromClient ? Int(head[0]) * 256 + (head[0] > 127 ? Int(head[1]) : 0) : nil
  }

  /// How many bytes tell the length of the message that begins.
  private var neededHead: Int {
    switch direction {
    case .fromClient:
      guard isSetUp else { return 12 }
      // A length of 0 announces a long request, whose length follows (BIG-REQUESTS).
      return head.count >= 4 && number(at: 2, size: 2) == 0 ? 8 : 4
    case .fromServer: return isSetUp ? 32 : 8
    }
  }

  private mutating func finishHead() {
    if direction == .fromClient && !isSetUp { isBigEndian = head[0] == UInt8(ascii: "B") }
    skip = messageLength - head.count
    if isSetUp { count() }
    isSetUp = true
    head.removeAll(keepingCapacity: true)
  }

  private var messageLength: Int {
    func padded(_ length: Int) -> Int { (length + 3) / 4 * 4 }
    switch (direction, isSetUp) {
    case (.fromClient, false): return 12 + padded(number(at: 6, size: 2)) + padded(number(at: 8, size: 2))
    case (.fromClient, true):
      return max(head.count, 4 * (head.count == 8 ? number(at: 4, size: 4) : number(at: 2, size: 2)))
    case (.fromServer, false): return 8 + 4 * number(at: 6, size: 2)
    case (.fromServer, true):
      let isLong = head[0] == 1 || head[0] & 127 == 35
      return 32 + (isLong ? 4 * number(at: 4, size: 4) : 0)
    }
  }

  private mutating func count() {
    messages += 1
    switch direction {
    case .fromClient: if let kind { kinds[kind, default: 0] += 1 }
    case .fromServer: if head[0] == 1 { replies += 1 }
    }
  }

  private func number(at offset: Int, size: Int) -> Int {
    let bytes = head[offset..<offset + size]
    return isBigEndian ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
