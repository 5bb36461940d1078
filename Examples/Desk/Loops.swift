import Glibc
import Newsreel

/// The seconds until a time of the monotonic clock; 0 if it has passed.
private func seconds(until deadline: Double) -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return max(0, deadline - Double(now.tv_sec) - Double(now.tv_nsec) / 1e9)
}

/// In a loop of `poll(2)`, as in most C programs.
func runByPoll(_ window: Window) {
  while window.isOpen {
    let rest = seconds(until: window.nextDeadline)
    var descriptor = pollfd(fd: window.fileDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, rest > 1e6 ? -1 : Int32((rest * 1000).rounded(.up)))
    window.serve()
  }
}
