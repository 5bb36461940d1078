internal import Glibc
package import ScrollCore

/// Replaces a thread's clocks, folders, disk and random numbers, for simulations with virtual time and injected failures.
package final class VirtualSystem {
  /// The monotonic clock.
  package var now: Seconds = 0
  /// The clock on the wall at time 0 of that. The two begin far apart, so that one that is taken for the other shows.
  private var wallOrigin: UnixTime
  /// The clock on the wall.
  package var wallTime: UnixTime { wallOrigin + now }
  /// How often the clock on the wall was set.
  package private(set) var settings = 0
  /// How far local time is ahead of UTC, by seconds since 1970.
  package var utcOffset: (Int) -> Int = { _ in 0 }
  /// The user's folders, by the names of their variables, such as `XDG_STATE_HOME`.
  package var folders: [String: String] = [:]
  package var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  package var disk = Disk()

  private final class Slot { var system: VirtualSystem? }
  private static let slot = PerThread { Slot() }

  /// - Parameter wallTime: The clock on the wall at the start.
  package init(wallTime: UnixTime = UnixTime(seconds: 1_790_000_000)) { wallOrigin = wallTime }

  /// The calling thread's.
  package static var current: VirtualSystem? { slot.value.system }

  /// Runs something that sees this in place of the system.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let slot = Self.slot.value
    let former = slot.system
    slot.system = self
    defer { slot.system = former }
    return try body()
  }

  /// Sets the clock on the wall.
  package func setWallClock(ahead seconds: Seconds) {
    wallOrigin += seconds
    settings += 1
  }

  /// The changes that a disk makes, and the one that fails.
  package struct Disk {
    package enum Fault: Sendable {
      /// One change is half made and fails, as on a full disk.
      case full
      /// One is half made and none is after it: the program was killed.
      case death
    }

    enum Outcome { case made, half, none }

    package private(set) var isDead = false
    /// Whether all changes are made.
    package var isWell: Bool { !isDead && fault == nil }
    private var fault: (kind: Fault, after: Int)?

    package init() {}

    /// Makes a change fail, after a number of others.
    package mutating func fail(_ kind: Fault, after count: Int) { fault = (kind, count) }

    mutating func change() -> Outcome {
      if isDead { return .none }
      guard let (kind, count) = fault else { return .made }
      if count > 0 {
        fault = (kind, count - 1)
        return .made
      }
      (fault, isDead) = (nil, kind == .death)
      return .half
    }
  }
}

/// Random numbers of the system.
package struct SystemRandom: RandomNumberGenerator {
  package init() {}

  package mutating func next() -> UInt64 {
    guard let system = VirtualSystem.current else { return UInt64.random(in: .min ... .max) }
    return system.random.next()
  }
}

/// Changes of the disk. Each returns false after an error, with `errno` set.
enum DiskChange {
  /// Renames a file (`rename(2)`).
  static func rename(_ old: String, to new: String) -> Bool {
    guard outcome == .made else { return false }
    return Glibc.rename(old, new) == 0
  }

  /// Removes a file (`unlink(2)`).
  @discardableResult
  static func unlink(_ path: String) -> Bool {
    guard outcome == .made else { return false }
    return Glibc.unlink(path) == 0
  }

  /// Returns as many of the bytes as get to the disk.
  static func part(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    switch outcome {
    case .made: bytes
    case .half: UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
    case .none: UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }

  private static var outcome: VirtualSystem.Disk.Outcome {
    guard let system = VirtualSystem.current else { return .made }
    let outcome = system.disk.change()
    if outcome != .made { errno = ENOSPC }
    return outcome
  }
}
