import Glibc
import TestKit
import TestTags
import Testing

@testable import Newsreel
@testable import Windows
@testable import X11

/// Options that are set while the window is shown on two monitors.
@Suite("Options of windows on two monitors", .serialized, .tags(.x11)) struct MirroredOptionsTests {
  private func onServer(_ body: (XServer) async throws -> Void) async throws {
    let server = try await XServer(width: 1000, height: 400)
    defer { server.end() }
    for (name, geometry, output) in [("L", "500/100x400/100+0+0", "screen"), ("R", "500/100x400/100+500+0", "none")] {
      _ = try await server.run("xrandr", ["--setmonitor", name, geometry, output])
    }
    setenv("DISPLAY", server.display, 1)
    try await body(server)
  }

  /// A window at the lower edge of each monitor.
  private func open(_ view: View, height: Double?) throws -> (host: Window, window: ViewWindow) {
    let host = try Window(view, kind: .dock, height: height, at: .inBottom, monitor: .all)
    let window = try #require(host.window)
    try host.run("the first frame") { window.shownTime != nil && window.mirrors.targets.count == 1 }
    return (host, window)
  }

  /// The first window and its copy.
  private func all(_ window: ViewWindow) -> [XWindow] { [window.window] + window.mirrors.targets.map(\.window) }

  /// What it reserves: its left, right, upper and lower edge, and where each begins and ends.
  private func strut(of window: XWindow, on server: XServer) async throws -> [Int] {
    let text = try await server.run("xprop", ["-id", "\(window.id)", "_NET_WM_STRUT_PARTIAL"]).output
    return text.split { !$0.isNumber }.suffix(12).compactMap { Int($0) }
  }

  private func set(_ window: ViewWindow, _ change: (inout WindowOptions) throws -> Void) throws {
    var options = window.currentOptions
    try change(&options)
    try window.set(options)
    for one in all(window) { one.display.sync() }
  }

  @Test("Each reserves as much space as it has, whatever height it is given") func struts() async throws {
    try await onServer { server in
      let (host, window) = try open(BadgeView("text"), height: 40)
      for height in [40, 60, 24] {
        try set(window) { $0.geometry = try WindowGeometry(written: "100%x\(height)") }
        let size = Size(width: 500, height: Double(height))
        try host.run("both to be \(size)") { all(window).allSatisfy { $0.frame.size == size } }
        for one in all(window) {
          let (start, end) = (Int(one.frame.minX), Int(one.frame.maxX) - 1)
          let strut = try await self.strut(of: one, on: server)
          #expect(strut == [0, 0, 0, height, 0, 0, 0, 0, 0, 0, start, end], "\(one.frame): \(strut)")
        }
      }
      try set(window) { $0.reserve = false }
      for one in all(window) {
        #expect(try await !server.run("xprop", ["-id", "\(one.id)"]).output.contains("_NET_WM_STRUT"))
      }
      host.close()
    }
  }

  @Test("Clicks go through each as soon as that is asked for, and no longer than that") func clickThrough() async throws
  {
    try await onServer { server in
      let (host, window) = try open(BadgeView("text"), height: 40)
      for isAsked in [false, true, false, true] {
        try set(window) { $0.clickThrough = isAsked }
        for one in all(window) {
          try await server.move(toX: Int(one.frame.midX), y: 380)
          let place = try await server.run("xdotool", ["getmouselocation"]).output
          #expect(place.contains("window:\(one.id)") == !isAsked, "\(isAsked) at \(one.frame): \(place)")
        }
      }
      host.close()
    }
  }
}
