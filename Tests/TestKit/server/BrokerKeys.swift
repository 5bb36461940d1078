import Glibc

/// What a broker needs for TLS and passwords, in a folder of its own.
package struct BrokerKeys: Sendable {
  package let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  package var path: String { folder.path }

  /// Makes NAME.key and NAME.pem, a certificate for localhost that vouches for itself.
  package func makeCertificate(_ name: String) async throws {
    let words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext"
    let files = ["subjectAltName=DNS:localhost", "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).pem"]
    let result = try await run("openssl", words.split(separator: " ").map(String.init) + files)
    guard result.ending == .exited(0) else { throw HarnessError("openssl: \(result.errors)") }
  }

  /// Makes the file `users`.
  package func makeUsers(_ names: [String], password: String) async throws {
    for (number, user) in names.enumerated() {
      let result = try await run(
        "mosquitto_passwd", (number == 0 ? ["-c"] : []) + ["-b", path + "/users", user, password])
      guard result.ending == .exited(0) else { throw HarnessError("mosquitto_passwd: \(result.errors)") }
    }
  }

  /// A broker with TLS that knows ada, whose password is secret, and no other user.
  package func secureBroker() async throws -> Broker {
    try await makeCertificate("server")
    try await makeUsers(["ada"], password: "secret")
    return try await Broker(
      .mosquitto,
      [
        "certfile \(path)/server.pem", "keyfile \(path)/server.key", "allow_anonymous false",
        "password_file \(path)/users",
      ])
  }

  /// The user's file of passwords, with ada's.
  package func passwords(for broker: Broker) throws -> String {
    let file = try folder.write(
      "[\"mqtts://localhost:\(broker.port)\"]\nuser = \"ada\"\npassword = \"secret\"\n", to: "passwords.toml")
    chmod(file, 0o600)
    return file
  }
}
