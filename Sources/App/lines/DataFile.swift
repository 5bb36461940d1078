internal import Base
internal import Glibc
internal import Newswire

/// A list stored in a file, one entry a line. The file is always complete (see `AtomicFile`), also after a crash or on
/// a full disk. Only edits of the list are written; foreign edits of the file are kept.
final class DataFile {
  private let path: String
  private let label: (String) -> String?
  /// The file's content when it was last read or written; nil if there was none.
  private var known: [UInt8]?
  private var lines: DataLines
  /// The list's entries at that time.
  private var saved: [String] = []

  /// The limit for any file of lines, in bytes.
  private static let largest = 4 << 20

  /// Follows a symbolic link, and replaces its target.
  ///
  /// - Parameter label: Converts a line to the list's label; nil if it is not an entry.
  init(_ path: String, label: @escaping (String) -> String? = { $0 }) {
    self.path = path
    self.label = label
    lines = DataLines([], label: label)
    AtomicFile.removeRemains(of: path)
  }

  /// Returns the entries; none if the file does not exist.
  ///
  /// - Throws: `Failure` if the file cannot be read, is not text, or cannot be created.
  func read() throws(Failure) -> [String] {
    // Only a regular file can be replaced.
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw Failure(of: path, reason: "is not a plain file")
    }
    known = try Self.bytes(of: path)
    if known == nil, access(AtomicFile.directory(of: path), W_OK | X_OK) != 0 {
      throw Failure(of: path, doing: "cannot make it")
    }
    lines = DataLines(known ?? [], label: label)
    saved = lines.labels
    return saved
  }

  /// Returns the nonempty lines of any file.
  ///
  /// - Throws: `Failure` if it cannot be read, is not text, or is too large.
  static func lines(of path: String) throws(Failure) -> [String] {
    guard let bytes = try bytes(of: path) else { throw Failure(of: path, doing: "cannot be opened", errno: ENOENT) }
    return DataLines(bytes) { $0 }.labels
  }

  /// Sets the list's labels after reading. Other lines no longer count as entries, and stay.
  func adopt(_ labels: [String]) {
    lines.keep(only: labels)
    saved = labels
  }

  /// Syncs the file with the list. After an error the file is unchanged.
  ///
  /// - Returns: The file's entries, which differ from the list after a foreign edit.
  @discardableResult
  func write(_ labels: [String]) throws(Failure) -> [String] {
    guard labels != saved else { return labels }
    let lock = FolderLock(of: path)
    defer { withExtendedLifetime(lock) {} }
    var merged = labels
    if let present = try Self.bytes(of: path), present != known {
      lines = DataLines(present, label: label)
      merged = Self.merge(saved, labels, into: lines.labels)
    }
    let bytes = lines.edited(to: merged)
    try AtomicFile.write(bytes, to: path, mode: 0o666)
    known = bytes
    lines = DataLines(bytes, label: label)
    lines.keep(only: merged)
    saved = merged
    return merged
  }

  /// Applies the additions and removals between two lists to a third.
  private static func merge(_ old: [String], _ new: [String], into others: [String]) -> [String] {
    var (gone, known) = (LineCounts(old), LineCounts(old))
    for label in new { _ = gone.remove(label) }
    let rest = others.filter { !gone.remove($0) }
    var there = LineCounts(rest)
    return rest + new.filter { !known.remove($0) }.filter { !there.remove($0) }
  }

  /// Nil if the file does not exist.
  private static func bytes(of path: String) throws(Failure) -> [UInt8]? {
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    let bytes = try readAll(path, limit: largest)
    var broken = bytes.firstIndex(of: 0)
    do { _ = try UTF8Span(validating: bytes.span) } catch { broken = min(broken ?? .max, error.byteOffsets.lowerBound) }
    if let broken { throw Failure(of: path, reason: "is not text in UTF-8 (byte \(broken + 1)); it is left as it is") }
    return bytes
  }
}

/// A lock on the folder of a file (`flock(2)`), since the file itself gets replaced. Gives up after a short wait.
/// Released with this object.
private final class FolderLock {
  private let raw: Int32

  init(of path: String) {
    raw = open(AtomicFile.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<50 where raw >= 0 && flock(raw, LOCK_EX | LOCK_NB) != 0 { usleep(2000) }
  }

  deinit { if raw >= 0 { close(raw) } }
}
