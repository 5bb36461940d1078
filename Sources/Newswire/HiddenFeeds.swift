package import Base

/// The feeds of the user's list that are not to be shown: their chips were removed. The list itself is left as it is, so
/// that nothing is lost, and they can be brought back.
///
/// Kept as a file of addresses, a line each, replaced in one step.
package struct HiddenFeeds: Sendable {
  private let path: String
  /// In the order in which they were hidden.
  package private(set) var urls: [String] = []

  /// Reads the file; none are hidden where there is no file. Throws where it cannot be read.
  package init(path: String = WirePaths.hiddenFeeds) throws(Failure) {
    self.path = path
    guard let bytes = try AtomicFile.read(path, limit: 4 << 20) else { return }
    for line in bytes.split(separator: 0x0A) {
      let url = cleanText(String(decoding: line, as: UTF8.self), limit: 8192)
      if !url.isEmpty, !urls.contains(url) { urls.append(url) }
    }
  }

  package func contains(_ url: String) -> Bool { urls.contains(url) }

  /// Hides the feed of that address, or shows it again; false where it is so already.
  @discardableResult
  package mutating func set(_ url: String, isHidden: Bool) throws(Failure) -> Bool {
    guard contains(url) != isHidden else { return false }
    if isHidden { urls.append(url) } else { urls.removeAll { $0 == url } }
    try AtomicFile.write(Array(urls.map { $0 + "\n" }.joined().utf8), to: path)
    return true
  }
}
