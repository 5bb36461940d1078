internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// Shows a view in a window until it ends. Returns its `ExitStatus`.
package func run<Kind: ViewKind>(_ request: ViewRequest<Kind>) -> Int32 {
  reporting { () throws(Failure) in
    if request.isOfStripAlone, RunningStrip.show() {
      reportProgress("newsreel runs already, and is shown")
      return ExitStatus.success
    }
    let plan = try ProgramPlan(request)
    if request.sources.value.program.handsOver, try ControlMessage.handOver(request, to: plan.windows[0].name) {
      return ExitStatus.success
    }
    return try Program(plan).run()
  }
}

/// The windows of a command line.
struct ProgramPlan {
  let windows: [WindowPlan]
  /// The configuration file for a strip, followed from its creation on.
  let file: ConfigurationFile?
  /// The bytes of the file at the start; nil if it did not exist.
  let bytes: [UInt8]?
  /// Whether the windows are those of the file.
  let isConfigured: Bool
  /// The problems of the file, whose parts are left out.
  let problems: [Failure]
  /// The sources requested besides.
  private let sources: Settings<SourceOptions>

  /// The window of a command. For a strip, the windows of the given configuration, or of the user's if that exists and
  /// suits the command.
  init<Kind: ViewKind>(_ request: ViewRequest<Kind>) throws(Failure) {
    sources = request.sources
    file = (request as? ViewRequest<StripKind>).map { ConfigurationFile(for: $0) }
    let found = try file?.content()
    bytes = found?.bytes
    problems = found?.problems ?? []
    isConfigured = found?.configuration != nil
    if let configuration = found?.configuration {
      windows = configuration.windows
    } else {
      try request.needContent()
      windows = [WindowPlan(request)]
    }
  }

  /// The windows of a picture or a list, for which the whole file has to be valid.
  ///
  /// - Throws: the first mistake.
  var validWindows: [WindowPlan] {
    get throws(Failure) {
      if let first = problems.first { throw first }
      return windows
    }
  }

  /// The origin of a window of the command line.
  var origin: WindowOrigin { .commandLine(sources) }
}

extension WindowPlan {
  /// The window of a command.
  init<Kind: ViewKind>(_ request: ViewRequest<Kind>) {
    self.init(
      settings: request.window, views: [ViewPlan(request: request, id: Kind.name)], layout: .view(0),
      events: request.sources.value.program.events, hooks: request.sources.value.program.hooks)
  }
}

extension ControlServer {
  /// Opens the socket for a window with this name, or the next free one; nil if that fails.
  static func reachable(by name: String) -> ControlServer? {
    do throws(Failure) {
      for number in 1...ControlName.mostAlike {
        let other = number == 1 ? name : "\(name)-\(number)"
        guard let server = try ControlServer(named: other) else { continue }
        if number > 1 {
          reportError("a window named \(name) is running already; newsreel msg reaches this one with --name \(other)")
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
