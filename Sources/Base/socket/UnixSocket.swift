internal import CBase
internal import Glibc

/// Local stream sockets (`unix(7)`), by path. Only their user may connect.
package enum UnixSocket {
  /// The limit for a path in bytes, from the size of `sun_path`.
  package static let longestPath = 107

  /// Listens at a path. Replaces the socket of a program that has ended.
  ///
  /// - Returns: Nil if another program listens there.
  /// - Throws: if the socket cannot be created, or its directory is open to other users.
  package static func listen(at path: String) throws(Failure) -> Descriptor? {
    let folder = AtomicFile.directory(of: path)
    try makePrivate(folder, for: path)
    guard let lock = Descriptor.open(folder, O_RDONLY | O_DIRECTORY) else {
      throw Failure(of: folder, doing: "cannot be opened")
    }
    // Makes the test for another program and the binding one atomic step.
    _ = retrying { flock(lock.raw, LOCK_EX) }
    defer { flock(lock.raw, LOCK_UN) }
    if try connect(to: path) != nil { return nil }
    unlink(path)
    let socket = try make(for: path)
    // Creates the file with its final permissions.
    let mask = umask(0o177)
    let isBound = try withAddress(path) { bind(socket.raw, $0, $1) } == 0
    umask(mask)
    // Queues all connections between two frames.
    guard isBound, Glibc.listen(socket.raw, SOMAXCONN) == 0 else { throw Failure(of: path, doing: "cannot be made") }
    return socket
  }

  /// Connects to a path; nil if no program listens there.
  package static func connect(to path: String) throws(Failure) -> Descriptor? {
    let socket = try make(for: path)
    if try withAddress(path, { Glibc.connect(socket.raw, $0, $1) }) == 0 { return socket }
    switch errno {
    case ENOENT, ECONNREFUSED, ENOTDIR: return nil
    // It listens, but its queue is full.
    case EAGAIN: throw Failure(of: path, reason: "is too busy for more connections now")
    default: throw Failure(of: path, doing: "cannot be connected to")
    }
  }

  /// Accepts the next connection, non-blocking; nil if there is none. Rejects other users, even if file and directory
  /// are open to them.
  package static func accept(from socket: borrowing Descriptor, of user: UInt32? = nil) -> Descriptor? {
    while let raw = retrying({ Glibc.accept(socket.raw, nil, nil) }) {
      let peer = Descriptor(raw)
      guard nr_peer_user(raw) == Int(user ?? getuid()) else { continue }
      _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
      _ = fcntl(raw, F_SETFL, O_NONBLOCK)
      return peer
    }
    return nil
  }

  /// Creates a non-blocking socket.
  private static func make(for path: String) throws(Failure) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard let raw = retrying({ socket(AF_UNIX, kind, 0) }) else { throw Failure(of: path, doing: "there is no socket") }
    return Descriptor(raw)
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Failure) -> Int32 {
    guard (1...longestPath).contains(path.utf8.count) else {
      throw Failure(of: path, reason: "is too long for a socket (at most \(longestPath) bytes)")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// Creates the directory if necessary, and makes sure that it is private to the user.
  private static func makePrivate(_ folder: String, for path: String) throws(Failure) {
    AtomicFile.makeDirectories(above: path)
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw Failure(of: folder, doing: "cannot be made") }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
      throw Failure(of: folder, reason: "is not a folder of this user")
    }
    guard status.st_mode & 0o077 == 0 || chmod(folder, 0o700) == 0 else {
      throw Failure(of: folder, doing: "is open to other users")
    }
  }
}
