package import Base
internal import Glibc
internal import ScrollCore

/// The feeds of the user's list that are off. The list itself is unchanged.
///
/// Stored as a file of addresses, one a line, written atomically. Until there is one, `hidden-feeds` beside it counts: there,
/// former versions kept feeds whose chips were removed and, after the word "off", those that were off.
package struct OffFeeds: Equatable, Sendable {
  private let path: String
  /// In the order of switching off.
  private var urls: [String] = []

  /// Reads the file; a missing one is empty.
  ///
  /// - Throws: if it cannot be read.
  package init(path: String = UserPaths.offFeeds) throws(Failure) {
    self.path = path
    var bytes = try AtomicFile.read(path, limit: 4 << 20)
    if bytes == nil { bytes = try AtomicFile.read(formerPath, limit: 4 << 20) }
    for line in (bytes ?? []).split(separator: 0x0A) {
      let text = TextCleaner.line(String(decoding: line, as: UTF8.self), limit: 8192)
      let url = text.hasPrefix("off ") ? String(text.dropFirst(4)) : text
      if !url.isEmpty, isOn(url) { urls.append(url) }
    }
  }

  private var formerPath: String { (path.lastIndex(of: "/").map { path[...$0] } ?? "") + "hidden-feeds" }

  package func isOn(_ url: String) -> Bool { !urls.contains(url) }

  /// Switches a feed. Returns false if it has not changed.
  @discardableResult
  package mutating func set(_ url: String, on isOn: Bool) throws(Failure) -> Bool {
    try AtomicFile.locked(path) { () throws(Failure) in
      // Another program may have changed it meanwhile.
      self = try OffFeeds(path: path)
      guard self.isOn(url) != isOn else { return false }
      if isOn { urls.removeAll { $0 == url } } else { urls.append(url) }
      try AtomicFile.write(Array(urls.map { $0 + "\n" }.joined().utf8), to: path)
      unlink(formerPath)
      return true
    }
  }
}
