internal import Base
internal import Glibc
internal import Newswire

/// Runs hooks, of all windows of a program: so many at a time, each so often. What comes faster waits, the newest of it.
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

  /// In the order of their events.
  private var waiting: [Call] = []
  private var running: [Running] = []
  /// When each hook ran last, by its place and event.
  private var starts: [String: Double] = [:]
  private var problems = OnceReported()
  /// When programs are looked after whose ends nothing tells of.
  private var lookAgainAt = Double.infinity

  /// Programs at a time.
  static let mostRunning = 8
  /// Seconds from one start of a hook to its next one.
  static let pause = 0.1
  /// Events that wait for a hook; older ones are left out.
  static let mostWaiting = 16

  /// Has the hooks run that are for an event.
  func take(_ event: String, _ line: String, for hooks: [Hook]) {
    guard hooks.contains(where: { $0.event == event }), case .object(let members) = try? JSON(parsing: line) else {
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
      hook, "its events come faster than they can be told; the newest \(Self.mostWaiting) wait, others are left out")
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
      report(waiting[0].hook, "it waits until one of \(Self.mostRunning) programs that hooks have started ends")
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

  /// Takes the statuses of those that have ended.
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
    lookAgainAt = running.allSatisfy(\.process.tellsItsEnd) ? .infinity : now + Self.pause
    return .idle
  }

  /// What has been started goes on by itself.
  func close() { waiting = [] }
}
