internal import Base
internal import Glibc
internal import Terminal

/// `newsreel inspect`.
package enum InspectAction {
  /// Shows the inspector for a window and the others of its program, or for all running windows. Returns the exit
  /// status.
  package static func run(_ name: String?) -> Int32 {
    reporting { () throws(Failure) in
      guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
        throw .usage("inspect needs a terminal; newsreel msg properties tells the same to programs")
      }
      let windows = try windows(name)
      // Before the terminal's mode changes, so that it is always restored.
      Signals.install(SIGWINCH)
      let terminal = try TerminalScreen()
      return play(on: terminal, name, windows)
    }
  }

  /// The names for completion.
  package static var names: [String] { ControlName.all() }

  private static func windows(_ name: String?) throws(Failure) -> [String] {
    if let name, let problem = ControlName.problem(name) { throw .usage("inspect: '\(name)': \(problem)") }
    let names = ControlName.all()
    guard let name else {
      guard names.isEmpty else { return names }
      throw .system("no window of newsreel runs; start one, as newsreel & or newsreel crawl \"A headline\" &")
    }
    guard names.contains(name) else {
      let others =
        names.isEmpty ? "; none runs" : hint(for: name, in: names, else: "there are \(names.joined(separator: ", "))")
      throw .system("no window named \(name) runs" + others)
    }
    return [name] + names.filter { $0 != name }
  }

  private static func play(on terminal: TerminalScreen, _ name: String?, _ windows: [String]) -> Int32 {
    let loop = RunLoop()
    var status = ExitStatus.success
    let session = InspectorSession(terminal, name: name, windows: windows) { [unowned loop] in loop.end() }
    loop.watch(Signals.fileDescriptor) { [unowned loop, unowned session] in
      while let signal = Signals.next() {
        switch signal {
        case SIGWINCH: session.resize()
        case Signals.pause, Signals.reload: break
        default:
          // Ctrl-C is an ordinary key.
          status = signal == SIGINT ? ExitStatus.success : 128 + signal
          loop.end()
        }
      }
    }
    loop.add(session)
    loop.run()
    loop.removeAll()
    return status
  }
}
