import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// What is typed into views, what their callbacks read, and what these set.
@Suite("Views that are typed into", .serialized, .tags(.x11)) struct LibraryTypingTests {
  private func onServer(_ body: (XServer) async throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try await body(server)
  }

  private func type(_ text: String, into window: Window, on server: XServer, at x: Int) async throws {
    try window.rest(on: server)
    try await server.click(x: x, y: 15)
    try window.run("the keyboard") { try server.isAsleep() }
    try await server.type(text)
  }

  @Test("A click anywhere in a text field is in its text, and one text stays one") func beside() async throws {
    try await onServer { server in
      let field = TextFieldView("Label")
      let window = try Window(field, width: 300, height: 30, at: .inTopLeft)
      var edits: [String] = []
      field.onEdit = { edits.append($0) }
      try await type("more", into: window, on: server, at: 250)
      try window.run("the text, \(edits)") { edits.last == "Labelmore" }
      try await server.key("Return")
      try window.run("the end") { field.style.text == "Labelmore" }
      #expect(field.count == 1 && field.text == "Labelmore")
    }
  }

  @Test("A window is as high as its field's rows, also when keys have brought them back, twice")
  func rows() async throws {
    try await onServer { server in
      let field = TokenFieldView(["linux", "music", "garden", "weather", "travel", "cooking"])
      let window = try Window(field, width: 200, at: .inTopLeft)
      try window.rest(on: server)
      let height = window.frame.height
      for _ in 0..<2 {
        field.beginEditing()
        field.remove(at: Array(1..<6))
        try window.run("a row") { window.frame.height < height }
        try window.rest(on: server)
        try await server.click(x: 190, y: 10)
        try window.run("the keyboard") { try server.isAsleep() }
        try await server.key("ctrl+z")
        try window.run("all rows, not \(window.frame.height) of \(height)") { window.frame.height == height }
        #expect(field.items.count == 6)
      }
    }
  }

  @Test("What onEdit sets is shown and taken over, and Escape brings the first text back") func capitals() async throws
  {
    try await onServer { server in
      let field = TextFieldView("old")
      var read: [String] = []
      field.onEdit = {
        read.append(field.text)
        field.text = $0.uppercased()
        read.append(field.style.text)
      }
      var ends: [String] = []
      field.onReturn = { ends.append("returned \($0), \(field.text)") }
      field.onEndEditing = { ends.append("ended \($0), \(field.text)") }
      let window = try Window(field, width: 300, height: 30, at: .inTopLeft)
      try await type("ab", into: window, on: server, at: 250)
      try window.run("the text, \(read)") { read.count == 4 }
      #expect(read == ["olda", "OLDA", "OLDAb", "OLDAB"])
      try await server.key("Return")
      try window.run("the end") { ends.count == 2 }
      #expect(ends == ["returned OLDAB, OLDAB", "ended OLDAB, OLDAB"] && field.count == 1)
      try await type("c", into: window, on: server, at: 250)
      try window.run("the text") { field.text == "OLDABC" }
      try await server.key("Escape")
      try window.run("the old text") { ends.count == 3 }
      #expect(field.text == "OLDAB" && ends.last == "ended OLDAB, OLDAB")
    }
  }

  @Test("A field that is emptied as Return is pressed is empty") func emptied() async throws {
    try await onServer { server in
      let field = TextFieldView(placeholder: "Say something")
      var told: [String] = []
      field.onReturn = {
        told.append($0)
        field.text = ""
      }
      field.onEndEditing = { told.append("ended '\($0)'") }
      let window = try Window(field, width: 300, height: 30, at: .inTopLeft)
      try await type("hello", into: window, on: server, at: 100)
      try await server.key("Return")
      try window.run("the end, \(told)") { told.count == 2 }
      #expect(told == ["hello", "ended ''"] && field.text.isEmpty && field.count == 0)
    }
  }

  @Test("Callbacks of a badge read the label that is on the screen, and may set it") func badge() async throws {
    try await onServer { server in
      let badge = BadgeView("Go")
      badge.isEditable = true
      var read: [String] = []
      badge.onEdit = { _ in
        read.append(badge.text)
        badge.text = badge.text.uppercased()
      }
      badge.onReturn = { _ in
        read.append(badge.text)
        badge.text = "done"
      }
      badge.onEndEditing = { read.append("ended \($0)") }
      let window = try Window(badge, width: 300, height: 30, at: .inTopLeft)
      try await type("x", into: window, on: server, at: 250)
      try window.run("the text, \(read)") { !read.isEmpty }
      try await server.key("Return")
      try window.run("the end, \(read)") { read.count == 3 }
      #expect(read == ["Gox", "GOX", "ended done"] && badge.text == "done")
    }
  }

  @Test("The text of a crawl is the same by both names") func names() throws {
    let crawl = CrawlView("one")
    crawl.append("two")
    #expect(crawl.text == "one\ntwo" && crawl.style.text == crawl.text)
    crawl.scrollSpeed = 40
    #expect(crawl.text == "one\ntwo" && crawl.count == 2)
    crawl.style.text = "one"
    #expect(crawl.text == "one" && crawl.count == 1)
    crawl.text = "two\nlines"
    #expect(crawl.text == "two lines" && crawl.style.text == "two lines" && crawl.count == 1)
    try crawl.set("text", to: "by name")
    #expect(crawl.text == "by name" && crawl.value(of: "text") == "by name")
  }
}
