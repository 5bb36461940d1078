import TestKit
import TestTags
import Testing

/// The program as a user sees it: on a screen, one test after the other, for each needs the machine to itself.
@Suite("On a screen", .serialized, .tags(.x11)) struct OnScreen {}

/// The program in a window that is mapped.
final class Shown: Sendable {
  let server: XServer
  /// What stands between the two, if anything.
  let proxy: CountingProxy?
  let child: Child
  let window: String
  /// Its XDG_RUNTIME_DIR.
  let runtimeFolder: String

  /// - Parameter server: one of its own where none is given.
  init(
    _ arguments: [String], on server: XServer? = nil, proxy: CountingProxy? = nil, input: Child.Input = .null,
    environment: [String: String?] = [:], redirected: String? = nil
  ) async throws {
    if let server { self.server = server } else { self.server = try await XServer(width: 1000, height: 300) }
    var environment = environment
    self.proxy = proxy
    if let proxy { environment["DISPLAY"] = proxy.display }
    runtimeFolder = environment["XDG_RUNTIME_DIR"].flatMap(\.self) ?? Program.runtimeFolder()
    environment["XDG_RUNTIME_DIR"] = runtimeFolder
    child = try Program.start(
      arguments, on: self.server, environment: environment, input: input, redirected: redirected)
    // One that hides itself may be away before anybody has looked.
    window = try await self.server.window(of: child, isVisible: !arguments.contains("--auto-hide"))
  }

  /// What the window shows.
  func picture() async throws -> Screenshot { try await server.screenshot(of: window) }

  /// What it shows once that satisfies the condition.
  func picture(_ what: String, where isRight: (Screenshot) -> Bool) async throws -> Screenshot {
    var last: Screenshot?
    do {
      return try await waitFor(what) {
        let picture = try await self.picture()
        last = picture
        return isRight(picture) ? picture : nil
      }
    } catch {
      if let last { Attachment.record(last.png, named: "\(what).png") }
      throw error
    }
  }

  /// What it shows once something is there and stands still for a while.
  func stillPicture() async throws -> Screenshot {
    var (last, repeats): (Screenshot?, Int) = (nil, 0)
    return try await waitFor("a picture that stands still") {
      let picture = try await self.picture()
      // Who waits for a processor draws nothing, either.
      repeats = try picture == last && child.isAsleep() && server.isAsleep() ? repeats + 1 : 0
      last = picture
      return repeats >= 4 && Set(picture.pixels).count > 1 ? picture : nil
    }
  }

  /// A connection to its control socket.
  func control() async throws -> ControlLine {
    let folder = runtimeFolder + "/newsreel"
    let name = try await waitFor("a socket in \(folder)") { Files.names(in: folder).first { $0.hasSuffix(".sock") } }
    return try await ControlLine(to: String(name.dropLast(5)), in: runtimeFolder)
  }

  /// Waits until it has shown some more frames.
  func moreFrames() async throws {
    let line = try await control()
    let before = try await line.frame().shown
    try await waitUntil("more frames") { try await line.frame().shown > before + 20 }
  }

  func rest() async throws { try await server.rest(with: child, behind: proxy) }

  deinit {
    child.end()
  }
}

extension XServer {
  /// Waits until program, server, window manager and what stands between all sleep, and go on doing so: on a busy machine a picture stands still, too,
  /// while who draws it waits for a processor.
  func rest(with program: Child, behind proxy: CountingProxy? = nil) async throws {
    let all = [program] + processes
    let first = try all.map { try $0.voluntarySwitches() }
    var (last, asleep, repeats) = ([Int](), [Bool](), 0)
    try await waitUntil(
      "rest: of program, server and manager, switches \(first) to \(last), asleep \(asleep); here are \(programs())"
    ) {
      let now = try all.map { try $0.voluntarySwitches() }
      asleep = try all.map { try $0.isAsleep() }
      repeats = now == last && !asleep.contains(false) && proxy?.isIdle ?? true ? repeats + 1 : 0
      last = now
      if repeats >= 3 { return true }
      try await Task.sleep(for: .milliseconds(25))
      return false
    }
  }

  /// Waits for the menu that a program opens, until it has the keyboard.
  func menu(of program: Child) async throws {
    _ = try await window(named: "Newsreel menu")
    try await rest(with: program)
  }

  /// The identifier of a program's window, when it is there.
  func window(of program: Child, isVisible: Bool = true) async throws -> String {
    try await waitFor("the window of process \(program.id); it says \(program.errors.suffix(500))") {
      guard program.isRunning else { throw HarnessError("it has ended: \(program.errors.suffix(500))") }
      let visible = isVisible ? ["--onlyvisible"] : []
      let found = try await run("xdotool", ["search"] + visible + ["--pid", "\(program.id)"])
      return found.output.split(separator: "\n").first.map(String.init)
    }
  }
}

/// The strip's and the crawl's own ground.
let ground: UInt32 = 0x12161C

/// Blocks of that many cells each, as items whose widths tell them apart, at rest and without marks between them.
let blockArguments = [
  "--font", "DejaVu Sans Mono 20px", "--delay-at-start", "10000", "--repeat-spacing", "40", "--separator-size", "0",
  "--inset", "10",
]

func block(_ cells: Int) -> String { String(repeating: "█", count: cells) }

extension Screenshot {
  /// How many cells each block has, from left to right.
  var blocks: [Int] {
    // DejaVu Sans Mono advances 0.602 em.
    inkColumns(on: ground, gap: 8).map { Int((Double($0.count) / 12.04).rounded()) }
  }
}

extension XServer {
  /// Waits for a menu that takes keys; it is seen before it does. Its last entry is selected then.
  func menuWithKeyboard() async throws -> String {
    let menu = try await window(named: "Newsreel menu")
    try await waitUntil("the menu to take keys") {
      try await key("End")
      let last = try await screenshot(of: menu)
      try await key("Home")
      // It draws when it gets a processor: pictures taken at once would be late by a key for as long as the load lasts.
      for _ in 0..<100 {
        if try await screenshot(of: menu) != last { return true }
        try await Task.sleep(for: .milliseconds(10))
      }
      return false
    }
    try await key("End")
    return menu
  }

  func waitForNoMenu() async throws {
    try await waitUntil("the menu to close") { try await !hasMenu() }
  }

  func hasMenu() async throws -> Bool {
    try await !run("xdotool", ["search", "--onlyvisible", "--name", "^Newsreel menu$"]).output.isEmpty
  }
}
