internal import Scene

/// Distributes events to standard output, clients of the socket, and hooks.
final class EventPublisher {
  /// The events to print.
  var printed: Set<String> = []
  /// The window's socket.
  var server: ControlServer?
  /// The window's origin, for clients that ask.
  var origin: WindowOrigin?
  /// The hooks of the window.
  var hooks: [Hook] = []
  var runner: HookRunner?
  /// The last state that the events paused and resumed reported.
  var wasPaused = false

  /// All events with a receiver.
  var awaited: Set<String> { printed.union(server?.awaited ?? []).union(hooks.map(\.event)) }

  /// Sends an event to clients and hooks. Returns whether to print it, too.
  func tell(_ event: String, _ line: String) -> Bool {
    server?.publish(event, line)
    runner?.enqueue(event, line, for: hooks)
    return printed.contains(event)
  }
}
