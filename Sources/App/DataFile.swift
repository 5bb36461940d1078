internal import Glibc

/// What went wrong with a file, fit for the user's eyes.
struct FileFailure: Error, CustomStringConvertible {
  let description: String

  /// What `errno` says about the file.
  init(_ path: String, _ deed: String) {
    description = "\(path): cannot \(deed): \(String(cString: strerror(errno)))"
  }
}

/// A list that is kept in a file, a line each. The file is always whole: a new one is written beside it and then put in
/// its place, so that neither a crash nor a full disk can harm the old one.
struct DataFile {
  private let path: String
  private var folder: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
  private var name: Substring { path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...] }

  /// A link stays one: what it points to is replaced.
  init(_ path: String) {
    let target = realpath(path, nil)
    defer { free(target) }
    self.path = target.map { String(cString: $0) } ?? path
    removeRemains()
  }

  /// The lines that hold anything; none where there is no such file yet.
  func read() throws(FileFailure) -> [String] {
    if access(path, F_OK) != 0, errno == ENOENT {
      guard access(folder, W_OK | X_OK) == 0 else { throw FileFailure(path, "make it") }
      return []
    }
    return try Self.lines(of: path)
  }

  /// The lines of any file that hold anything.
  static func lines(of path: String) throws(FileFailure) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileFailure(path, "open it") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileFailure(path, "read it") }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return bytes.split { $0 == 10 || $0 == 13 }.map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Replaces the file's content. After an error the old one stands.
  func write(_ lines: [String]) throws(FileFailure) {
    let new = folder + "/" + remainsPrefix + "\(getpid())"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileFailure(path, "write beside it") }
    var status = stat()
    if stat(path, &status) == 0 { _ = fchmod(file, status.st_mode & 0o7777) }
    let isWritten = Self.write(all: lines.map { $0 + "\n" }.joined(), to: file) && fsync(file) == 0
    let failure = isWritten ? nil : FileFailure(path, "write it, the old one stays")
    close(file)
    if failure == nil, rename(new, path) == 0 { return }
    let reason = failure ?? FileFailure(path, "replace it, the old one stays")
    unlink(new)
    throw reason
  }

  private static func write(all text: String, to file: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  // MARK: - Remains

  private var remainsPrefix: String { ".\(name).newsreel-" }

  /// Removes what programs that were killed while they wrote have left.
  private func removeRemains() {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasPrefix(remainsPrefix), let process = Int32(name.dropFirst(remainsPrefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink(folder + "/" + name) }
    }
  }
}
