internal import Base
internal import Glibc
internal import ScrollCore

/// A file without a name, which goes with the program, for text that is too long to be held in memory.
final class SpillFile: SpillStore {
  private let file: Descriptor

  /// In `$TMPDIR`, else in /var/tmp, which outlives memory (`mkstemp(3)`, `unlink(2)`); nil where no file can be made.
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
    // The disk is full: what there is of it is given back.
    _ = ftruncate(file.raw, place)
    return nil
  }

  func bytes(at place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(file.raw, buffer.baseAddress, count, off_t(place)))
    }
  }
}
