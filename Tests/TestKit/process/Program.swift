import Glibc
import Synchronization

/// What a program that has ended left behind.
package struct ToolResult: Equatable, Sendable {
  package let ending: Ending
  package let output: String
  package let errors: String
}

/// Runs a program and waits for its end.
package func run(
  _ program: String, _ arguments: [String], environment: [String: String?] = [:], input: String? = nil,
  within limit: Duration = patience
) async throws -> ToolResult {
  let child = try Child(program, arguments, environment: environment, input: input == nil ? .null : .pipe)
  if let input {
    try child.send(input)
    child.closeInput()
  }
  let ending = try await child.ending(within: limit)
  return ToolResult(ending: ending, output: child.output, errors: child.errors)
}

/// The program that the tests are about.
package enum Program {
  package static var path: String { Project.products + "/newsreel" }

  /// Whether tests that sweep through many cases are to try all of them: NEWSREEL_SWEEP is `full`.
  package static let isSweepFull = getenv("NEWSREEL_SWEEP").map { String(cString: $0) } == "full"

  /// Starts it, on the display if there is one; it sees none of the user's own files.
  package static func start(
    _ arguments: String..., on server: XServer? = nil, environment: [String: String?] = [:],
    input: Child.Input = .null
  ) throws -> Child {
    try start(arguments, on: server, environment: environment, input: input)
  }

  /// - Parameter redirected: What a shell does with its standard streams before, as `2>&-`.
  package static func start(
    _ arguments: [String], on server: XServer? = nil, environment: [String: String?] = [:], input: Child.Input = .null,
    redirected: String? = nil
  ) throws -> Child {
    let surroundings = surroundings(server, environment)
    guard let redirected else { return try Child(path, arguments, environment: surroundings, input: input) }
    return try Child(
      "sh", ["-c", "exec \"$@\" \(redirected)", "sh", path] + arguments, environment: surroundings, input: input)
  }

  /// Runs it to its end.
  package static func run(
    _ arguments: [String], on server: XServer? = nil, environment: [String: String?] = [:], input: String? = nil,
    within limit: Duration = patience
  ) async throws -> ToolResult {
    try await TestKit.run(
      path, arguments, environment: surroundings(server, environment), input: input, within: limit)
  }

  /// A name for HOME and for XDG_RUNTIME_DIR. One of its own for each program: those of one name do not meet there, and none
  /// reads the state that another has left.
  package static func runtimeFolder() -> String {
    runtimeFolders + "/\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
  }

  private static let count = Atomic(0)
  private static let runtimeFolders: String = {
    atexit { _ = system("rm -rf /tmp/newsreel-tests-$PPID") }
    return "/tmp/newsreel-tests-\(getpid())"
  }()

  private static func surroundings(_ server: XServer?, _ changes: [String: String?]) -> [String: String?] {
    let folder = runtimeFolder()
    var result: [String: String?] = [
      "DISPLAY": server?.display, "LC_ALL": "C.UTF-8", "LANGUAGE": nil, "HOME": folder, "XDG_CONFIG_HOME": nil,
      "XDG_CACHE_HOME": nil, "XDG_STATE_HOME": nil, "XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": nil,
      "XAUTHORITY": nil,
    ]
    for (name, value) in changes { result.updateValue(value, forKey: name) }
    return result
  }
}

/// Runs of the program that do not wait for each other, two at a time, so that no processor is idle: for a test with an
/// argument per command line, each of whose cases then asks for its own.
package struct ProgramRuns: Sendable {
  private var runs: [String: Task<ToolResult, any Error>] = [:]

  /// - Parameters:
  ///   - lines: words with single spaces in between.
  ///   - first: words before each line.
  package init(_ lines: [String], after first: [String] = []) {
    var tasks: [Task<ToolResult, any Error>] = []
    for line in lines {
      let earlier = tasks.dropLast().last
      let task = Task {
        _ = await earlier?.result
        return try await Program.run(first + line.split(separator: " ").map(String.init))
      }
      tasks.append(task)
      runs[line] = task
    }
  }

  package func result(of line: String) async throws -> ToolResult {
    guard let run = runs[line] else { throw HarnessError("'\(line)' was not run") }
    return try await run.value
  }
}
