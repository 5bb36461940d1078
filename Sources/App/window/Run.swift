internal import Base
internal import Newswire
internal import ScrollCore

/// Shows a view in a window until it ends, and says how it ended: see `ExitStatus`.
package func run<Kind: ViewKind>(_ request: ViewRequest<Kind>) -> Int32 {
  reporting { () throws(OpeningError) in
    try request.needContent()
    let controller = try usage { () throws(ValueError) in try Kind.makeController(request) }.controller
    let window = try WindowController(
      controller, request.window, name: Kind.name, exitsAtEnd: request.sources.exitsAtEnd)
    Signals.install()
    window.loop.watch(Signals.fileDescriptor) { [unowned window] in
      guard let signal = Signals.take() else { return }
      if signal == Signals.replay { window.replay() } else { window.end(.signal(signal)) }
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
