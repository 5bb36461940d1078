import Dispatch
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

/// In Dispatch's main queue.
@MainActor func runByDispatch(_ window: Window) -> Never {
  let input = DispatchSource.makeReadSource(fileDescriptor: window.fileDescriptor, queue: .main)
  let timer = DispatchSource.makeTimerSource(queue: .main)
  func serve() {
    guard window.serve() else { exit(0) }
    // Asks again what to wait for.
    _ = window.fileDescriptor
    let rest = min(seconds(until: window.nextDeadline), 3600)
    timer.schedule(deadline: .now() + rest)
  }
  input.setEventHandler { serve() }
  timer.setEventHandler { serve() }
  // Another block has set a property.
  window.onDeadlineChange = { timer.schedule(deadline: .now()) }
  timer.schedule(deadline: .now())
  input.activate()
  timer.activate()
  dispatchMain()
}

/// In a task among others.
@MainActor func runAsynchronously(_ window: Window) async {
  while window.isOpen {
    let (descriptor, rest) = (window.fileDescriptor, min(seconds(until: window.nextDeadline), 3600))
    await withCheckedContinuation { (ready: CheckedContinuation<Void, Never>) in
      let input = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      let timer = DispatchSource.makeTimerSource(queue: .main)
      var isReady = false
      func resume() {
        guard !isReady else { return }
        isReady = true
        input.cancel()
        timer.cancel()
        ready.resume()
      }
      input.setEventHandler { resume() }
      timer.setEventHandler { resume() }
      // Another task has set a property.
      window.onDeadlineChange = { resume() }
      timer.schedule(deadline: .now() + rest)
      input.activate()
      timer.activate()
    }
    window.serve()
  }
}
