internal import Base
internal import Glibc
internal import ScrollCore

/// The icons of feeds, or the pictures of rows: fetched once, decoded by the caller, and stored as small files.
///
/// The images are untrusted. They may have 256 KB, and their first bytes must identify the format. A marker file exists
/// while one is decoded, so that an image that crashes the decoder is not retried for a week.
final class FeedIcons {
  /// Converts the image at the first path to a small PNG file at the second. Returns the error, nil for success, or an
  /// empty text for a failure not worth a message.
  typealias Maker = @Sendable (_ picture: String, _ icon: String) -> String?

  private let directory: String
  /// Their name in messages.
  private let noun: String
  private let client: HTTPClient
  private let make: Maker
  /// The icons requested in this run, up to a limit; beyond it, what has no file is requested again.
  private(set) var asked: Set<String> = []

  static let largest = 256 << 10
  /// The limit for what is remembered: each row of a feed may name another picture.
  static let mostAsked = 1000
  private static let accept = "image/png, image/webp, image/gif, image/jpeg, image/x-icon;q=0.8, image/*;q=0.1"
  /// How long an icon, or the lack of one, is cached, in seconds.
  private static let lifetime = 7 * 86_400.0

  init(directory: String, noun: String = "icon", client: HTTPClient, make: @escaping Maker) {
    self.directory = directory
    self.noun = noun
    self.client = client
    self.make = make
    FeedCache.prune(directory, days: 60, endings: [".png", ".none", ".new."])
  }

  /// The path of an icon's file, or nil.
  func file(of url: String) -> String? {
    let path = path(of: url, "png")
    return age(of: path) == nil ? nil : path
  }

  /// Fetches an icon unless it is cached or was tried recently. Calls `completion` for a new one, or with an error.
  func fetch(_ address: WebAddress, mayBePrivate: Bool, completion: @escaping (Failure?) -> Void) {
    let url = address.description
    let isFresh = [path(of: url, "png"), path(of: url, "none")].contains { age(of: $0) ?? .infinity < Self.lifetime }
    if asked.count >= Self.mostAsked { asked = [] }
    guard !isFresh, asked.insert(url).inserted else { return }
    var request = HTTPRequest(address: address)
    request.accept = Self.accept
    request.mayBePrivate = mayBePrivate
    request.sizeLimit = Self.largest
    var bytes: [UInt8] = []
    client.send(request) { piece, _ in
      bytes.append(contentsOf: piece)
      return true
    } completion: { [weak self] outcome in
      guard let self else { return }
      do throws(Failure) {
        switch outcome {
        case .done: try keep(bytes, url)
        case .failed(let reason, _): throw Failure(of: url, reason: "the \(noun) \(reason)")
        case .notModified: throw Failure(of: url, reason: "the \(noun) was not asked for before")
        }
        completion(nil)
      } catch {
        // Without the mark it is tried again.
        try? AtomicFile.write([], to: path(of: url, "none"), isDurable: false)
        completion(error)
      }
    }
  }

  /// Converts and stores a fetched icon.
  private func keep(_ bytes: [UInt8], _ url: String) throws(Failure) {
    guard let kind = Self.kind(of: bytes) else {
      throw Failure(of: url, reason: "the \(noun) is not a PNG, GIF, JPEG, WebP or ICO")
    }
    let (raw, icon, mark) = (path(of: url, "new.\(kind)"), path(of: url, "png"), path(of: url, "none"))
    try AtomicFile.write(bytes, to: raw, isDurable: false)
    defer { unlink(raw) }
    try AtomicFile.write([], to: mark, isDurable: false)
    let made = path(of: url, "made.png")
    if let reason = make(raw, made) { throw Failure(of: url, reason: reason.isEmpty ? "" : "the \(noun) \(reason)") }
    guard rename(made, icon) == 0 else { throw Failure(of: icon, doing: "cannot be written") }
    unlink(mark)
  }

  /// Returns the format by the first bytes, regardless of the server's type.
  static func kind(of bytes: [UInt8]) -> String? {
    func starts(_ prefix: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: prefix) }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
    if starts(Array("GIF8".utf8)) { return "gif" }
    if starts([0xFF, 0xD8, 0xFF]) { return "jpg" }
    if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) { return "webp" }
    if starts([0, 0, 1, 0]) { return "ico" }
    return nil
  }

  private func path(of url: String, _ ending: String) -> String {
    FeedCache.file(of: url, in: directory, ending: ending)
  }

  /// Seconds since the file was written; nil if it does not exist.
  private func age(of path: String) -> Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return wallClockNow() - UnixTime(seconds: status.st_mtim.tv_sec)
  }
}
