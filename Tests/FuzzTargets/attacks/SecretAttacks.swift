import Glibc
import TestKit

@testable import Base
@testable import Newswire
@testable import ScrollCore

extension Attack {
  private static let secret = "s3same0pen"

  /// Files of passwords that are nearly right, and addresses with a password: no message has a secret in it.
  static let secrets = Attack(name: "secrets", count: 1500) { random, words in
    if random.happens(2) {
      words = address(&random)
      for message in messages(about: words) {
        try hold(!withoutPasswords(message).contains(secret), "the message is \(withoutPasswords(message))")
      }
      return
    }
    words = passwordFile(&random)
    let path = "/tmp/newsreel-attacks-\(getpid()).toml"
    defer { unlink(path) }
    try AtomicFile.write(Array(words.utf8), to: path, isDurable: false)
    let file = CredentialFile(path: path)
    if let problem = file.problem {
      try hold(!problem.description.contains(secret), "the message is \(problem)")
      try hold(problem.description.contains(path), "no place: \(problem)")
    }
    // What is sent is the secret of this server alone.
    if let other = WebAddress("https://other.example/feed") {
      try hold(file.credentials(for: other) == nil, "another server gets it")
    }
    guard let own = WebAddress("https://e.org/private/feed"), let found = file.credentials(for: own) else { return }
    for header in found.headers { try holdClean(header, "a header") }
  }

  private static func passwordFile(_ random: inout SeededRandom) -> String {
    let value = random.one(of: [
      "\"\(secret)\"", secret, "\"\(secret)", "'\(secret)'", "7\(secret)", "[\"\(secret)\"]", "{ a = \"\(secret)\" }",
      "\"\(secret)\\nX-Other: 1\"", "\"\"\"\n\(secret)\n\"\"\"", "\"\(secret)\" \(secret)", "= \(secret)",
    ])
    let key = random.one(of: [
      "password", "user", "headers", "headers.X-Key", "pasword", secret, "\"\(secret)\"", "headers = { X-Key",
      "[\(secret)",
    ])
    let name = random.one(of: [
      "[\"https://e.org/private/\"]", "[\"https://ada:\(secret)@e.org/\"]", "[\"e.org\"]", "[https://e.org/]",
      "[\(secret)]",
      "[\"mqtts://ada@e.org\"]", "[[\"https://e.org/\"]]", "", "[\"https://e.org/private/\"]\nuser = \"ada\"",
    ])
    let more = random.happens(3) ? "\n\(key) = \(value)" : random.happens(4) ? "\n\(random.hostileText())" : ""
    return "\(name)\n\(key) = \(value)\(more)\n"
  }

  private static func address(_ random: inout SeededRandom) -> String {
    let user = random.one(of: ["ada:", ":", "ada%3a", "ada:x@", "ada:a/b", "a:b:", "", "ädа:"])
    let host = random.one(of: ["e.org", "[::1]", "127.0.0.1:8080", "e.org:99999", "", "e.org:x", "-", "e..org"])
    let path = random.one(of: ["/feed", "", "?q=1", "/x@y", "#f", "/a b", "\\x"])
    return random.one(of: ["http", "https", "feed", "HTTP"])
      + "://\(user.isEmpty ? "" : user + secret + "@")\(host)\(path)"
  }

  /// What is said of an address that cannot be read.
  private static func messages(about text: String) -> [String] {
    var messages: [String] = []
    do throws(Failure) {
      let feed = try FeedSpec(url: text)
      messages.append(Failure(of: feed.url, reason: "the host \(feed.address?.host ?? "") cannot be found").description)
    } catch { messages.append(error.description) }
    return messages
  }

  /// Redirects out of a path with a password, or to what looks like the same server.
  static let redirects = Attack(name: "redirects", count: 3000) { random, words in
    let path = "/tmp/newsreel-attacks-\(getpid()).toml"
    defer { unlink(path) }
    try AtomicFile.write(Array("[\"http://e.org/private/\"]\nuser = \"ada\"\n".utf8), to: path, isDurable: false)
    let file = CredentialFile(path: path)
    guard let from = WebAddress("http://e.org/private/feed"), file.credentials(for: from) != nil else {
      throw Broken(description: "the page itself gets no password")
    }
    let isElsewhere = random.happens(2)
    words = isElsewhere ? otherServer(&random) : wayUp(&random)
    guard let to = from.resolving(words) else { return }
    try hold(to.scheme == "http" || to.scheme == "https", "it leads to \(to)")
    try holdClean(to.description, "an address")
    let isGiven = file.credentials(for: to) != nil
    if isElsewhere { try hold(!isGiven, "\(to) gets it") }
    if isGiven { try hold(isInside(to.path), "\(to) gets it, and may lead out") }
  }

  private static func otherServer(_ random: inout SeededRandom) -> String {
    let host = random.one(of: [
      "e.org.evil.example", "evil.example", "e.org@evil.example", "e.org:80@evil.example", "e.org:81", "xe.org",
      "e.org.",
      "e.orgx", "ė.org", "e.org%2eevil.example", "127.0.0.1", "e.org:080000", "www.e.org", "e%00.org",
      "evil.example\\@e.orgx",
    ])
    let start = random.one(of: ["http://", "//", "https://", "HTTP://", "http:\\\\"])
    return start + host + random.one(of: ["/private/feed", "/private/", "/"])
  }

  private static func wayUp(_ random: inout SeededRandom) -> String {
    let dot = { (random: inout SeededRandom) in random.one(of: [".", "%2e", "%2E", "%252e", "%25252E", "%c0%ae"]) }
    var path = random.one(of: ["/private", "", "/private/x", "http://e.org/private"])
    for _ in 0..<random.number(1...4) {
      let slash = random.one(of: ["/", "\\", "%2f", "%2F", "%5c", "%252f", "//", "/./", "/%2e/"])
      let up = dot(&random) + dot(&random) + random.one(of: ["", "", ";", ";x=1", "%00", "%3b", "."])
      path += slash + (random.happens(3) ? random.one(of: ["x", "y.z", "...", ".x"]) : up)
    }
    return path + random.one(of: ["/public", "/private/feed", "", "/"])
  }

  /// By a reading of its own: decoded again and again, each backslash a slash, whatever stands behind ";" or a zero left
  /// out, no way leads above /private/.
  private static func isInside(_ path: String) -> Bool {
    var text = path
    for _ in 0..<6 {
      var depth = 0
      let parts = text.replacing("\\", with: "/").split(separator: "/", omittingEmptySubsequences: true)
      guard parts.first == "private" else { return false }
      for part in parts.dropFirst() {
        let name = part.prefix { $0 != ";" && $0 != "\0" }
        if name == ".." { depth -= 1 } else if name != "." { depth += 1 }
        if depth < 0 { return false }
      }
      text = WebAddress.percentDecoded(text[...])
    }
    return true
  }
}
