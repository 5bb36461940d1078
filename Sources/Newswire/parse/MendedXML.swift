/// What comes out of a repair, piece by piece. What is kept of a piece as it stands is copied in runs as long as can be: of
/// a document without faults, whole pieces at once.
struct MendedXML {
  /// The piece, while it is read.
  private var source = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var bytes: [UInt8] = []
  /// What of the piece is kept and has not been copied yet.
  private var run = 0..<0

  /// Begins with a piece; it has to stay until `end`.
  mutating func begin(_ piece: UnsafeBufferPointer<UInt8>) {
    source = piece
    run = 0..<0
    bytes = []
    bytes.reserveCapacity(piece.count + piece.count / 8)
  }

  /// Ends the piece; what came out of it.
  mutating func end() -> [UInt8] {
    flush()
    source = UnsafeBufferPointer(start: nil, count: 0)
    defer { bytes = [] }
    return bytes
  }

  /// The last byte that came out of the piece.
  var last: UInt8? { run.isEmpty ? bytes.last : source[run.upperBound - 1] }

  /// Keeps a part of the piece as it stands.
  mutating func keep(_ range: Range<Int>) {
    if run.upperBound == range.lowerBound {
      run = run.lowerBound..<range.upperBound
    } else {
      flush()
      run = range
    }
  }

  mutating func append(_ byte: UInt8) {
    flush()
    bytes.append(byte)
  }

  mutating func append(contentsOf other: some Sequence<UInt8>) {
    flush()
    bytes.append(contentsOf: other)
  }

  private mutating func flush() {
    guard !run.isEmpty else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[run]))
    run = run.upperBound..<run.upperBound
  }
}
