import Base
import CDoor
import Glibc

/// What strangers might try from within a process, each with its error; 0 is success.
struct Attempts: Sendable {
  let caches: String
  let secret: String
  let display: UInt16
  let port: UInt16

  /// As in "read-secret=13 thread=0".
  func report() -> String {
    (files + others + programs + processes + kernel + connections + rights).map { "\($0)=\($1)" }
      .joined(separator: " ")
  }

  private typealias Results = [(String, Int32)]

  private var folder: String { String(secret[..<(secret.lastIndex(of: "/") ?? secret.startIndex)]) }

  private func error(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

  private func opening(_ path: String, _ flags: Int32) -> Int32 {
    let file = open(path, flags, 0o600)
    let code = error(file)
    if file >= 0 { close(file) }
    return code
  }

  private func call(_ number: Int32, _ words: Int...) -> Int32 {
    let all = words + Array(repeating: 0, count: 6)
    return door_call(Int(number), all[0], all[1], all[2], all[3], all[4], all[5])
  }

  private var files: Results {
    [
      ("read-secret", opening(secret, O_RDONLY)), ("write-secret", opening(secret, O_WRONLY)),
      ("list-folder", opening(folder, O_RDONLY | O_DIRECTORY)),
      ("create-file", opening(folder + "/new", O_WRONLY | O_CREAT)),
      ("read-passwd", opening("/etc/passwd", O_RDONLY)), ("read-environment", opening("/proc/self/environ", O_RDONLY)),
      ("read-memory", opening("/proc/\(getppid())/mem", O_RDONLY)),
      ("write-tmp", opening("/tmp/newsreel-door", O_WRONLY | O_CREAT)),
      ("write-library", opening("/usr/lib/newsreel-door", O_WRONLY | O_CREAT)),
      ("remove", error(unlink(secret))), ("rename", error(rename(secret, secret + "2"))),
      ("truncate", error(truncate(secret, 0))), ("chmod", error(chmod(secret, 0o777))),
      ("hard-link", error(link(secret, caches + "/feeds/link"))),
      ("symbolic-link", error(symlink(secret, caches + "/feeds/link"))),
      ("folder", error(mkdir(folder + "/new", 0o700))),
      ("pipe-file", error(mkfifo(caches + "/feeds/pipe", 0o600))),
      ("path-upwards", opening(caches + "/feeds/../../" + (secret.split(separator: "/").last ?? ""), O_RDONLY)),
    ]
  }

  /// Users, times and attributes of files are not asked for by opening them.
  private var others: Results {
    [
      ("chown", error(chown(secret, 0, 0))), ("times", error(utimes(secret, nil))),
      ("attribute", secret.withCString { call(188, Int(bitPattern: $0), Int(bitPattern: $0), 0, 0, 0) }),
    ]
  }

  private var programs: Results {
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
    return [
      ("spawn", posix_spawn(&process, "/bin/true", nil, nil, words, nil)),
      ("execute", error(execv("/bin/true", words))),
      ("execute-descriptor", "".withCString { call(322, 0, Int(bitPattern: $0), 0, 0, 0x1000) }),
      ("execute-memory", executingMemory()),
    ]
  }

  /// A program that was written to memory.
  private func executingMemory() -> Int32 {
    guard let file = Descriptor.inMemory("program") else { return 0 }
    _ = writeAll("#!/bin/true\n", to: file.raw)
    return "".withCString { call(322, Int(file.raw), Int(bitPattern: $0), 0, 0, 0x1000) }
  }

  private var processes: Results {
    let parent = Int(getppid())
    return [
      ("clone", door_process(0)), ("clone3", door_process(1)), ("fork", door_process(2)),
      ("trace", call(SYS_ptrace, 16, parent)), ("trace-me", call(SYS_ptrace, 0)),
      ("read-process", call(SYS_process_vm_readv, parent)), ("signal", call(SYS_kill, parent, 0)),
      ("limit", call(SYS_prlimit64, parent, 7)), ("descriptor-of", call(SYS_pidfd_open, parent, 0)),
    ]
  }

  private var kernel: Results {
    [
      ("mount", call(SYS_mount)), ("unshare", call(SYS_unshare, 0x1000_0000)), ("namespace", call(SYS_setns, 0)),
      ("root", folder.withCString { call(SYS_chroot, Int(bitPattern: $0)) }), ("ring", call(425, 1)),
      ("filter", call(SYS_bpf, 0)), ("measure", call(SYS_perf_event_open)), ("keys", call(SYS_keyctl, 0)),
      ("faults", call(SYS_userfaultfd, 0)), ("module", call(SYS_init_module)), ("clock", call(SYS_settimeofday)),
      ("host-name", call(SYS_sethostname)), ("persona", call(SYS_personality, 0x0040000)),
      ("terminal", call(SYS_ioctl, 0, 0x5412)),
    ]
  }

  private var connections: Results {
    [
      ("display-socket", local("/tmp/.X11-unix/X\(display)")),
      ("display-abstract", local("\0/tmp/.X11-unix/X\(display)")), ("display-port", internet(6000 &+ display)),
      ("other-port", internet(port)), ("serve", serving()), ("raw", socketError(AF_INET, 3, 1)),
      ("packet", socketError(17, 3, 0)), ("kernel-events", socketError(AF_NETLINK, 3, 15)),
    ]
  }

  /// What it is allowed, or it could not do its work.
  private var rights: Results {
    var list: UnsafeMutablePointer<addrinfo>?
    let look = getaddrinfo("localhost", "80", nil, &list)
    if list != nil { freeaddrinfo(list) }
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { _ in nil }, nil)
    if code == 0 { pthread_join(thread, nil) }
    return [
      ("ok-cache", opening(caches + "/feeds/own", O_WRONLY | O_CREAT)), ("ok-names", look), ("ok-thread", code),
      ("ok-authorities", opening("/etc/ssl/certs/ca-certificates.crt", O_RDONLY)),
      ("ok-servers", opening("/etc/resolv.conf", O_RDONLY)),
    ]
  }

  private func socketError(_ family: Int32, _ kind: Int32, _ protocolNumber: Int32) -> Int32 {
    let socket = socket(family, kind, protocolNumber)
    let code = error(socket)
    if socket >= 0 { close(socket) }
    return code
  }

  private func local(_ path: String) -> Int32 {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return errno }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { error(connect(socket, $0, size)) }
    }
  }

  private func withLoopback(_ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return errno }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func internet(_ port: UInt16) -> Int32 { withLoopback(port) { error(connect($0, $1, $2)) } }

  private func serving() -> Int32 { withLoopback(0) { error(bind($0, $1, $2)) == 0 ? error(listen($0, 1)) : errno } }
}
