internal import Base
internal import Formats
internal import Glibc

/// The file of an as-run log: lines of JSON. Open passages are at its end, and are overwritten once a second, so that the
/// file is complete up to then even after a crash.
///
/// At its limit the file becomes FILE.1, that one FILE.2, up to FILE.4.
final class AsRunFile {
  let path: String
  private let limit: Int
  private var file: Descriptor
  /// The start and the length of the lines of open passages.
  private var tail: (start: Int, length: Int) = (0, 0)
  /// The passages that went on when the last run ended, and its last lines.
  private(set) var former: [AsRunLine] = []

  private static let mostFiles = 4
  /// How much of a file is read for its last lines, in bytes.
  private static let lookBack = 256 << 10

  /// Opens the log, and closes passages that another run left open.
  ///
  /// - Throws: if it cannot be written, is not a plain file, or another program is writing it.
  init(path: String, limit: Int) throws(Failure) {
    (self.path, self.limit) = (path, limit)
    // It ended while it began a new file.
    if !AtomicFile.exists(path), AtomicFile.exists(path + ".new") { rename(path + ".new", path) }
    file = try Self.open(path)
    guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(of: path, reason: "another window writes this log; give each its own file")
    }
    try recover()
  }

  private static func open(_ path: String) throws(Failure) -> Descriptor {
    guard let file = Descriptor.open(path, O_RDWR | O_CREAT | O_NOCTTY | O_NONBLOCK, mode: 0o644) else {
      throw Failure(of: path, doing: "cannot be written")
    }
    var status = stat()
    guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(of: path, reason: "is not a plain file; an as-run log needs one")
    }
    return file
  }

  // MARK: - The last run

  private func recover() throws(Failure) {
    var status = stat()
    guard fstat(file.raw, &status) == 0 else { throw Failure(of: path, doing: "cannot be read") }
    let size = Int(status.st_size)
    let start = max(0, size - Self.lookBack)
    let bytes = [UInt8](unsafeUninitializedCapacity: size - start) { bytes, count in
      count = max(0, pread(file.raw, bytes.baseAddress, size - start, off_t(start)))
    }
    var (offset, lines) = (start, [(offset: Int, line: AsRunLine?)]())
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = part.withUnsafeBytes { JSON(ifValid: $0).flatMap { AsRunLine(json: $0) } }
      lines.append((offset, line))
      offset += part.count + 1
    }
    // A malformed line may be cut off: the next one starts on a new line.
    let isWhole = bytes.isEmpty || bytes.last == 0x0A
    former = lines.suffix(100).compactMap(\.line)
    let open = lines.filter { $0.line.map { $0.ended == nil } ?? false }
    guard let first = open.first?.offset else {
      tail = (size, 0)
      if !isWhole { try write("\n", at: size) }
      tail.start = isWhole ? size : size + 1
      return
    }
    tail = (first, size - first)
    // One that had not come into view was not shown.
    let ended = open.compactMap(\.line).filter { $0.first != nil }.map { line in
      var line = line
      line.ended = "cut off"
      return line
    }
    try write(ended: ended, open: [])
  }

  // MARK: - Writing

  /// Writes ended passages, and then the open ones.
  func write(ended: [AsRunLine], open: [AsRunLine]) throws(Failure) {
    let closed = Self.text(ended)
    if tail.start > 0, tail.start + closed.utf8.count > limit {
      try beginFile(after: closed, with: Self.text(open))
    } else {
      try replaceTail(closed, Self.text(open))
    }
  }

  private static func text(_ lines: [AsRunLine]) -> String { lines.map { $0.json.line + "\n" }.joined() }

  /// Replaces the end of the file in one call of `pwrite(2)`. A shorter text is padded with blanks, so that the file has
  /// whole lines at any time.
  private func replaceTail(_ closed: String, _ open: String) throws(Failure) {
    var text = closed + open
    let missing = tail.length - text.utf8.count
    if missing > 0 {
      if text.isEmpty { text = "\n" } else { text.removeLast() }
      text += String(repeating: " ", count: max(0, tail.length - text.utf8.count - 1))
      if !text.hasSuffix("\n") { text += "\n" }
    }
    if !text.isEmpty { try write(text, at: tail.start) }
    let length = text.utf8.count
    tail = open.isEmpty ? (tail.start + length, 0) : (tail.start + closed.utf8.count, length - closed.utf8.count)
  }

  private func write(_ text: String, at offset: Int) throws(Failure) {
    var (text, done) = (text, 0)
    let error: Int32? = text.withUTF8 { bytes in
      while done < bytes.count {
        let count = pwrite(file.raw, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return count < 0 ? errno : ENOSPC }
        done += count
      }
      return nil
    }
    if let error { throw Failure(of: path, doing: "cannot be written", errno: error) }
  }

  /// Continues in a new file. At each moment one of the files has the open passages.
  private func beginFile(after closed: String, with open: String) throws(Failure) {
    let next = path + ".new"
    unlink(next)
    let new = try Self.open(next)
    guard flock(new.raw, LOCK_EX | LOCK_NB) == 0 else { throw Failure(of: next, doing: "cannot be locked") }
    try replaceTail(closed, "")
    file = new
    tail = (0, 0)
    try replaceTail("", open)
    for number in stride(from: Self.mostFiles - 1, through: 1, by: -1) {
      rename("\(path).\(number)", "\(path).\(number + 1)")
    }
    guard rename(path, path + ".1") == 0, rename(next, path) == 0 else {
      throw Failure(of: path, doing: "cannot begin a new file")
    }
  }
}
