internal import Base
internal import Newswire
internal import ScrollCore

/// The windows of a configuration, in one loop, kept as the file has them.
final class ConfiguredProgram {
  private let loop = RunLoop()
  private let file: ConfigurationFile
  private var shown: [Shown] = []
  private let runner = HookRunner()

  /// The sockets by their names, and those that windows of the present configuration have.
  private var servers: [String: ControlServer] = [:]
  private var used: Set<String> = []

  private struct Shown {
    var plan: WindowPlan
    let window: WindowController
    let controller: PlannedController

    /// Checks what the same views are to be. What is returned takes it over; it fails where the window system does.
    func change(to plan: WindowPlan) throws(ValueError) -> Change {
      try window.check(plan.settings)
      let views = try controller.change(to: plan.layout, window: plan.settings)
      return { () throws(ValueError) in
        var hasOtherSizes = false
        try window.take(plan.settings) { hasOtherSizes = views($0) }
        // A window that nobody has given a size has that of its views.
        if hasOtherSizes { try window.keeper.apply(window.options) }
        window.tell(printing: plan.printedEvents, hooks: plan.allHooks)
      }
    }
  }

  private typealias Change = () throws(ValueError) -> Void

  /// The window by which it ended.
  private var ended: WindowController? { shown.lazy.map(\.window).first { $0.ending != nil } }

  /// Opens all windows.
  init(_ file: ConfigurationFile, _ configuration: Configuration, bytes: [UInt8]) throws(Failure) {
    self.file = file
    loop.add(runner)
    for (index, plan) in configuration.windows.enumerated() { shown.append(try open(plan, index: index)) }
    do throws(Failure) {
      loop.add(try WatchedFile(path: file.path, known: bytes) { [unowned self] in take($0) })
    } catch {
      reportError("\(error.description); it is not followed")
    }
  }

  private func open(_ plan: WindowPlan, index: Int) throws(Failure) -> Shown {
    let controller = try usage { () throws(ValueError) in try PlannedController(plan.layout, window: plan.settings) }
    let window = try WindowController(
      controller, plan.settings, name: plan.kind, in: RunLoop(within: loop), exitsAtEnd: plan.layout.exitsAtEnd)
    window.open(
      server(named: plan.name), printing: plan.printedEvents, hooks: (plan.allHooks, runner),
      from: .configuration(path: file.path, index: index))
    return Shown(plan: plan, window: window, controller: controller)
  }

  /// The socket of that name: that of the window whose place a new one takes, or another one.
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

  /// Plays until a window ends. The result is an exit status.
  func run() throws(Failure) -> Int32 {
    Signals.install()
    loop.watch(Signals.fileDescriptor) { [unowned self] in
      guard let signal = Signals.take() else { return }
      switch signal {
      case Signals.pause: for one in shown { one.window.take(signal) }
      case Signals.reload: reload()
      default: shown.first?.window.end(.signal(signal))
      }
    }
    defer {
      for one in shown { one.window.close() }
      loop.removeAll()
    }
    loop.ownsProcess = true
    loop.run()
    return try ended?.status ?? ExitStatus.success
  }

  // MARK: - The file

  private func reload() {
    do throws(Failure) { take(.success(try WatchedFile.read(file.path))) } catch { take(.failure(error)) }
  }

  /// Shows what the file says now; what is wrong is refused as a whole.
  private func take(_ result: Result<[UInt8], Failure>) {
    do throws(Failure) {
      let bytes = try result.get()
      // As an editor leaves it for a moment.
      guard bytes.contains(where: { $0 > 0x20 }) else {
        throw Failure.usage("\(file.path): it is empty")
      }
      guard let new = try file.read(bytes) else {
        throw .usage(
          "\(file.path): it has several views now, which do not go with the command line")
      }
      try show(new)
    } catch {
      reportError("\(error.description); what was there goes on")
    }
  }

  private func show(_ new: Configuration) throws(Failure) {
    let usedBefore = used
    let stays = zip(new.windows, shown).map { $0.isAlike($1.plan) }
    let changes = try changes(to: new, where: stays)
    // Windows that stay keep theirs.
    used = Set(zip(stays, shown).compactMap { $0 ? $1.window.events.server?.name : nil })
    var next: [Shown] = []
    var opened: [WindowController] = []
    var taken: [Shown] = []
    do throws(Failure) {
      for (index, plan) in new.windows.enumerated() {
        if index < stays.count, stays[index] {
          var one = shown[index]
          taken.append(one)
          try usage { () throws(ValueError) in try changes[index]?() }
          one.plan = plan
          next.append(one)
        } else {
          next.append(try open(plan, index: index))
          opened.append(next[index].window)
        }
      }
    } catch {
      for window in opened { window.close() }
      used = usedBefore
      for one in shown { one.window.reconnect() }
      // Those that had taken the new looks take the old ones back.
      for one in taken { try? one.change(to: one.plan)() }
      throw Failure.usage("\(file.path): \(error.description)")
    }
    for one in shown where !next.contains(where: { $0.window === one.window }) { one.window.close() }
    shown = next
    for (name, server) in servers where !used.contains(name) {
      loop.remove(server)
      servers[name] = nil
    }
  }

  /// What is to become of each window that stays; before any of them changes, all are checked.
  private func changes(to new: Configuration, where stays: [Bool]) throws(Failure) -> [Change?] {
    var changes: [Change?] = []
    do throws(Failure) {
      for (index, stays) in stays.enumerated() {
        changes.append(
          stays
            ? try usage { () throws(ValueError) in try shown[index].change(to: new.windows[index]) } : nil)
      }
    } catch {
      throw Failure.usage("\(file.path): \(error.description)")
    }
    return changes
  }
}

extension WindowPlan {
  /// Whether the same views are arranged in the same way.
  fileprivate func isAlike(_ other: WindowPlan) -> Bool { layout.isAlike(other.layout) }
}
