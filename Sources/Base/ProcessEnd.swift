internal import CBase
internal import Glibc

extension Descriptor {
  /// Becomes readable once a child has ended (`pidfd_open(2)`); nil where the system does not tell.
  package static func ofEnd(of child: Int32) -> Descriptor? {
    let raw = nr_process_descriptor(child)
    guard raw >= 0 else { return nil }
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    return Descriptor(raw)
  }
}

/// Has this process killed when the one that started it ends, however that ends, and also where it is stopped then
/// (`PR_SET_PDEATHSIG(2const)`).
package func endWithParent() { nr_end_with_parent() }
