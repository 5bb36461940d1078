import CX11
import Foundation
import TestKit
import TestTags
import Testing

@testable import App
@testable import Windows

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

  @Test("日本 comes through fcitx5, composed in place, and typing goes on when it ends, and begins again")
  func fcitx() async throws {
    let home = try TemporaryFolder()
    let desk = try await TokensDesk(
      focuses: false, environment: ["XMODIFIERS": "@im=fcitx"],
      before: { server in try await server.startFcitx(home) })
    try await desk.composeJapanese(home)
    #expect(try await desk.program.line() == #"{"event":"added","token":"日本","index":0}"#)
    desk.companion?.end()
    // Until the server has noticed, it goes on handing keys to who has gone: of the first words, parts may come.
    try await waitUntil("keys that come through; what came is \(desk.program.output)") {
      try await desk.server.type("after")
      try await desk.server.key("Return")
      try await Task.sleep(for: .milliseconds(400))
      return desk.program.output.contains(#"after","index":"#)
    }
    // What comes later than the window is found, too.
    let successor = try await desk.server.startFcitx(home)
    let former = desk.program.output
    try await desk.composeJapanese(home)
    // It is a duplicate, or stands behind what is left of the words.
    try await waitUntil("the word again; what came is \(desk.program.output)") {
      desk.program.output.dropFirst(former.count).contains(#"日本""#)
    }
    successor.end()
  }

  @Test("An input method that does not answer keeps neither the window nor its keys; each question is a new window's")
  func silentMethod() async throws {
    let method = SilentMethod()
    let desk = try await TokensDesk(
      environment: ["XMODIFIERS": "@im=silent"],
      before: { server in
        try method.start(on: server.display)
        return nil
      })
    try await desk.server.type("ab")
    try await desk.server.key("Return")
    #expect(try await desk.program.line() == #"{"event":"added","token":"ab","index":0}"#)
    // fcitx5 takes a window that asks twice for two clients, and leaves the second without an answer.
    let askers = method.askers()
    #expect(askers.count > 1 && Set(askers).count == askers.count)
  }
}

/// The server of an input method that never answers, as one that hangs.
private final class SilentMethod: @unchecked Sendable {
  /// It stays as long as the test.
  private var display: OpaquePointer?

  func start(on name: String) throws {
    guard let display = XOpenDisplay(name) else { throw HarnessError("the server refuses the connection") }
    self.display = display
    var method = XInternAtom(display, "@server=silent", 0)
    let window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    // Xlib asks only those that know these words.
    for word in ["LOCALES", "TRANSPORT", "_XIM_XCONNECT"] { XInternAtom(display, word, 0) }
    XSetSelectionOwner(display, method, window, UInt(CurrentTime))
    withUnsafeBytes(of: &method) {
      _ = XChangeProperty(
        display, XDefaultRootWindow(display), XInternAtom(display, "XIM_SERVERS", 0), UInt(XA_ATOM), 32,
        PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 1)
    }
    XSync(display, 0)
  }

  /// The windows that have asked so far, one for each question.
  func askers() -> [Int] {
    guard let display else { return [] }
    XSync(display, 0)
    var (askers, event): ([Int], XEvent) = ([], XEvent())
    while XCheckTypedEvent(display, ClientMessage, &event) != 0 { askers.append(event.xclient.data.l.0) }
    return askers
  }
}

extension TokensDesk {
  /// Clicks into the field, and writes 日本 by the keys of fcitx5, once that has taken the field.
  fileprivate func composeJapanese(_ home: TemporaryFolder) async throws {
    try await click(300)
    var answer = ""
    try await waitUntil("fcitx5 to take the field; it says \(answer)") {
      let address = try Project.text(of: home.path + "/bus").trimmingCharacters(in: .whitespacesAndNewlines)
      let state = try await run(
        "dbus-send",
        [
          "--bus=" + address, "--print-reply", "--dest=org.fcitx.Fcitx5", "/controller",
          "org.fcitx.Fcitx.Controller1.DebugInfo",
        ])
      answer = state.output + state.errors
      return answer.contains("frontend:xim") && answer.contains("focus:1")
    }
    try await server.key("ctrl+space")
    try await server.xdotool("type", "--delay", "40", "nihon")
    let before = try server.screenshot().cropped(place)
    let (output, saved) = (program.output, saved)
    try await server.key("space")
    // What is composed stands in the field, underlined.
    try await waitUntil("the conversion in the window") { try server.screenshot().cropped(place) != before }
    #expect(program.output == output && self.saved == saved)
    try await server.key("Return")
    try await server.key("Return")
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
    // A bus that starts nothing by itself: whoever asks for fcitx5 before it has its name would start a second one, and
    // each would keep the other from the display or from the bus.
    try home.write(
      """
      <busconfig>
        <type>session</type>
        <listen>unix:tmpdir=/tmp</listen>
        <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
      </busconfig>

      """, to: "bus.conf")
    let daemon = try Child(
      "dbus-run-session",
      [
        "--config-file=" + home.path + "/bus.conf", "--", "sh", "-c",
        "echo $DBUS_SESSION_BUS_ADDRESS >$HOME/bus; exec fcitx5",
      ],
      environment: ["DISPLAY": display, "HOME": home.path, "XDG_CONFIG_HOME": home.path, "LC_ALL": "C.UTF-8"])
    try await waitUntil("fcitx5; it says \(daemon.errors.suffix(300))") {
      try await run("xprop", ["-root", "XIM_SERVERS"]).output.contains("fcitx")
    }
    return daemon
  }
}
