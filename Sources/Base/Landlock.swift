internal import CBase
internal import Glibc

/// The kernel's rules for the files and ports of a process (`landlock(7)`), which it can only tighten.
package enum Landlock {
  /// The kernel's version of it; 0 or less for none.
  package static var version: Int { Int(nr_landlock_version()) }

  /// From which version there are rules for ports.
  package static let portsVersion = 4

  /// The rights to a file.
  private static let (writeFile, readFile, truncate): (UInt64, UInt64, UInt64) = (1 << 1, 1 << 2, 1 << 14)
  private static let (readFolder, removeFile, makeFile): (UInt64, UInt64, UInt64) = (1 << 3, 1 << 5, 1 << 8)
  private static let connect: UInt64 = 1 << 1

  /// Drops all rights of this thread except these, and rights that the kernel's version does not know.
  ///
  /// - Parameters:
  ///   - readable: Files, and folders with everything in them. Missing ones are ignored.
  ///   - writable: Folders in which files are read, written, renamed and removed.
  ///   - ports: The ports to which it may connect over TCP. It may listen on none.
  package static func restrict(
    reading readable: [String], writing writable: [String], connectingTo ports: Set<UInt16>
  ) throws(Failure) {
    let all = files(version)
    // Binding and connecting; abstract sockets and signals to processes outside.
    let raw = nr_landlock_rules(all, version >= portsVersion ? 3 : 0, version >= 6 ? 3 : 0)
    guard raw >= 0 else { throw failure }
    let rules = Descriptor(raw)
    for path in readable { allow(path, readFile | readFolder, rules.raw) }
    let writing = readFile | readFolder | writeFile | removeFile | makeFile | truncate
    for path in writable { allow(path, writing & all, rules.raw) }
    if version >= portsVersion {
      for port in ports {
        guard nr_landlock_allow_port(rules.raw, UInt32(port), connect) == 0 else { throw failure }
      }
    }
    guard nr_landlock_restrict(rules.raw) == 0 else { throw failure }
  }

  private static var failure: Failure { Failure(of: "landlock", doing: "cannot be used") }

  /// The rights that a version of it knows.
  private static func files(_ version: Int) -> UInt64 {
    switch version {
    case ...1: (1 << 13) - 1
    case 2: (1 << 14) - 1
    case 3, 4: (1 << 15) - 1
    default: (1 << 16) - 1
    }
  }

  private static func allow(_ path: String, _ access: UInt64, _ rules: Int32) {
    // It names a file without opening it (O_PATH, open(2)).
    guard let file = Descriptor.open(path, 0o10000000) else { return }
    var status = stat()
    guard fstat(file.raw, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = nr_landlock_allow_file(rules, file.raw, isFolder ? access : access & (readFile | writeFile | truncate))
  }
}
