package import Base
internal import Glibc
internal import Synchronization

/// The remaining rights of a process that reads untrusted data: files to read, folders to write in, and ports to
/// connect to. It can start no program and reach no display. Denied access cannot be regained. A process that needs
/// more restarts (`renew`).
///
/// Files are fenced by the kernel's Landlock, all else by a filter of system calls (libseccomp).
package struct Fence: Equatable, Sendable {
  /// Readable files and folders, besides the system's. They need not exist.
  package var readable: [String] = []
  /// Folders in which files are read, written, renamed and removed.
  package var writable: [String] = []
  /// Ports to connect to, besides DNS.
  package var ports: Set<UInt16> = []
  /// Whether it reaches the services of this machine by local sockets: Avahi, which alone knows names in ".local".
  package var reachesServices = false

  package init() {}

  /// Leaves a server in reach.
  mutating func admit(_ host: String, port: UInt16) {
    ports.insert(port)
    if host.lowercased().hasSuffix(".local") { reachesServices = true }
  }

  /// The exit status that requests a restart.
  package static let renewal: Int32 = 75

  private struct Raised {
    let fence: Fence
    /// The identities of the files; nil for missing ones.
    let files: [String: FileIdentity?]
  }

  /// The fence of this process, once it is up.
  private static let raised = Mutex<Raised?>(nil)

  package static var isUp: Bool { raised.withLock { $0 != nil } }

  /// Raises it around this process, which has no other thread.
  ///
  /// - Throws: `Failure` if it is incomplete although the system has what it needs; a partial fence remains.
  package func raise() throws(Failure) {
    for folder in writable { AtomicFile.makeDirectories(above: folder + "/") }
    var files: [String: FileIdentity?] = [:]
    for path in readable + writable + SystemFiles.names { files[path] = .some(FileIdentity(path)) }
    let state = Raised(fence: self, files: files)
    defer { Self.raised.withLock { $0 = state } }
    try gainNothing()
    // The library is loaded before its file is out of reach.
    let filter = SystemCallFilter(reachesServices: reachesServices)
    if Landlock.version > 0 {
      // And the search for names over TCP.
      try Landlock.restrict(
        reading: SystemFiles.readable + readable, writing: writable,
        connectingTo: ports.union(Proxies.ports).union([53]))
    }
    try filter?.load()
  }

  /// Raises it, and returns its faults. The process continues with a partial fence.
  func problems() -> [Failure] {
    let weakness = FenceStrength.here.weakness
    do throws(Failure) {
      try raise()
      return [weakness].compactMap(\.self)
    } catch { return [error] }
  }

  /// Whether the fence lets the process connect to a port, or is not up.
  static func admits(_ port: UInt16) -> Bool {
    raised.withLock { $0.map { $0.fence.ports.contains(port) || !Proxies.ports.isEmpty } ?? true }
  }

  // MARK: - Renewal

  /// Exits; the parent restarts it with a fence for its current needs.
  package static func renew() -> Never { _exit(renewal) }

  /// Renews a fence that was raised around an earlier file of this name.
  static func renew(ifReplaced path: String) {
    let isReplaced = raised.withLock { $0?.files[path].map { $0 != FileIdentity(path) } ?? false }
    if isReplaced { renew() }
  }

  /// Renews a fence after a name was not found, if the files that say who is asked for names have been replaced.
  static func renewIfNamesMoved() { for path in SystemFiles.names { renew(ifReplaced: path) } }
}

/// Which file a name leads to.
private struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

/// The servers through which the environment has connections made.
enum Proxies {
  static let variables = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]

  static var ports: Set<UInt16> {
    Set(variables.compactMap { name in getenv(name).flatMap { port(of: String(cString: $0)) } })
  }

  /// The port in "http://user@host:3128/"; without one libcurl's own, 1080, or 443 for https.
  static func port(of proxy: String) -> UInt16? {
    guard !proxy.isEmpty else { return nil }
    let scheme = proxy.firstRange(of: "://")
    let place = proxy[(scheme?.upperBound ?? proxy.startIndex)...].prefix { $0 != "/" }
    let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
    let usual: UInt16 = proxy.lowercased().hasPrefix("https://") ? 443 : 1080
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return usual }
    return UInt16(host[host.index(after: colon)...]) ?? usual
  }
}
