internal import Base
internal import Glibc

/// Small files that are replaced as a whole or not at all.
enum AtomicFile {
  /// The bytes of a plain file of at most `limit` bytes; nil where there is none.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
    guard let raw = retrying({ open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(of: path, doing: "cannot be opened")
    }
    let descriptor = Descriptor(raw)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      switch ReadResult(Glibc.read(descriptor.raw, &piece, piece.count)) {
      case .bytes(let count): bytes.append(contentsOf: piece[..<count])
      case .end: return bytes
      case .nothing: continue
      case .failed(let code): throw Failure(of: path, doing: "cannot be read", errno: code)
      }
      if bytes.count > limit { throw Failure(of: path, reason: "is larger than \(limit) bytes") }
    }
  }

  /// Replaces the file, making its directories: temporary file beside it, `fsync(2)`, `rename(2)`. What was there
  /// stays whole whatever goes wrong. What can be told when it is damaged, and had again, need not be `isDurable`: then
  /// nothing waits for the disk. A symbolic link is followed, not replaced; nor is what is no plain file.
  static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(Failure) {
    let target = realPath(path) ?? path
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Failure(of: path, reason: "is not a plain file and is not replaced")
    }
    makeDirectories(above: target)
    let temporary = "\(target).new-\(getpid())"
    func failed(_ doing: String) -> Failure {
      let error = Failure(of: path, doing: doing)
      unlink(temporary)
      return error
    }
    guard let raw = retrying({ open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }) else {
      throw Failure(of: path, doing: "cannot be written")
    }
    let descriptor = Descriptor(raw)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor.raw, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failed("cannot be written") }
      written += count
    }
    guard !isDurable || fsync(descriptor.raw) == 0 else { throw failed("cannot be written") }
    guard rename(temporary, target) == 0 else { throw failed("cannot be replaced") }
  }

  /// Puts a file that cannot be understood out of the way, so that it is not overwritten.
  static func setAside(_ path: String) { rename(path, path + ".damaged") }

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

/// Where Newsreel's files live, by the XDG base directory specification.
package enum WirePaths {
  /// `$XDG_CONFIG_HOME/newsreel/feeds.opml`
  package static var feedList: String { directory("XDG_CONFIG_HOME", ".config") + "/feeds.opml" }
  /// `$XDG_CACHE_HOME/newsreel/feeds`
  package static var cache: String { directory("XDG_CACHE_HOME", ".cache") + "/feeds" }
  /// `$XDG_CACHE_HOME/newsreel/icons`
  package static var icons: String { directory("XDG_CACHE_HOME", ".cache") + "/icons" }
  /// `$XDG_STATE_HOME/newsreel/items`
  package static var marks: String { directory("XDG_STATE_HOME", ".local/state") + "/items" }

  /// `$XDG_STATE_HOME/newsreel/hidden-feeds`
  package static var hiddenFeeds: String { directory("XDG_STATE_HOME", ".local/state") + "/hidden-feeds" }

  private static func directory(_ variable: String, _ fallback: String) -> String {
    // The specification has relative paths ignored.
    if let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix("/") { return value + "/newsreel" }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    return "\(home)/\(fallback)/newsreel"
  }
}

/// FNV-1a, 64 bits: a hash that is the same in every run.
func stableHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
