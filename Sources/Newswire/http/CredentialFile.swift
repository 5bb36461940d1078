internal import Base
internal import Formats
internal import Glibc
internal import ScrollCore

/// The credentials for a server. Never logged or stored.
struct HTTPCredentials: Equatable {
  /// For HTTP Basic or Digest authentication (RFC 7617, RFC 7616), as the server requests.
  var user: String?
  var password = ""
  /// Additional request headers, "Name: value".
  var headers: [String] = []
}

/// The user's passwords and headers, from a TOML file that only the user may read:
///
///     ["https://example.org/private/"]
///     user = "ada"
///     password = "…"
///     headers = { X-Key = "…" }
///
///     ["mqtts://broker.example.org"]
///     user = "ada"
///     password = "…"
///
/// A table applies to all addresses that begin with its name; the longest match wins. Other addresses get nothing: each
/// redirection is matched again. The file is read again after a change.
final class CredentialFile {
  /// Why the file is not used; nil if it is, or does not exist.
  private(set) var problem: Failure?
  private let path: String
  private var entries: [(address: WebAddress, credentials: HTTPCredentials)] = []
  private var brokers: [(address: BrokerAddress, credentials: HTTPCredentials)] = []
  /// The file's time of change and size when it was read.
  private var known = timespec()
  private var knownSize = -1
  private static let largest = 1 << 20

  init(path: String) {
    self.path = path
    refresh()
  }

  /// The credentials for an address, or nil.
  func credentials(for address: WebAddress) -> HTTPCredentials? {
    refresh()
    let fitting = entries.filter { address.isWithin($0.address) }
    return fitting.max { $0.address.path.utf8.count < $1.address.path.utf8.count }?.credentials
  }

  /// The credentials for a broker, whose entry may name one of its channels, or nil.
  func credentials(for broker: BrokerAddress) -> HTTPCredentials? {
    refresh()
    let fitting = brokers.filter { $0.address.isServed(like: broker) }
    return (fitting.first { $0.address.channel == broker.channel } ?? fitting.first { $0.address.channel == nil })?
      .credentials
  }

  private func refresh() {
    var status = stat()
    guard stat(path, &status) == 0 else {
      (entries, brokers, problem, knownSize) = ([], [], nil, -1)
      return
    }
    let isKnown = known.tv_sec == status.st_ctim.tv_sec && known.tv_nsec == status.st_ctim.tv_nsec
    if isKnown, knownSize == Int(status.st_size) { return }
    // The fence stands before the file.
    if Fence.isUp { Fence.renew() }
    (known, knownSize) = (status.st_ctim, Int(status.st_size))
    (entries, brokers) = ([], [])
    do throws(Failure) {
      try read()
      problem = nil
    } catch { (entries, brokers, problem) = ([], [], error) }
  }

  private func read() throws(Failure) {
    var status = stat()
    guard let file = try Descriptor.openPlainFile(path, status: &status) else { return }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw Failure(of: path, reason: "can be read by others and is not used; chmod 600 keeps it to you")
    }
    let bytes = try readAll(file.raw, limit: Self.largest, name: path)
    let table: TOML.Table
    // The parser's message could quote the password.
    do throws(Failure) { table = try TOML.read(bytes) } catch {
      throw Failure(error.kind, of: path, reason: "this is not TOML (every text stands in quotes)")
    }
    for entry in table.entries {
      // A key is a broker's address, or else a site's.
      if let broker = try? BrokerAddress(entry.key), case .table(let members) = entry.item.value {
        brokers.append((broker, try credentials(of: members)))
        continue
      }
      guard let address = WebAddress(entry.key), case .table(let members) = entry.item.value else {
        throw wrong("a table's name is the beginning of an address, as in [\"https://example.org/\"]", at: entry.place)
      }
      entries.append((address, try credentials(of: members)))
    }
  }

  private func credentials(of table: TOML.Table) throws(Failure) -> HTTPCredentials {
    var credentials = HTTPCredentials()
    for entry in table.entries {
      switch (entry.key, entry.item.value) {
      case ("user", .string(let text)): credentials.user = text
      case ("password", .string(let text)): credentials.password = text
      case ("headers", .table(let headers)):
        for header in headers.entries { credentials.headers.append(try line(of: header)) }
      case ("user", _), ("password", _): throw wrong("“\(entry.key)” takes a text in quotes", at: entry.item.place)
      case ("headers", _): throw wrong("“headers” takes a table, as in { X-Key = \"…\" }", at: entry.item.place)
      default: throw wrong("there are user, password and headers, and nothing else", at: entry.place)
      }
    }
    return credentials
  }

  /// Formats a request header. Throws for a value that would start another header.
  private func line(of header: TOML.Entry) throws(Failure) -> String {
    let isName = header.key.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    guard isName, !header.key.isEmpty else { throw wrong("this is not a header name", at: header.place) }
    guard case .string(let value) = header.item.value, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw wrong("a header takes a text of one line, in quotes", at: header.item.place)
    }
    return "\(header.key): \(value)"
  }

  private func wrong(_ reason: String, at place: TextPlace) -> Failure {
    Failure(of: "\(path):\(place.line):\(place.column)", reason: "\(reason); the file is not used")
  }
}

extension WebAddress {
  /// Whether it has the same scheme, host and port, and its path starts with the other's segments. False for a path
  /// that some server may resolve to a place outside.
  fileprivate func isWithin(_ other: WebAddress) -> Bool {
    guard hasSameOrigin(as: other), path.hasPrefix(other.path) else { return false }
    guard other.path == "/" || !mayLeadUp else { return false }
    return other.path.hasSuffix("/") || path.utf8.count == other.path.utf8.count
      || path.utf8.dropFirst(other.path.utf8.count).first == UInt8(ascii: "/")
  }

  /// Whether some server may read a segment of the path as "..": one that decodes percent signs, even repeatedly, that
  /// treats \ as /, drops what follows a ";", or merges slashes.
  private var mayLeadUp: Bool {
    var text = path
    for _ in 0..<4 {
      let segments = text.utf8.split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
      }
      if segments.contains(where: { $0.prefix { $0 != UInt8(ascii: ";") && $0 != 0 }.elementsEqual("..".utf8) }) {
        return true
      }
      let decoded = Self.percentDecoded(text[...])
      if decoded == text { return false }
      text = decoded
    }
    return true
  }

  /// Whether it has the same scheme, host and port.
  func hasSameOrigin(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }
}
