import TestKit

@testable import Base

/// A user's folders on a machine in virtual time.
final class VirtualHome {
  let system = VirtualSystem()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (variable, name) in [("XDG_CONFIG_HOME", "c"), ("XDG_CACHE_HOME", "h"), ("XDG_STATE_HOME", "s")] {
      system.folders[variable] = "\(folder.path)/\(name)"
    }
  }

  /// The machine starts again, and its clock of the loop begins anew.
  func reboot() {
    let before = system.now
    system.now = 5
    system.setWallClock(ahead: before - 5)
  }
}
