package import Base
package import Formats
internal import Glibc
package import ScrollCore

/// Caches each feed's last good state in a file, to show its headlines at once at the next start, also offline.
///
/// A file has lines of JSON: a head, the items, and their count at the end, to detect a truncated file. A damaged file
/// is ignored, since the feed can be fetched again.
package struct FeedCache {
  /// The result of a feed's last successful fetch.
  package struct Entry: Equatable {
    var url: String
    package var title: String?
    var link: String?
    package var icon: String?
    /// The new address after a permanent redirect.
    package var movedTo: String?
    /// Why the last fetch failed, or nil.
    package var problem: Reason?
    /// The time of its first failure in a row.
    package var problemSince: UnixTime?
    var entityTag: String?
    var lastModified: String?
    /// The times of the last and the next fetch.
    package var looked: UnixTime?
    var due: UnixTime?
    /// The delay that its server requests, as a time, and when it reported that the feed is gone for good; otherwise nil.
    var earliest: UnixTime?
    package var gone: UnixTime?
    package var items: [NewsItem] = []

    /// Whether the next fetch can wait for its time after a restart: if there is something to show, or the server
    /// demands it.
    var mayWait: Bool { !items.isEmpty || earliest != nil || gone != nil }
  }

  let directory: String

  private static let largestFile = 4 << 20

  /// Opens the cache in a directory.
  package init(directory: String) { self.directory = directory }

  /// Returns the entry of a feed, or nil.
  package func load(_ url: String) throws(Failure) -> Entry? {
    let path = path(of: url)
    guard let bytes = try AtomicFile.read(path, limit: Self.largestFile) else { return nil }
    guard let entry = Self.parse(bytes) else { throw Failure(of: path, reason: "is damaged and is ignored") }
    return entry.url == url ? entry : nil
  }

  /// The entry of a feed; nil if it is missing or unreadable: the next fetch writes another.
  package func entry(of url: String) -> Entry? { (try? load(url)) ?? nil }

  /// The title from a feed's last fetch, or nil.
  package func title(of url: String) -> String? { entry(of: url)?.title }

  /// Caches the title of a feed that has no entry yet.
  package func note(title: String, of url: String) throws(Failure) {
    guard entry(of: url) == nil else { return }
    var entry = Entry(url: url)
    entry.title = title
    try save(entry)
  }

  func save(_ entry: Entry) throws(Failure) {
    try AtomicFile.write(Array(Self.text(of: entry).utf8), to: path(of: entry.url), isDurable: false)
  }

  func path(of url: String) -> String { Self.file(of: url, in: directory, ending: "jsonl") }

  /// The name of the file that keeps a feed's entry.
  package static func fileName(of url: String) -> String {
    file(of: url, in: "", ending: "jsonl").dropFirst().description
  }

  /// The path of a fetched icon, by its address, or nil.
  package static func icon(_ address: String, in directory: String) -> String? {
    let path = file(of: address, in: directory, ending: "png")
    return access(path, R_OK) == 0 ? path : nil
  }

  /// The path of the file for an address.
  static func file(of url: String, in directory: String, ending: String) -> String {
    let digits = String(stableHash(url), radix: 16)
    return "\(directory)/\(String(repeating: "0", count: 16 - digits.count))\(digits).\(ending)"
  }

  /// Removes files in a directory that have one of the endings in their names and were last written more than `days`
  /// ago.
  static func prune(_ directory: String, days: Int, endings: [String]) {
    let limit = wallClockNow().wholeSeconds - days * 86_400
    for name in AtomicFile.names(in: directory) where endings.contains(where: name.contains) {
      let path = "\(directory)/\(name)"
      var status = stat()
      if stat(path, &status) == 0, status.st_mtim.tv_sec < limit { unlink(path) }
    }
  }

  static func text(of entry: Entry) -> String {
    let end = JSON.object([("end", .integer(entry.items.count))])
    return ([entry.json] + entry.items.map(\.json) + [end]).map { $0.line + "\n" }.joined()
  }

  static func parse(_ bytes: [UInt8]) -> Entry? {
    let lines = bytes.split(separator: 0x0A)
    func value(_ line: ArraySlice<UInt8>) -> JSON? { line.withUnsafeBytes { JSON(ifValid: $0) } }
    guard lines.count >= 2, let last = lines.last.flatMap(value), last["end"]?.number == Double(lines.count - 2),
      var entry = Entry(json: lines.first.flatMap(value))
    else { return nil }
    for line in lines.dropFirst().dropLast() {
      guard let item = NewsItem(json: value(line)) else { return nil }
      entry.items.append(item)
    }
    return entry
  }
}

/// The head of the file, before its items.
extension FeedCache.Entry: Recorded {
  package static let record = Record(
    FeedCache.Entry(url: ""),
    [
      .constant("newsreel", "1"), .required("url", \.url, .text), .optional("title", \.title, .text),
      .optional("link", \.link, .text), .optional("icon", \.icon, .text), .optional("movedTo", \.movedTo, .text),
      .optional("problem", \.problem, .reason), .optional("etag", \.entityTag, .text),
      .optional("lastModified", \.lastModified, .text), .optional("looked", \.looked, .decimalTime),
      .optional("due", \.due, .decimalTime), .optional("problemSince", \.problemSince, .decimalTime),
      .optional("earliest", \.earliest, .decimalTime), .optional("gone", \.gone, .decimalTime),
    ])
}
