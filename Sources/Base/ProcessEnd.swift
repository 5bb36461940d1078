internal import CBase
internal import Glibc

extension Descriptor {
  /// Returns a descriptor that becomes readable when a child ends (`pidfd_open(2)`); nil if the system does not support
  /// that.
  package static func ofEnd(of child: Int32) -> Descriptor? {
    let raw = nr_process_descriptor(child)
    guard raw >= 0 else { return nil }
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    return Descriptor(raw)
  }
}

/// Makes the kernel kill this process, even if stopped, when its parent ends (`PR_SET_PDEATHSIG(2const)`).
package func endWithParent() { nr_end_with_parent() }

/// Gives up for good what programs could gain when they are started (`PR_SET_NO_NEW_PRIVS(2const)`).
package func gainNothing() throws(Failure) {
  guard nr_gain_nothing() == 0 else { throw Failure(of: "fence", doing: "cannot be raised") }
}
