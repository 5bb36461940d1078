internal import Base
internal import Newswire
internal import ScrollCore

/// Shows a view in a window until it ends, and says how it ended: see `ExitStatus`.
package func run<Kind: ViewKind>(_ request: ViewRequest<Kind>) -> Int32 {
  reporting { () throws(OpeningError) in
    try request.needContent()
    let name = request.controlName
    if request.sources.handsOver, try ControlMessage.handOver(request, to: name) { return ExitStatus.success }
    let controller = try usage { () throws(ValueError) in try Kind.makeController(request) }.controller
    let window = try WindowController(
      controller, request.window, name: Kind.name, exitsAtEnd: request.sources.exitsAtEnd)
    window.open(controlServer(named: name), printing: request.sources.events ?? Kind.printedEvents)
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
    window.loop.run()
    switch window.ending {
    case .signal(let number): return 128 + number
    case .failed(let failure): throw .failure("\(failure.subject) \(failure.reason)")
    case .quit, nil: return ExitStatus.success
    }
  }
}

extension ViewRequest {
  /// What `newsreel msg` calls the window: the name that it was given, else the view's.
  var controlName: String { ControlName.plain(window.hasSet("name") ? window.value.name : Kind.name) }
}

/// The socket of a window of that name, or of the next name that is free; without one the window cannot be reached.
private func controlServer(named name: String) -> ControlServer? {
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
