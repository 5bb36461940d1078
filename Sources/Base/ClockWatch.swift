internal import CBase
package import Glibc

/// Reports that the time of day was set, or that the machine was suspended, which stops the monotonic clock.
package final class ClockWatch: LoopSource {
  private let timer: Int32
  private let onChange: () -> Void
  /// How often the clock of a virtual system had been set.
  private var settings = VirtualSystem.current?.settings

  /// Returns nil without free descriptors (`timerfd_create(2)`).
  package init?(onChange: @escaping () -> Void) {
    timer = nr_clock_descriptor()
    self.onChange = onChange
    if timer < 0 { return nil }
  }

  deinit { _ = Glibc.close(timer) }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: timer, events: Int16(POLLIN), revents: 0))
  }

  package var deadline: Double { VirtualSystem.current?.settings == settings ? .infinity : 0 }

  package func service(now: Double) -> ServiceResult {
    if let system = VirtualSystem.current {
      if system.settings != settings { onChange() }
      settings = system.settings
      return .idle
    }
    var count: UInt64 = 0
    if read(timer, &count, 8) < 0, errno == ECANCELED { onChange() }
    return .idle
  }

  package func close() {}
}
