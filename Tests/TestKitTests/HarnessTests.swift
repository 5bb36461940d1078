import TestTags
import Testing

@testable import TestKit

@Suite("The harness", .tags(.x11)) struct HarnessTests {
  @Test("A server starts, shows an empty screen, and is gone when it is ended")
  func server() async throws {
    let server = try await XServer(width: 320, height: 200)
    let screen = try server.screenshot()
    #expect(screen.width == 320 && screen.height == 200)
    #expect(screen.count(of: 0) == 320 * 200)
    let child = try Child("xprop", ["-root", "-spy"], environment: ["DISPLAY": server.display])
    try await waitUntil("xprop to list something") { !child.output.isEmpty }
    server.end()
    #expect(try await child.ending() == .exited(1))
  }

  @Test("Its patience can be set, within bounds")
  func patience() {
    #expect(secondsOfPatience(nil) == 300 && secondsOfPatience("20") == 20 && secondsOfPatience("1.5") == 1.5)
    for wrong in ["", "0", "-1", "1e9", "nan", "soon"] { #expect(secondsOfPatience(wrong) == 300) }
  }

  @Test("Each window manager manages", arguments: [XServer.WindowManager.openbox, .i3])
  func manager(_ manager: XServer.WindowManager) async throws {
    let server = try await XServer(width: 320, height: 200, manager: manager)
    let root = try await server.run("xprop", ["-root", "_NET_SUPPORTED"])
    #expect(root.output.contains("_NET_WM_STATE"))
  }

  @Test("Servers side by side have displays of their own, and the pointer goes where it is sent")
  func servers() async throws {
    async let first = XServer(width: 100, height: 100)
    async let second = XServer(width: 100, height: 100)
    let servers = try await [first, second]
    #expect(servers[0].display != servers[1].display)
    try await servers[1].move(toX: 30, y: 40)
    let place = try await servers[1].run("xdotool", ["getmouselocation"]).output
    #expect(place.hasPrefix("x:30 y:40 "))
    let other = try await servers[0].run("xdotool", ["getmouselocation"]).output
    #expect(!other.hasPrefix("x:30 y:40 "))
  }

  @Test(
    "A window is found, placed, pictured and clicked, with and without a window manager",
    arguments: [nil, XServer.WindowManager.openbox])
  func window(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(width: 400, height: 300, manager: manager)
    let child = try Child("xev", ["-geometry", "120x100+50+40"], environment: ["DISPLAY": server.display])
    let window = try await server.window(named: "Event Tester")
    let place = try await server.place(of: window)
    #expect(place.width == 120 && place.height == 100 && place.x >= 50 && place.y >= 40)
    try await waitUntil("a white window") {
      let picture = try await server.screenshot(of: window)
      return picture.width == 120 && picture[2, 2] == 0xFFFFFF && picture[117, 97] == 0xFFFFFF
    }
    try await server.click(x: place.x + 100, y: place.y + 90, button: 3)
    try await waitUntil("the click") { child.output.contains("ButtonPress event") && child.output.contains("button 3") }
    #expect(child.output.contains("(100,90)"))
  }

  @Test("Lines come one by one, and the end says how") func lines() async throws {
    let child = try Child("sh", ["-c", "read a; echo \"<$a>\"; echo two; echo oops >&2; exit 3"], input: .pipe)
    try child.send("one\n")
    #expect(try await child.line() == "<one>")
    #expect(try await child.line() == "two")
    #expect(try await child.ending() == .exited(3))
    #expect(child.errors == "oops\n" && child.output == "<one>\ntwo\n")
    await #expect(throws: HarnessError.self) { try await child.line() }
  }

  @Test("What a child has started ends with it") func groups() async throws {
    let child = try Child("sh", ["-c", "sleep 1000 & echo $!; wait"])
    let sleeper = try await child.line()
    child.end()
    #expect(!child.isRunning)
    try await waitUntil("the end of the child's child") {
      try await run("kill", ["-0", sleeper]).ending != .exited(0)
    }
  }

  @Test("A signal ends it, and a tool that is missing is named with its package") func faults() async throws {
    let child = try Child("sleep", ["1000"])
    child.signal(15)
    #expect(try await child.ending() == .killed(signal: 15))
    #expect(throws: HarnessError.self) { try Child("no-such-tool", []) }
  }

  @Test("Pictures are kept as PNG") func png() async throws {
    let picture = Screenshot(width: 2, height: 1, pixels: [0xFF8000, 0x0000FF])
    #expect(picture.cropped(x: 1, y: -5, width: 9, height: 9).pixels == [0x0000FF])
    let bytes = picture.png
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes.suffix(4)) == [0xAE, 0x42, 0x60, 0x82])
  }
}
