package import Base

/// The parts of a fence that work on this system.
package struct FenceStrength: Equatable, Sendable {
  package var files: Bool
  package var ports: Bool
  package var calls: Bool

  package init(files: Bool, ports: Bool, calls: Bool) { (self.files, self.ports, self.calls) = (files, ports, calls) }

  /// On this machine. If the kernel later refuses a file for a fence, the process that raises it reports that.
  package static var here: FenceStrength {
    let version = Landlock.version
    return FenceStrength(
      files: version > 0, ports: version >= Landlock.portsVersion, calls: SystemCallFilter.isAvailable)
  }

  /// The message about missing parts, as an error; nil for a whole fence.
  package var weakness: Failure? {
    files && ports && calls ? nil : Failure(of: Self.subject, reason: description)
  }

  /// The subject of a process's messages about its fence.
  package static let subject = "fence"

  /// A sentence.
  package var description: String {
    let missing = [
      files ? nil : "files: this kernel has no Landlock",
      files && !ports ? "ports: this kernel's Landlock is older than 6.7" : nil,
      calls ? nil : "programs and the display: libseccomp.so.2 is not installed",
    ].compactMap(\.self)
    let whole = "The process that reads feeds is fenced off"
    return missing.isEmpty
      ? "\(whole) from files, programs, the display and other ports."
      : "\(whole), but not from \(missing.joined(separator: "; nor from "))."
  }
}
