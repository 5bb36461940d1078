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

  /// Makes NAME.key and NAME.pem, a certificate of "Old CA" that was valid on 1 January 2020.
  package func makeExpiredCertificate(_ name: String) async throws {
    try folder.write("", to: "index.txt")
    let settings = try folder.write(
      """
      [ca]
      default_ca = d
      [d]
      database = \(path)/index.txt
      new_certs_dir = \(path)
      rand_serial = yes
      default_md = sha256
      policy = p
      [p]
      commonName = supplied
      organizationName = optional
      """, to: "ca.conf")
    let key = "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj".split(separator: " ").map(
      String.init)
    let files = ["/CN=localhost/O=Old CA", "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).csr"]
    let dates = ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"]
    let signing =
      ["ca", "-batch", "-selfsign", "-notext", "-config", settings, "-keyfile", "\(path)/\(name).key"] + dates
      + ["-in", "\(path)/\(name).csr", "-out", "\(path)/\(name).pem"]
    for arguments in [key + files, signing] {
      let result = try await run("openssl", arguments)
      guard result.ending == .exited(0) else { throw HarnessError("openssl: \(result.errors)") }
    }
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
