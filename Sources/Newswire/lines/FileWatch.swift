package import Base
package import Glibc

/// Watches one path by `inotify(7)`: the file it leads to for content, its directory for the path's identity.
final class FileWatch {
  struct Changes: OptionSet {
    let rawValue: Int
    static let content = Changes(rawValue: 1)
    static let identity = Changes(rawValue: 2)
  }

  private let descriptor: Int32
  private let path: String
  private let name: [UInt8]
  private var file: Int32 = -1
  private let directory: Int32

  /// nil, with `errno` set, where the system gives no watch.
  init?(path: String) {
    let parent = AtomicFile.directory(of: path)
    name = Array(AtomicFile.name(of: path).utf8)
    self.path = path
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    directory = inotify_add_watch(descriptor, parent, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE))
    watchFile()
    if directory < 0, file < 0 { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Watches the file that the path leads to now.
  func watchFile() {
    if file >= 0 { inotify_rm_watch(descriptor, file) }
    file = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF))
  }

  func appendDescriptor(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
  }

  /// Takes what has been reported, without waiting.
  func drain() -> Changes {
    var changes: Changes = []
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      for _ in 0..<8 {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        changes.formUnion(changesIn(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }
    return changes
  }

  private func changesIn(_ events: UnsafeRawBufferPointer) -> Changes {
    let header = MemoryLayout<inotify_event>.size
    var changes: Changes = []
    var position = 0
    while position + header <= events.count {
      let event = events.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
      let nameStart = position + header
      position = nameStart + Int(event.len)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        changes = [.content, .identity]
      } else if event.wd == directory {
        let isOurs = events[nameStart..<min(position, events.count)].prefix { $0 != 0 }.elementsEqual(name)
        if isOurs { changes.insert(.identity) }
      } else if event.wd == file {
        changes.insert(event.mask & UInt32(IN_MODIFY) != 0 ? .content : .identity)
      }
    }
    return changes
  }
}

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
  ///   - known: What the caller has read already. The handler gets what differs from it, each content and each error once.
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

  /// Reads a plain file whole; one that is not there, or has more than `limit` bytes, is an error.
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
    watch.watchFile()
    let found: Result<[UInt8], Failure>
    do throws(Failure) { found = .success(try Self.read(path, limit: limit)) } catch { found = .failure(error) }
    guard found != known else { return }
    known = found
    handler(found)
  }
}
