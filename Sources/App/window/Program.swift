internal import Base
internal import Newswire
internal import Scene
internal import ScrollCore
internal import Windows

/// The windows of a program, in one loop: that of a command, or those of a configuration, which follow their file.
final class Program {
  private let loop = RunLoop()
  private let plan: ProgramPlan
  private var shown: [Shown] = []
  /// Whether the windows are those of a configuration.
  private var isConfigured: Bool
  private let runner = HookRunner()

  /// The sockets by name, and the names used by windows of the current configuration.
  private var servers: [String: ControlServer] = [:]
  private var used: Set<String> = []

  private struct Shown {
    var plan: WindowPlan
    let session: Session
  }

  /// The window that ended the program.
  private var ended: Session? { shown.lazy.map(\.session).first { $0.ending != nil } }

  /// Opens all windows.
  init(_ plan: ProgramPlan) throws(Failure) {
    (self.plan, isConfigured) = (plan, plan.isConfigured)
    // Before anything is saved: a limit for files is a signal, too.
    Signals.install()
    loop.add(runner)
    for (index, window) in plan.windows.enumerated() { shown.append(try open(window, index: index)) }
    tell(plan.problems)
    // Where even its folder is missing, changes all around would wake the program up.
    guard let file = plan.file else { return }
    guard plan.bytes != nil || AtomicFile.exists(AtomicFile.directory(of: file.path)) else { return }
    do throws(Failure) {
      loop.add(try WatchedFile(path: file.path, known: plan.bytes) { [unowned self] in reload($0) })
    } catch {
      reportError("\(error.description); it is not followed")
    }
  }

  private func open(_ plan: WindowPlan, index: Int) throws(Failure) -> Shown {
    let views = try usage { () throws(ValueError) in try WindowViews(plan, words: .user) }
    // At the start nothing stands in place of a window whose file is missing.
    let session = try Session(
      views, plan.settings, name: plan.kind, in: RunLoop(within: loop), isForgiving: isConfigured && shown.isEmpty)
    session.open(
      server(named: plan.name), printing: plan.printedEvents, hooks: (plan.allHooks, runner),
      from: origin(ofWindow: index))
    return Shown(plan: plan, session: session)
  }

  private func origin(ofWindow index: Int) -> WindowOrigin {
    isConfigured ? .configuration(path: plan.file?.path ?? "", index: index) : plan.origin
  }

  /// The socket with this name: the replaced window's, or a new one.
  private func server(named name: String) -> ControlServer? {
    if let server = servers[name], !used.contains(name) {
      used.insert(name)
      return server
    }
    let server = ControlServer.reachable(by: name)
    if let server {
      loop.add(server)
      servers[server.name] = server
      used.insert(server.name)
    }
    return server
  }

  /// Runs until a window ends. Returns the exit status.
  func run() throws(Failure) -> Int32 {
    loop.watch(Signals.fileDescriptor) { [unowned self] in
      guard let signal = Signals.next() else { return }
      switch signal {
      case Signals.reload where isConfigured: reload()
      case Signals.pause, Signals.reload: for one in shown { one.session.handle(signal: signal) }
      default: shown.first?.session.window.end(.signal(signal))
      }
    }
    defer {
      for one in shown { one.session.close() }
      loop.removeAll()
    }
    loop.ownsProcess = true
    loop.run()
    return try ended?.status ?? ExitStatus.success
  }

  // MARK: - The file

  private func reload() {
    guard let path = plan.file?.path else { return }
    do throws(Failure) { reload(.success(try WatchedFile.read(path))) } catch { reload(.failure(error)) }
  }

  /// Applies the file's new content, or refuses it as a whole.
  private func reload(_ result: Result<[UInt8], Failure>) {
    guard let file = plan.file else { return }
    do throws(Failure) {
      guard case .success(let bytes) = result else {
        if case .failure(let error) = result { throw Failure.usage(error.description) }
        return
      }
      // An editor may leave an empty file for a moment.
      guard bytes.contains(where: { $0 > 0x20 }) else {
        throw Failure.usage("\(file.path): it is empty")
      }
      guard let new = try file.read(bytes) else {
        // At the start such a file is ignored, too.
        guard isConfigured else { return }
        throw .usage(
          "\(file.path): it has several views now, which do not fit the command line")
      }
      guard new.problems.isEmpty else { return tell(new.problems, staysBefore: true) }
      let wasConfigured = isConfigured
      isConfigured = true
      do throws(Failure) { try show(new.windows) } catch {
        isConfigured = wasConfigured
        throw Failure.usage("\(file.path): \(error.description)")
      }
      for one in shown { one.session.show(problem: nil, of: nil) }
    } catch {
      tell([error], staysBefore: true)
    }
  }

  /// Reports what is wrong in the file, also in the first window, where it stays until somebody has seen or mended it.
  private func tell(_ problems: [Failure], staysBefore: Bool = false) {
    guard let first = problems.first else { return }
    for problem in problems { reportError(problem.description + (staysBefore ? "; the previous one stays" : "")) }
    let notice = ConfigurationNotice.text(of: first, others: problems.count - 1, Words.user)
    shown.first?.session.show(problem: notice, of: nil)
  }

  /// The window that stays for each plan, by its index: one with the same views, else with one of them, preferably of the
  /// same name and place in the file.
  private func staying(for new: [WindowPlan]) -> [Int?] {
    typealias Plan = (offset: Int, element: WindowPlan)
    let preferences: [(Plan, Plan) -> Bool] = [
      { $0.element.name == $1.element.name && $0.offset == $1.offset }, { $0.element.name == $1.element.name },
      { $0.offset == $1.offset }, { _, _ in true },
    ]
    let rules = [WindowPlan.isAlike, WindowPlan.hasCommonView].flatMap { suits in
      preferences.map { isPreferred in
        { (new: Plan, old: Plan) in isPreferred(new, old) && suits(new.element)(old.element) }
      }
    }
    return matches(of: Array(new.enumerated()), among: Array(shown.map(\.plan).enumerated()), by: rules)
  }

  private func show(_ new: [WindowPlan]) throws(Failure) {
    let usedBefore = used
    let stays = staying(for: new)
    // Checks all windows before it changes any.
    var changes: [WindowChange?] = []
    for (plan, former) in zip(new, stays) {
      changes.append(
        try former.map { (former) throws(Failure) in
          try usage { () throws(ValueError) in try shown[former].session.check(plan) }
        })
    }
    // Windows that stay keep their sockets.
    used = Set(stays.compactMap { $0.flatMap { shown[$0].session.events.server?.name } })
    var next: [Shown] = []
    var opened: [Session] = []
    do throws(Failure) {
      for (index, plan) in new.enumerated() {
        if let former = stays[index] {
          next.append(shown[former])
          try usage { () throws(ValueError) in try changes[index]?() }
          next[index].plan = plan
        } else {
          next.append(try open(plan, index: index))
          opened.append(next[index].session)
        }
      }
    } catch {
      for session in opened { session.close() }
      used = usedBefore
      for one in shown { one.session.reconnect() }
      // Reverts the windows that have already changed.
      for (former, _) in zip(stays, next) { if let former { try? shown[former].session.check(shown[former].plan)() } }
      throw error
    }
    for (index, one) in next.enumerated() { one.session.events.origin = origin(ofWindow: index) }
    for one in shown where !next.contains(where: { $0.session === one.session }) { one.session.close() }
    shown = next
    for (name, server) in servers where !used.contains(name) {
      loop.remove(server)
      servers[name] = nil
    }
  }
}
