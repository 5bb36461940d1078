import Glibc
import Synchronization

/// A broker on loopback: Debian's mosquitto, or the MQTT of nats-server. It keeps its port, and what it has retained, when it
/// is stopped and started again.
package final class Broker: Sendable {
  package enum Kind: Sendable { case mosquitto, nats }

  package let port: Int
  package let folder: TemporaryFolder
  private let kind: Kind
  private let process = Mutex<Child?>(nil)

  /// - Parameter lines: Further lines of mosquitto's configuration; FOLDER stands for `folder`.
  package init(_ kind: Kind = .mosquitto, _ lines: [String] = ["allow_anonymous true"]) async throws {
    (self.kind, port, folder) = (kind, try Self.freePort(), try TemporaryFolder())
    switch kind {
    case .mosquitto:
      let text =
        [
          "listener \(port) 127.0.0.1", "set_tcp_nodelay true", "persistence true", "persistence_location FOLDER/",
          // Its output is not read: a full pipe would block it.
          "log_type error",
        ]
        + lines
      // It would leave root's rights, and with them the files here.
      let user = geteuid() == 0 ? ["user root"] : []
      try folder.write(
        (text + user).joined(separator: "\n").replacing("FOLDER", with: folder.path) + "\n", to: "mosquitto.conf")
    case .nats:
      try folder.write(
        """
        server_name: test
        listen: "127.0.0.1:-1"
        jetstream { store_dir: "\(folder.path)/store" }
        mqtt { listen: "127.0.0.1:\(port)" }
        """, to: "nats.conf")
    }
    try await start()
  }

  package func address(_ channel: String = "", scheme: String = "mqtt", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(port)/\(channel)"
  }

  /// Starts it, and returns once it listens.
  package func start() async throws {
    let child =
      switch kind {
      case .mosquitto: try Child("/usr/sbin/mosquitto", ["-c", folder.path + "/mosquitto.conf"])
      case .nats: try Child("nats-server", ["-c", folder.path + "/nats.conf"])
      }
    process.withLock { $0 = child }
    try await waitForListener(at: port)
  }

  /// Its process.
  package func running() throws -> Child {
    guard let child = process.withLock({ $0 }) else { throw HarnessError("the broker is stopped") }
    return child
  }

  /// Stops it as a service is stopped; what it has retained is on the disk then.
  package func stop() {
    let child = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let child else { return }
    kill(child.id, SIGTERM)
    _ = child.waitForEnd()
  }

  /// Publishes by mosquitto's own client.
  package func publish(
    _ topic: String, _ payload: String, isRetained: Bool = false, options: [String] = []
  ) async throws {
    let message = payload.isEmpty ? ["-n"] : ["-m", payload]
    let result = try await run(
      "mosquitto_pub", ["-p", "\(port)", "-q", "1", "-t", topic] + message + (isRetained ? ["-r"] : []) + options)
    guard result.ending == .exited(0) else { throw HarnessError("mosquitto_pub: \(result.errors)") }
  }

  /// A client that prints a line `topic message` for each message.
  package func listen(to topic: String, options: [String] = []) throws -> Child {
    try Child("mosquitto_sub", ["-p", "\(port)", "-v", "-q", "1", "-t", topic] + options)
  }

  /// A port that nobody listens at.
  package static func freePort() throws -> Int {
    let (descriptor, port) = try Loopback.listen(backlog: 1)
    close(descriptor)
    return port
  }
}
