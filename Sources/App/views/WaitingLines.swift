internal import Scene
internal import ScrollCore

/// Lines that have come while nobody wants to be disturbed, in their order; of a flood the newest.
struct WaitingLines {
  /// Of a stream, as they came.
  private(set) var bytes: [UInt8] = []
  /// Of sources that are followed.
  private(set) var followed: [String] = []

  private static let mostBytes = 1 << 20
  private static let mostLines = 10_000

  /// How many there are.
  var count: Int { followed.count + bytes.count { $0 == UInt8(ascii: "\n") } }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes += new
    guard bytes.count > 2 * Self.mostBytes else { return }
    let end = bytes[(bytes.count - Self.mostBytes)...].firstIndex(of: UInt8(ascii: "\n"))
    bytes.removeFirst(end.map { $0 + 1 } ?? bytes.count)
  }

  /// What comes next is a line of its own.
  mutating func endLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Notes what has come and gone; returns those that have gone that had not waited.
  mutating func apply(_ change: LineDiff.Change) -> [String] {
    let gone = change.gone.filter { line in
      guard let place = followed.firstIndex(of: line) else { return true }
      followed.remove(at: place)
      return false
    }
    followed += change.new
    if followed.count > Self.mostLines { followed.removeFirst(followed.count - Self.mostLines) }
    return gone
  }
}
