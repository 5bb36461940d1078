import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// Nothing that a program calls ends it: whatever the values, whatever the order, from callbacks too.
@Suite("Random calls", .serialized, .tags(.x11, .slow)) struct RandomCallTests {
  /// NEWSREEL_SWEEP=full tries a quarter of a million calls.
  private static let seeds = (1...(Program.isSweepFull ? 100 : 4)).map { UInt64($0) }

  @Test("Ten thousand calls with any values leave a program that still draws", arguments: seeds)
  func calls(_ seed: UInt64) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let (callbacks, white) = try await onOwnThread {
      let program = try RandomProgram(seed: seed)
      for number in 0..<2500 {
        program.call()
        if number % 500 == 499 { program.renew() }
      }
      // It still works.
      let badge = BadgeView("Still here")
      badge.background = .white
      let picture = try Window.render(badge, size: Size(width: 200, height: 40))
      _ = try program.harness?.picture()
      return (program.callbacks, picture.count(of: .white))
    }
    #expect(callbacks > 100 && white > 4000)
  }

  @Test("So do calls on a window on the screen, from its views' callbacks too", arguments: seeds)
  func window(_ seed: UInt64) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let callbacks = try await onOwnThread {
      let program = try RandomProgram(seed: 1000 + seed, onScreen: true)
      for number in 0..<600 {
        program.call()
        if number % 200 == 199 { program.renew() }
        try program.open()
      }
      let badge = BadgeView("Still here")
      badge.background = .white
      let window = try Window(badge, width: 200, height: 40, at: .inTopLeft)
      program.window?.close()
      try window.run("the badge on the screen") {
        try server.screenshot().cropped(x: 0, y: 0, width: 200, height: 40).count(of: 0xffffff) > 4000
      }
      return program.callbacks
    }
    #expect(callbacks > 20)
  }

  /// What is not called: initialisers and types alone name it.
  private static let elsewhere: Set<String> = [
    "id", "topic", "link", "horizontal", "vertical", "left", "center", "right", "linear", "easeIn", "easeOut",
    "easeInOut",
    "pressed", "dragged", "released", "moved", "left", "scrolled", "key", "pasted", "focused", "rawValue", "shift",
    "control", "alt",
    "string", "font", "size", "color", "maxWidth", "hasTabularDigits", "width", "height", "ascent", "descent",
    "capHeight",
    "rests", "moves", "noPlace", "noDisplay", "lost", "thin", "ultraLight", "light", "regular", "medium", "semibold",
    "bold", "heavy",
    "black",
    "description", "updated", "failed", "ended", "source", "event", "start", "end", "fill", "pixels", "count",
    "writePNG", "render", "view", "time", "pictureCount",
    "drawingCount", "copiedText", "didChangeText", "didChangeHeight",
    "localizedDescription", "domain", "named", "primary",
  ]

  @Test("Each public member of a view is among them") func completeness() throws {
    let called = Set(
      (RandomProgram.all + RandomProgram.windowCalls).flatMap { $0.0.split(separator: ".").map(String.init) })
    let drawn = try Project.text(of: "Tests/NewsreelTests/RandomCalls.swift")
    var file = ""
    for line in try Project.text(of: "doc/Newsreel.txt").split(separator: "\n") {
      // What comes with the views is no view's.
      if line.hasPrefix("With them") { break }
      guard line.hasPrefix("  ") else {
        file = String(line)
        continue
      }
      let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      guard let keyword = words.firstIndex(where: { ["var", "let", "func", "case"].contains($0) }),
        keyword + 1 < words.count
      else { continue }
      let name = words[keyword + 1]
      let isKnown =
        called.contains(name) || Self.elsewhere.contains(name) || drawn.contains(".\(name)(")
        || drawn.contains(".\(name)")
      #expect(isKnown || drawn.contains("func \(name)("), "\(file): \(line)")
    }
  }

  @Test("Two hundred windows that open and close leave nothing behind") func windows() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    weak var lastView: View?
    weak var lastWindow: Window?
    func open(closing: Bool) throws {
      let own = OwnViewTests.Probe()
      own.drawing = { canvas in
        canvas.background = .black
        canvas.draw(Text("own"), at: Point(x: 5, y: 20))
        canvas.redraw()
      }
      let (crawl, counter, badge) = (CrawlView("A text that runs"), CounterView(), BadgeView("x"))
      counter.setNumber(1)
      let stack = StackView(.vertical, [own, crawl, counter, badge, TokenFieldView(["a", "b"]), StripView()])
      let window = try Window(stack, width: 300, height: 180)
      own.animate({ _ in own.setNeedsDisplay() }, duration: 100)
      counter.setNumber(2000)
      window.onClose = { _ in counter.setNumber(3) }
      for _ in 0..<3 { window.serve() }
      (lastView, lastWindow) = (own, window)
      if closing { window.close() }
    }
    for number in 0..<40 { try open(closing: number % 2 == 0) }
    let (descriptors, bytes) = (try Self.descriptors(), try Self.memory())
    for number in 0..<160 { try open(closing: number % 2 == 0) }
    #expect(lastView == nil && lastWindow == nil)
    // Others of the process may come and go meanwhile.
    let leftOver = try Self.descriptors() - descriptors
    #expect(abs(leftOver) < 160 / 10, "\(leftOver) descriptors of 160 windows")
    // Caches of the process may still grow a little; a window is some hundred kilobytes.
    let growth = (try Self.memory() - bytes) / 160
    #expect(growth < 40_000, "\(growth) bytes a window")
  }

  /// Resident, in bytes (`proc(5)`, statm).
  private static func memory() throws -> Int {
    let pages = try Project.text(of: "/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let pages else { throw HarnessError("no figures of memory") }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  private static func descriptors() throws -> Int {
    guard let folder = opendir("/proc/self/fd") else { throw HarnessError("no list of descriptors") }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
