/// A window's place on the screen: its inside, without borders and without what the window manager puts around it.
package struct WindowPlace: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The part that is inside a screen of that size.
  package func clipped(width limitX: Int, height limitY: Int) -> WindowPlace {
    let (left, top) = (min(max(0, x), limitX), min(max(0, y), limitY))
    let (right, bottom) = (max(left, min(limitX, x + width)), max(top, min(limitY, y + height)))
    return WindowPlace(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension XServer {
  /// The identifier of the visible window of that name, when it is there.
  package func window(named name: String, within limit: Duration = patience) async throws -> String {
    try await waitFor("a window called \(name)", within: limit) {
      let found = try await run("xdotool", ["search", "--onlyvisible", "--name", "^\(name)$"])
      return found.output.split(separator: "\n").first.map(String.init)
    }
  }

  /// Whether keys go to a window.
  package func hasFocus(_ window: String) async throws -> Bool {
    try await run("xdotool", ["getwindowfocus"]).output == window + "\n"
  }

  package func waitForFocus(of window: String) async throws {
    try await waitUntil("the focus") { try await hasFocus(window) }
  }

  package func place(of window: String) async throws -> WindowPlace {
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
  package func screenshot(of window: String) async throws -> Screenshot {
    framebuffer.screenshot(of: try await place(of: window))
  }

  package func move(toX x: Int, y: Int) async throws { try await xdotool("mousemove", "\(x)", "\(y)") }

  /// Clicks at that place of the screen: 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down.
  package func click(x: Int, y: Int, button: Int = 1) async throws {
    try await xdotool("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Presses and releases keys by their X names, as "ctrl+a" and "Return".
  package func key(_ keys: String...) async throws { try await xdotool(["key"] + keys) }

  package func type(_ text: String) async throws { try await xdotool("type", "--delay", "1", text) }

  package func xdotool(_ arguments: String...) async throws { try await xdotool(arguments) }

  package func xdotool(_ arguments: [String]) async throws {
    let result = try await run("xdotool", arguments)
    guard result.ending == .exited(0) else { throw HarnessError("xdotool \(arguments): \(result.errors)") }
  }
}
