import Base
import Synchronization

/// A reader's account on loopback, which serves the Google Reader API as FreshRSS or as Miniflux does.
package final class ReaderServer: Sendable {
  package enum Kind: String, CaseIterable, Sendable { case freshRSS, miniflux }

  package struct Feed: Sendable {
    package var id: Int
    package var title: String
    package var url: String
    package var folder: String

    package init(id: Int, title: String, url: String, folder: String = "News") {
      (self.id, self.title, self.url, self.folder) = (id, title, url, folder)
    }
  }

  package struct Item: Sendable {
    package var id: UInt64
    package var feed: Int
    package var title: String
    package var isRead: Bool

    package init(id: UInt64, feed: Int, title: String, isRead: Bool = false) {
      (self.id, self.feed, self.title, self.isRead) = (id, feed, title, isRead)
    }
  }

  /// What the server has, and how it behaves.
  package struct State: Sendable {
    package var feeds: [Feed] = []
    /// The newest first.
    package var items: [Item] = []
    package var password = "open sesame"
    /// Counted up, all logins and tokens are forgotten.
    package var generation = 1
    /// Counted up, the tokens for changes alone are forgotten (FreshRSS).
    package var tokens = 1
    /// The most IDs in an answer.
    package var largestPart = 10_000
    /// What is answered instead; nil for the usual.
    package var fault: (@Sendable (FaultServer.Request) -> [FaultServer.Step]?)?
    /// "GET token", "POST edit-tag a 2": the last part of each path, with what a change adds or removes, and of how many items.
    package var log: [String] = []
  }

  package let kind: Kind
  private let server: FaultServer
  private let state: SharedState

  private final class SharedState: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  package init(_ kind: Kind, _ state: State = ReaderServer.usual) throws {
    self.kind = kind
    let shared = SharedState(state)
    self.state = shared
    server = try FaultServer { request in shared.value.withLock { Self.answer(to: request, kind, &$0) } }
  }

  /// Two feeds, and three items, the oldest of which is read.
  package static var usual: State {
    var state = State()
    state.feeds = [
      Feed(id: 1, title: "Sport Daily", url: "https://sport.example/feed.xml"),
      Feed(id: 22, title: "Tea & Cake", url: "https://tea.example/atom", folder: "Food/Drinks"),
    ]
    state.items = [
      Item(id: 0x6_11d2_3c4f_5a6b, feed: 1, title: "A goal"),
      Item(id: 300, feed: 22, title: "Tea <b>&amp;</b> biscuits"),
      Item(id: 299, feed: 1, title: "A match", isRead: true),
    ]
    return state
  }

  /// The address of its API.
  package var base: String { server.url(kind == .freshRSS ? "/api/greader.php" : "") }
  /// The address that somebody copies from a browser.
  package var site: String { server.url("") }
  package var port: Int { server.port }
  package func url(_ path: String) -> String { server.url(path) }
  package func change(_ body: (inout State) -> Void) { state.value.withLock { body(&$0) } }
  package var current: State { state.value.withLock { $0 } }
  package var log: [String] { current.log }
  package func stop() { server.stop() }

  package static func link(_ id: UInt64) -> String { "https://news.example/\(id)" }

  // MARK: - Answers

  private static func answer(to request: FaultServer.Request, _ kind: Kind, _ state: inout State)
    -> [FaultServer.Step]
  {
    let parts = request.path.split(separator: "?", maxSplits: 1)
    var path = String(parts.first ?? "/")
    let form = fields(String(decoding: request.body, as: UTF8.self))
    let query = fields(parts.count > 1 ? String(parts[1]) : "")
    let name = path.split(separator: "/").suffix(path.contains("stream/items") ? 2 : 1).joined(separator: "/")
    let tags = form.filter { ["a", "r"].contains($0.name) }.map(\.name)
    let count = form.count { $0.name == "i" }
    state.log.append(
      (["\(request.method) \(name)"] + tags + (count > 0 ? ["\(count)"] : [])).joined(separator: " "))
    if let steps = state.fault?(request) { return steps }
    if kind == .freshRSS {
      guard path.hasPrefix("/api/greader.php/") else {
        return [.answer("404 Not Found", body: "<html>Not here</html>")]
      }
      path.removeFirst("/api/greader.php".count)
    }
    let authorization = "ada/\(state.generation)"
    if path == "/accounts/ClientLogin" {
      let isRight = form.contains { $0 == ("Email", "ada") } && form.contains { $0 == ("Passwd", state.password) }
      guard request.method == "POST", isRight else { return refused(kind) }
      return [.answer(body: "SID=\(authorization)\nLSID=null\nAuth=\(authorization)\n")]
    }
    guard path.hasPrefix("/reader/api/0/") else { return [.answer("404 Not Found", body: "404 page not found")] }
    let token = kind == .freshRSS ? "token\(state.generation).\(state.tokens)" : authorization
    let given = form.first { $0.name == "T" }?.value
    let isSigned = request.headers["authorization"] == "GoogleLogin auth=\(authorization)"
    // Miniflux looks at the token alone.
    guard kind == .miniflux && request.method == "POST" ? given == token : isSigned else { return refused(kind) }
    switch path.dropFirst("/reader/api/0/".count) {
    case "token": return [.answer(body: token + "\n")]
    case "subscription/list": return json(query, subscriptions(state, kind))
    case "stream/items/ids": return json(query, ids(state, query, kind))
    case "stream/items/contents": return contents(state, form, kind)
    case "edit-tag":
      guard given == token else { return refused(kind) }
      return editTag(&state, form)
    default: return [.answer(body: "[]")]
    }
  }

  private static func refused(_ kind: Kind) -> [FaultServer.Step] {
    [.answer("401 Unauthorized", [kind == .freshRSS ? "Google-Bad-Token: true" : "X-Reader-Google-Bad-Token: true"])]
  }

  private static func json(_ query: [(name: String, value: String)], _ value: JSON) -> [FaultServer.Step] {
    guard query.contains(where: { $0 == ("output", "json") }) else { return [.answer("501 Not Implemented")] }
    return [.answer(body: value.line)]
  }

  private static func subscriptions(_ state: State, _ kind: Kind) -> JSON {
    let user = kind == .freshRSS ? "-" : "7"
    let feeds = state.feeds.map { feed in
      JSON.object([
        ("id", .string("feed/\(feed.id)")), ("title", .string(feed.title)),
        (
          "categories",
          .array([.object(texts: [("id", "user/\(user)/label/\(feed.folder)"), ("label", feed.folder)])])
        ), ("url", .string(feed.url)), ("htmlUrl", .string("https://site.example/\(feed.id)")),
        ("iconUrl", .string("")),
      ])
    }
    return .object([("subscriptions", .array(feeds))])
  }

  private static func ids(_ state: State, _ query: [(name: String, value: String)], _ kind: Kind) -> JSON {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    guard value("s") == "user/-/state/com.google/reading-list" else { return .object([]) }
    let isUnread = value("xt") == "user/-/state/com.google/read"
    let all = state.items.filter { !isUnread || !$0.isRead }
    let count = min(value("n").flatMap { Int($0) } ?? 20, state.largestPart)
    // FreshRSS continues after an item, Miniflux at a number.
    let start =
      kind == .miniflux
      ? value("c").flatMap { Int($0) } ?? 0
      : value("c").flatMap { id in all.firstIndex { "\($0.id)" == id } }.map { $0 + 1 } ?? 0
    let some = all.dropFirst(start).prefix(count)
    var members = [("itemRefs", JSON.array(some.map { .object(texts: [("id", "\($0.id)")]) }))]
    if some.count >= count, let last = some.last {
      members.append(("continuation", kind == .miniflux ? .string("\(start + count)") : .string("\(last.id)")))
    }
    return .object(members)
  }

  private static func asked(_ form: [(name: String, value: String)]) -> Set<UInt64> {
    let prefix = "tag:google.com,2005:reader/item/"
    return Set(
      form.filter { $0.name == "i" && $0.value.hasPrefix(prefix) && $0.value.count == prefix.count + 16 }
        .compactMap { UInt64($0.value.dropFirst(prefix.count), radix: 16) })
  }

  private static func contents(_ state: State, _ form: [(name: String, value: String)], _ kind: Kind)
    -> [FaultServer.Step]
  {
    let asked = asked(form)
    let found = state.items.filter { asked.contains($0.id) }
    if kind == .miniflux, found.isEmpty { return [.answer("400 Bad Request")] }
    let user = kind == .freshRSS ? "-" : "7"
    let items = found.enumerated().map { place, item in
      let digits = String(item.id, radix: 16)
      let long = "tag:google.com,2005:reader/item/" + String(repeating: "0", count: 16 - digits.count) + digits
      let categories = ["reading-list"] + (item.isRead ? ["read"] : [])
      return JSON.object([
        ("id", .string(long)), ("title", .string(item.title)),
        ("published", .integer(1_700_000_000 + Int(item.id % 1000))),
        ("categories", .array(categories.map { .string("user/\(user)/state/com.google/\($0)") })),
        ("alternate", .array([.object(texts: [("href", link(item.id))])])),
        ("summary", .object(texts: [("content", "<p>About \(item.title)</p>")])),
        ("origin", .object(texts: [("streamId", "feed/\(item.feed)")])), ("author", .string("Ada")),
      ])
    }
    return [.answer(body: JSON.object([("items", .array(items))]).line)]
  }

  private static func editTag(_ state: inout State, _ form: [(name: String, value: String)]) -> [FaultServer.Step] {
    let asked = asked(form)
    let read = "user/-/state/com.google/read"
    guard !asked.isEmpty else { return [.answer("400 Bad Request")] }
    for i in state.items.indices where asked.contains(state.items[i].id) {
      if form.contains(where: { $0 == ("a", read) }) { state.items[i].isRead = true }
      if form.contains(where: { $0 == ("r", read) }) { state.items[i].isRead = false }
    }
    return [.answer(body: "OK")]
  }

  /// The fields of a form or query.
  private static func fields(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  private static func decoded(_ text: Substring) -> String {
    var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
