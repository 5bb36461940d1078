package import Glibc

/// Small files, read as a whole and replaced atomically.
package enum AtomicFile {
  /// Whether a path exists.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The content of a regular file of at most `limit` bytes; nil if it does not exist.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
    var status = stat()
    guard let file = try Descriptor.openPlainFile(path, status: &status) else { return nil }
    return try readAll(file.raw, limit: limit, name: path)
  }

  /// The content of a regular file, or nil if it is missing or cannot be read: for what can be made again, and for a first look
  /// at a file that is followed.
  package static func contents(_ path: String, limit: Int) -> [UInt8]? { (try? read(path, limit: limit)) ?? nil }

  /// Replaces a file: writes a new one beside it and renames it (`rename(2)`), so that any failure leaves the old one
  /// complete. Follows a symbolic link. Refuses to replace anything but a regular file.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait for the disk (`fsync(2)`). Unnecessary for a file that can be recreated and whose
  /// damage is detected.
  ///   - mode: The permissions of a new file; an existing one keeps its own.
  ///   - makesFolders: Whether to create missing directories.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true, mode: mode_t = 0o600, makesFolders: Bool = true
  ) throws(Failure) {
    let target = realPath(path) ?? path
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      throw Failure(of: path, reason: "is not a plain file and is not replaced")
    }
    let what = exists ? "cannot write it, the old one stays" : "cannot write it"
    let obstacle = makesFolders ? makeDirectories(above: target) : 0
    let (folder, prefix) = temporaries(of: target)
    let temporary = "\(folder)/\(prefix)\(getpid())"
    // It may be left over from an earlier process with this ID, or be a hostile link.
    DiskChange.unlink(temporary)
    guard let file = Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode) else {
      throw Failure(of: path, doing: what, errno: errno == ENOENT && obstacle != 0 ? obstacle : errno)
    }
    if exists { _ = fchmod(file.raw, status.st_mode & 0o7777) }
    let isWritten = bytes.withUnsafeBytes { writeFile($0, to: file.raw) } && (!isDurable || fsync(file.raw) == 0)
    guard isWritten, DiskChange.rename(temporary, to: target) else {
      let failure = Failure(of: path, doing: what)
      DiskChange.unlink(temporary)
      throw failure
    }
  }

  /// Writes to a path given by the user. Replaces a regular file atomically like `write`; anything else, such as a
  /// pipe, is written to directly.
  package static func deliver(_ bytes: [UInt8], to path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      return try write(bytes, to: path, isDurable: false, mode: 0o666, makesFolders: false)
    }
    guard let file = Descriptor.open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK) else {
      if errno == ENXIO { throw Failure(of: path, reason: "is a pipe without a reader") }
      throw Failure(of: path, doing: "cannot write it")
    }
    _ = fcntl(file.raw, F_SETFL, O_WRONLY)
    guard bytes.withUnsafeBytes({ writeAll($0, to: file.raw) })
    else { throw Failure(of: path, doing: "cannot write it") }
  }

  /// Runs `body` while no other program does so with that file (`flock(2)` on a hidden file beside it). Runs it without
  /// a lock if the directory is not writable.
  package static func locked<Value>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let target = realPath(path) ?? path
    makeDirectories(above: target)
    let lock = "\(directory(of: target))/.\(name(of: target)).lock"
    guard let file = Descriptor.open(lock, O_RDWR | O_CREAT | O_NOFOLLOW) else { return try body() }
    _ = retrying { flock(file.raw, LOCK_EX) }
    defer { flock(file.raw, LOCK_UN) }
    return try body()
  }

  /// Renames a damaged file, so that it does not get overwritten. Returns a message about that.
  ///
  /// - Throws: `Failure` if it is still there.
  package static func setAside(_ path: String) throws(Failure) -> Failure {
    guard DiskChange.rename(path, to: path + ".damaged") || errno == ENOENT else {
      throw Failure(of: path, doing: "is damaged, and cannot be set aside")
    }
    return Failure(of: path, reason: "is damaged and was set aside as \(path).damaged")
  }

  /// Removes temporary files of this file from killed processes.
  package static func removeRemains(of path: String) {
    let (folder, prefix) = temporaries(of: realPath(path) ?? path)
    for name in names(in: folder) where name.hasPrefix(prefix) {
      guard let process = Int32(name.dropFirst(prefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }

  /// The temporary files of a path: hidden files in the same directory, named with the process ID at the end.
  private static func temporaries(of path: String) -> (folder: String, prefix: String) {
    (directory(of: path), ".\(name(of: path)).newsreel-")
  }

  /// The names in a directory (`readdir(3)`); none if it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let folder = opendir(directory) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// The directory part of a path; "." for a bare name.
  package static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The part after the last slash.
  package static func name(of path: String) -> Substring {
    path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Makes missing directories (`mkdir(2)`). Returns `errno` of the first that is neither there nor can be made; 0 if all
  /// are there.
  @discardableResult
  package static func makeDirectories(above path: String) -> Int32 {
    var position = path.startIndex
    var obstacle: Int32 = 0
    while let slash = path[position...].firstIndex(of: "/") {
      if slash > path.startIndex, mkdir(String(path[..<slash]), 0o700) != 0, errno != EEXIST, obstacle == 0 {
        obstacle = errno
      }
      position = path.index(after: slash)
    }
    return obstacle
  }
}
