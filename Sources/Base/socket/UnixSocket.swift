internal import CBase
internal import Glibc

/// Stream sockets of this machine (`unix(7)`), by the paths of their files. Only their user may connect.
package enum UnixSocket {
  /// The most bytes of a path, by the size of `sun_path`.
  package static let longestPath = 107

  /// Waits for connections at a path; what an ended program has left there makes room.
  ///
  /// - Returns: nil where another program is there already.
  /// - Throws: where there can be no socket, or its folder is open to other users.
  package static func listen(at path: String) throws(Failure) -> Descriptor? {
    let folder = AtomicFile.directory(of: path)
    try makePrivate(folder, for: path)
    guard let lock = Descriptor.open(folder, O_RDONLY | O_DIRECTORY) else {
      throw Failure(of: folder, doing: "cannot be opened")
    }
    // Whether somebody is there, and being there, is one step for everybody else.
    _ = retrying { flock(lock.raw, LOCK_EX) }
    defer { flock(lock.raw, LOCK_UN) }
    if try connect(to: path) != nil { return nil }
    unlink(path)
    let socket = try make(for: path)
    // The file has the socket's own permissions from the beginning.
    let mask = umask(0o177)
    let isBound = try withAddress(path) { bind(socket.raw, $0, $1) } == 0
    umask(mask)
    // All that connect between two frames wait until they are accepted.
    guard isBound, Glibc.listen(socket.raw, SOMAXCONN) == 0 else { throw Failure(of: path, doing: "cannot be made") }
    return socket
  }

  /// Connects to whoever waits at a path; nil where nobody does.
  package static func connect(to path: String) throws(Failure) -> Descriptor? {
    let socket = try make(for: path)
    if try withAddress(path, { Glibc.connect(socket.raw, $0, $1) }) == 0 { return socket }
    switch errno {
    case ENOENT, ECONNREFUSED, ENOTDIR: return nil
    // It is there, and busy.
    case EAGAIN: throw Failure(of: path, reason: "has no time for more connections now")
    default: throw Failure(of: path, doing: "cannot be connected to")
    }
  }

  /// The next one that has connected, which does not block; nil where nobody waits. Other users are turned away, also
  /// where somebody has opened folder and file to them.
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

  /// A socket that does not block.
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

  /// Makes the folder where it is missing, and sees to it that it is the user's alone.
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
