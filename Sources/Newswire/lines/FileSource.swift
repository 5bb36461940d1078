package import Base
package import Glibc

/// The lines of a file: once, or watched for as long as the source lives.
///
/// Watched, it follows the file as its user means it: lines that are appended are delivered; a file that is
/// truncated, rewritten or replaced (by rename, as editors do) is delivered again after `restart`; one that
/// was rotated away (renamed, and a new one made) goes on with the new one's lines; one that is gone is
/// waited for. After each end that it reaches it says `pause`.
package final class FileSource: LoopSource {
  /// As it was given, for messages.
  private let path: String
  /// The same from wherever it is opened.
  private let place: String
  private let output: LineOutput
  private var file: FollowedFile
  private var watch: FileWatch?
  private var isReading = true
  /// The end of the file has been reached once.
  private var hasReachedEnd = false
  /// When to look at the file, or to deliver a last line without an end.
  private var lookAgainAt = Double.infinity
  private var deliverRestAt = Double.infinity
  /// When a file that was emptied counts as empty: most are written again at once.
  private var emptyAt = Double.infinity
  /// The rest of a line was delivered as a line: an end of line that follows belongs to it.
  private var hasDeliveredRest = false

  /// How long a file that changed its identity is given to settle, and a last line to get its end.
  private static let settling = 0.1

  /// Opens the file. Throws where it cannot be read: missing, forbidden, a directory.
  package init(
    path: String, isWatched: Bool, delivery: LineDelivery = .lines, handler: @escaping SourceHandler
  ) throws(Failure) {
    self.path = path
    place = UserPaths.absolute(path)
    output = LineOutput(name: path, delivery: delivery, handler: handler)
    // Watching begins before reading, so that no change falls in between.
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
      isReading = true  // what the old one still holds comes first
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

  /// The path leads to another file now, or to none.
  private func followReplacement() {
    lookAgainAt = .infinity
    watch?.renew()
    guard let successor = try? FollowedFile(path: place) else { return }  // gone: waited for
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

  /// Begins to read a file, with nothing of another one left.
  private func begin() {
    output.buffer = LineBuffer()
    hasDeliveredRest = false
    deliverRestAt = .infinity
    emptyAt = .infinity
    isReading = true
  }

  /// Reads a piece; at the end of the file, says so. Returns the bytes read.
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
    file.noteEnd()
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
