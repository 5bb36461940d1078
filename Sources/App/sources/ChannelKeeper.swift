internal import Base
internal import Glibc
internal import Newswire

/// Writes what a broker says to its cache: some seconds after a change, and at the end.
final class ChannelKeeper: LoopSource {
  private var cache: ChannelCache
  private(set) var deadline = Double.infinity
  private var failures = WriteFailures()
  private var isClosed = false

  /// The time to collect changes before a write, in seconds.
  private static let pause = 3.0

  init(of address: BrokerAddress) { cache = ChannelCache(of: address.description, in: UserPaths.channels) }

  /// What was there last.
  func load() -> [BrokerEvent] { cache.load(now: wallClockNow()) }

  func note(_ event: BrokerEvent) {
    cache.note(event)
    if cache.hasChanges { deadline = min(deadline, monotonicNow() + Self.pause) }
  }

  private func save(now: Double) {
    deadline = .infinity
    do throws(Failure) {
      try cache.save()
      failures = WriteFailures()
    } catch {
      if failures.isEmpty { reportError("the headlines of the broker are not kept: \(error.description)") }
      deadline = now + failures.add()
    }
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if now >= deadline { save(now: now) }
    return isClosed ? .finished : .idle
  }

  func close() {
    if !isClosed { save(now: monotonicNow()) }
    isClosed = true
  }
}
