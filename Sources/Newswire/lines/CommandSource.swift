package import Base
package import Glibc
internal import ScrollCore

/// The output of a command, line by line. The command runs at an interval, or once.
///
/// There is no shell unless the arguments name one. With an interval each successful run delivers its whole output
/// after `restart`; a failing run reports an error and keeps the last good lines. Without an interval, lines are
/// delivered as they arrive, and the source ends with the command.
///
/// The command has its own process group, which is killed after its time limit, when its leader has ended, and when the
/// source is closed. Children that leave the group (`setsid`) are not tracked.
package final class CommandSource: LoopSource {
  /// How to run a command.
  package struct Settings: Sendable {
    /// Seconds between the starts of two runs; nil for a single run, streamed.
    package var interval: Double?
    /// The time limit of a run in seconds; only with an interval.
    package var timeLimit = 30.0
    /// The limit for a run's output in bytes, beyond which it fails; only with an interval.
    package var outputLimit = 1 << 20
    /// Whether to run only once, otherwise as with an interval.
    package var runsOnce = false
    /// Whether `send` can write to it.
    package var takesInput = false
    /// Whether to restart it after its end: after a second, then after twice the time, until it runs for a minute. Only
    /// without an interval.
    package var restarts = false
    /// The status with which it asks to be restarted at once, again and again once a second; nil for none.
    package var renewal: Int32?
    /// The delivery of streamed output.
    package var delivery = LineDelivery.lines

    package init(interval: Double? = nil) { self.interval = interval }
  }

  /// The program, searched in `PATH`, and its arguments.
  private let arguments: [String]
  /// Returns the lines to send at the start of each run.
  package var greeting: () -> [String] = { [] }
  /// Its name in messages.
  private let name: String
  private let settings: Settings
  private let output: LineOutput
  private var child: ChildProcess?
  private var nextRunAt = 0.0
  private var killAt = Double.infinity
  private var lastError: String?
  /// Seconds until the next restart.
  private var wait = 1.0
  private static let longestWait = 600.0
  /// Seconds until the next restart that was asked for.
  private var renewalWait = 0.1
  private static let soundLife = 60.0
  private var startedAt = 0.0
  /// With an interval: the output of the current run.
  private var collected: [UInt8] = []
  private var failure: String?

  /// - Parameter arguments: The argument vector: the program, searched in `PATH`, and its arguments; not empty.
  package init(arguments: [String], settings: Settings = Settings(), handler: @escaping SourceHandler) throws(Failure) {
    guard arguments.first?.isEmpty == false else { throw Failure(of: "command", reason: "no program is named") }
    self.arguments = arguments
    self.settings = settings
    name = arguments.joined(separator: " ")
    output = LineOutput(name: name, delivery: settings.delivery, handler: handler)
  }

  package func appendDescriptors(to descriptors: inout [pollfd]) { child?.appendDescriptors(to: &descriptors) }

  package var deadline: Double { child.map { min(killAt, $0.lookAgainAt) } ?? nextRunAt }

  package func service(now: Double) -> ServiceResult {
    if isClosed { return .finished }
    if child == nil, now >= nextRunAt { start(now: now) }
    guard let child else { return isClosed ? .finished : .idle }
    if now >= killAt {
      failure = failure ?? "took longer than \(shortest(settings.timeLimit)) s and was ended"
      child.kill()
      killAt = .infinity
    }
    let isEmptied = read(from: child)
    if isClosed { return .finished }
    child.flushInput()
    guard isEmptied else { return .more }
    if let status = child.poll(now: now) { finish(status) }
    return isClosed ? .finished : .idle
  }

  package func close() {
    output.isClosed = true
    child?.kill()
    child = nil
  }

  private var isClosed: Bool { output.isClosed }

  /// Writes a line to the command's standard input, while it runs and if it takes input.
  package func send(_ line: String) { child?.send(line) }

  private func start(now: Double) {
    nextRunAt = settings.interval.map { now + max($0, 0.1) } ?? .infinity
    killAt = settings.interval == nil ? .infinity : now + settings.timeLimit
    collected.removeAll(keepingCapacity: true)
    failure = nil
    startedAt = now
    do {
      child = try ChildProcess(arguments: arguments, takesInput: settings.takesInput)
      for line in greeting() { send(line) }
    } catch {
      report(error.reason)
      if settings.interval == nil || settings.runsOnce { end() }
    }
  }

  /// Reads the command's output. Returns false if more is waiting.
  private func read(from child: ChildProcess) -> Bool {
    let budget = Budget()
    var remaining = Budget.bytes
    if settings.interval == nil, !output.deliver(within: budget) { return false }  // The rest of the last round.
    while remaining > 0, !budget.isSpent, !isClosed {
      guard case .bytes(let count) = output.buffer.fill({ child.readOutput(into: $0) }) else { return true }
      remaining -= count
      if settings.restarts { lastError = nil }
      if settings.interval != nil { collect() } else if !output.deliver(within: budget) { return false }
    }
    return false
  }

  private func collect() {
    while let line = output.buffer.next() {
      if collected.count + line.count >= settings.outputLimit {
        failure = failure ?? "wrote more than \(settings.outputLimit) bytes and was ended"
        child?.kill()
        return
      }
      collected.append(contentsOf: line)
      collected.append(0x0A)
    }
  }

  private func finish(_ status: ChildProcess.Ending) {
    let messages = child?.errorOutput ?? ""
    child = nil
    let reason = failure ?? status.reason.map { messages.isEmpty ? $0 : "\($0): \(messages)" }
    if settings.interval == nil {
      output.deliverRest()
      let isRenewed = settings.renewal.map { status == .status($0) } ?? false
      if let reason, !isRenewed { report(reason) }
      return end(isRenewed: isRenewed)
    }
    if let line = output.buffer.rest() { collected.append(contentsOf: line + [0x0A]) }
    if let reason {
      report(reason)
    } else {
      if !messages.isEmpty { report(messages) } else { lastError = nil }
      deliverCollected()
    }
    if settings.runsOnce { end() }
  }

  private func deliverCollected() {
    output.send(.restart)
    for line in collected.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() where !isClosed {
      line.withUnsafeBytes { output.send(.line($0)) }
    }
    output.send(.pause)
  }

  /// Reports a problem, once until it changes.
  private func report(_ reason: String) {
    guard reason != lastError, !isClosed else { return }
    lastError = reason
    output.send(.error(Failure(of: name, reason: reason)))
  }

  private func end(isRenewed: Bool = false) {
    if settings.restarts {
      let now = monotonicNow()
      if now - startedAt >= Self.soundLife { wait = 1 }
      if isRenewed {
        renewalWait = now - startedAt >= 1 ? 0.1 : min(renewalWait * 2, 1)
        nextRunAt = now + renewalWait
        return
      }
      nextRunAt = now + wait
      wait = min(wait * 2, Self.longestWait)
      return
    }
    output.send(.end)
    output.isClosed = true
  }
}
