import TestKit

/// A user's folders, and the feeds that are written for them.
final class FeedHome: Sendable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  var environment: [String: String?] {
    let path = folder.path
    return [
      "XDG_CONFIG_HOME": path + "/config", "XDG_CACHE_HOME": path + "/cache", "XDG_STATE_HOME": path + "/state",
    ]
  }

  var cached: Int { get throws { try files("cache/newsreel/feeds") } }

  func files(_ name: String) throws -> Int {
    (try? Project.files(below: folder.path + "/" + name).count) ?? 0
  }

  /// The texts of the files in a folder.
  func texts(_ name: String) throws -> [String] {
    try Project.files(below: folder.path + "/" + name).map { try Project.text(of: $0) }
  }

  /// Has all feeds of the cache due, as if the program had not run for long.
  func makeDue() throws {
    for path in try Project.files(below: folder.path + "/cache/newsreel/feeds") {
      let text = try Project.text(of: path).replacing(/"due":[0-9.e+]+/, with: "\"due\":1")
      try folder.write(text, to: String(path.dropFirst(folder.path.count + 1)))
    }
  }

  func run(_ arguments: String...) async throws -> ToolResult {
    try await Program.run(arguments, environment: environment)
  }

  static func rss(_ titles: [String], name: String = "Wire", more: String = "") -> String {
    let items = titles.map { "<item><title>\($0)</title><link>http://example.org/\($0.count)</link></item>" }.joined()
    return "<rss version=\"2.0\"><channel><title>\(name)</title>\(more)\(items)</channel></rss>"
  }

  /// The line by which a page names a feed.
  static func link(_ path: String, title: String = "") -> String {
    "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"\(title)\" href=\"\(path)\">"
  }

  /// Serves a page that names two feeds, `/one` and `/two`; all else is a feed.
  static func serverOfPage() throws -> FaultServer {
    try FaultServer { request in
      request.path == "/page"
        ? [.answer(body: "<html><head>\(link("/one"))\(link("/two"))</head></html>")]
        : [.answer(body: rss(["One"], name: "Feed " + request.path.dropFirst()))]
    }
  }
}

extension XServer {
  /// Counts pixels of text in the crawl of a strip, left of the counter.
  func crawlText() throws -> Int {
    try screenshot().cropped(x: 110, y: 0, width: width - 500, height: height).count(of: 0xE8ECF1)
  }
}
