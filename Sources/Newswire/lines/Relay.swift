package import Base
package import Formats
internal import Glibc

/// An event that a second process sends to the first one, as lines of JSON.
///
/// A compromised process may have written a line.
package protocol RelayedEvent: Recorded {
  /// Events that are each short enough for a line; none for an event that stays in its process.
  var parts: [Self] { get }
  /// The process has ended by itself; it is started again.
  static func stopped(because reason: String) -> Self
}

extension RelayedEvent {
  package var jsonLines: [String] { parts.map(\.jsonLine) }
}

extension Array {
  /// Its elements in parts of at most `count`.
  func split(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}

extension CommandSource {
  /// Reads events from a child process that runs a `Relay`, so that transfers, certificates and parsers stay off the drawing
  /// thread, and behind a fence.
  ///
  /// - Parameters:
  ///   - arguments: The command, such as `["/proc/self/exe", "feeds", "relay"]`.
  ///   - orders: Called at its start. Passed on standard input: any user can read a process's arguments, and an address may
  /// contain a password.
  package convenience init<Event: RelayedEvent>(
    relay arguments: [String], orders: @escaping () -> [String] = { [] }, handler: @escaping (Event) -> Void
  ) throws(Failure) {
    var settings = Settings()
    (settings.takesInput, settings.restarts, settings.renewal) = (true, true, Fence.renewal)
    try self.init(arguments: arguments, settings: settings) { event in
      switch event {
      case .line(let line): if let event = Event(jsonLine: line) { handler(event) }
      case .error(let error): handler(.stopped(because: error.reason))
      case .part, .restart, .pause, .end: break
      }
    }
    greeting = orders
  }
}

/// The child's side: a loop whose sources send events to a descriptor until that is closed.
final class Relay<Event: RelayedEvent> {
  let loop = RunLoop()
  private let output: Int32

  /// - Parameter isProcess: Whether the process is the relay's own, which ends with its parent.
  init(output: Int32 = 1, isProcess: Bool = true) {
    self.output = output
    guard isProcess else { return }
    signal(SIGPIPE, SIG_IGN)
    endWithParent()
  }

  func send(_ event: Event) {
    for line in event.jsonLines where !writeAll(line + "\n", to: output) { return loop.end() }
  }

  /// Runs until the reader is gone.
  func run(input: Int32 = 0, order: @escaping (UnsafeRawBufferPointer) -> Void) {
    loop.add(
      LineSource(descriptor: input, name: "standard input") { event in
        if case .line(let line) = event { order(line) }
      })
    loop.watch(output, events: 0) { [loop] in loop.end() }
    loop.run()
    loop.removeAll()
  }
}
