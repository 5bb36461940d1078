extension TextStore {
  /// The bounds of a store; the oldest goes first.
  package struct Limits: Equatable, Sendable {
    package var chunks: Int
    package var bytes: Int

    package init(chunks: Int, bytes: Int) {
      self.chunks = chunks
      self.bytes = bytes
    }

    /// For endless lines: 100,000 chunks (a line of up to 512 bytes is one), 16 MiB of text.
    package static let stream = Limits(chunks: 100_000, bytes: 16 << 20)
    /// For complete texts: unlimited.
    package static let none = Limits(chunks: .max, bytes: .max)
    /// For texts kept from their beginning: two million chunks, which take 32 MB and fewer blocks than sixteen bits
    /// number.
    package static let text = Limits(chunks: 2_000_000, bytes: .max)
  }
}
