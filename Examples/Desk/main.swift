import Dispatch
import Glibc
import NewsreelDispatch
import NewsreelSources

// The same window in the library's loop and in three others: Desk [poll|dispatch|async]
let desk = Desk()
let window = try Window(desk.view, width: 400, height: 170)
let loop = CommandLine.arguments.dropFirst().first
window.onClose = { error in
  print("closed: \(error.map { "\($0)" } ?? "by the user")")
  // Dispatch's main queue does not end by itself.
  if loop == "dispatch" { exit(0) }
}
var seconds = 1

switch loop {
case "dispatch":
  let clock = DispatchSource.makeTimerSource(queue: .main)
  clock.setEventHandler {
    seconds += 1
    desk.show(seconds)
  }
  clock.schedule(deadline: .now() + 1, repeating: 1)
  clock.activate()
  window.serveOnMainQueue()
  dispatchMain()
case "async":
  Task {
    while window.isOpen {
      try await Task.sleep(for: .seconds(1))
      seconds += 1
      desk.show(seconds)
    }
  }
  await window.runUntilClosed()
default:
  Timer.every(1) {
    seconds += 1
    desk.show(seconds)
  }
  if loop == "poll" { runByPoll(window) } else { window.run() }
}
