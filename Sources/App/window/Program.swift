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

  /// The sockets by name.
  private var servers: [String: ControlServer] = [:]

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
    for (index, window) in plan.windows.enumerated() {
      // At the start, a window whose file is missing has no substitute.
      let session = try session(for: window, isForgiving: isConfigured)
      show(session, window, index: index, besides: shown.map(\.session))
      shown.append(Shown(plan: window, session: session))
    }
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

  /// Prepares a window for a plan.
  private func session(for plan: WindowPlan, isForgiving: Bool) throws(Failure) -> Session {
    let views = try usage { () throws(ValueError) in try WindowViews(plan, words: .user) }
    return try Session(views, plan.settings, name: plan.kind, in: RunLoop(within: loop), isForgiving: isForgiving)
  }

  /// - Parameter others: The windows that keep their sockets.
  private func show(_ session: Session, _ plan: WindowPlan, index: Int, besides others: [Session]) {
    session.show(
      answering: server(named: plan.name, besides: others), printing: plan.printedEvents,
      hooks: (plan.allHooks, runner), from: origin(ofWindow: index))
  }

  private func origin(ofWindow index: Int) -> WindowOrigin {
    isConfigured ? .configuration(path: plan.file?.path ?? "", index: index) : plan.origin
  }

  /// The socket with this name, also that of a window that goes, or a new one.
  private func server(named name: String, besides others: [Session]) -> ControlServer? {
    if let server = servers[name], !others.contains(where: { $0.events.server === server }) { return server }
    let server = ControlServer.reachable(by: name)
    if let server {
      loop.add(server)
      servers[server.name] = server
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
      do throws(Failure) { try show(new.windows) } catch { throw Failure.usage("\(file.path): \(error.description)") }
      for one in shown { one.session.show(problem: nil, of: nil) }
    } catch {
      tell([error], staysBefore: true)
    }
  }

  /// Reports what is wrong in the file, also in the first window, where it stays until somebody has seen or corrected it.
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

  /// A window that is prepared: another one, or one that stays, with its change.
  private struct Prepared {
    let plan: WindowPlan
    let session: Session
    var change: PreparedChange?

    func discard() { if let change { change.discard() } else { session.discard() } }
  }

  /// Shows these windows, or leaves all as it is.
  private func show(_ new: [WindowPlan]) throws(Failure) {
    var prepared: [Prepared] = []
    do throws(Failure) {
      for (plan, former) in zip(new, staying(for: new)) {
        if let session = former.map({ shown[$0].session }) {
          prepared.append(Prepared(plan: plan, session: session, change: try session.prepare(plan)))
        } else {
          prepared.append(Prepared(plan: plan, session: try session(for: plan, isForgiving: false)))
        }
      }
    } catch {
      for one in prepared { one.discard() }
      throw error
    }
    isConfigured = true
    var present = prepared.filter { $0.change != nil }.map(\.session)
    for (index, one) in prepared.enumerated() {
      if let change = one.change {
        change.commit()
        one.session.events.origin = origin(ofWindow: index)
      } else {
        show(one.session, one.plan, index: index, besides: present)
        present.append(one.session)
      }
    }
    for one in shown where !present.contains(where: { $0 === one.session }) { one.session.close() }
    shown = prepared.map { Shown(plan: $0.plan, session: $0.session) }
    for (name, server) in servers where !present.contains(where: { $0.events.server === server }) {
      loop.remove(server)
      servers[name] = nil
    }
  }
}
