package import Base
internal import Glibc

/// Reads a broker in a child process that runs `BrokerRelay`: the library's look-up of names blocks, and its TLS and the
/// broker's messages stay off the drawing thread, and apart from the feeds.
package enum BrokerProcess {
  /// Returns the source to add to a loop.
  ///
  /// - Parameters:
  ///   - arguments: The command; it writes `BrokerEvent.jsonLines`.
  ///   - settings: Called at its start; the settings are passed on standard input.
  package static func source(
    arguments: [String], _ settings: @escaping () -> BrokerSettings, handler: @escaping (BrokerEvent) -> Void
  ) throws(Failure) -> CommandSource {
    var run = CommandSource.Settings()
    (run.takesInput, run.restarts, run.renewal) = (true, true, Fence.renewal)
    let source = try CommandSource(arguments: arguments, settings: run) { event in
      switch event {
      case .line(let line): if let event = BrokerEvent(jsonLine: line, now: wallClockNow()) { handler(event) }
      case .error(let error): handler(.feed(.stopped(Failure(of: "mqtt", reason: error.reason))))
      case .part, .restart, .pause, .end: break
      }
    }
    source.greeting = { [settings().json.line] }
    return source
  }
}

/// The child's side: reads a broker and writes its events to standard output, until that is closed.
package enum BrokerRelay {
  /// The limit for its memory, in bytes: the library makes room for any message before it asks whether that is wanted.
  private static let mostMemory: rlim_t = 192 << 20

  /// Runs until the reader is gone. Blocks in a loop of its own. The settings are the first line of standard input; a conductor's
  /// messages may follow.
  ///
  /// - Parameters:
  ///   - passwords: The file of the user's passwords.
  ///   - prepare: Called with the reader and its loop, before the fence goes up.
  package static func run(
    passwords: String?, input: Int32 = 0, output: Int32 = 1,
    prepare: @escaping (BrokerReader, BrokerSettings, RunLoop) -> Void = { _, _, _ in }
  ) {
    signal(SIGPIPE, SIG_IGN)
    endWithParent()
    var limit = rlimit(rlim_cur: mostMemory, rlim_max: mostMemory)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    let loop = RunLoop()
    var reader: BrokerReader?
    loop.add(
      LineSource(descriptor: input, name: "standard input") { event in
        guard case .line(let line) = event, let value = try? JSON(parsing: line) else { return }
        if let reader { return reader.publish(value) }
        guard let settings = BrokerSettings(json: value) else { return }
        let new = BrokerReader(settings, passwords: passwords) { event in
          for line in event.jsonLines where !writeAll(line + "\n", to: output) { return loop.end() }
        }
        reader = new
        prepare(new, settings, loop)
        for problem in Fence(settings).problems() {
          for line in BrokerEvent.feed(.error(problem)).jsonLines { _ = writeAll(line + "\n", to: output) }
        }
        loop.add(new)
      })
    loop.watch(output, events: 0) { loop.end() }
    loop.run()
    loop.removeAll()
  }
}

extension BrokerProcess {
  /// The line by which the child publishes a message of a wall's conductor; nil empties its topic.
  package static func line(_ topic: WallTopic, _ message: WallMessage?) -> String {
    let contents = message.map { [("message", $0.json)] } ?? []
    return JSON.object([("publish", .string(topic.end))] + contents).line
  }
}

extension BrokerReader {
  /// Publishes what a line of `BrokerProcess.line` says.
  fileprivate func publish(_ line: JSON) {
    guard let topic = line["publish"]?.string.flatMap({ WallTopic(end: $0) }) else { return }
    publish(topic, line["message"]?.line ?? "")
  }
}

extension Fence {
  /// A fence around a broker's port and the files that vouch for both ends.
  fileprivate init(_ settings: BrokerSettings) {
    self.init()
    admit(settings.address.host, port: settings.address.port)
    readable = [settings.options.authorities, settings.options.certificate, settings.options.key].compactMap(\.self)
  }
}
