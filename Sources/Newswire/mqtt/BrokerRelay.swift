package import Base
internal import Formats
internal import Glibc

/// Reads a broker in a child process: the library's look-up of names blocks, and its TLS and the broker's messages stay off
/// the drawing thread, and apart from the feeds.
package enum BrokerRelay {
  /// The limit for its memory, in bytes: the library allocates any message before it asks whether to accept it.
  private static let mostMemory: rlim_t = 192 << 20

  /// Runs until the reader is gone. Blocks in a loop of its own. The settings are the first line of standard input; a conductor's
  /// messages may follow.
  ///
  /// - Parameters:
  ///   - passwords: The file of the user's passwords.
  ///   - prepare: Called with the reader and its loop, before the fence goes up.
  package static func run(
    passwords: String?, prepare: @escaping (BrokerReader, BrokerSettings, RunLoop) -> Void = { _, _, _ in }
  ) {
    let relay = Relay<BrokerEvent>()
    var limit = rlimit(rlim_cur: mostMemory, rlim_max: mostMemory)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    var reader: BrokerReader?
    relay.run { line in
      if let reader {
        if let publication = WallPublication(jsonLine: line) {
          reader.publish(publication.topic, publication.message?.line ?? "")
        }
        return
      }
      guard let settings = BrokerSettings(jsonLine: line) else { return }
      let new = BrokerReader(settings, passwords: passwords, handler: relay.send)
      reader = new
      prepare(new, settings, relay.loop)
      for problem in Fence(settings).problems() { relay.send(.feed(.error(problem))) }
      relay.loop.add(new)
    }
  }

  /// The line by which it publishes a message of a wall's conductor; nil empties its topic.
  package static func line(_ topic: WallTopic, _ message: WallMessage?) -> String {
    WallPublication(topic: topic, message: message?.json).jsonLine
  }
}

extension Fence {
  /// A fence around a broker's port and the certificate files of both ends.
  fileprivate init(_ settings: BrokerSettings) {
    self.init()
    admit(settings.address.host, port: settings.address.port)
    readable = [settings.options.authorities, settings.options.certificate, settings.options.key].compactMap(\.self)
  }
}
