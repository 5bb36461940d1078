internal import Base
internal import Glibc
internal import Inspector
internal import Terminal

/// The running inspector: connects the terminal, the windows and the configuration.
final class InspectorSession: LoopSource {
  private var inspector: Inspector
  private let terminal: TerminalScreen
  private var links: [InspectorLink]
  /// The window to inspect; nil for all.
  private let name: String?
  private var change: ConfigurationChange?
  /// A plan to write, once these windows have reported their current values.
  private var planning: (window: String, path: String?, awaited: Set<String>)?
  private var isStale = true
  private var nextSearch = 0.0
  private let end: () -> Void

  /// The interval of searching for new windows, in seconds.
  private static let searchPace = 2.0

  init(_ terminal: TerminalScreen, name: String?, windows: [String], onEnd end: @escaping () -> Void) {
    (self.terminal, self.name, self.end) = (terminal, name, end)
    inspector = Inspector(CellText(measuring: terminal.cells))
    links = windows.map { InspectorLink(to: $0) }
    resize()
  }

  func resize() {
    terminal.resize()
    let size = terminal.size
    inspector.resize(rows: size.rows, columns: size.columns)
    isStale = true
  }

  // MARK: - In the loop

  func appendDescriptors(to descriptors: inout [pollfd]) {
    descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
    for link in links { if let descriptor = link.descriptor { descriptors.append(descriptor) } }
  }

  var deadline: Double {
    if isStale { return 0 }
    return links.reduce(nextSearch) { min($0, $1.deadline(isShown: isShown($1))) }
  }

  func service(now: Double) -> ServiceResult {
    for key in terminal.keys() { carryOut(inspector.handle(key), now: now) }
    if terminal.isLost { end() }
    if now >= nextSearch { search(now: now) }
    for link in links {
      link.serve(now: now, isShown: isShown(link)) { news in
        carryOut(inspector.receive(news), now: now)
        isStale = true
        if case .state = news { chooseWindows() }
        continuePlanning(after: news)
      }
    }
    if isStale { terminal.show(inspector.page) }
    isStale = false
    return .idle
  }

  func close() { terminal.close() }

  private func isShown(_ link: InspectorLink) -> Bool { inspector.shownWindow == link.name }

  // MARK: - Windows

  /// Searches for new windows.
  private func search(now: Double) {
    nextSearch = now + Self.searchPace
    for name in ControlName.listed where !links.contains(where: { $0.name == name }) {
      links.append(InspectorLink(to: name))
    }
  }

  /// Shows the windows of the same program as the requested one, sorted by name.
  private func chooseWindows() {
    let process = links.first { $0.name == name }?.state?["pid"]
    let chosen = links.filter { link in
      link.name == name || link.state != nil && (name == nil || process != nil && link.state?["pid"] == process)
    }
    _ = inspector.receive(
      .windows(
        chosen.map(\.name).sorted {
          $0 == name || $1 != name && $0 < $1
        }))
    for link in chosen where inspector.isNew(link.name) && link.isThere {
      _ = inspector.receive(.link(window: link.name, .live))
      if let process = link.state?["pid"]?.number.flatMap(Int.init(exactly:)) {
        _ = inspector.receive(
          .state(window: link.name, process: process, isPaused: link.state?["paused"]?.bool ?? false))
      }
      link.look(now: monotonicNow())
    }
  }

  // MARK: - Effects

  private func carryOut(_ effects: [InspectorEffect], now: Double) {
    isStale = true
    for effect in effects {
      switch effect {
      case .change(let number, let window, let property, let value, let addsUp):
        guard let link = link(to: window), link.isThere else {
          carryOut(inspector.receive(.refused(number, reason: "\(window) is not there now")), now: now)
          continue
        }
        link.change(number, property, to: value, addsUp: addsUp, now: now)
      case .refresh(let window): link(to: window)?.look(now: now)
      case .retry: for link in links where !link.isThere { link.connect(now: now) { _ = inspector.receive($0) } }
      case .plan(let window, let path): beginPlanning(window, path, now: now)
      case .write: write()
      case .quit: end()
      }
    }
  }

  private func link(to name: String) -> InspectorLink? { links.first { $0.name == name } }

  // MARK: - The configuration

  /// The connected windows of a program.
  private func siblings(of window: String) -> [InspectorLink] {
    let process = link(to: window)?.state?["pid"]
    return links.filter { $0.isThere && $0.state?["pid"] == process }
  }

  /// Requests the current settings of the windows, since hidden ones are not refreshed.
  private func beginPlanning(_ window: String, _ path: String?, now: Double) {
    let links = siblings(of: window)
    planning = (window, path, Set(links.map(\.name)))
    for link in links { link.look(now: now) }
  }

  private func continuePlanning(after news: InspectorNews) {
    guard var now = planning else { return }
    switch news {
    case .properties(let name, _), .link(let name, .silent), .link(let name, .ended): now.awaited.remove(name)
    default: return
    }
    planning = now.awaited.isEmpty ? nil : now
    if now.awaited.isEmpty { plan(now.window, now.path) }
  }

  /// Makes a plan to write, and shows it.
  private func plan(_ window: String, _ path: String?) {
    let state = link(to: window)?.state
    let origin = state?["origin"]
    do throws(Failure) {
      let change: ConfigurationChange
      if let file = origin?["configuration"]?.string {
        // Writes all windows of the program together.
        let shown = siblings(of: window).compactMap { link in
          (link.state?["origin"]?["window"]?.number).flatMap(Int.init(exactly:)).map {
            (index: $0, properties: inspector.properties(ofWindow: link.name))
          }
        }
        change = try ConfigurationChange(to: file, showing: shown)
      } else if let path {
        change = try ConfigurationChange(
          new: UserPaths.absolute(path), origin: origin, showing: inspector.properties(ofWindow: window))
      } else {
        let usual = UserPaths.configuration
        let isFree = !AtomicFile.exists(usual)
        return inspector.askPath(
          isFree ? usual : "\(AtomicFile.directory(of: usual))/\(window).toml", for: window)
      }
      if change.plan.lines.isEmpty {
        _ = inspector.receive(.said("\(change.plan.path) says all that is set already"))
        return
      }
      self.change = change
      _ = inspector.receive(.planned(change.plan))
    } catch {
      _ = inspector.receive(.notWritten(error.description))
    }
  }

  private func write() {
    guard let change else { return }
    self.change = nil
    do throws(Failure) {
      try change.write()
      let isUsual = change.plan.path == UserPaths.configuration || change.plan.kind == .edit
      _ = inspector.receive(.written(change.plan.path + (isUsual ? "" : "; newsreel --config shows it")))
    } catch {
      _ = inspector.receive(.notWritten(error.description))
    }
  }
}
