import Dispatch
import Glibc
import Newsreel

// The same window in the library's loop and in three others: Desk [poll|dispatch|async]
let window = try Window(makeDesk(), width: 400, height: 170)
window.onClose = { print("closed: \($0.map { "\($0)" } ?? "by the user")") }

switch CommandLine.arguments.dropFirst().first {
case "poll": runByPoll(window)
case "dispatch": runByDispatch(window)
case "async": await runAsynchronously(window)
default: window.run()
}
