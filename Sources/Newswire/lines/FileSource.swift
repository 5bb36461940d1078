package import Base
package import Glibc

/// The lines of a file: read once, or watched while the source exists.
///
/// A watched file is followed by its path. Appended lines are delivered. A file that is truncated, rewritten or
/// replaced (by rename, as editors do) is delivered again after `restart`. After log rotation (renamed, and a new file
/// created) it continues with the new file's lines. A missing file is awaited. At each end of file it sends `pause`.
package final class FileSource: LoopSource {
  /// The original path, for messages.
  private let path: String
  /// The absolute path.
  private let place: String
  private let output: LineOutput
  private var file: FollowedFile
  private var watch: FileWatch?
  private var isReading = true
  /// Whether the end of the file has been reached.
  private var hasReachedEnd = false
  /// When to check the file, or to deliver a last line without an end.
  private var lookAgainAt = Double.infinity
  private var deliverRestAt = Double.infinity
  /// When an emptied file counts as empty: most are rewritten at once.
  private var emptyAt = Double.infinity
  /// Whether an unterminated line has been delivered, so that a following line end belongs to it.
  private var hasDeliveredRest = false

  /// The delay in seconds for a replaced file to settle, and for a last line to be completed.
  private static let settling = 0.1

  /// Opens the file.
  ///
  /// - Throws: if it cannot be read: missing, forbidden, a directory.
  package init(
    path: String, isWatched: Bool, delivery: LineDelivery = .lines, handler: @escaping SourceHandler
  ) throws(Failure) {
    self.path = path
    place = UserPaths.absolute(path)
    output = LineOutput(name: path, delivery: delivery, handler: handler)
    // Watches before it reads, so that no change is lost.
    watch = isWatched ? FileWatch(path: path) : nil
    file = try FollowedFile(path: path)
    if isWatched, watch == nil { throw Failure(of: path, doing: "cannot be watched") }
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) {
    watch?.appendDescriptor(to: &descriptors)
  }

  package var deadline: Double { isReading ? 0 : min(lookAgainAt, deliverRestAt, emptyAt) }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    if let changes = watch?.drain(), !changes.isEmpty { notice(changes, now: now) }
    if now >= emptyAt { restart() }
    if now >= lookAgainAt { followReplacement() }
    let budget = Budget()
    var remaining = Budget.bytes
    while isReading, !isClosed {
      if !output.deliver(within: budget) || remaining <= 0 || budget.isSpent { return isClosed ? .finished : .more }
      remaining -= readMore(now: now)
    }
    if now >= deliverRestAt { deliverRest() }
    return isClosed ? .finished : .idle
  }

  package func close() {
    output.isClosed = true
    watch = nil
  }

  private var isClosed: Bool { output.isClosed }

  private func notice(_ changes: FileWatch.Changes, now: Double) {
    if changes.contains(.identity) || file.isDetached {
      lookAgainAt = min(lookAgainAt, now + Self.settling)
      isReading = true  // The rest of the old file comes first.
    }
    guard changes.contains(.content), !file.isDetached else { return }
    switch file.change() {
    case .none: break
    case .grown:
      emptyAt = .infinity
      isReading = true
    case .rewritten: restart()
    case .emptied: emptyAt = min(emptyAt, now + Self.settling)
    }
  }

  /// Switches to the file that the path leads to now.
  private func followReplacement() {
    lookAgainAt = .infinity
    watch?.renew()
    guard let successor = try? FollowedFile(path: place) else { return }  // Missing: waits for it.
    guard !successor.isSame(as: file) || file.isDetached else { return }
    let isRotation = !file.isDetached
    deliverRest()
    file = successor
    begin()
    if !isRotation { output.send(.restart) }
  }

  private func restart() {
    file.offset = 0
    begin()
    output.send(.restart)
  }

  /// Starts to read a file from a clean state.
  private func begin() {
    output.buffer = LineBuffer()
    hasDeliveredRest = false
    deliverRestAt = .infinity
    emptyAt = .infinity
    isReading = true
  }

  /// Reads a chunk. Reports the end of the file. Returns the number of bytes.
  private func readMore(now: Double) -> Int {
    let file = file
    switch output.buffer.fill({ file.read(into: $0) }) {
    case .bytes(let count):
      if hasDeliveredRest { continueAfterRest() }
      return count
    case .failed(let code): output.send(.error(Failure(of: path, doing: "cannot read", errno: code)))
    case .nothing, .end: break
    }
    reachEnd(now: now)
    return 0
  }

  private func continueAfterRest() {
    hasDeliveredRest = false
    if !output.buffer.skipLineEnd() { restart() }
  }

  private func reachEnd(now: Double) {
    isReading = false
    if watch == nil || !hasReachedEnd {
      deliverRest()
    } else if !output.buffer.isEmpty {
      deliverRestAt = now + Self.settling
    }
    hasReachedEnd = true
    file.recordEnd()
    if watch == nil {
      output.send(.end)
      output.isClosed = true
    } else {
      output.send(.pause)
    }
  }

  private func deliverRest() {
    deliverRestAt = .infinity
    if output.deliverRest() { hasDeliveredRest = true }
  }
}
