import Base
import Glibc
import Newsreel
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// Windows of a program: several at once, of each kind, with a title and a close button.
@Suite("Windows of a program", .serialized, .tags(.x11)) struct LibraryApplicationTests {
  private func onServer(
    manager: XServer.WindowManager? = nil, _ body: @escaping @Sendable (XServer) async throws -> Void
  ) async throws {
    let server = try await XServer(width: 800, height: 400, manager: manager)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try await body(server)
  }

  private func white(_ text: String) -> BadgeView {
    let badge = BadgeView(text)
    badge.background = .white
    return badge
  }

  /// How much of a part of the screen is white.
  private static func whiteness(_ server: XServer, x: Int, y: Int) throws -> Int {
    try server.screenshot().cropped(x: x, y: y, width: 100, height: 50).count(of: 0xffffff)
  }

  @Test("run() paints and serves all windows of the thread, those too that open meanwhile, and ends with the last")
  func all() async throws {
    try await onServer { server in
      let first = try Window(white("one"), width: 100, height: 50, at: .inTopLeft)
      let second = try Window(white("two"), width: 100, height: 50, at: .inTopRight)
      try first.run("both") {
        try Self.whiteness(server, x: 0, y: 0) > 2000 && Self.whiteness(server, x: 700, y: 0) > 2000
      }
      #expect(Application.windows.map(\.id) == [first.id, second.id])
      var third: Window?
      var isSeen = false
      // With one window alone, which opens another one in its loop.
      second.close()
      Timer.after(0.05) { third = try? Window(white("three"), width: 100, height: 50, at: .inBottomLeft) }
      let timer = Timer.every(0.05) {
        isSeen = (try? Self.whiteness(server, x: 0, y: 350) > 2000) ?? false
        if !isSeen { return }
        // The first goes, the third stays for a while, and is the last.
        if first.isOpen { first.close() } else { third?.close() }
      }
      #expect(!first.run())
      timer.cancel()
      #expect(isSeen && third?.isOpen == false && !first.isOpen && Application.windows.isEmpty)
    }
  }

  @Test("Application.quit() closes all, from a callback, and a program can begin again") func quit() async throws {
    try await onServer { server in
      for _ in 0..<2 {
        let windows = try (0..<3).map {
          try Window(BadgeView("\($0)"), width: 60, height: 30, at: .inTopLeft, offset: Point(x: 70 * Double($0), y: 0))
        }
        var closed = 0
        for window in windows { window.onClose = { if $0 == nil { closed += 1 } } }
        Timer.after(0.05) { Application.quit() }
        #expect(!Application.run() && closed == 3)
        #expect(!Application.run(for: 1))
      }
    }
  }

  @Test("A view without a size needs a window with one", arguments: [0, 1, 2]) func noSize(_ kind: Int) async throws {
    try await onServer { _ in
      let view = [{ View() }, { AutoScrollView("text") }, { OwnViewTests.Probe() }][kind]()
      let error = #expect(throws: WindowError.self) { _ = try Window(view) }
      guard case .noPlace(let reason)? = error else { return #expect(error == nil) }
      #expect(reason.hasSuffix("has no natural size: give the window, or the view, a width and a height"))
      #expect(try Window(view, width: 30, height: 20).isOpen)
      (view.width, view.height) = (40, 30)
      let window = try Window(view)
      #expect(window.frame.size == Size(width: 40, height: 30))
    }
  }

  @Test("A move keeps the size and the offset, and a natural size stays natural; so does a second one") func place()
    async throws
  {
    try await onServer { server in
      let badge = BadgeView("a label")
      let window = try Window(badge, at: .inTopLeft, offset: Point(x: 5, y: 6))
      try window.rest(on: server)
      let natural = window.frame.size
      for _ in 0..<2 {
        try window.place(.inBottomRight)
        try window.rest(on: server)
        #expect(window.frame.size == natural && window.frame.maxX == 805 && window.frame.maxY == 406)
        try window.place(.inTopLeft)
      }
      badge.text = "a much longer label"
      try window.run("the new size") { window.frame.width > natural.width }
      try window.place(.inTopLeft, width: 90, offset: .zero)
      #expect(window.frame.origin == .zero && window.frame.width == 90)
      try window.place(.inTopRight)
      try window.rest(on: server)
      #expect(window.frame.width == 90)
      try window.resize()
      try window.run("its own size") { window.frame.width > natural.width }
      let before = window.frame
      #expect(throws: WindowError.self) { try window.place(.inTopLeft, width: 1e9) }
      badge.text = "a"
      try window.run("it still follows") { window.frame.width < before.width }
    }
  }

  @Test("An ordinary window has a title, a smallest size, an icon, and a close button that asks first")
  func ordinary() async throws {
    try await onServer(manager: .openbox) { server in
      let window = try Window(BadgeView("Ordinary"), kind: .normal, width: 200, height: 80, title: "first title")
      window.minimumSize = Size(width: 150, height: 60)
      try window.rest(on: server)
      func property(_ name: String) async throws -> String {
        try await run("xprop", ["-id", "\(window.id)", name]).output
      }
      #expect(try await property("_NET_WM_NAME").contains("first title"))
      #expect(try await property("_NET_WM_WINDOW_TYPE").contains("_NORMAL"))
      #expect(try await property("WM_NORMAL_HINTS").contains("minimum size: 150 by 60"))
      let id = window.id
      for title in ["second", "third ✓"] {
        window.setTitle(title)
        try window.rest(on: server)
        #expect(window.title == title && window.id == id)
        let shown = try await property("_NET_WM_NAME")
        #expect(shown.contains("second") || shown.contains("third"))
      }
      window.opacity = 0.5
      window.icon = try Window.render(BadgeView("i"), size: Size(width: 32, height: 32))
      try window.rest(on: server)
      #expect(try await property("_NET_WM_WINDOW_OPACITY").contains("= 2147483648"))
      #expect(try await property("_NET_WM_ICON").contains("32 x 32"))
      #expect(window.icon?.width == 32 && window.opacity == 0.5 && window.minimumSize?.width == 150)
      // A window that has been destroyed asks nothing.
      var questions = 0
      window.shouldClose = {
        questions += 1
        return false
      }
      _ = try await run("xdotool", ["windowclose", "\(id)"])
      try window.run("its end") { !window.isOpen }
      #expect(questions == 0)
    }
  }

  @Test(
    "A window without a place is not under the dock; it keeps the user's place, and takes the program's",
    arguments: [XServer.WindowManager.xfwm4, .openbox].filter(\.isInstalled))
  func tools(_ manager: XServer.WindowManager) async throws {
    try await onServer(manager: manager) { server in
      let dock = try Window(BadgeView("dock"), kind: .dock, width: 800, height: 40, at: .inBottom)
      try dock.run("its place") { dock.frame.maxY == 400 }
      for kind in [Window.Kind.utility, .normal] {
        let tools = try Window(white("tools"), kind: kind, width: 200, height: 80, title: "tools")
        try tools.rest(on: server)
        #expect(tools.frame.maxY <= 360 && tools.frame.minX >= 0 && tools.frame.minY >= 0, "\(kind) \(tools.frame)")
        // What the user has moved stays there.
        _ = try await run("xdotool", ["windowmove", "--sync", "\(tools.id)", "40", "90"])
        try tools.run("the user's place") { abs(tools.frame.minX - 40) < 30 && abs(tools.frame.minY - 90) < 40 }
        let origin = tools.frame.origin
        for width in [150.0, 240] {
          try tools.resize(width: width, height: 70)
          try tools.run("its size") { tools.frame.width == width }
          try tools.rest(on: server)
          #expect(tools.frame.origin == origin, "\(kind)")
        }
        try tools.place(.inTopRight)
        try tools.run("the right end") { tools.frame.maxX > 780 && tools.frame.minY < 60 }
        try tools.place(.inBottom)
        try tools.run("the lower end, \(tools.frame)") { abs(tools.frame.midX - 400) < 10 && tools.frame.maxY > 330 }
        tools.close()
      }
      let low = try Window(white("low"), kind: .normal, width: 200, height: 80, at: .inBottom)
      try low.run("the lower end, \(low.frame)") { abs(low.frame.midX - 400) < 10 && low.frame.maxY > 330 }
    }
  }

  @Test(
    "Tools are above the program's window, opened with it or clicked after it",
    arguments: [XServer.WindowManager.xfwm4, .openbox].filter(\.isInstalled))
  func toolsAbove(_ manager: XServer.WindowManager) async throws {
    try await onServer(manager: manager) { server in
      let ground = View()
      ground.background = .black
      let main = try Window(ground, kind: .normal, width: 500, height: 300, at: .inCenter, title: "main")
      let tools = try Window(white("tools"), kind: .utility, width: 120, height: 60, at: .inCenter, title: "tools")
      func isAbove() throws -> Bool {
        let (x, y) = (Int(tools.frame.midX), Int(tools.frame.midY))
        return try server.screenshot().cropped(x: x - 40, y: y - 20, width: 80, height: 40).count(of: 0xffffff) > 1000
      }
      try tools.run("the tools above") { try isAbove() }
      for _ in 0..<2 {
        _ = try await run("xdotool", ["windowactivate", "--sync", "\(main.id)", "windowraise", "\(main.id)"])
        try tools.rest(on: server)
        #expect(try isAbove())
      }
    }
  }

  @Test("The close button asks, and a no keeps the window") func closeButton() async throws {
    try await onServer(manager: .openbox) { server in
      let window = try Window(BadgeView("Closes"), kind: .utility, width: 200, height: 80, title: "tools")
      try window.rest(on: server)
      #expect(try await run("xprop", ["-id", "\(window.id)", "_NET_WM_WINDOW_TYPE"]).output.contains("_UTILITY"))
      #expect(try await !run("xprop", ["-id", "\(window.id)", "_NET_FRAME_EXTENTS"]).output.contains("= 0, 0, 0, 0"))
      var answers = [false, true]
      let sender = try EventSender(to: server)
      window.shouldClose = { answers.removeFirst() }
      // As the window manager does after a click on the button of the frame.
      try sender.close(UInt32(window.id))
      try window.run("the first question") { answers.count == 1 }
      #expect(window.isOpen)
      try sender.close(UInt32(window.id))
      try window.run("the end") { !window.isOpen }
    }
  }

  @Test("A view knows its window, what it stands in, and where it was clicked; a button closes its window")
  func surroundings() async throws {
    try await onServer { server in
      let (button, group) = (white("Close"), View())
      group.addSubview(button)
      (button.width, button.height) = (80, 30)
      button.place(.inTopLeft, dx: 20, dy: 10)
      var points: [Point?] = []
      button.onClick = {
        points.append(button.clickPoint)
        button.window?.close()
      }
      #expect(button.superview === group && button.window == nil && group.superview == nil)
      let window = try Window(group, width: 200, height: 80, at: .inTopLeft)
      try window.rest(on: server)
      #expect(button.window === window && group.window === window && button.clickPoint == nil)
      try await server.click(x: 25, y: 17)
      try window.run("the click") { !window.isOpen }
      #expect(points == [Point(x: 5, y: 7)] && button.clickPoint == nil && button.window == nil)
    }
  }

  @Test("A window beside another one follows it, and ends with it") func beside() async throws {
    try await onServer { server in
      let window = try Window(BadgeView("first"), width: 100, height: 50, at: .inTopLeft)
      let note = try Window(BadgeView("note"), beside: window, width: 60, height: 20)
      try note.run("its place") { note.frame.minX == 100 }
      try window.place(.inTopLeft, offset: Point(x: 40, y: 0))
      try note.run("its new place") { note.frame.minX == 140 }
      window.close()
      try note.run("its end") { !note.isOpen }
      #expect(throws: WindowError.self) { _ = try Window(BadgeView("late"), beside: window) }
    }
  }

  @Test("Clicks go through a window for which that is set, and no longer when it is not") func clicks() async throws {
    try await onServer { server in
      let below = BadgeView("below")
      var count = 0
      below.onClick = { count += 1 }
      let lower = try Window(below, kind: .below, width: 100, height: 50, at: .inTopLeft)
      let upper = try Window(white("above"), width: 100, height: 50, at: .inTopLeft)
      upper.isClickThrough = true
      try lower.run("both") { try Self.whiteness(server, x: 0, y: 0) > 2000 }
      try await server.click(x: 20, y: 20)
      // It has never been seen, and is laid out all the same.
      try lower.run("the click") { count == 1 }
      upper.isClickThrough = false
      #expect(!upper.isClickThrough)
    }
  }

  @Test("A window below others is below those of any manager", arguments: [.i3, .openbox] as [XServer.WindowManager])
  func lowest(_ manager: XServer.WindowManager) async throws {
    try await onServer(manager: manager) { server in
      let lower = try Window(white("below"), kind: .below, width: 300, height: 200, at: .inCenter)
      try lower.run("it") { try Self.whiteness(server, x: 350, y: 220) > 2000 }
      // i3 makes it as large as the screen.
      let other = try Window(Label("other"), kind: .normal, width: 300, height: 200, at: .inCenter)
      try other.run("the other one above it") { try Self.whiteness(server, x: 350, y: 220) < 100 }
    }
  }
}
