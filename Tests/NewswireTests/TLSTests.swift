import Glibc
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

private let feed = "<rss><channel><title>T</title><item><title>Served</title><guid>1</guid></item></channel></rss>"

/// TLS, by openssl's own server.
@Suite("TLS", .serialized, .tags(.network)) struct TLSTests {
  private let directory: TemporaryDirectory
  private let certificate: String

  init() throws {
    directory = try TemporaryDirectory()
    certificate = directory.file("cert.pem")
    runTool([
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days",
      "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", directory.file("key.pem"),
      "-out", certificate,
    ])
  }

  /// One that was free a moment ago.
  private func freePort() throws -> Int {
    let server = try FaultServer { _ in [] }
    server.stop()
    return server.port
  }

  private func outcome(of url: String, trusting file: String?) throws -> HTTPOutcome {
    var settings = HTTPSettings()
    settings.certificates = file
    let client = HTTPClient(settings: settings)
    let set = RunLoop()
    set.add(client)
    var outcome: HTTPOutcome?
    client.send(HTTPRequest(address: try #require(WebAddress(url)))) { _, _ in
      true
    } completion: {
      outcome = $0
    }
    run(set) { outcome != nil }
    client.close()
    return try #require(outcome)
  }

  @Test("Certificates are checked and nothing leads from HTTPS to HTTP")
  func certificatesAreCheckedAndNothingLeadsFromHTTPSToHTTP() async throws {
    directory.write("feed", "HTTP/1.0 200 OK\r\n\r\n<rss/>")
    directory.write("down", "HTTP/1.0 302 Found\r\nLocation: http://localhost/feed\r\nContent-Length: 0\r\n\r\n")
    let port = try freePort()
    let server = try ChildProcess(arguments: [
      "sh", "-c",
      "cd \(directory.path) && exec openssl s_server -quiet -accept \(port) -cert cert.pem -key key.pem -HTTP",
    ])
    defer { server.kill() }
    try await waitForListener(at: port)
    let base = "https://localhost:\(port)"
    guard case .done = try outcome(of: base + "/feed", trusting: certificate) else {
      Issue.record("no TLS")
      return
    }
    let refused = Reason.of(.badCertificate, "localhost")
    #expect(try outcome(of: base + "/feed", trusting: nil) == .failed(refused, response: nil))
    let wrongName = try outcome(of: "https://127.0.0.1:\(port)/feed", trusting: certificate)
    guard case .failed(let reason, nil) = wrongName else { return #expect(Bool(false), "\(wrongName)") }
    #expect(reason.description.contains("certificate"))
    guard case .failed(let down, _) = try outcome(of: base + "/down", trusting: certificate) else {
      return #expect(Bool(false))
    }
    #expect(down == .of(.redirectsToPlain, "localhost"))
  }

  @Test("HTTP/2 is spoken where the server does") func http2IsSpokenWhereTheServerDoes() async throws {
    directory.write("feed", feed)
    let port = try freePort()
    // This one speaks nothing else.
    let server = try ChildProcess(arguments: [
      "nghttpd", "-d", directory.path, "\(port)", directory.file("key.pem"), certificate,
    ])
    defer { server.kill() }
    try await waitForListener(at: port)
    guard case .done(let response) = try outcome(of: "https://localhost:\(port)/feed", trusting: certificate) else {
      Issue.record("no HTTP/2: \(try outcome(of: "https://localhost:\(port)/feed", trusting: certificate))")
      return
    }
    #expect(response.status == 200)
    let missing = try outcome(of: "https://localhost:\(port)/none", trusting: certificate)
    guard case .failed(let reason, _) = missing else { return #expect(Bool(false), "\(missing)") }
    #expect("\(reason)" == "was not found (status 404)")
  }
}
