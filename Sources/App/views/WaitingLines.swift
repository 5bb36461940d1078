internal import Newswire
internal import Scene
internal import ScrollCore

/// The lines that came during do-not-disturb, in their order; the newest of a flood.
struct WaitingLines {
  /// A stream's bytes, in order of arrival.
  private(set) var bytes: [UInt8] = []
  /// The lines of followed sources.
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

  /// The next bytes begin a new line.
  mutating func endLine() {
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Applies a change. Returns the removed lines that had not been waiting.
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
