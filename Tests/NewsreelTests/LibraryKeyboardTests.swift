import Glibc
import Newsreel
import NewsreelSources
import NewsreelTesting
import TestKit
import TestTags
import Testing

/// Which view of a window has the keyboard.
@Suite("The keyboard of a program's window", .serialized, .tags(.x11)) struct LibraryKeyboardTests {
  private func onServer(
    manager: XServer.WindowManager? = nil, _ body: (XServer) async throws -> Void
  ) async throws {
    let server = try await XServer(width: 400, height: 200, manager: manager)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try await body(server)
  }

  @Test(
    "Before its window runs, the view that asked last has the keyboard",
    arguments: [nil, XServer.WindowManager.openbox])
  func before(_ manager: XServer.WindowManager?) async throws {
    try await onServer(manager: manager) { server in
      for round in 0..<6 {
        let (tags, field, other) = (TokenFieldView(), TextFieldView(), TextFieldView())
        // Even before there is a window.
        if round % 2 == 0 { field.beginEditing() }
        let window = try Window(StackView(.vertical, [tags, field, other]), width: 300, height: 120, at: .inTopLeft)
        if round % 2 == 1 {
          other.beginEditing()
          field.beginEditing()
        }
        // With the pointer elsewhere.
        try await server.move(toX: 390, y: 190)
        try await keyboard(of: window, on: server)
        try await server.type("ab")
        try window.run("the text, not '\(field.text)'") { field.text == "ab" }
        #expect(tags.text.isEmpty && other.text.isEmpty)
        other.beginEditing()
        try await server.type("c")
        try window.run("the other text") { other.text == "c" }
        tags.beginEditing()
        try await server.type("d")
        try window.run("the text in the tags") { tags.text == "d" }
        #expect(field.text == "ab" && other.text == "c")
      }
    }
  }

  @Test("Without a call the token field has it, as before; a call that was taken back has no effect") func standard()
    async throws
  {
    try await onServer { _ in
      let (tags, field) = (TokenFieldView(), TextFieldView())
      field.beginEditing()
      field.endEditing()
      let harness = try ViewHarness(StackView(.vertical, [field, tags]), size: Size(width: 300, height: 80))
      harness.type("x")
      #expect(tags.text == "x" && field.text.isEmpty)
    }
  }

  @Test("A view that is not shown yet gets it when it is") func later() async throws {
    try await onServer { _ in
      let (tags, field, added) = (TokenFieldView(), TextFieldView(), TextFieldView())
      field.isHidden = true
      let stack = StackView(.vertical, [tags, field])
      let harness = try ViewHarness(stack, size: Size(width: 300, height: 120))
      field.beginEditing()
      harness.type("x")
      #expect(tags.text == "x" && field.text.isEmpty)
      field.isHidden = false
      harness.advance(by: 0.1)
      harness.type("y")
      #expect(field.text == "y")
      stack.addSubview(added)
      added.beginEditing()
      harness.advance(by: 0.1)
      harness.type("z")
      #expect(added.text == "z" && field.text == "y")
    }
  }

  @Test("A text is no longer edited when a click gives the keyboard to another view, and what is typed stays")
  func taken() async throws {
    try await onServer { _ in
      let (field, tags, badge) = (TextFieldView("one"), TokenFieldView(), BadgeView("mark"))
      let other = TextFieldView("two")
      badge.isEditable = true
      var told: [String] = []
      field.onBeginEditing = { told.append("begins \($0)") }
      field.onReturn = { told.append("returns \($0)") }
      field.onEndEditing = { told.append("ends \($0)") }
      badge.onEndEditing = { told.append("badge ends \($0)") }
      tags.delegate.didBeginEditing = { _, _ in told.append("tags begin") }
      tags.delegate.didEndEditing = { _ in told.append("tags end") }
      let stack = StackView(.vertical, [field, tags, badge, other])
      for view in stack.subviews { view.height = 30 }
      let harness = try ViewHarness(stack, size: Size(width: 300, height: 120))
      told.removeAll()
      harness.click(Point(x: 290, y: 15))
      harness.type("!")
      harness.click(Point(x: 200, y: 45))
      #expect(told == ["tags end", "begins one", "ends one!", "tags begin"] && field.text == "one!")
      told.removeAll()
      harness.click(Point(x: 150, y: 75))
      harness.type("?")
      harness.click(Point(x: 290, y: 105))
      #expect(told == ["tags end", "badge ends \(badge.text)"] && badge.text.contains("?"))
      harness.type("+")
      #expect(other.text == "two+" && field.text == "one!")
      // Whoever hears of the end may say who is next.
      told.removeAll()
      field.onEndEditing = { _ in other.beginEditing() }
      field.beginEditing()
      harness.click(Point(x: 200, y: 45))
      harness.type("-")
      #expect(tags.text.isEmpty && other.text.contains("-"))
    }
  }

  @Test("Tab goes from view to view in the order of the layout, Shift-Tab back; typing goes on there") func tab()
    async throws
  {
    try await onServer { _ in
      let (first, second, tags) = (TextFieldView(), TextFieldView(), TokenFieldView())
      let (own, hidden) = (OwnViewTests.Probe(), TextFieldView())
      (own.keyboard, hidden.isHidden) = (true, true)
      own.takes = { event in if case .key = event { false } else { true } }
      let row = StackView(.horizontal, [first, BadgeView("label"), second, hidden])
      let stack = StackView(.vertical, [row, own, tags])
      let harness = try ViewHarness(stack, size: Size(width: 300, height: 120))
      first.beginEditing()
      harness.type("a")
      harness.press(.tab)
      harness.type("b")
      harness.press(.tab)
      #expect(own.events.contains(.focused(true)) && !own.events.contains(.focused(false)))
      harness.press(.tab)
      harness.type("c")
      #expect([first.text, second.text, tags.text] == ["a", "b", "c"])
      // Around the end, and back.
      harness.press(.tab)
      harness.type("d")
      harness.press(.tab, .shift)
      harness.type("e")
      #expect(first.text == "ad" && tags.text == "ce")
      harness.press(.tab, .shift)
      harness.press(.tab, .shift)
      harness.type("f")
      #expect(second.text == "bf")
    }
  }

  @Test("Tab passes over views that are hidden, or in hidden ones, from that moment on") func tabSeen()
    async throws
  {
    try await onServer { _ in
      let fields = (0..<4).map { _ in TextFieldView() }
      let inner = StackView(.vertical, [fields[2]])
      let harness = try ViewHarness(
        StackView(.vertical, [fields[0], fields[1], inner, fields[3]]), size: Size(width: 300, height: 160))
      func round() -> [String] {
        fields[0].beginEditing()
        for field in fields { field.text = "" }
        for letter in ["a", "b", "c", "d"] {
          harness.type(letter)
          harness.press(.tab)
        }
        return fields.map(\.text)
      }
      #expect(round() == ["a", "b", "c", "d"])
      fields[1].isHidden = true
      #expect(round() == ["ad", "", "b", "c"])
      inner.isHidden = true
      #expect(round() == ["ac", "", "", "bd"])
      (fields[1].isHidden, inner.isHidden) = (false, false)
      harness.advance(by: 0.1)
      #expect(round() == ["a", "b", "c", "d"])
    }
  }

  @Test("Tab completes first, is offered to a view of one's own, and marks links in a crawl")
  func ownTab() async throws {
    try await onServer { _ in
      let (tags, own, crawl, field) = (TokenFieldView(), OwnViewTests.Probe(), CrawlView(), TextFieldView())
      tags.suggestions = ["swift"]
      own.keyboard = true
      crawl.stop()
      crawl.append("linked", link: "https://example.org")
      let stack = StackView(.vertical, [tags, own, crawl, field])
      let harness = try ViewHarness(stack, size: Size(width: 300, height: 160))
      harness.type("sw")
      harness.press(.tab)
      #expect(tags.text == "swift" || tags.items == ["swift"])
      tags.text = ""
      harness.press(.tab)
      #expect(own.events.contains(.focused(true)))
      harness.press(.tab)
      #expect(own.events.last == .key(.tab, text: "", []))
      crawl.beginEditing()
      crawl.endEditing()
      harness.press(.tab)
      harness.type("nothing")
      #expect(field.text.isEmpty)
      harness.press(.tab)
      harness.type("x")
      #expect(field.text == "x")
    }
  }

  @Test("A key that the view with the keyboard leaves goes to the views around it, then to the window")
  func around() async throws {
    try await onServer { server in
      let (inner, outer, button) = (OwnViewTests.Probe(), OwnViewTests.Probe(), Button("Save"))
      (inner.keyboard, inner.takes) = (true, { $0 == .key(.character("a"), text: "a", []) })
      outer.takes = { if case .key(.character("b"), _, _) = $0 { true } else { false } }
      outer.addSubview(StackView(.vertical, [inner, button]))
      (inner.height, button.height) = (40, 40)
      let window = try Window(outer, kind: .normal, width: 300, height: 100, at: .inTopLeft)
      var keys: [Key] = []
      window.onKey { key, modifiers in keys.append(modifiers == .control ? .character("^") : key) }
      inner.beginEditing()
      try await keyboard(of: window, on: server)
      outer.events.removeAll()
      try await server.type("abc")
      try window.run("the last key") { keys == [.character("c")] }
      func typed(_ view: OwnViewTests.Probe) -> String {
        view.events.reduce("") { if case .key(_, let text, _) = $1 { $0 + text } else { $0 } }
      }
      #expect(typed(inner) == "abc" && typed(outer) == "bc")
      // The same around a view of the library, which takes the space bar for itself.
      var presses = 0
      button.onClick = { presses += 1 }
      button.beginEditing()
      try await server.type(" bd")
      try window.run("the other key") { keys == [.character("c"), .character("d")] }
      #expect(presses == 1 && typed(outer) == "bcbd")
      window.onKey = nil
      try await server.type("e")
      try window.run("nothing more") { typed(outer).hasSuffix("e") }
      #expect(keys.count == 2)
    }
  }

  @Test("A window without views that take keys has its own", arguments: [nil, XServer.WindowManager.openbox])
  func shortcuts(_ manager: XServer.WindowManager?) async throws {
    try await onServer(manager: manager) { server in
      let window = try Window(Label("a text"), width: 300, height: 100, at: .inTopLeft)
      var keys: [Key] = []
      window.onKey = { key, _ in keys.append(key) }
      // It is above others, and gets the keyboard by a click.
      try window.rest(on: server)
      try await server.click(x: 100, y: 50)
      try await keyboard(of: window, on: server)
      try await server.type("s")
      try window.run("the key") { keys == [.character("s")] }
    }
  }

  /// Waits until keys go to it.
  private func keyboard(of window: Window, on server: XServer) async throws {
    while try await !server.hasFocus("\(window.id)") { _ = window.run(for: 0.02) }
  }
}
