import Base
import TestKit

/// A strip of feeds that change, a crawl that nobody touches and a counter, on a screen of their own.
final class SoakScene {
  let server: XServer
  let program: String
  private let folder: TemporaryFolder
  private let feeds: FaultServer
  let children: [(name: String, child: Child)]
  let strip: SoakLine
  let counter: SoakLine
  let blockLine: SoakLine
  /// Where the strip is.
  let box: WindowPlace

  static let feedCount = 6
  /// Seconds between two fetches of a feed: a tenth of the usual.
  private static let interval = 90
  private static let headlines = SampleHeadlines.lines(count: 500).split(separator: "\n").map(String.init)

  static func headline(_ number: Int) -> String { headlines[number % headlines.count] }

  init(_ program: String) async throws {
    let folder = try TemporaryFolder()
    let server = try await XServer(hasSchedulingTimer: true)
    let feeds = try Self.startFeeds()
    (self.program, self.folder, self.server, self.feeds) = (program, folder, server, feeds)
    let outlines = (0..<Self.feedCount).map { number in
      "<outline type=\"rss\" text=\"Wire \(number)\" xmlUrl=\"\(feeds.url("/\(number)"))\" newsreelInterval=\"\(Self.interval)\"/>"
    }
    try folder.write(
      "<opml version=\"2.0\"><head/><body>\(outlines.joined())</body></opml>", to: "config/newsreel/feeds.opml")
    let environment = Self.environment(folder.path, server.display)
    func start(_ words: [String]) throws -> Child { try Child(program, words, environment: environment) }
    let probe = try Probe(display: server.display)
    let shown = try start(["--name", "strip"])
    let window = try await waitFor("the strip", within: .seconds(60)) { probe.mappedWindow() }
    guard let box = probe.box(of: window) else { throw HarnessError("its window has gone") }
    self.box = box
    children = [
      ("strip", shown), ("crawl", try start(RunningBlock.words)),
      ("counter", try start(["counter", "12345", "--name", "number", "--geometry", "300x80+1400+100"])),
    ]
    strip = try await SoakLine(to: "strip", in: folder.path)
    blockLine = try await SoakLine(to: "block", in: folder.path)
    counter = try await SoakLine(to: "number", in: folder.path)
  }

  /// A program of the same user.
  func start(_ words: [String]) throws -> Child {
    try Child(program, words, environment: Self.environment(folder.path, server.display))
  }

  func end() {
    for (_, child) in children { child.endGently() }
    feeds.stop()
    server.end()
  }

  /// No desktop of the user's own; links open in a browser that does nothing.
  private static func environment(_ folder: String, _ display: String) -> [String: String?] {
    [
      "DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": nil, "LC_ALL": "C.UTF-8", "BROWSER": "true", "HOME": folder,
      "XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state",
      "XDG_CACHE_HOME": folder + "/cache", "XDG_CURRENT_DESKTOP": nil,
    ]
  }

  /// Each has the newest sixty headlines, more than a strip keeps of a feed, so that it is full from the start. Two are new
  /// at each fetch.
  private static func startFeeds() throws -> FaultServer {
    let start = monotonicNow()
    return try FaultServer { request in
      let newest = 60 + Int((monotonicNow() - start) / Double(interval)) * 2
      let items = (newest - 60..<newest).reversed().map { number in
        "<item><title>\(headline(number * 13 + (Int(request.path.dropFirst()) ?? 0)))</title>"
          + "<link>http://example.org\(request.path)/\(number)</link></item>"
      }
      let name = "Wire " + request.path.dropFirst()
      return [
        .answer(
          body: "<rss version=\"2.0\"><channel><title>\(name)</title>\(items.joined())</channel></rss>")
      ]
    }
  }
}
