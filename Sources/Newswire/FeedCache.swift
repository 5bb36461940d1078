package import Base
internal import Glibc

/// The last good state of each feed, a file each: its headlines show at once at the next start, offline too.
///
/// A file is lines of JSON: a head, the items, and their number at the end, so that half a file is told
/// from a whole one. What is damaged is ignored: it can be fetched again.
package struct FeedCache {
  /// What is known of a feed from its last successful fetch.
  package struct Entry: Equatable {
    var url: String
    var title: String?
    var link: String?
    var icon: String?
    /// Where it is read now, since its server says that it has moved for good.
    package var movedTo: String?
    var entityTag: String?
    var lastModified: String?
    var items: [WireItem] = []
  }

  let directory: String

  /// The cache in that folder.
  package init(directory: String) { self.directory = directory }
  private static let version = "1"
  static let largestFile = 4 << 20

  /// The entry of a feed; nil where there is none.
  package func load(_ url: String) throws(Failure) -> Entry? {
    let path = path(of: url)
    guard let bytes = try AtomicFile.read(path, limit: Self.largestFile) else { return nil }
    guard let entry = Self.parse(bytes) else { throw Failure(of: path, reason: "is damaged and is ignored") }
    return entry.url == url ? entry : nil
  }

  func save(_ entry: Entry) throws(Failure) {
    try AtomicFile.write(Array(Self.text(of: entry).utf8), to: path(of: entry.url), isDurable: false)
  }

  func remove(_ url: String) { unlink(path(of: url)) }

  func path(of url: String) -> String {
    let digits = String(stableHash(url), radix: 16)
    return "\(directory)/\(String(repeating: "0", count: 16 - digits.count))\(digits).jsonl"
  }

  /// Removes what has not been written for `days`: of feeds that are no longer read.
  func prune(days: Int) { Self.prune(directory, days: days, endings: [".jsonl"]) }

  static func prune(_ directory: String, days: Int, endings: [String]) {
    guard let folder = opendir(directory) else { return }
    defer { closedir(folder) }
    let limit = Int(wallClockNow()) - days * 86_400
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = "\(directory)/\(name)"
      var status = stat()
      guard endings.contains(where: name.contains), stat(path, &status) == 0, status.st_mtim.tv_sec < limit else {
        continue
      }
      unlink(path)
    }
  }

  private static func text(of entry: Entry) -> String {
    var head = [JSON.Member(name: "newsreel", value: .text(version)), .init(name: "url", value: .text(entry.url))]
    head += members([
      ("title", entry.title), ("link", entry.link), ("icon", entry.icon), ("movedTo", entry.movedTo),
      ("etag", entry.entityTag),
      ("lastModified", entry.lastModified),
    ])
    var output = JSON.object(head).serialized + "\n"
    for item in entry.items { output += item.json.serialized + "\n" }
    return output + "{\"end\":\(entry.items.count)}\n"
  }

  private static func parse(_ bytes: [UInt8]) -> Entry? {
    let lines = bytes.split(separator: 0x0A)
    func value(_ line: ArraySlice<UInt8>) -> JSON? { line.withUnsafeBytes { try? JSON(parsing: $0) } }
    guard let first = lines.first.flatMap(value), first["newsreel"]?.text == version, let url = first["url"]?.text,
      lines.count >= 2, let last = lines.last.flatMap(value), last["end"]?.number == Double(lines.count - 2)
    else { return nil }
    var entry = Entry(url: url)
    entry.title = first["title"]?.text
    entry.link = first["link"]?.text
    entry.icon = first["icon"]?.text
    entry.movedTo = first["movedTo"]?.text
    entry.entityTag = first["etag"]?.text
    entry.lastModified = first["lastModified"]?.text
    for line in lines.dropFirst().dropLast() {
      guard let item = value(line).flatMap(WireItem.init(json:)) else { return nil }
      entry.items.append(item)
    }
    return entry
  }
}

/// Those of the texts that are there.
func members(_ texts: [(String, String?)]) -> [JSON.Member] {
  texts.compactMap { name, text in text.map { JSON.Member(name: name, value: .text($0)) } }
}

extension WireItem {
  /// As an object: of what is known, its members.
  var json: JSON {
    var all = members([
      ("id", id), ("title", title), ("link", link), ("author", author), ("topic", topic), ("feed", feed),
    ])
    if let published { all.append(.init(name: "published", value: .number("\(published)"))) }
    if arrived > 0 { all.append(.init(name: "arrived", value: .number("\(arrived)"))) }
    return .object(all)
  }

  /// The item on one line of JSON: id, title, link, published (seconds since 1970), author, topic, feed.
  package var jsonLine: String { json.serialized }

  /// Reads what `json` wrote; cleaned again, for anyone can write a file.
  init?(json: JSON) {
    guard let id = json["id"]?.text, let title = json["title"]?.text.map({ cleanText($0) }), !title.isEmpty else {
      return nil
    }
    self.init(id: id, title: title)
    link = json["link"]?.text.flatMap { WebAddress($0)?.description }
    author = json["author"]?.text.map { cleanText($0, limit: 200) }
    topic = json["topic"]?.text.map { cleanText($0, limit: 200) }
    feed = json["feed"]?.text
    published = json["published"]?.number
    arrived = json["arrived"]?.number ?? 0
  }
}
