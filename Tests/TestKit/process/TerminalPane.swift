/// A terminal in which a program runs, as its user sees it: by tmux(1), in a server of its own, which ends with this object.
package final class TerminalPane: Sendable {
  private let server: Child
  /// Where its socket is.
  private let folder: TemporaryFolder
  package let environment: [String: String?]

  /// Starts a command of the shell in a terminal of that size.
  package init(
    _ command: String, rows: Int = 24, columns: Int = 80, environment: [String: String?]
  ) async throws {
    folder = try TemporaryFolder()
    var surroundings = environment
    surroundings.updateValue(folder.path, forKey: "TMUX_TMPDIR")
    surroundings.updateValue(nil, forKey: "TMUX")
    self.environment = surroundings
    server = try Child("tmux", ["-D", "-f", "/dev/null"], environment: surroundings)
    let (own, all) = (server, surroundings)
    // It starts no server of its own where this one is not ready yet.
    let start = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-s", "main", command]
    try await waitUntil("tmux: \(own.errors)") {
      try await run("tmux", ["-N"] + start, environment: all).ending == .exited(0)
    }
  }

  /// Presses keys by the names that tmux has for them: "Down", "C-u", "q".
  package func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types a text as it is.
  package func type(_ text: String) async throws { try await tmux(["send-keys", "-l", "--", text]) }

  /// Sends bytes as a terminal would.
  package func send(_ bytes: [UInt8]) async throws {
    try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  package func resize(rows: Int, columns: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The process that its shell runs with such a command line (`pgrep -f`), if any.
  package func process(_ pattern: String) async throws -> Int32? {
    let shell = try await tmux(["display-message", "-p", "#{pane_pid}"]).filter(\.isNumber)
    let found = try await run("pgrep", ["-P", shell, "-f", pattern])
    return found.output.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// What stands on it, row by row.
  package func screen() async throws -> String { try await tmux(["capture-pane", "-p"]) }

  /// What stands on it once that satisfies the condition.
  @discardableResult
  package func screen(_ what: String, where isRight: (String) -> Bool) async throws -> String {
    var last = ""
    do {
      return try await waitFor(what) {
        last = try await screen()
        return isRight(last) ? last : nil
      }
    } catch {
      throw HarnessError("\(error)\n\(last)")
    }
  }

  @discardableResult
  private func tmux(_ words: [String]) async throws -> String {
    let result = try await run("tmux", ["-N"] + words, environment: environment)
    guard result.ending == .exited(0) else { throw HarnessError("tmux \(words): \(result.errors)") }
    return result.output
  }
}
