internal import CZlib

/// Unpacks gzip (RFC 1952) incrementally, by zlib. Ignores damaged data and what follows the end.
final class Unpacker {
  enum Fault { case bomb }

  private let stream: UnsafeMutablePointer<z_stream>
  private var hasEnded: Bool
  private var taken = 0
  private var given = 0
  /// Beyond this, the output's size is compared with the input's.
  private static let harmless = 1 << 20
  private static let bestRatio = 100

  /// Whether it is a gzip header with the only compression method.
  static func isPacked(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B, 0x08]) }

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    hasEnded = newsreel_inflate_start(stream) != Z_OK
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks a chunk, passing on at most 16 KB at a time. Returns a fault if the result is far too large.
  func push(_ bytes: UnsafeRawBufferPointer, receiver: (UnsafeRawBufferPointer) -> Void) -> Fault? {
    guard let start = bytes.baseAddress, !hasEnded else { return nil }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 << 10) { room in
      repeat {
        let waiting = Int(stream.pointee.avail_in)
        (stream.pointee.next_out, stream.pointee.avail_out) = (room.baseAddress, UInt32(room.count))
        let result = inflate(stream, Z_NO_FLUSH)
        let count = room.count - Int(stream.pointee.avail_out)
        taken += waiting - Int(stream.pointee.avail_in)
        given += count
        if given > Self.harmless, given / Self.bestRatio > taken { return .bomb }
        receiver(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]))
        hasEnded = !goesOn(after: result)
      } while !hasEnded && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
      return nil
    }
  }

  /// Whether another gzip member follows.
  private func goesOn(after result: Int32) -> Bool {
    guard result == Z_STREAM_END else { return result == Z_OK || result == Z_BUF_ERROR }
    return inflateReset(stream) == Z_OK
  }
}
