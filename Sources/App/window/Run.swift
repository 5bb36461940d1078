internal import Base
internal import Newswire
internal import ScrollCore

/// Shows a view in a window until it ends, and says how it ended: see `ExitStatus`.
package func run<Kind: ViewKind>(_ request: ViewRequest<Kind>) -> Int32 {
  reporting { () throws(Failure) in
    if let request = request as? ViewRequest<StripKind>, let status = try runConfigured(request) { return status }
    try request.needContent()
    let name = ControlName.of(request.window, showing: Kind.name)
    if request.sources.handsOver, try ControlMessage.handOver(request, to: name) { return ExitStatus.success }
    let controller = try usage { () throws(ValueError) in try Kind.makeController(request) }.controller
    let window = try WindowController(
      controller, request.window, name: Kind.name, exitsAtEnd: request.sources.exitsAtEnd)
    let server = ControlServer.reachable(by: name)
    if let server { window.loop.add(server) }
    let runner = HookRunner()
    window.loop.add(runner)
    window.open(
      server, printing: request.sources.events ?? Kind.printedEvents, hooks: (request.sources.hooks, runner),
      from: .commandLine(request.sources))
    Signals.install()
    window.loop.watch(Signals.fileDescriptor) { [unowned window] in
      guard let signal = Signals.take() else { return }
      if signal == Signals.pause || signal == Signals.reload {
        window.take(signal)
      } else {
        window.end(.signal(signal))
      }
    }
    // Commands go with the program, and what the user has done is saved.
    defer { window.close() }
    window.loop.ownsProcess = true
    window.loop.run()
    return try window.status
  }
}

/// Shows the windows of the configuration that a strip's command line asks for, or of the user's own; nil where there is
/// none that goes with it.
private func runConfigured(_ request: ViewRequest<StripKind>) throws(Failure) -> Int32? {
  guard let (file, configuration, bytes) = try ConfigurationFile.windows(for: request) else { return nil }
  if request.sources.handsOver, try ControlMessage.handOver(request, to: configuration.windows[0].name) {
    return ExitStatus.success
  }
  return try ConfiguredProgram(file, configuration, bytes: bytes).run()
}

extension ControlServer {
  /// The socket of a window of that name, or of the next name that is free; nil where the window cannot be reached.
  static func reachable(by name: String) -> ControlServer? {
    do throws(Failure) {
      for number in 1...ControlName.mostAlike {
        let other = number == 1 ? name : "\(name)-\(number)"
        guard let server = try ControlServer(named: other) else { continue }
        if number > 1 {
          reportError("a window named \(name) runs already; newsreel msg finds this one by --name \(other)")
        }
        return server
      }
      reportError("\(ControlName.mostAlike) windows named \(name) run already; newsreel msg cannot reach this one")
    } catch {
      reportError("newsreel msg cannot reach this window: \(error.description)")
    }
    return nil
  }
}
