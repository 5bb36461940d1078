internal import Base
internal import Newswire
internal import ScrollCore

/// A configuration file, and what was asked for on the command line beside it.
struct ConfigurationFile {
  let path: String
  /// What the command line says goes before the file, where that is about a strip alone.
  var overlay: ViewRequest<StripKind>?

  /// The file that a command line asks for, or the user's own; nil where there is none.
  init?(for request: ViewRequest<StripKind>) {
    let isPlain = request.sources.isBlank && request.own.isUntouched && request.window.isUntouched
    if let path = request.sources.configuration {
      self.path = path
    } else {
      path = UserPaths.configuration
      guard AtomicFile.exists(path) else { return nil }
    }
    overlay = isPlain ? nil : request
  }

  func bytes() throws(OpeningError) -> [UInt8] {
    try opening { () throws(Failure) in try WatchedFile.read(path) }
  }

  /// Reads what is in it; nil where what the command line asks for has nothing to do with its windows.
  ///
  /// - Throws: with file, line and column.
  func read(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration? {
    var configuration = try ConfigurationReader(file: path, bytes: bytes).read()
    guard let overlay else { return configuration }
    guard configuration.windows.count == 1, case .view(let view) = configuration.windows[0].layout,
      var plan = view as? ViewPlan<StripKind>
    else { return nil }
    do throws(ValueError) {
      try configuration.windows[0].settings.take(
        overlay.window.texts.map { PropertyChange(name: $0.name, text: $0.text) })
      try plan.request.own.take(overlay.own.texts.map { PropertyChange(name: $0.name, text: $0.text) })
      plan.request.window = configuration.windows[0].settings
      if !overlay.sources.isBlank { plan.request.sources = overlay.sources }
      try plan.check()
    } catch {
      throw ConfigurationError(description: "\(path), with the command line: \(error.description)")
    }
    configuration.windows[0].layout = .view(plan)
    return configuration
  }
}
