package import Base
package import Glibc

/// A small file that is handed over whole, again after each change: when its user saves it, in whatever way editors do
/// that.
package final class WatchedFile: LoopSource {
  private let path: String
  private let limit: Int
  private let handler: (Result<[UInt8], Failure>) -> Void
  private let watch: FileWatch
  private var known: Result<[UInt8], Failure>
  private var isClosed = false
  /// When to look at it: at once for what has changed before the watch began, then when writing has settled.
  private var lookAt = 0.0

  /// How long a file is given until it is whole.
  private static let settling = 0.05

  /// - Parameters:
  ///   - known: What the caller has read already. The handler is told of what differs, each content and each error once.
  ///   - limit: In bytes; a larger file is an error.
  /// - Throws: `Failure` where the system gives no watch.
  package init(
    path: String, known: [UInt8], limit: Int = 1 << 20, handler: @escaping (Result<[UInt8], Failure>) -> Void
  ) throws(Failure) {
    guard let watch = FileWatch(path: path) else { throw Failure(of: path, doing: "cannot be watched") }
    self.path = path
    self.limit = limit
    self.handler = handler
    self.watch = watch
    self.known = .success(known)
  }

  /// Reads a file from its beginning to its end; one that is longer than `limit` bytes is an error.
  package static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
    let file = try FollowedFile(path: path)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var result = ReadResult.end
      bytes += [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
        result = file.read(into: UnsafeMutableRawBufferPointer(buffer))
        if case .bytes(let count) = result { initialized = count }
      }
      switch result {
      case .bytes: continue
      case .nothing, .end: return bytes
      case .failed(let code): throw Failure(of: path, doing: "cannot be read", errno: code)
      }
    }
    throw Failure(of: path, reason: "is longer than \(limit) bytes")
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    if !isClosed { descriptors.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
  }

  package var deadline: Double { lookAt }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    if !watch.drain().isEmpty { lookAt = now + Self.settling }
    if now >= lookAt { look() }
    return isClosed ? .finished : .idle
  }

  package func close() { isClosed = true }

  private func look() {
    lookAt = .infinity
    // The path may lead to another file now.
    watch.watchFile()
    let found: Result<[UInt8], Failure>
    do throws(Failure) { found = .success(try Self.read(path, limit: limit)) } catch { found = .failure(error) }
    guard found != known else { return }
    known = found
    handler(found)
  }
}
