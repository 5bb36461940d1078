internal import Glibc

/// An X server of the test's own, without a screen: Xvfb. It ends with this object.
public final class XServer: Sendable {
  public enum WindowManager: String, Sendable { case openbox, i3 }

  /// ":7", as in DISPLAY.
  public let display: String
  public let width: Int
  public let height: Int
  private let server: Child
  private let manager: Child?
  private let folder: TemporaryFolder

  /// Starts it on a free display, with the window manager where one is named, and returns when both are there.
  public init(
    width: Int = 1920, height: Int = 1080, manager: WindowManager? = nil, arguments: [String] = []
  ) async throws {
    let folder = try TemporaryFolder()
    let pipe = try Child.Pipe()
    defer { close(pipe.read) }
    let server: Child
    do {
      defer { close(pipe.write) }
      server = try Child(
        "Xvfb",
        ["-displayfd", "3", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nolisten", "tcp"]
          + ["-noreset"] + arguments, descriptors: [(3, pipe.write)])
    }
    let display = ":" + (try await XServer.number(from: pipe.read, of: server))
    self.display = display
    self.width = width
    self.height = height
    self.server = server
    self.folder = folder
    self.manager = try manager.map { try XServer.start($0, on: display, in: folder) }
    if let manager {
      try await waitUntil("the window manager \(manager.rawValue)") {
        try await run("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"]).output.contains("window id")
      }
      // Openbox forgets windows that come while it starts: it is there once it does as it is asked.
      if manager == .openbox {
        try await waitUntil("openbox to listen") {
          _ = try await run("xdotool", ["set_num_desktops", "3"])
          return try await run("xdotool", ["get_num_desktops"]).output == "3\n"
        }
      }
    }
  }

  deinit { end() }

  /// Ends window manager and server, as a crash would.
  public func end() {
    manager?.end()
    server.end()
    folder.remove()
  }

  /// Runs a tool on this display.
  public func run(_ tool: String, _ arguments: [String]) async throws -> ToolResult {
    try await TestSupport.run(tool, arguments, environment: ["DISPLAY": display])
  }

  /// Starts a compositing manager; it runs for as long as the result lives, or until that is ended.
  public func startCompositor() throws -> Child {
    try Child("picom", ["--backend", "xrender", "--config", "/dev/null"], environment: ["DISPLAY": display])
  }

  /// How long the server has waited for a processor, in seconds.
  public func waited() throws -> Double { try server.waited() }

  /// What the screen shows.
  public func screenshot() throws -> Screenshot {
    try Screenshot(xwd: try Project.bytes(of: folder.path + "/Xvfb_screen0"))
  }

  private static func number(from file: Int32, of server: Child) async throws -> String {
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var digits = ""
    try await waitUntil("Xvfb's display number; it says \(server.errors)", within: .seconds(30)) {
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

  private static func start(_ manager: WindowManager, on display: String, in folder: TemporaryFolder) throws -> Child {
    let home: [String: String?] = ["DISPLAY": display, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
    switch manager {
    case .openbox: return try Child("openbox", ["--sm-disable"], environment: home)
    case .i3:
      let configuration = folder.path + "/i3"
      try folder.write("# i3 config file (v4)\nfont pango:sans 8\n", to: "i3")
      return try Child("i3", ["-c", configuration], environment: home)
    }
  }
}

// MARK: - Windows and input

/// A window's place on the screen: its inside, without borders and without what the window manager puts around it.
public struct WindowPlace: Equatable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

extension XServer {
  /// The identifier of the visible window of that name, when it is there.
  public func window(named name: String, within limit: Duration = .seconds(10)) async throws -> String {
    try await waitFor("a window called \(name)", within: limit) {
      let found = try await run("xdotool", ["search", "--onlyvisible", "--name", "^\(name)$"])
      return found.output.split(separator: "\n").first.map(String.init)
    }
  }

  public func place(of window: String) async throws -> WindowPlace {
    let output = try await run("xwininfo", ["-id", window]).output
    func number(_ label: String) throws -> Int {
      for line in output.split(separator: "\n") {
        let parts = line.split(separator: ":")
        guard parts.count == 2, parts[0].hasSuffix(label) else { continue }
        if let number = parts[1].split(separator: " ").first.flatMap({ Int($0) }) { return number }
      }
      throw HarnessError("window \(window) has no \(label): \(output)")
    }
    let border = try number("Border width")
    return WindowPlace(
      x: try number("Absolute upper-left X") + border, y: try number("Absolute upper-left Y") + border,
      width: try number("Width"), height: try number("Height"))
  }

  /// What the screen shows where the window is.
  public func screenshot(of window: String) async throws -> Screenshot {
    try screenshot().cropped(try await place(of: window))
  }

  public func move(toX x: Int, y: Int) async throws { try await xdotool("mousemove", "\(x)", "\(y)") }

  /// Clicks at that place of the screen: 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down.
  public func click(x: Int, y: Int, button: Int = 1) async throws {
    try await xdotool("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Presses and releases keys by their X names, as "ctrl+a" and "Return".
  public func key(_ keys: String...) async throws { try await xdotool(["key"] + keys) }

  public func type(_ text: String) async throws { try await xdotool("type", "--delay", "1", text) }

  public func xdotool(_ arguments: String...) async throws { try await xdotool(arguments) }

  private func xdotool(_ arguments: [String]) async throws {
    let result = try await run("xdotool", arguments)
    guard result.ending == .exited(0) else { throw HarnessError("xdotool \(arguments): \(result.errors)") }
  }
}
