package import Base
internal import Glibc
internal import Newswire
internal import ScrollCore

/// The actions of `newsreel config`.
package enum ConfigurationAction: String, CaseIterable, Sendable {
  case check, dump, `init`, edit

  /// - Parameter file: The file of `--config`.
  /// - Throws: `Failure` for unknown words.
  package static func reading(
    _ words: [String], file: String? = nil
  ) throws(Failure) -> (action: ConfigurationAction, path: String) {
    let names = allCases.map(\.rawValue)
    guard let word = words.first else { throw Failure.usage("an action is missing: \(names.joined(separator: ", "))") }
    guard let action = ConfigurationAction(rawValue: word) else {
      throw Failure.usage(
        "config: '\(word)' is not one of \(names.joined(separator: ", "))" + hint(for: word, in: names))
    }
    guard words.count <= 2 else {
      throw Failure.usage("config \(word): unexpected argument '\(words[2])'; it takes one file")
    }
    if let file, words.count == 2 {
      throw .usage("config \(word): \(words[1]) and --config \(file); give one of the two")
    }
    return (action, words.dropFirst().first ?? file ?? UserPaths.configuration)
  }

  /// Runs it. Returns the exit status.
  package func run(_ path: String) -> Int32 {
    reporting { () throws(Failure) in
      switch self {
      case .check: return try check(path)
      case .dump: return writeOutput(ConfigurationText.text(of: try read(path)))
      case .`init`: return try create(path)
      case .edit: return try edit(path)
      }
    }
  }

  private func read(_ path: String) throws(Failure) -> Configuration {
    try ConfigurationReader(file: path, bytes: try WatchedFile.read(path)).read()
  }

  private func check(_ path: String) throws(Failure) -> Int32 {
    let configuration = ConfigurationReader(file: path, bytes: try WatchedFile.read(path)).readable()
    for problem in configuration.problems { reportError(problem.description) }
    if let first = configuration.problems.first { return first.status }
    for plan in configuration.windows {
      _ = try usage { () throws(ValueError) in try WindowViews(plan) }
    }
    let views = configuration.windows.reduce(0) { $0 + $1.views.count }
    let windows = configuration.windows.count
    return writeOutput(
      "\(path): valid, with \(windows) window\(windows == 1 ? "" : "s") and \(views) view\(views == 1 ? "" : "s")\n")
  }

  /// Writes the current defaults. Never overwrites a file.
  private func create(_ path: String) throws(Failure) -> Int32 {
    if AtomicFile.exists(path) {
      throw .system("\(path): exists already; newsreel config edit opens it")
    }
    try AtomicFile.write(Array(ConfigurationText.defaults.utf8), to: path, mode: 0o644)
    return writeOutput("\(path)\n")
  }

  /// Opens the file in the user's editor, and reports its errors afterwards.
  private func edit(_ path: String) throws(Failure) -> Int32 {
    if !AtomicFile.exists(path) { _ = try create(path) }
    let names: [String] = ["VISUAL", "EDITOR"]
    let name = names.lazy.compactMap { variable in getenv(variable).map { String(cString: $0) } }.first { !$0.isEmpty }
    guard let name else { throw .system("no editor is set; define EDITOR, as in EDITOR=nano newsreel config edit") }
    let words = try editorWords(name)
    let status = try Detached.runInTerminal(words + [path])
    if status != 0 { throw .system("\(name): ended with status \(status)") }
    return try check(path)
  }

  private func editorWords(_ text: String) throws(Failure) -> [String] {
    do throws(Failure) { return try CommandWords(text).words } catch { throw .usage("EDITOR: \(error.description)") }
  }
}
