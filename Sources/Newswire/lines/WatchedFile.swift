package import Base
package import Glibc

/// A small file, delivered as a whole after each change, however editors save it.
package final class WatchedFile: LoopSource {
  private let path: String
  private let limit: Int
  private let handler: (Result<[UInt8], Failure>) -> Void
  private let watch: FileWatch
  private var known: Result<[UInt8], Failure>
  private var isClosed = false
  /// When to read it: at once, for a change before the watch started, and after each change has settled.
  private var lookAt = 0.0

  /// The delay for a file to be complete, in seconds.
  private static let settling = 0.05

  /// - Parameters:
  ///   - known: The content that the caller has already read; nil if the file did not exist. The handler receives each
  /// different content and error once.
  ///   - limit: In bytes; a larger file is an error.
  /// - Throws: `Failure` if it cannot be watched.
  package init(
    path: String, known: [UInt8]?, limit: Int = 1 << 20, handler: @escaping (Result<[UInt8], Failure>) -> Void
  ) throws(Failure) {
    guard let watch = FileWatch(path: path) else { throw Failure(of: path, doing: "cannot be watched") }
    self.path = UserPaths.absolute(path)
    self.limit = limit
    self.handler = handler
    self.watch = watch
    let missing = Failure(of: self.path, doing: "cannot be opened", errno: ENOENT)
    self.known = known.map { .success($0) } ?? .failure(missing)
  }

  /// Reads a regular file.
  ///
  /// - Throws: if it is missing or larger than `limit` bytes.
  package static func read(_ path: String, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
    if let bytes = try AtomicFile.read(path, limit: limit) { return bytes }
    throw Failure(of: path, doing: "cannot be opened", errno: ENOENT)
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    if !isClosed { watch.appendDescriptor(to: &descriptors) }
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
    watch.renew()
    let found: Result<[UInt8], Failure>
    do throws(Failure) { found = .success(try Self.read(path, limit: limit)) } catch { found = .failure(error) }
    guard found != known else { return }
    known = found
    handler(found)
  }
}
