internal import Scene

/// Tells events to those who have asked for them: whoever reads standard output, clients of the socket, and hooks.
final class EventTeller {
  /// The events that are printed.
  var printed: Set<String> = []
  /// Whoever can be reached over the socket.
  var server: ControlServer?
  /// Where the window comes from, for those who ask.
  var origin: WindowOrigin?
  /// What is run where something happens, and who runs it.
  var hooks: [Hook] = []
  var runner: HookRunner?
  /// Whether the motion was held when that was last told.
  var wasPaused = false

  /// All that somebody waits for.
  var awaited: Set<String> { printed.union(server?.awaited ?? []).union(hooks.map(\.event)) }

  /// Tells an event to clients and hooks; returns whether it is to be printed, too.
  func tell(_ event: String, _ line: String) -> Bool {
    server?.publish(event, line)
    runner?.take(event, line, for: hooks)
    return printed.contains(event)
  }
}
