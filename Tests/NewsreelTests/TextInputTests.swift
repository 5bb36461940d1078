import TestKit
import TestTags
import Testing

@testable import App

@Suite("Text input", .tags(.x11)) struct TextInputTests {
  @Test("Dead keys and compose give é, ö and ©") func deadKeys() async throws {
    let desk = try await TokensDesk()
    try await desk.server.layout("us", variant: "intl", "-option", "compose:menu")
    // By key codes: what the keys of a real keyboard are. The one right of the semicolon is a dead acute, and with Shift
    // a dead diaeresis; Menu, O, C compose a sign.
    try await desk.server.xdotool("key", "48", "26", "Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"é","index":0}"#)
    try await desk.server.xdotool("key", "shift+48", "32", "135", "32", "54", "Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"ö©","index":1}"#)
    try await desk.waitForFile("é\nö©\n")
  }

  @Test("Letters come as the keyboard has them, and Ctrl-A works in every script") func layouts() async throws {
    let desk = try await TokensDesk("--events", "added,selected")
    try await desk.server.layout("gr,us", variant: ",")
    try await desk.server.xdotool("key", "38", "Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"α","index":0}"#)
    try await desk.server.xdotool("keydown", "37", "key", "38", "keyup", "37")
    #expect(try await desk.program.line() == #"{"event":"selected","indices":[0]}"#)
  }

  @Test("日本 comes through fcitx5, composed in place, and typing goes on when it ends") func fcitx() async throws {
    let home = try TemporaryFolder()
    let desk = try await TokensDesk(
      focuses: false, environment: ["XMODIFIERS": "@im=fcitx"],
      before: { server in try await server.startFcitx(home) })
    try await desk.click(300)
    try await desk.server.key("ctrl+space")
    try await desk.server.xdotool("type", "--delay", "40", "nihon")
    let blank = try desk.server.screenshot().cropped(desk.place)
    try await desk.server.key("space")
    // What is composed stands in the field, underlined.
    try await waitUntil("the conversion in the window") { try desk.server.screenshot().cropped(desk.place) != blank }
    #expect(desk.program.output.isEmpty && desk.saved.isEmpty)
    try await desk.server.key("Return")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"日本","index":0}"#)
    desk.companion?.end()
    // Until the server has noticed, it goes on handing keys to who has gone: of the first words, parts may come.
    try await waitUntil("keys that come through; what came is \(desk.program.output)") {
      try await desk.server.type("after")
      try await desk.server.key("Return")
      try await Task.sleep(for: .milliseconds(400))
      return desk.program.output.contains(#"after","index":"#)
    }
  }
}

extension XServer {
  /// Another keyboard, once it is there.
  func layout(_ name: String, variant: String, _ options: String...) async throws {
    let result = try await run("setxkbmap", [name, "-variant", variant] + options)
    guard result.ending == .exited(0) else { throw HarnessError(result.errors) }
  }

  /// The input method fcitx5, for Japanese, as it is set up in that home.
  func startFcitx(_ home: TemporaryFolder) async throws -> Child {
    _ = try await TestKit.run("mkdir", ["-p", home.path + "/fcitx5/conf"])
    try home.write("UseOnTheSpot=True\n", to: "fcitx5/conf/xim.conf")
    try home.write(
      """
      [Groups/0]
      Name=Default
      Default Layout=us
      DefaultIM=anthy
      [Groups/0/Items/0]
      Name=keyboard-us
      [Groups/0/Items/1]
      Name=anthy
      [GroupOrder]
      0=Default

      """, to: "fcitx5/profile")
    let daemon = try Child(
      "dbus-run-session", ["--", "fcitx5"],
      environment: ["DISPLAY": display, "HOME": home.path, "XDG_CONFIG_HOME": home.path, "LC_ALL": "C.UTF-8"])
    try await waitUntil("fcitx5; it says \(daemon.errors.suffix(300))") {
      try await run("xprop", ["-root", "XIM_SERVERS"]).output.contains("fcitx")
    }
    return daemon
  }
}
