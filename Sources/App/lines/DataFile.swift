internal import Base
internal import Glibc

/// A list that is kept in a file, one line each. The file is always whole (see `AtomicFile`): neither a crash nor a full
/// disk can harm it.
struct DataFile {
  private let path: String
  /// In bytes, of any file of lines.
  private static let largest = 64 << 20

  /// A link stays one: what it points to is replaced.
  init(_ path: String) {
    self.path = path
    AtomicFile.removeRemains(of: path)
  }

  /// The lines that hold anything; none where there is no such file yet.
  ///
  /// - Throws: `Failure` for a file that cannot be read, or could not be made.
  func read() throws(Failure) -> [String] {
    if access(path, F_OK) != 0, errno == ENOENT {
      guard access(AtomicFile.directory(of: path), W_OK | X_OK) == 0 else {
        throw Failure(of: path, doing: "cannot make it")
      }
      return []
    }
    return try Self.lines(of: path)
  }

  /// The lines of any file that hold anything.
  static func lines(of path: String) throws(Failure) -> [String] {
    try readAll(path, limit: largest).split { $0 == 10 || $0 == 13 }.map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Replaces the file's content. After an error the old one stands.
  func write(_ lines: [String]) throws(Failure) {
    try AtomicFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path, mode: 0o666)
  }
}
