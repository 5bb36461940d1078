package import Glibc

/// Small files that are read whole, and replaced as a whole or not at all.
package enum AtomicFile {
  /// The bytes of a plain file of at most `limit` bytes; nil where there is none.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
    var status = stat()
    guard let file = try Descriptor.openPlainFile(path, status: &status) else { return nil }
    return try readAll(file.raw, limit: limit, name: path)
  }

  /// Replaces the file, making its directories: a new one is written beside it, and then put in its place by `rename(2)`.
  /// What was there stays whole whatever goes wrong. A symbolic link is followed, not replaced; what is not a plain file
  /// is not replaced either.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait for the disk (`fsync(2)`). A file whose damage shows, and that can be made again,
  ///     need not be.
  ///   - mode: The permissions of a file that was not there before; others keep theirs.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true, mode: mode_t = 0o600
  ) throws(Failure) {
    let target = realPath(path) ?? path
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      throw Failure(of: path, reason: "is not a plain file and is not replaced")
    }
    let what = exists ? "cannot write it, the old one stays" : "cannot write it"
    makeDirectories(above: target)
    let (folder, prefix) = temporaries(of: target)
    let temporary = "\(folder)/\(prefix)\(getpid())"
    guard let file = Descriptor.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode) else {
      throw Failure(of: path, doing: what)
    }
    if exists { _ = fchmod(file.raw, status.st_mode & 0o7777) }
    let isWritten = bytes.withUnsafeBytes { writeAll($0, to: file.raw) } && (!isDurable || fsync(file.raw) == 0)
    guard isWritten, rename(temporary, target) == 0 else {
      let failure = Failure(of: path, doing: what)
      unlink(temporary)
      throw failure
    }
  }

  /// Puts a file that cannot be understood out of the way, so that it is not overwritten.
  package static func setAside(_ path: String) { rename(path, path + ".damaged") }

  /// Removes what programs that were killed while they wrote this file have left beside it.
  package static func removeRemains(of path: String) {
    let (folder, prefix) = temporaries(of: realPath(path) ?? path)
    for name in names(in: folder) where name.hasPrefix(prefix) {
      guard let process = Int32(name.dropFirst(prefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }

  /// Where a file is written before it is put in its place: a hidden file in the same folder, whose name ends in the
  /// number of the process.
  private static func temporaries(of path: String) -> (folder: String, prefix: String) {
    (directory(of: path), ".\(name(of: path)).newsreel-")
  }

  /// The names of what is in a directory (`readdir(3)`); none where it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let folder = opendir(directory) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// The directory that holds what the path names; "." for a bare name.
  package static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// What comes after the last slash.
  package static func name(of path: String) -> Substring {
    path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func makeDirectories(above path: String) {
    var position = path.startIndex
    while let slash = path[position...].firstIndex(of: "/") {
      if slash > path.startIndex { mkdir(String(path[..<slash]), 0o700) }
      position = path.index(after: slash)
    }
  }
}
