internal import Base
internal import Glibc

/// A regular file being read, with the data to detect its replacement.
final class FollowedFile {
  enum Change { case none, grown, rewritten, emptied }

  private let identity: (device: dev_t, inode: ino_t)
  /// The offset of the next read.
  var offset = 0
  private let descriptor: Descriptor
  /// The last bytes before `offset` and the time of change, recorded at the end of the file.
  private var tail: [UInt8] = []
  private var modified = timespec()

  /// Opens a regular file. The error for anything else names its kind.
  init(path: String) throws(Failure) {
    let notPlain = "is not a plain file; redirect it to standard input instead"
    var status = stat()
    guard let file = try Descriptor.openPlainFile(path, status: &status, otherwise: notPlain) else {
      throw Failure(of: path, doing: "cannot be opened")
    }
    descriptor = file
    identity = (status.st_dev, status.st_ino)
  }

  func isSame(as other: FollowedFile) -> Bool { identity == other.identity }

  /// Whether it no longer has a name in the file system.
  var isDetached: Bool { status().st_nlink == 0 }

  func read(into room: UnsafeMutableRawBufferPointer) -> ReadResult {
    let result = ReadResult(pread(descriptor.raw, room.baseAddress, room.count, off_t(offset)))
    if case .bytes(let count) = result { offset += count }
    return result
  }

  /// Records the state of the file at its end.
  func recordEnd() {
    modified = status().st_mtim
    tail = bytesBeforeOffset()
  }

  /// The difference from the recorded state.
  func change() -> Change {
    let status = status()
    let size = Int(status.st_size)
    if size == 0, offset > 0 { return .emptied }
    if size < offset || bytesBeforeOffset() != tail { return .rewritten }
    if size > offset { return .grown }
    let isSameTime = status.st_mtim.tv_sec == modified.tv_sec && status.st_mtim.tv_nsec == modified.tv_nsec
    return isSameTime ? .none : .rewritten
  }

  private func status() -> stat {
    var status = stat()
    fstat(descriptor.raw, &status)
    return status
  }

  private func bytesBeforeOffset() -> [UInt8] {
    let count = min(offset, 256)
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      initialized = max(0, pread(descriptor.raw, bytes.baseAddress, count, off_t(offset - count)))
    }
  }
}
