internal import Base
internal import Newswire
internal import ScrollCore

/// A configuration file, combined with the options of a command line.
struct ConfigurationFile {
  let path: String
  private let asked: ViewRequest<StripKind>
  /// Whether the command line concerns the strip, so that it takes precedence over the file.
  private let isAboutStrip: Bool

  /// Options that fit any configuration.
  private static let general: [PropertyInfo] = [.config, .events, .hook, .orSend]

  /// The file that the command line names, or the user's; nil if there is none.
  init?(for request: ViewRequest<StripKind>) {
    if let path = request.sources.configuration {
      self.path = path
    } else {
      path = UserPaths.configuration
      guard AtomicFile.exists(path) else { return nil }
    }
    asked = request
    let names = Set(Self.general.map(\.name))
    isAboutStrip =
      !request.own.isUntouched || !request.window.isUntouched || request.sources.readsInput
      || !names.isSuperset(of: request.sources.given.names)
  }

  /// The configuration for a strip's command line, and its file; nil if there is none that fits.
  ///
  /// - Throws: if the file is invalid, or if the command line names it with options that do not fit.
  static func windows(
    for request: ViewRequest<StripKind>
  ) throws(Failure) -> (file: ConfigurationFile, configuration: Configuration, bytes: [UInt8])? {
    guard let file = ConfigurationFile(for: request) else { return nil }
    let bytes = try file.bytes()
    if let configuration = try file.read(bytes) { return (file, configuration, bytes) }
    guard request.sources.configuration != nil else { return nil }
    throw .usage(
      "--config: beside its windows there can be --events, --hook and --or-send; write what else is wanted into "
        + file.path)
  }

  func bytes() throws(Failure) -> [UInt8] { try WatchedFile.read(path) }

  /// Parses the file. Returns nil if the command line does not concern its windows.
  ///
  /// - Throws: with file, line and column.
  func read(_ bytes: [UInt8]) throws(Failure) -> Configuration? {
    var configuration = try ConfigurationReader(file: path, bytes: bytes).read()
    for i in configuration.windows.indices {
      configuration.windows[i].events = asked.sources.events ?? configuration.windows[i].events
      configuration.windows[i].hooks += asked.sources.hooks
    }
    guard isAboutStrip else { return configuration }
    guard configuration.windows.count == 1, configuration.windows[0].views.count == 1,
      let plan = configuration.windows[0].views[0] as? ViewPlan<StripKind>
    else { return nil }
    do throws(ValueError) {
      try configuration.windows[0].settings.take(asked.window.changes)
      configuration.windows[0].views = [try self.plan(over: plan, in: configuration.windows[0].settings)]
    } catch {
      throw Failure.usage("\(path), with the command line: \(error.description)")
    }
    return configuration
  }

  /// The strip of the command line, with the file's settings where it has none.
  private func plan(
    over plan: ViewPlan<StripKind>, in window: Settings<WindowOptions>
  ) throws(ValueError) -> ViewPlan<StripKind> {
    var request = plan.request
    request.window = window
    try request.own.take(asked.own.changes)
    let sources = asked.sources.laid(over: plan.sources)
    do throws(Failure) {
      request.sources = try SourceOptions(sources, of: StripKind.self, isInputPiped: asked.sources.readsInput)
    } catch {
      throw ValueError(error.description)
    }
    var plan = ViewPlan(request: request, sources: sources, id: plan.id, looks: plan.looks, hooks: plan.hooks)
    plan.readsInput = asked.sources.readsInput
    try plan.check()
    return plan
  }
}

extension SourceOptions {
  /// Reads options by name, and arguments, whose name is empty.
  init<Kind: ViewKind>(_ given: [PropertyChange], of kind: Kind.Type, isInputPiped: Bool) throws(Failure) {
    let names = Set(Kind.sourceOptions.map(\.name))
    try self.init(
      given.filter { names.contains($0.name) }, arguments: given.all(named: ""), takesFiles: Kind.takesFiles,
      isInputPiped: isInputPiped)
  }

  /// The options that name sources.
  private static let contents: [PropertyInfo] = [.file, .watch, .command, .every, .match, .feed, .jsonLines, .replace]

  /// These options over `others`. A source here replaces all sources there.
  fileprivate func laid(over others: [PropertyChange]) -> [PropertyChange] {
    let gone = given.names + (isBlank ? [] : [""] + Self.contents.map(\.name))
    return others.filter { !gone.contains($0.name) } + given
  }
}
