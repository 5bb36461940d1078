internal import Glibc
internal import ScrollCore

/// A file without a name, which goes with the program, for text that is too long to be held in memory.
final class ShelfFile: SpillStore {
  private let descriptor: Int32

  /// In `$TMPDIR`, else in /var/tmp, which outlives memory (`mkstemp`, `unlink`); nil where no file can be made.
  init?() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/newsreel-XXXXXX".utf8CString)
    let made = mkstemp(&path)
    guard made >= 0 else { return nil }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    unlink(path)
    descriptor = made
  }

  deinit { _ = Glibc.close(descriptor) }

  func put(_ bytes: [UInt8]) -> Int? {
    let place = lseek(descriptor, 0, SEEK_END)
    guard place >= 0 else { return nil }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A full disk: what is there of it is given back.
        _ = ftruncate(descriptor, place)
        return nil
      }
      written += count
    }
    return Int(place)
  }

  func bytes(at place: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      let got = pread(descriptor, buffer.baseAddress, count, off_t(place))
      read = max(0, got)
    }
  }
}
