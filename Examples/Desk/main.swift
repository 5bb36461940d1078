import Dispatch
import Glibc
import Newsreel

// The same window in the library's loop and in three others: Desk [poll|dispatch|async]
let desk = Desk()
let window = try Window(desk.view, width: 400, height: 170)
window.onClose = { print("closed: \($0.map { "\($0)" } ?? "by the user")") }

switch CommandLine.arguments.dropFirst().first {
case "poll": runByPoll(window)
case "dispatch":
  let clock = DispatchSource.makeTimerSource(queue: .main)
  var seconds = 1
  clock.setEventHandler {
    seconds += 1
    desk.show(seconds)
  }
  clock.schedule(deadline: .now() + 1, repeating: 1)
  clock.activate()
  runByDispatch(window)
case "async":
  Task {
    for seconds in 2... {
      try await Task.sleep(for: .seconds(1))
      desk.show(seconds)
    }
  }
  await runAsynchronously(window)
default: window.run()
}
