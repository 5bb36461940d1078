import Glibc
import Synchronization

/// An X server of the test's own, without a screen: Xvfb. It ends with this object.
package final class XServer: Sendable {
  /// ":7", as in DISPLAY.
  package let display: String
  package let width: Int
  package let height: Int
  /// What it draws to.
  package let framebuffer: Framebuffer
  /// The server itself.
  package let process: Child
  private let showsBar: Bool
  package var manager: WindowManager? { current.withLock { $0 } }
  private let current: Mutex<WindowManager?>
  private let managerProcess: Mutex<Child?>
  private let folder: TemporaryFolder

  /// Starts it on a free display, with the window manager where one is named, and returns when both are there.
  ///
  /// - Parameters:
  ///   - showsBar: Whether the window manager shows the bar that it has, if it has one.
  ///   - hasSchedulingTimer: As servers have where they are used. On a busy machine that timer may go on, 200 times a
  ///   second, while it is idle: such a server never comes to rest.
  ///   - resets: Whether it starts over when its last client leaves, as servers do unless they are told otherwise.
  package init(
    width: Int = 1920, height: Int = 1080, depth: Int = 24, manager: WindowManager? = nil, showsBar: Bool = false,
    arguments: [String] = [], hasSchedulingTimer: Bool = false, resets: Bool = false
  ) async throws {
    let folder = try TemporaryFolder()
    let pipe = try Pipe()
    defer { close(pipe.read) }
    let process: Child
    do {
      defer { close(pipe.write) }
      process = try Child(
        "Xvfb",
        ["-displayfd", "3", "-screen", "0", "\(width)x\(height)x\(depth)", "-shmem", "-nolisten", "tcp"]
          + (resets ? [] : ["-noreset"])
          // A key that is pressed just before the server is held up would repeat: "xset r rate" has it do so.
          + ["-ardelay", "60000"] + (hasSchedulingTimer ? [] : ["-dumbSched"]) + arguments,
        descriptors: [(3, pipe.write)])
    }
    let display = ":" + (try await XServer.number(from: pipe.read, of: process))
    // It has said "screen 0 shmid 12345" before it named its display.
    guard let tail = process.errors.split(separator: "shmid ").dropFirst().first,
      let segment = Int32(tail.prefix { $0.isNumber })
    else { throw HarnessError("Xvfb names no shared memory: \(process.errors)") }
    framebuffer = try Framebuffer(id: segment)
    self.display = display
    self.width = width
    self.height = height
    self.process = process
    self.folder = folder
    self.showsBar = showsBar
    managerProcess = Mutex(try manager.map { try $0.start(on: display, in: folder, showsBar: showsBar) })
    current = Mutex(manager)
    try await waitForManager()
  }

  /// Waits until the window manager has started, and does as it is asked: it may forget windows that come before that.
  private func waitForManager() async throws {
    guard let manager else { return }
    try await waitUntil("the window manager \(manager.rawValue) to wait for windows") {
      try await run("xwininfo", ["-root", "-events"]).output.contains("SubstructureRedirect")
    }
    if !manager.speaks { return }
    for property in ["_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED"] {
      try await waitUntil("\(property) of the window manager \(manager.rawValue)") {
        // Without a type there is none.
        try await run("xprop", ["-root", property]).output.contains("(")
      }
    }
    guard [.openbox, .xfwm4].contains(manager) else { return }
    for count in ["4", "3"] {
      try await waitUntil("\(manager.rawValue) to listen") {
        _ = try await run("xdotool", ["set_num_desktops", count])
        return try await run("xdotool", ["get_num_desktops"]).output == count + "\n"
      }
    }
  }

  deinit { end() }

  /// Sends the server a signal (`kill`).
  package func signal(_ number: Int32) { process.signal(number) }

  /// Ends window manager and server, as a crash would.
  package func end() {
    managerProcess.withLock { $0?.end() }
    process.end()
    folder.remove()
  }

  /// Runs a tool on this display.
  package func run(_ tool: String, _ arguments: [String]) async throws -> ToolResult {
    try await TestKit.run(tool, arguments, environment: ["DISPLAY": display])
  }

  /// Restarts the window manager, as after an update.
  package func restartManager() async throws {
    guard let manager else { return }
    // It tells what it can do once it is there again.
    _ = try await run("xprop", ["-root", "-remove", "_NET_SUPPORTED"])
    switch manager {
    case .openbox: _ = try await run("openbox", ["--restart"])
    case .i3: _ = try await run("i3-msg", ["restart"])
    case .xfwm4, .metacity, .mutter, .muffin, .marco, .kwin: try replaceManager(by: manager, ["--replace"])
    default:
      stopManager()
      try replaceManager(by: manager)
    }
    try await waitForManager()
  }

  /// Ends the window manager, and starts another one.
  package func changeManager(to next: WindowManager) async throws {
    stopManager()
    for property in ["_NET_SUPPORTED", "_NET_SUPPORTING_WM_CHECK"] {
      _ = try await run("xprop", ["-root", "-remove", property])
    }
    current.withLock { $0 = next }
    try replaceManager(by: next)
    try await waitForManager()
  }

  /// Ends the window manager.
  package func stopManager() {
    let former = managerProcess.withLock { child in
      defer { child = nil }
      return child
    }
    former?.end()
  }

  private func replaceManager(by next: WindowManager, _ arguments: [String] = []) throws {
    let child = try next.start(on: display, in: folder, showsBar: showsBar, arguments)
    managerProcess.withLock { $0 = child }
  }

  /// Starts a compositing manager; it runs for as long as the result lives, or until that is ended.
  package func startCompositor() throws -> Child {
    try Child("picom", ["--backend", "xrender", "--config", "/dev/null"], environment: ["DISPLAY": display])
  }

  /// The server and, if there is one, the window manager.
  package var processes: [Child] { [process] + managerProcess.withLock { $0.map { [$0] } ?? [] } }

  /// How long the server has waited for a processor, in seconds.
  package func waited() throws -> Double { try process.waited() }

  /// Whether the server sleeps.
  package func isAsleep() throws -> Bool { try process.isAsleep() }

  /// What runs with this display in its environment, each with its arguments: who may keep the server from rest.
  package func programs() -> [String] {
    Files.names(in: "/proc").filter { Int($0) != nil }.compactMap { id in
      func words(_ name: String) -> [Substring] {
        ((try? Project.text(of: "/proc/\(id)/\(name)")) ?? "").split(separator: "\0")
      }
      return words("environ").contains("DISPLAY=\(display)") ? "\(id) " + words("cmdline").joined(separator: " ") : nil
    }
  }

  /// What the screen shows.
  /// - Throws: when the server has ended.
  package func screenshot() throws -> Screenshot {
    guard process.isRunning else { throw HarnessError("Xvfb has ended: \(process.errors)") }
    return framebuffer.screenshot(of: WindowPlace(x: 0, y: 0, width: width, height: height))
  }

  private static func number(from file: Int32, of server: Child) async throws -> String {
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var digits = ""
    try await waitUntil("Xvfb's display number; it says \(server.errors)") {
      var byte: UInt8 = 0
      while read(file, &byte, 1) == 1 {
        if byte == 10 { return true }
        digits.unicodeScalars.append(Unicode.Scalar(byte))
      }
      guard server.isRunning else { throw HarnessError("Xvfb has ended: \(server.errors)") }
      return false
    }
    return digits
  }
}
