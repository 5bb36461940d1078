import CX11
import ScrollCore
import TestKit
import TestTags
import Testing

@testable import Neighbours
@testable import X11

@Suite("XSETTINGS") struct XSettingsTests {
  /// As a daemon writes it.
  fileprivate static func property(bigEndian: Bool = false, _ settings: [(String, XSettings.Value)]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    func padded(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: (4 - text.utf8.count % 4) % 4)
    }
    var bytes = [bigEndian ? 1 : 0, 0, 0, 0] + number(7, 4) + number(settings.count, 4)
    for (name, value) in settings {
      let kind: UInt8 = if case .integer = value { 0 } else { 1 }
      bytes += [kind, 0] + number(name.utf8.count, 2) + padded(name) + number(1, 4)
      switch value {
      case .integer(let value): bytes += number(value, 4)
      case .text(let text): bytes += number(text.utf8.count, 4) + padded(text)
      }
    }
    return bytes
  }

  private static let settings: [(String, XSettings.Value)] = [
    ("Net/ThemeName", .text("Adwaita-dark")), ("Xft/DPI", .integer(147_456)), ("Gtk/EnableAnimations", .integer(0)),
    ("Net/Negative", .integer(-1)),
  ]

  @Test("Numbers and texts are read in both orders of bytes", arguments: [false, true]) func reads(_ bigEndian: Bool) {
    let settings = XSettings(Self.property(bigEndian: bigEndian, Self.settings))
    #expect(settings.integer("Xft/DPI") == 147_456 && settings.integer("Net/Negative") == -1)
    #expect(settings.text("Net/ThemeName") == "Adwaita-dark" && settings.integer("Net/ThemeName") == nil)
  }

  @Test("What is cut off anywhere, or garbled, is read as far as it goes") func broken() {
    let whole = Self.property(Self.settings)
    for count in 0..<whole.count { _ = XSettings(Array(whole.prefix(count))) }
    var random = SeededRandom(seed: 5)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      _ = XSettings(bytes)
    }
    #expect(XSettings(Array(whole.prefix(60))).text("Net/ThemeName") == "Adwaita-dark")
  }
}

@Suite("The settings daemon", .tags(.x11)) struct SettingsDaemonTests {
  @Test("Its dots per inch count; its changes, start and end are reported") func daemon() async throws {
    let server = try await XServer(width: 320, height: 200)
    let display = try Display(name: server.display)
    let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 100, height: 40), style: .init())
    display.watchMonitors()
    #expect(display.dotsPerInch(by: display.readSettings()) == 96)
    display.sync()
    func change() async throws {
      try await waitUntil("the change") {
        while let event = window.nextEvent(reading: true) { if event == .settingsChanged { return true } }
        return false
      }
    }
    var daemon: Display? = try Display(name: server.display)
    let owner = daemon.map { XCreateSimpleWindow($0.raw, $0.root, 0, 0, 1, 1, 0, 0, 0) } ?? 0
    func publish(_ dpi: Int) {
      guard let daemon else { return }
      let bytes = XSettingsTests.property([("Xft/DPI", .integer(dpi * 1024))])
      let name = daemon.atom("_XSETTINGS_SETTINGS")
      daemon.setProperty(name, of: owner, type: name, bytes: bytes)
      daemon.sync()
    }
    publish(120)
    XSetSelectionOwner(daemon?.raw, display.settingsSelection, owner, UInt(CurrentTime))
    daemon?.sync()
    try await change()
    #expect(display.dotsPerInch(by: display.readSettings()) == 120)
    publish(168)
    try await change()
    #expect(display.dotsPerInch(by: display.readSettings()) == 168)
    daemon = nil
    try await change()
    #expect(display.dotsPerInch(by: display.readSettings()) == 96)
    #expect(display.takeErrors().isEmpty)
  }
}

@Suite("Staying on top") struct RaiseBudgetTests {
  @Test("A window raises itself a few times at once, and then once in a while") func budget() {
    var budget = RaiseBudget()
    let atOnce = (0..<20).count { _ in budget.spend(at: 10) }
    let (soon, late) = (budget.spend(at: 10 + RaiseBudget.pause / 2), budget.spend(at: 10 + 2 * RaiseBudget.pause))
    #expect(atOnce == Int(RaiseBudget.most) && !soon && late)
    let later = (0..<1000).count { budget.spend(at: 100 + Double($0) / 10) }
    #expect(later <= Int(RaiseBudget.most) + Int(100 / RaiseBudget.pause))
  }
}

@Suite("Resizing in step", .tags(.x11)) struct ResizeSyncTests {
  @Test("The counter has the announced value once the new size is on the glass, and not before") func counter()
    async throws
  {
    let server = try await XServer(width: 320, height: 200)
    let display = try Display(name: server.display)
    let window = XWindow(display, frame: Rect(x: 0, y: 0, width: 100, height: 40), style: .init())
    window.show()
    let counter = window.resizing.counter
    #expect(counter != 0 && display.cardinals(of: window.id, "_NET_WM_SYNC_REQUEST_COUNTER") == [Int(counter)])
    func value() -> UInt32 {
      var value = XSyncValue()
      XSyncQueryCounter(display.raw, counter, &value)
      return value.lo
    }
    func announce(_ value: Int) {
      var event = XEvent()
      event.xclient = XClientMessageEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window.id
      event.xclient.message_type = display.atom("WM_PROTOCOLS")
      event.xclient.format = 32
      event.xclient.data.l = (Int(display.atom("_NET_WM_SYNC_REQUEST")), 0, value, 0, 0)
      XSendEvent(display.raw, window.id, 0, 0, &event)
    }
    func drain(until place: Rect) async throws {
      try await waitUntil("the new place") {
        while let event = window.nextEvent(reading: true) { if event == .moved(place) { return true } }
        return false
      }
    }
    window.move(to: Rect(x: 1, y: 0, width: 100, height: 40))
    try await drain(until: Rect(x: 1, y: 0, width: 100, height: 40))
    announce(7)
    window.move(to: Rect(x: 0, y: 0, width: 140, height: 50))
    try await drain(until: Rect(x: 0, y: 0, width: 140, height: 50))
    #expect(value() == 0)
    window.didShow()
    #expect(value() == 7)
    // No frame follows where the size is the same.
    announce(8)
    window.move(to: Rect(x: 20, y: 0, width: 140, height: 50))
    try await drain(until: Rect(x: 20, y: 0, width: 140, height: 50))
    #expect(value() == 8)
  }
}

@Suite("Panels of others", .tags(.x11)) struct WorkAreaTests {
  /// What the list of a window manager is for a moment while it restarts.
  enum Restart: CaseIterable { case emptied, removed, ofOthers }

  @Test("While a window manager that restarts lists no panel, its space stays free", arguments: Restart.allCases)
  func restart(_ restart: Restart) async throws {
    let server = try await XServer(width: 320, height: 200)
    let (display, manager) = (try Display(name: server.display), try Display(name: server.display))
    func window() -> UInt { XCreateSimpleWindow(manager.raw, manager.root, 0, 0, 20, 20, 0, 0, 0) }
    let (check, panel, other) = (window(), window(), window())
    func set(_ name: String, of window: UInt, _ type: Int, _ values: [UInt]) {
      manager.setProperty(manager.atom(name), of: window, type: UInt(type), values: values)
    }
    for window in [check, manager.root] { set("_NET_SUPPORTING_WM_CHECK", of: window, Int(XA_WINDOW), [check]) }
    func list(_ windows: [UInt]) {
      set("_NET_CLIENT_LIST", of: manager.root, Int(XA_WINDOW), windows)
      manager.sync()
    }
    // Left, right, top, bottom.
    set("_NET_WM_STRUT", of: panel, Int(XA_CARDINAL), [0, 0, 24, 0])
    let monitors = display.monitors()
    func area() throws -> Rect { display.workArea(of: try #require(monitors.first), among: monitors) }
    list([panel, other])
    let (all, free) = (Rect(x: 0, y: 0, width: 320, height: 200), Rect(x: 0, y: 24, width: 320, height: 176))
    #expect(try area() == free)
    for _ in 0..<2 {
      switch restart {
      case .emptied: list([])
      case .removed: XDeleteProperty(manager.raw, manager.root, manager.atom("_NET_CLIENT_LIST"))
      case .ofOthers: list([other])
      }
      manager.sync()
      for _ in 0..<2 { #expect(try area() == free) }
      list([panel, other])
      #expect(try area() == free)
    }
    // A panel that has gone, or reserves nothing any more, takes no space.
    XDestroyWindow(manager.raw, panel)
    list([other])
    #expect(try area() == all)
    #expect(display.takeErrors().isEmpty)
  }
}
