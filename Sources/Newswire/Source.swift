public import Glibc

/// Something that the application's one `poll` loop drives: it says what it waits for, and does a
/// bounded piece of its work when that has come.
///
/// The loop, once round: `appendDescriptors` and `deadline` of every source → `poll` → `service` of those
/// that have something to do. `SourceSet` does the book-keeping. Sources deliver from within `service`, by
/// the handler they were given.
public protocol Source: AnyObject {
  /// Appends what `poll` shall watch; nothing while the source waits for nothing but its deadline.
  func appendDescriptors(to descriptors: inout [pollfd])

  /// When `service` wants to be called even if no descriptor is ready, in seconds of the monotonic clock
  /// (`monotonicNow`); `.infinity` for never. A deadline in the past means "at once".
  var deadline: Double { get }

  /// Does at most about 2 ms or 256 KB of work, without ever waiting. Spurious calls are harmless.
  func service(now: Double) -> ServiceResult

  /// Ends the source and gives back all that it holds. It delivers nothing afterwards.
  func close()
}

/// What a source says after a piece of work.
public enum ServiceResult: Sendable, Equatable {
  /// Nothing more until a descriptor is ready or the deadline has come.
  case idle
  /// More is waiting already: call again, after the next frame.
  case more
  /// It has ended and may be dropped.
  case finished
}

/// What a source of lines delivers.
public enum SourceEvent {
  /// One line without its end. The bytes are the sender's: valid during the call, not necessarily UTF-8.
  case line(UnsafeRawBufferPointer)
  /// The next bytes as they came, line ends and all, where `LineDelivery.parts` was asked for. Valid during the call.
  case part(UnsafeRawBufferPointer)
  /// What was delivered so far is superseded (the file was replaced or truncated, the command ran again):
  /// the lines that follow, up to the next `pause`, are the new whole.
  case restart
  /// A whole has been delivered for now (end of a watched file, of one run of a command).
  case pause
  /// Something went wrong; each is said once. The source goes on unless `end` follows.
  case error(SourceError)
  /// Nothing more will come.
  case end
}

/// How a source of lines hands over what it has read.
public enum LineDelivery: Sendable {
  case lines
  /// For a consumer that finds the lines itself, and takes them at any length and rate.
  case parts
}

public typealias SourceHandler = (SourceEvent) -> Void

/// What went wrong with a source: which one, and why, fit for the user's eyes.
public struct SourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// "standard input", a path, a command or a URL.
  public let source: String
  public let reason: String

  public init(source: String, reason: String) {
    self.source = source
    self.reason = reason
  }

  public var description: String { "\(source): \(reason)" }

  /// `errno` in words.
  init(source: String, doing: String, errno code: Int32 = errno) {
    self.init(source: source, reason: "\(doing): \(errorText(code))")
  }
}

/// The text of an `errno` value (`strerror_r(3)`).
func errorText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let base = buffer.baseAddress else { return "error \(code)" }
    base[0] = 0
    let result = strerror_r(code, base, buffer.count)
    return result == 0 ? String(cString: base) : "error \(code)"
  }
}

/// Seconds of the monotonic clock (`clock_gettime(2)`), the clock of every deadline here.
public func monotonicNow() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Seconds since 1970 (`clock_gettime(2)`), for dates of items and nothing else.
public func wallClockNow() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// What one `service` may spend.
struct Budget {
  static let seconds = 0.002
  static let bytes = 256 << 10
  private let end = monotonicNow() + Budget.seconds

  var isSpent: Bool { monotonicNow() >= end }
}
