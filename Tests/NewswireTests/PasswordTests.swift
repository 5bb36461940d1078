import Glibc
import Synchronization
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newswire

/// Feeds behind a password, and headers that the user adds.
@Suite("Passwords", .serialized, .tags(.network)) struct PasswordTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let feed = FaultServer.Step.answer(
    body: "<rss><channel><title>T</title><item><title>Secret</title></item></channel></rss>")

  private var path: String { directory.file("passwords.toml") }

  private func write(_ text: String, mode: mode_t = 0o600) throws {
    try AtomicFile.write(Array(text.utf8), to: path)
    chmod(path, mode)
  }

  private func read(_ url: String) -> Result<FeedReport, Failure> {
    var settings = HTTPSettings()
    settings.passwords = path
    return Result { () throws(Failure) in try FeedReport.read(try FeedSpec(url: url), http: settings) }
  }

  private func titles(_ url: String) throws -> [String] { try read(url).get().feed.items.map(\.title) }

  private func problem(_ url: String) -> String {
    if case .failure(let failure) = read(url) { failure.description } else { "" }
  }

  @Test(
    "The password goes to the server that asks for it",
    arguments: ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
  func asked(challenge: String) throws {
    let seen = Mutex<[String?]>([])
    let server = try FaultServer { request in
      let given = request.headers["authorization"]
      seen.withLock { $0.append(given) }
      return given == nil ? [.answer("401 Unauthorized", ["WWW-Authenticate: \(challenge)"])] : [Self.feed]
    }
    defer { server.stop() }
    try write("[\"\(server.url("/"))\"]\nuser = \"ada\"\npassword = \"open sesame\"\n")
    #expect(try titles(server.url("/feed")) == ["Secret"])
    let scheme = try #require(challenge.split(separator: " ").first)
    let sent = try #require(seen.withLock { $0.last ?? nil })
    #expect(sent.hasPrefix(scheme) && !sent.contains("open sesame"))
    if scheme == "Basic" {
      #expect(sent == "Basic YWRhOm9wZW4gc2VzYW1l")
    } else {
      #expect(sent.contains("username=\"ada\""))
    }
  }

  @Test("A wrong password is said, and not shown") func wrong() throws {
    let server = try FaultServer { _ in [.answer("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"r\""])] }
    defer { server.stop() }
    try write("[\"\(server.url("/"))\"]\nuser = \"ada\"\npassword = \"open sesame\"\n")
    let said = problem(server.url("/feed"))
    #expect(said.contains("asks for a password") && !said.contains("sesame"))
  }

  @Test("Nothing goes to another server that is redirected to, nor to another path") func redirected() throws {
    let seen = Mutex<[String: String]>([:])
    let other = try FaultServer { request in
      seen.withLock { $0[request.path] = request.headers["x-key"] ?? "none" }
      return request.headers["authorization"] == nil
        ? [.answer("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"r\""])] : [Self.feed]
    }
    defer { other.stop() }
    let server = try FaultServer { request in
      seen.withLock { $0[request.path] = request.headers["x-key"] ?? "none" }
      return request.path == "/mine/feed" ? [.answer("302 Found", ["Location: \(other.url("/feed"))"])] : [Self.feed]
    }
    defer { server.stop() }
    try write(
      "[\"\(server.url("/mine"))\"]\nuser = \"ada\"\npassword = \"p\"\nheaders = { X-Key = \"k1\" }\n")
    #expect(problem(server.url("/mine/feed")).contains("asks for a password"))
    #expect(try titles(server.url("/minefield")) == ["Secret"])
    #expect(seen.withLock { $0 } == ["/mine/feed": "k1", "/feed": "none", "/minefield": "none"])
  }

  @Test("The longest name counts, and a change of the file at once") func longest() throws {
    let server = try FaultServer { request in
      [.answer(body: "<rss><channel><item><title>\(request.headers["x-key"] ?? "none")</title></item></channel></rss>")]
    }
    defer { server.stop() }
    try write(
      "[\"\(server.url("/a/"))\"]\nheaders = { X-Key = \"long\" }\n[\"\(server.url("/"))\"]\nheaders = { X-Key = \"short\" }\n"
    )
    #expect(try titles(server.url("/a/feed")) == ["long"])
    #expect(try titles(server.url("/b/feed")) == ["short"])
    let file = CredentialFile(path: path)
    let address = try #require(WebAddress(server.url("/b/feed")))
    #expect(file.credentials(for: address)?.headers == ["X-Key: short"])
    try write("[\"\(server.url("/b/"))\"]\nuser = \"longer than it was\"\n")
    #expect(file.credentials(for: address)?.user == "longer than it was")
    unlink(path)
    #expect(file.credentials(for: address) == nil)
  }

  @Test("A file that others can read is refused", arguments: [0o640, 0o604, 0o660] as [mode_t]) func open(mode: mode_t)
    throws
  {
    try write("[\"http://127.0.0.1/\"]\nuser = \"ada\"\n", mode: mode)
    let said = problem("http://127.0.0.1:1/feed")
    #expect(said.contains("passwords.toml") && said.contains("can be read by others") && said.contains("chmod 600"))
  }

  @Test(
    "What is wrong with the file is said with its place, and no secret",
    arguments: [
      ("x = 1", "1:1"), ("[\"example.org\"]\nuser = \"a\"", "1:"), ("[\"https://e.org/\"]\nuser = 1", "2:8"),
      ("[\"https://e.org/\"]\npasword = \"hush\"", "2:1"),
      ("[\"https://e.org/\"]\nheaders = { \"A B\" = \"hush\" }", "2:"),
      ("[\"https://e.org/\"]\nheaders = { X = \"hush\\nY: 1\" }", "2:"),
      ("[\"https://e.org/\"]\npassword = \"hush", "2:12"), ("[\"https://e.org/\"]\npassword = hush", "2:12"),
      ("[\"https://e.org/\"]\nhush = \"x\"", "2:1"), ("[\"https://e.org/\"]\npassword = 7hush", "2:12"),
      ("[\"https://e.org/\"]\nhush = 1\nhush = 2", "3:1"),
    ])
  func faulty(text: String, place: String) throws {
    try write(text)
    let said = problem("http://127.0.0.1:1/feed")
    #expect(said.contains("passwords.toml:\(place)") && !said.contains("hush"), "\(said)")
  }

  @Test(
    "A redirect that leads out of a path, however it is written, gets nothing of that path's",
    arguments: [
      "/private/%2e%2e/public", "/private/%2E./public", "/private/.%2e/public", "/private/../public",
      "/private/..%5Cpublic", "/private/..\\public", "/private/..%5cpublic", "/private/..%2Fpublic",
      "/private/..%2fpublic", "/private/%252e%252e/public", "/private/%252e%252e%252fpublic", "/private/..%255Cpublic",
      "/private/x/%2e%2e/%2e%2e/public", "/private/..;/public", "/private/%2e%2e;x=1/public", "/private/..%00/public",
      "/private/x%2F..%2F../public", "/Private/feed", "/private%2Ffeed", "/privatefeed",
    ])
  func leadsUp(path: String) throws {
    try write("[\"http://e.org/private/\"]\nuser = \"ada\"\n")
    let from = try #require(WebAddress("http://e.org/private/feed"))
    let file = CredentialFile(path: self.path)
    #expect(file.credentials(for: from)?.user == "ada")
    let to = try #require(from.resolving(path))
    #expect(file.credentials(for: to) == nil, "\(to)")
  }

  @Test(
    "The same place is known in other spellings, and another one is not",
    arguments: [
      ("http://e.org:80/private/x", true), ("http://E.ORG:/private/x", true), ("HTTP://u@e.org/private/x%20y", true),
      ("http://e.org/private/a%2Bb", true), ("http://e.org/public/../private/x", true),
      ("https://e.org/private/x", false), ("http://e.org:443/private/x", false), ("http://e.org.evil/private/x", false),
      ("http://e.org@evil/private/x", false), ("http://evil/http://e.org/private/", false),
      ("http://e.org:8080/private/x", false),
    ])
  func spellings(text: String, isSame: Bool) throws {
    try write("[\"http://e.org/private/\"]\nuser = \"ada\"\n")
    let address = try #require(WebAddress(text))
    #expect((CredentialFile(path: path).credentials(for: address) != nil) == isSame)
  }

  @Test(
    "No message has the password of an address",
    arguments: [
      ("http://ada:sesame@e.org/x", "http://…@e.org/x"), ("at https://sesame@e.org: no", "at https://…@e.org: no"),
      ("http://ada:ses@me@e.org", "http://…@e.org"), ("http://ada:s/esame@e.org", "http://…@e.org"),
      ("http://e.org/@user", "http://e.org/@user"), ("http://e.org:8080/@user", "http://e.org:8080/@user"),
      ("mail ada@e.org", "mail ada@e.org"), ("a http://x:y@a/ b http://x:y@b/", "a http://…@a/ b http://…@b/"),
    ])
  func masked(text: String, shown: String) {
    #expect(Failure(of: "feed", reason: text).description == "feed: " + shown)
    #expect(Failure(of: text, reason: "r").description == shown + ": r")
  }

  @Test(
    "A broker gets the password of its user, whom the address or the file names, and none of another one's",
    arguments: [
      ("", "anna", true), ("anna@", "anna", true), ("ben@", nil, true), ("ben@", "anna", false),
    ] as [(String, String?, Bool)])
  func broker(of address: String, of file: String?, isSent: Bool) throws {
    let server = try RawServer { _, part in part == 0 ? MQTTPacket.welcome.bytes : nil }
    defer { server.stop() }
    let place = "127.0.0.1:\(server.port)"
    let user = file.map { "user = \"\($0)\"\n" } ?? ""
    try write("[\"mqtt://\(place)\"]\n\(user)password = \"open sesame\"\n")
    var settings = BrokerSettings(try BrokerAddress("mqtt://\(address)\(place)/lobby"))
    settings.options.version = .three
    let connection = BrokerConnection(settings, passwords: path)
    let limit = ContinuousClock.now + patience
    while !connection.isUp, ContinuousClock.now < limit {
      _ = connection.serve(now: monotonicNow())
      var descriptors: [pollfd] = []
      connection.appendDescriptors(to: &descriptors)
      poll(&descriptors, nfds_t(descriptors.count), 20)
    }
    connection.close()
    let sent = String(decoding: server.heard.first ?? [], as: UTF8.self)
    #expect(sent.contains(address.isEmpty ? "anna" : String(address.dropLast())))
    #expect(sent.contains("open sesame") == isSent)
  }
}
