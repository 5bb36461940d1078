package import Base
internal import ScrollCore

/// Whether the strip shows a feed of the user's list.
package enum FeedVisibility: Equatable, Sendable {
  case shown
  /// Its chip is dimmed, and its headlines are hidden.
  case off
  /// It is not on the strip at all.
  case hidden
}

/// The feeds of the user's list that are off, or hidden because their chips were removed. The list itself is unchanged,
/// so that they can be restored.
///
/// Stored as a file of addresses, one a line, with "off " before feeds that are off; written atomically.
package struct HiddenFeedList: Equatable, Sendable {
  private let path: String
  /// In the order of hiding.
  private var entries: [(url: String, visibility: FeedVisibility)] = []
  private static let off = "off "

  /// Reads the file; a missing one is empty.
  ///
  /// - Throws: if it cannot be read.
  package init(path: String = UserPaths.hiddenFeeds) throws(Failure) {
    self.path = path
    guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
    for line in bytes.split(separator: 0x0A) {
      let text = TextCleaner.line(String(decoding: line, as: UTF8.self), limit: 8192)
      let isOff = text.hasPrefix(Self.off)
      let url = isOff ? String(text.dropFirst(Self.off.count)) : text
      if !url.isEmpty, visibility(of: url) == .shown { entries.append((url, isOff ? .off : .hidden)) }
    }
  }

  package func visibility(of url: String) -> FeedVisibility {
    entries.first { $0.url == url }?.visibility ?? .shown
  }

  /// Whether the feed is hidden.
  package func contains(_ url: String) -> Bool { visibility(of: url) == .hidden }

  /// Changes the visibility of a feed. Returns false if it has not changed.
  @discardableResult
  package mutating func set(_ url: String, _ visibility: FeedVisibility) throws(Failure) -> Bool {
    try AtomicFile.locked(path) { () throws(Failure) in
      // Another program may have changed it meanwhile.
      self = try HiddenFeedList(path: path)
      guard self.visibility(of: url) != visibility else { return false }
      entries.removeAll { $0.url == url }
      if visibility != .shown { entries.append((url, visibility)) }
      let lines = entries.map { ($0.visibility == .off ? Self.off : "") + $0.url + "\n" }
      try AtomicFile.write(Array(lines.joined().utf8), to: path)
      return true
    }
  }

  package static func == (a: HiddenFeedList, b: HiddenFeedList) -> Bool {
    a.path == b.path && a.entries.elementsEqual(b.entries) { $0 == $1 }
  }
}
