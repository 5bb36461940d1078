import Dispatch
import Glibc
import NewsreelDispatch
import TestKit
import TestTags
import Testing

/// A property that is set from anywhere shows with the next frame, in each loop; and timers.
@Suite("Loops of the library", .serialized, .tags(.x11)) @MainActor struct LibraryLoopTests {
  private let counter = CounterView()

  private func onServer(_ body: @MainActor (XServer, Window) async throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    counter.number = 1
    let window = try Window(counter, width: 200, height: 60, at: .inTopLeft)
    try await body(server, window)
  }

  @Test("A timer changes a number while the window runs, and others go on by themselves") func timer() async throws {
    try await onServer { server, window in
      try window.rest(on: server)
      let before = try server.screenshot()
      var (calls, late) = (0, 0)
      let timer = Timer.every(0.01) {
        calls += 1
        counter.setNumber(calls % 9 + 2, animated: false)
      }
      Timer.after(0.02) { late += 1 }
      try window.run("three calls") { calls >= 3 && late == 1 }
      #expect(try server.screenshot() != before)
      timer.cancel()
      let last = calls
      _ = window.run(for: 0.05)
      #expect(calls == last && late == 1)
      try window.rest(on: server)
      #expect(window.nextDeadline == .infinity)
    }
  }

  @Test("A timer wakes a loop of the program's, and a second window serves it, too") func wakes() async throws {
    try await onServer { server, window in
      try window.rest(on: server)
      var (wakes, calls) = (0, 0)
      window.onDeadlineChange = { wakes += 1 }
      let timer = Timer.every(.nan) {}
      #expect(wakes == 1)
      timer.cancel()
      let other = try Window(View(), width: 30, height: 30, at: .inTopRight)
      Timer.after(-1) { calls += 1 }
      try other.run("the call") { calls == 1 }
      window.close()
      Timer.after(0) { calls += 1 }
      try other.run("another call") { calls == 2 }
    }
  }

  @Test("A timer that is made while no window is open is called in the next one") func noWindow() async throws {
    try await onServer { server, window in
      window.close()
      for _ in 0..<2 {
        var (calls, late) = (0, 0)
        let timer = Timer.every(0.01) { calls += 1 }
        Timer.after(0.02) { late += 1 }
        let next = try Window(View(), width: 30, height: 30, at: .inTopRight)
        try next.run("the calls") { calls >= 2 && late == 1 }
        timer.cancel()
        next.close()
      }
    }
  }

  @Test("In an asynchronous loop other tasks run, and what they set is shown") func asynchronous() async throws {
    try await onServer { server, window in
      let task = Task { @MainActor in
        try await waitUntil("a first picture") { try Set(server.screenshot().pixels).count > 5 }
        let before = try server.screenshot()
        counter.setNumber(7, animated: false)
        try await waitUntil("the number") { try server.screenshot() != before }
        window.close()
      }
      await window.run()
      try await task.value
      #expect(!window.isOpen)
      // It has gone: there is nothing to wait for.
      await window.run()
    }
  }

  @Test("In Dispatch's main queue what another block sets is shown") func dispatch() async throws {
    try await onServer { server, window in
      var ends = 0
      window.onClose = { _ in ends += 1 }
      window.serveOnMainQueue()
      try await waitUntil("a first picture") { try Set(server.screenshot().pixels).count > 5 }
      let before = try server.screenshot()
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { counter.setNumber(7, animated: false) }
          done.resume()
        }
      }
      try await waitUntil("the number") { try server.screenshot() != before }
      window.close()
      #expect(ends == 1)
    }
  }
}
