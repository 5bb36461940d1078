internal import Base
internal import Glibc
internal import Newswire

/// Writes what a broker says to its cache: some seconds after a change, and at the end.
final class ChannelKeeper: LoopSource {
  private var cache: ChannelCache
  private(set) var deadline = Double.infinity
  private var hasFailed = false
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

  private func save() {
    deadline = .infinity
    do throws(Failure) {
      try cache.save()
      hasFailed = false
    } catch {
      if !hasFailed { reportError("the headlines of the broker are not kept: \(error.description)") }
      hasFailed = true
    }
  }

  func appendDescriptors(to descriptors: inout [pollfd]) {}

  func service(now: Double) -> ServiceResult {
    if now >= deadline { save() }
    return isClosed ? .finished : .idle
  }

  func close() {
    if !isClosed { save() }
    isClosed = true
  }
}
