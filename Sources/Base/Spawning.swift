internal import CBase
internal import Glibc

/// Waits for the end of a process, and returns its status (`waitpid(2)`).
@discardableResult
package func exitStatus(of process: Int32) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}

/// Calls `posix_spawnp(3)` with a process group of its own and no signal blocked or ignored, and returns the error code.
/// Without an input it has /dev/null. `environment` adds variables to ours.
package func spawn(
  _ arguments: [String], input: Int32? = nil, output: Int32, errors: Int32, environment: [String: String] = [:],
  process: inout Int32
) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, errors, 2)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
  posix_spawnattr_setflags(&attributes, Int16(flags))
  let words = arguments.map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  guard !environment.isEmpty else {
    return withOrdinaryTimers { posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ) }
  }
  let variables = variables(with: environment).map { strdup($0) } + [nil]
  defer { for variable in variables { free(variable) } }
  return withOrdinaryTimers { posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables) }
}

/// Our environment with these variables added, as `NAME=VALUE`.
private func variables(with others: [String: String]) -> [String] {
  var result = others.map { "\($0)=\($1)" }
  var entry = environ
  while let text = entry.pointee {
    let variable = String(cString: text)
    if others[String(variable.prefix { $0 != "=" })] == nil { result.append(variable) }
    entry += 1
  }
  return result
}
