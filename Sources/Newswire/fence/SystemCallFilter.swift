internal import Base
internal import CSeccomp
internal import Glibc

/// The system calls of a fenced process, by libseccomp: an allowlist for reading feeds. All others are refused.
final class SystemCallFilter {
  private let filter: scmp_filter_ctx
  /// The first error of a rule.
  private var problem: Int32 = 0

  /// Whether the library is there.
  static var isAvailable: Bool { newsreel_seccomp_library() != nil }

  /// Returns nil if the library is missing.
  init?(reachesServices: Bool) {
    // The C library tries another way if a call is unknown (ENOSYS).
    guard Self.isAvailable, let filter = newsreel_seccomp_init(Self.failing(with: ENOSYS)) else { return nil }
    self.filter = filter
    // For existing threads, too (SCMP_FLTATR_CTL_TSYNC).
    _ = newsreel_seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    // The rules as a tree.
    _ = newsreel_seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
    for name in SystemCalls.allowed { allow(name) }
    for name in SystemCalls.refused { add(Self.failing(with: EPERM), name) }
    restrictSockets(reachesServices: reachesServices)
    restrictProcesses()
    for request in [FIONREAD, FIONBIO, TCGETS] { allow("ioctl", [Argument(1, UInt64(request))]) }
  }

  deinit { newsreel_seccomp_release(filter) }

  func load() throws(Failure) {
    let code = problem == 0 ? newsreel_seccomp_load(filter) : problem
    guard code == 0 else { throw Failure(of: "fence", doing: "cannot be raised around calls", errno: -code) }
  }

  /// Internet sockets of both kinds; of local ones only pairs, which lead nowhere else. The C library asks the kernel for
  /// the machine's addresses (rtnetlink(7)) to order those of a host.
  private func restrictSockets(reachesServices: Bool) {
    for family in [AF_INET, AF_INET6] {
      for kind in [SOCK_STREAM, SOCK_DGRAM] {
        allow("socket", [Argument(0, UInt64(family)), Argument(1, UInt64(kind.rawValue), of: 0xF)])
      }
    }
    allow("socket", [Argument(0, UInt64(AF_NETLINK)), Argument(2, 0)])
    if reachesServices { allow("socket", [Argument(0, UInt64(AF_UNIX))]) }
    allow("socketpair", [Argument(0, UInt64(AF_UNIX))])
  }

  /// New threads, but no new processes; signals to itself, and limits of its own.
  private func restrictProcesses() {
    let thread: UInt64 = 0x10000  // CLONE_THREAD
    allow("clone", [Argument(0, thread, of: thread)])
    allow("tgkill", [Argument(0, UInt64(getpid()))])
    allow("prlimit64", [Argument(0, 0)])
    // Names of threads and of memory: PR_SET_NAME, PR_SET_VMA, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK.
    for option: UInt64 in [15, 0x5356_4d41, 29, 30] { allow("prctl", [Argument(0, option)]) }
  }

  // MARK: - Rules

  /// The required value of a call's argument, in the bits of a mask.
  private struct Argument {
    let rule: scmp_arg_cmp

    init(_ number: UInt32, _ value: UInt64, of mask: UInt64 = 0xFFFF_FFFF) {
      rule = scmp_arg_cmp(arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }
  }

  private static func failing(with error: Int32) -> UInt32 { 0x0005_0000 | UInt32(error) }  // SCMP_ACT_ERRNO

  private func allow(_ name: String, _ arguments: [Argument] = []) {
    add(0x7FFF_0000, name, arguments)  // SCMP_ACT_ALLOW
  }

  /// A call that this machine, or this version of the library, does not know needs no rule.
  private func add(_ action: UInt32, _ name: String, _ arguments: [Argument] = []) {
    let call = newsreel_seccomp_syscall_resolve_name(name)
    guard call >= 0 else { return }
    let rules = arguments.map(\.rule)
    let code = newsreel_seccomp_rule_add_array(filter, action, call, UInt32(rules.count), rules)
    if code != 0, problem == 0 { problem = code }
  }
}
