import TestKit
import TestTags
import Testing

@Suite("A crawl that can be edited", .tags(.x11)) struct CrawlEditingTests {
  @Test(
    "A click stops it and takes the keyboard, Return scrolls the new text, Escape the old one",
    arguments: [nil, XServer.WindowManager.openbox, .i3])
  func editing(_ manager: XServer.WindowManager?) async throws {
    let server = try await XServer(width: 640, height: 480, manager: manager)
    let program = try Program.start(
      "crawl", "--editable", "--delay-at-start", "10000", "wide open spaces", "second", on: server)
    let window = try await server.window(named: "Newsreel")
    // A manager that has not done with the window yet would take the keyboard back.
    try await server.rest(with: program)
    let place = try await server.place(of: window)
    let middle = place.y + place.height / 2
    // Far left: before the first letter.
    try await server.click(x: place.x + 6, y: middle)
    try await server.waitForFocus(of: window)
    try await server.type("q ")
    try await server.key("End")
    try await server.type("!")
    try await server.key("Return")
    #expect(try await program.line() == #"{"event":"edited","text":"q wide open spaces!"}"#)
    try await waitUntil("the focus to be given back") {
      try await !server.hasFocus(window)
    }

    try await server.move(toX: 320, y: 100)
    try await server.rest(with: program)
    let before = try server.screenshot().cropped(x: place.x, y: place.y, width: 300, height: place.height)
    try await server.click(x: place.x + 60, y: middle)
    try await server.waitForFocus(of: window)
    try await server.key("ctrl+a")
    try await server.type("gone")
    try await server.key("Escape")
    try await server.move(toX: 320, y: 100)
    try await waitUntil("the old text") {
      try server.screenshot().cropped(x: place.x, y: place.y, width: 300, height: place.height) == before
    }
    #expect(program.isRunning && program.output.split(separator: "\n").count <= 1)
  }
}
