internal import Base
internal import Glibc
internal import ScrollCore

/// An unnamed temporary file, for text too long for memory.
final class SpillFile: SpillStore {
  private let file: Descriptor

  /// Creates it in `$TMPDIR`, or else in /var/tmp, which is on disk (`mkstemp(3)`, `unlink(2)`); nil if that fails.
  init?() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/newsreel-XXXXXX".utf8CString)
    let made = mkstemp(&path)
    guard made >= 0 else { return nil }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    unlink(path)
    file = Descriptor(made)
  }

  func put(_ bytes: [UInt8]) -> Int? {
    let place = lseek(file.raw, 0, SEEK_END)
    guard place >= 0 else { return nil }
    if bytes.withUnsafeBytes({ writeAll($0, to: file.raw) }) { return Int(place) }
    // The disk is full: frees the partial write.
    _ = ftruncate(file.raw, place)
    return nil
  }

  func bytes(at place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(file.raw, buffer.baseAddress, count, off_t(place)))
    }
  }
}
