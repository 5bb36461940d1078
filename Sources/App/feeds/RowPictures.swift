internal import Base
internal import Glibc
internal import Newswire
internal import Render
internal import Scene
internal import ScrollCore
internal import Windows

/// The pictures of rows: local files for the user's own lines, and small copies fetched by the feeds' process for all
/// others. Each failure is reported once.
final class RowPictures {
  /// Fetches the picture at an address.
  var fetch: (_ address: String, _ mayBePrivate: Bool) -> Void = { _, _ in }
  private var images: [String: SizedImage] = [:]
  private var missing: Set<String> = []
  /// The files of fetched pictures, by their addresses.
  private var files: [String: String] = [:]
  private var asked: Set<String> = []
  private var problems = OnceReported()

  /// The limit for remembered pictures; beyond it, they are looked up again.
  static let most = 1000
  /// The longest file in bytes, as reading it blocks the window.
  private static let longestFile = 4 << 20

  /// The file of a picture; nil until there is one.
  ///
  /// - Parameters:
  ///   - text: A path, or an address.
  ///   - item: The item whose row names it. A feed and a channel may name addresses only, and private ones only on their
  /// own host.
  func file(of text: String, for item: NewsItem) -> String? {
    if let address = WebAddress(text) {
      if let file = files[text] { return file }
      if asked.count >= Self.most { asked = [] }
      if asked.insert(text).inserted { fetch(text, item.id.feed.map { Self.host(of: $0) == address.host } ?? true) }
      return nil
    }
    guard item.id.feed == nil else {
      problems.report(
        "\(item.id.feed ?? ""): “\(text)” is not an http or https address; its rows are shown without a picture")
      return nil
    }
    let path = text.hasPrefix("file://") ? String(text.dropFirst("file://".count)) : text
    return image(path) == nil ? nil : path
  }

  private static func host(of feed: String) -> String? {
    // A source that is no address has no host.
    WebAddress(feed)?.host ?? (try? BrokerAddress(feed))?.host
  }

  func note(_ file: String, of address: String) {
    if files.count >= Self.most { files = [:] }
    files[address] = file
  }

  /// The image in a file; nil if it cannot be read.
  func image(_ path: String) -> SizedImage? {
    if let image = images[path] { return image }
    if missing.contains(path) { return nil }
    var status = stat()
    let isLong = stat(path, &status) == 0 && status.st_size > Self.longestFile
    guard !isLong, let image = SizedImage(path: path) else {
      if missing.count >= Self.most { missing = [] }
      missing.insert(path)
      let reason = isLong ? "larger than \(Self.longestFile >> 20) MB" : SizedImage.problem(of: path)
      problems.report("\(path): \(reason); rows are shown without it")
      return nil
    }
    if images.count >= Self.most { images = [:] }
    images[path] = image
    return image
  }
}
