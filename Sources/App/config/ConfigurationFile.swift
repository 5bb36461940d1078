internal import Base
internal import Newswire
internal import ScrollCore
internal import Windows

/// A configuration file, combined with the options of a command line.
struct ConfigurationFile {
  let path: String
  private let asked: ViewRequest<StripKind>
  /// Whether the command line concerns the strip, so that it takes precedence over the file.
  private let isAboutStrip: Bool

  /// The file named on the command line, or the user's, which may not exist yet.
  init(for request: ViewRequest<StripKind>) {
    path = request.sources.value.program.configuration ?? UserPaths.configuration
    asked = request
    isAboutStrip =
      !request.own.isUntouched || !request.window.isUntouched || request.sources.value.readsInput
      || !request.sources.changes.allSatisfy { ProgramOptions.names.contains($0.name) }
  }

  /// What a file says at the start.
  struct Content {
    /// Nil if it cannot be read, or does not fit the command line.
    var configuration: Configuration?
    /// Nil if it cannot be read.
    var bytes: [UInt8]?
    /// Its problems, whose parts are left out.
    var problems: [Failure] = []
  }

  /// What is valid in the file; nil if the user's file does not exist.
  ///
  /// - Throws: if a file that the command line names cannot be read, or does not fit its options.
  func content() throws(Failure) -> Content? {
    let isNamed = asked.sources.value.program.configuration != nil
    guard isNamed || AtomicFile.exists(path) else { return nil }
    let bytes: [UInt8]
    do throws(Failure) { bytes = try WatchedFile.read(path) } catch {
      if isNamed { throw error }
      return Content(problems: [error])
    }
    let configuration = try read(bytes)
    guard configuration != nil || !isNamed else {
      throw .usage(
        "--config: beside its windows there can be --events, --hook and --or-send; write what else is wanted into "
          + path)
    }
    return Content(configuration: configuration, bytes: bytes, problems: configuration?.problems ?? [])
  }

  /// Parses what is valid in the file. Returns nil if the command line does not concern its windows.
  ///
  /// - Throws: if the command line's options do not fit it.
  func read(_ bytes: [UInt8]) throws(Failure) -> Configuration? {
    var configuration = ConfigurationReader(file: path, bytes: bytes).readable()
    for i in configuration.windows.indices {
      let program = asked.sources.value.program
      configuration.windows[i].events = program.events ?? configuration.windows[i].events
      configuration.windows[i].hooks += program.hooks
    }
    guard isAboutStrip else { return configuration }
    guard configuration.windows.count == 1, configuration.windows[0].views.count == 1,
      let plan = configuration.windows[0].views[0] as? ViewPlan<StripKind>
    else { return nil }
    do throws(ValueError) {
      try configuration.windows[0].settings.apply(asked.window.changes)
      configuration.windows[0].views = [try self.plan(over: plan, in: configuration.windows[0].settings)]
    } catch {
      throw Failure.usage("\(path), with the command line: \(error.description)")
    }
    return configuration
  }

  /// The command line's strip; the file supplies its missing settings.
  private func plan(
    over plan: ViewPlan<StripKind>, in window: Settings<WindowOptions>
  ) throws(ValueError) -> ViewPlan<StripKind> {
    var plan = plan
    plan.request.window = window
    try plan.request.own.apply(asked.own.changes)
    plan.request.sources = try Settings(
      asked.sources.laid(over: plan.request.sources), isInputPiped: asked.sources.value.readsInput)
    try plan.check()
    return plan
  }
}

extension Settings<SourceOptions> {
  /// These options over `others`. Sources in these replace all sources of the others.
  fileprivate func laid(over others: Settings) -> [PropertyChange] {
    let gone = changes.map(\.name) + (value.isBlank ? [] : SourceList.current.contents)
    return others.changes.filter { !gone.contains($0.name) } + changes
  }
}
