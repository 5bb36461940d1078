internal import Base
internal import Formats
internal import Glibc
internal import Newswire

/// Runs the hooks of all windows. Limits the programs at a time and the rate of each hook; the newest events wait.
final class HookRunner: LoopSource {
  private struct Call {
    let hook: Hook
    let fields: Hook.Fields
    let line: String
  }

  private struct Running {
    let hook: Hook
    let process: HookProcess
  }

  /// Calls that wait, in order of their events.
  private var waiting: [Call] = []
  private var running: [Running] = []
  /// The start time of each hook's last run, by place and event.
  private var starts: [String: Double] = [:]
  private var problems = OnceReported()
  /// When to check the programs that do not signal their end.
  private var lookAgainAt = Double.infinity

  /// The limit for running programs.
  static let mostRunning = 8
  /// The minimum time between two starts of a hook, in seconds.
  static let pause = 0.1
  /// The limit for waiting events of a hook; older ones are dropped.
  static let mostWaiting = 16

  /// Queues the hooks for an event.
  func enqueue(_ event: String, _ line: String, for hooks: [Hook]) {
    guard hooks.contains(where: { $0.event == event }), case .object(let members) = JSON(ifValid: line) else {
      return
    }
    let fields = members.map { (name: $0.0, value: $0.1) }
    let view = fields.first { $0.name == "view" }?.value.string
    for hook in hooks where hook.event == event && (hook.view == nil || view == nil || hook.view == view) {
      makeRoom(for: hook)
      waiting.append(Call(hook: hook, fields: fields, line: line + "\n"))
    }
    startNext(now: monotonicNow())
  }

  private func makeRoom(for hook: Hook) {
    let own = waiting.indices.filter { waiting[$0].hook == hook }
    guard own.count >= Self.mostWaiting else { return }
    waiting.remove(at: own[0])
    report(
      hook, "its events come too fast; the newest \(Self.mostWaiting) wait, others are dropped")
  }

  private func startNext(now: Double) {
    var index = 0
    while index < waiting.count, running.count < Self.mostRunning {
      guard now >= due(waiting[index].hook) else {
        index += 1
        continue
      }
      start(waiting.remove(at: index), now: now)
    }
    if running.count >= Self.mostRunning, !waiting.isEmpty {
      report(waiting[0].hook, "it waits, as \(Self.mostRunning) programs of hooks are running")
    }
  }

  private func key(_ hook: Hook) -> String { "\(hook.place) \(hook.event) \(hook.words)" }
  private func due(_ hook: Hook) -> Double { starts[key(hook)].map { $0 + Self.pause } ?? 0 }

  private func start(_ call: Call, now: Double) {
    starts[key(call.hook)] = now
    do throws(Failure) {
      let process = try HookProcess(
        arguments: call.hook.arguments(call.fields), input: call.line, environment: Hook.environment(call.fields))
      running.append(Running(hook: call.hook, process: process))
    } catch {
      report(call.hook, error.description)
    }
  }

  private func report(_ hook: Hook, _ problem: String) {
    problems.report("\(hook.place): the hook of \(hook.event): \(problem)")
  }

  /// Collects the exit status of ended programs.
  private func reap() {
    for one in running where one.process.hasEnded() {
      if let problem = one.process.problem { report(one.hook, "\(one.hook.words[0]) \(problem)") }
    }
    running.removeAll { $0.process.hasEnded() }
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    for one in running { one.process.appendDescriptors(to: &descriptors) }
  }

  var deadline: Double {
    let next = running.count < Self.mostRunning ? waiting.map { due($0.hook) }.min() ?? .infinity : .infinity
    return min(next, lookAgainAt)
  }

  func service(now: Double) -> ServiceResult {
    reap()
    startNext(now: now)
    lookAgainAt = running.allSatisfy(\.process.signalsItsEnd) ? .infinity : now + Self.pause
    return .idle
  }

  /// Drops the waiting calls. Running programs continue.
  func close() { waiting = [] }
}
