package import Base
internal import ScrollCore

/// The feeds that were deleted last, and the list before that, so that it can be undone at any time. The next deletion takes
/// its place.
///
/// Stored beside the list: a line "deleted", "name" or "off" for each feed, its name, and whether it was off; then the list.
package struct DeletedFeeds: Equatable, Sendable {
  /// What was deleted, for people.
  package private(set) var names: [String] = []
  private var urls: [String] = []
  /// Those that were off.
  private var off: [String] = []
  /// The file of the list before the deletion.
  private var list: [UInt8] = []

  private static func path(_ list: String) -> String { list + ".deleted" }

  /// Reads what was deleted last from a list; nil if that is nothing, or if it is all there again.
  package init?(from path: String) {
    guard let bytes = try? AtomicFile.read(Self.path(path), limit: FeedList.longestFile + (1 << 20)) else { return nil }
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A), end > rest.startIndex {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard let space = line.firstIndex(of: " ") else { return nil }
      let value = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "deleted": urls.append(value)
      case "name": names.append(value)
      case "off": off.append(value)
      default: return nil
      }
    }
    list = Array(rest.dropFirst())
    // Without a list there is nothing to add them to, and whoever reads it says so.
    guard let present = try? FeedList(path: path).feeds.map(\.url), !urls.allSatisfy(present.contains) else {
      return nil
    }
  }

  /// Deletes feeds of the list in a file, and keeps what brings them back.
  ///
  /// - Parameter feeds: Their addresses and names.
  /// - Throws: if it cannot be kept, or the list not be written. The list then stays the same.
  package init(deleting feeds: [(url: String, name: String)], from path: String) throws(Failure) {
    var switched = try OffFeeds()
    urls = feeds.map(\.url)
    names = feeds.map { TextCleaner.line($0.name, limit: 200) }
    off = urls.filter { !switched.isOn($0) }
    try AtomicFile.locked(path) { () throws(Failure) in
      list = try AtomicFile.read(path, limit: FeedList.longestFile) ?? []
      var rest = try FeedList(path: path)
      for url in urls where rest.remove(url) == nil { throw Failure(of: url, .of(.leftList)) }
      try keep(for: path)
      try rest.save(to: path)
    }
    for url in off { try switched.set(url, on: true) }
  }

  /// Keeps this as what was deleted last.
  package func keep(for path: String) throws(Failure) {
    let head =
      urls.map { "deleted \($0)\n" } + names.map { "name \($0)\n" } + off.map { "off \($0)\n" } + ["\n"]
    try AtomicFile.write(Array(head.joined().utf8) + list, to: Self.path(path))
  }

  /// Brings the feeds back to their places in a list that may have changed meanwhile: byte for byte if it has not.
  package func undo(in path: String) throws(Failure) {
    var switched = try OffFeeds()
    // Before they are there, so that none is on for a moment.
    for url in off { try switched.set(url, on: false) }
    let before = try FeedList(opml: list, name: Self.path(path))
    var after = before
    for url in urls { after.remove(url) }
    try FeedList.undo(path, (before, after), files: (list, Array(after.opml.utf8)))
  }
}
