internal import Base
internal import Glibc

/// A list that is kept in a file, one line each. The file is always whole (see `AtomicFile`): neither a crash nor a full
/// disk can harm it. Only what was edited in the list is changed in it, and what others have edited meanwhile stays.
final class DataFile {
  private let path: String
  private let label: (String) -> String?
  /// What the file held when it was last read or written; nil where there was none.
  private var known: [UInt8]?
  private var lines: DataLines
  /// The list's entries then.
  private var saved: [String] = []

  /// In bytes, of any file of lines.
  private static let largest = 4 << 20

  /// A link stays one: what it points to is replaced.
  ///
  /// - Parameter label: What the list calls an entry that is written so; nil where it is none.
  init(_ path: String, label: @escaping (String) -> String? = { $0 }) {
    self.path = path
    self.label = label
    lines = DataLines([], label: label)
    AtomicFile.removeRemains(of: path)
  }

  /// The entries; none where there is no such file yet.
  ///
  /// - Throws: `Failure` for a file that cannot be read, that is no text, or that could not be made.
  func read() throws(Failure) -> [String] {
    // What is not a plain file could not be replaced.
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

  /// The lines of any file that hold anything.
  ///
  /// - Throws: `Failure` where it cannot be read, is no text, or is too large.
  static func lines(of path: String) throws(Failure) -> [String] {
    guard let bytes = try bytes(of: path) else { throw Failure(of: path, doing: "cannot be opened", errno: ENOENT) }
    return DataLines(bytes) { $0 }.labels
  }

  /// Says what the list has made of the entries that were read: those that it has not taken over are none, and stay.
  func adopt(_ labels: [String]) {
    lines.keep(only: labels)
    saved = labels
  }

  /// Brings the file in step with the list. After an error what was there stands.
  ///
  /// - Returns: the entries that the file has now; others than the list's where somebody else has edited it, too.
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

  /// What has been added to and removed from a list since, done to another one.
  private static func merge(_ old: [String], _ new: [String], into others: [String]) -> [String] {
    var (gone, known) = (LineCounts(old), LineCounts(old))
    for label in new { _ = gone.take(label) }
    let rest = others.filter { !gone.take($0) }
    var there = LineCounts(rest)
    return rest + new.filter { !known.take($0) }.filter { !there.take($0) }
  }

  /// Nil where there is no such file.
  private static func bytes(of path: String) throws(Failure) -> [UInt8]? {
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    let bytes = try readAll(path, limit: largest)
    var broken = bytes.firstIndex(of: 0)
    do { _ = try UTF8Span(validating: bytes.span) } catch { broken = min(broken ?? .max, error.byteOffsets.lowerBound) }
    if let broken { throw Failure(of: path, reason: "is no text in UTF-8 (byte \(broken + 1)); it is left as it is") }
    return bytes
  }
}

/// A lock on the folder of a file (`flock(2)`): the file itself is replaced, and a lock with it. Whoever holds it for long
/// is not waited for. It goes with this object.
private final class FolderLock {
  private let raw: Int32

  init(of path: String) {
    raw = open(AtomicFile.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<50 where raw >= 0 && flock(raw, LOCK_EX | LOCK_NB) != 0 { usleep(2000) }
  }

  deinit { if raw >= 0 { close(raw) } }
}
