import Glibc
import TestKit
import TestTags
import Testing

@testable import Base
@testable import Newsreel
@testable import Scene
@testable import Windows
@testable import X11

/// A window that goes and comes by itself, with the deadlines of its loop as the only clock.
@Suite("A window that is away for a while", .serialized, .tags(.x11)) struct WindowPresenceTests {
  /// A window in virtual time.
  private final class Bench {
    private let system = VirtualSystem()
    private let host: Window
    let window: ViewWindow

    init(on server: XServer, _ change: (inout WindowOptions) -> Void = { _ in }) throws {
      setenv("DISPLAY", server.display, 1)
      let host = try system.run { try Window(BadgeView("text"), width: 200, height: 40, at: .inTop) }
      self.host = host
      window = try #require(host.window)
      var options = window.currentOptions
      // The server's refreshes are in real time.
      options.clock = .timer
      change(&options)
      try system.run { try window.set(options) }
      try wait("its first frame") { window.hasAppeared && window.shownTime != nil }
    }

    var now: Seconds { system.now }
    var presence: WindowPresence { window.presence }

    /// Does something, and what the loop has to do then.
    func perform(_ body: () throws -> Void) rethrows {
      try system.run {
        try body()
        window.window.display.sync()
        host.serve()
      }
    }

    private func serve() { perform {} }

    /// Serves what the server sends, while no time but that of frames passes.
    func wait(_ what: String, until condition: () -> Bool) throws {
      let limit = ContinuousClock.now + patience
      while !condition() {
        guard ContinuousClock.now < limit else { throw HarnessError("waited in vain for \(what)") }
        system.now += 0.001
        serve()
      }
    }

    /// Sleeps from deadline to deadline, at most until that time or a condition.
    func sleep(until end: Seconds, or condition: () -> Bool = { false }) {
      for _ in 0..<10_000 {
        serve()
        if condition() { return }
        let next = system.run { host.nextDeadline }
        guard next <= end else {
          system.now = end
          return serve()
        }
        // Some time passes in any case, as while it glides.
        system.now = max(system.now + 0.001, next)
      }
    }
  }

  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    try await server.move(toX: 200, y: 150)
    try body(server)
  }

  @Test("Put away by hand, it is back after ten minutes without news") func putAway() async throws {
    try await onServer { server in
      let bench = try Bench(on: server)
      for _ in 0..<2 {
        let start = bench.now
        bench.perform { bench.presence.hideUntilNews() }
        #expect(bench.presence.isAway)
        bench.sleep(until: start + 599)
        #expect(bench.presence.isAway)
        bench.sleep(until: start + 700) { !bench.presence.isAway }
        #expect(!bench.presence.isAway && bench.now - start < 600.1)
        bench.sleep(until: bench.now + 5)
      }
    }
  }

  @Test("One that hides itself goes by itself after its time, also after it was called back") func hiding() async throws
  {
    try await onServer { server in
      let bench = try Bench(on: server) { ($0.when.autoHide, $0.when.autoHideTime) = (true, 3) }
      let display = bench.window.window.display
      let count = display.topWindows.count
      for _ in 0..<2 {
        let start = bench.now
        bench.sleep(until: start + 2.5)
        #expect(!bench.presence.isAway)
        bench.sleep(until: start + 100) { bench.presence.isAway }
        #expect(bench.presence.isAway && bench.now - start < 4)
        bench.sleep(until: bench.now + 1000)
        #expect(bench.presence.isAway)
        try bench.wait("what waits for the pointer at its edge") { display.topWindows.count == count + 1 }
        bench.perform { bench.presence.comeBack() }
        #expect(!bench.presence.isAway)
        // Else a click on its edge would not be its own.
        try bench.wait("the end of that") { display.topWindows.count == count }
      }
    }
  }

  @Test("One that hides itself stays while its menu is open, without pointer and keyboard") func openMenu() async throws
  {
    try await onServer { server in
      let bench = try Bench(on: server) { ($0.when.autoHide, $0.when.autoHideTime) = (true, 3) }
      var outcomes: [MenuView.Outcome] = []
      let entries = [MenuEntry("Pause", .command(.pause)), MenuEntry("Quit", .command(.quit))]
      try bench.perform {
        try bench.window.popups.openMenu(
          entries, at: Rect(x: 200, y: 150, width: 0, height: 0), list: nil, isForKeys: false, onChoice: { _ in },
          onEnd: { outcomes.append($0) })
      }
      bench.sleep(until: bench.now + 1000)
      #expect(bench.window.popups.isMenuOpen && outcomes.isEmpty && !bench.presence.isAway)
      let start = bench.now
      bench.perform {
        guard let menu = bench.window.popups.menu else { return }
        let entry = menu.accessibleNode(at: start).children.first?.children.first
        #expect(menu.perform(.press, on: [0, entry?.key ?? -1]))
      }
      try bench.wait("the menu's end") { !outcomes.isEmpty }
      bench.sleep(until: start + 100) { bench.presence.isAway }
      #expect(bench.presence.isAway && bench.now - start < 2)
    }
  }
}
