import Base
import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// What happens to views in a window, and what they tell of it.
@Suite("Views in a window", .serialized, .tags(.x11)) struct LibraryWindowTests {
  @Test("A crawl starts by itself, tells what it shows, and that it has finished once")
  func crawl() async throws {
    try await onServer { _ in
      let crawl = CrawlView("first")
      (crawl.scrollTime, crawl.scrollSpeed, crawl.delayAtStart, crawl.scrollRepeat) = (0, 1000, 0, 0)
      var (shown, finished): ([String], Int) = ([], 0)
      crawl.onItemShown = { shown.append($0.text) }
      crawl.onFinish = { finished += 1 }
      let id = try #require(crawl.append("second", link: "https://example.org", topic: "World"))
      let item = try #require(crawl.item(id))
      #expect(item.text == "second" && item.link == "https://example.org" && item.topic == "World" && item.id == id)
      // In the middle of the screen the pointer is over it, and holds it.
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      try window.run("the end") { finished > 0 }
      _ = window.run(for: 0.1)
      #expect(finished == 1 && !crawl.isScrolling && Set(shown) == ["first", "second"])
      crawl.start()
      #expect(crawl.isScrolling)
      try window.run("another end") { finished == 2 }
    }
  }

  @Test("A crawl is stopped, paused, and its items replaced and removed") func items() async throws {
    try await onServer { server in
      let crawl = CrawlView()
      crawl.stop()
      let ids = ["one", "two", "three"].compactMap { crawl.append($0, topic: $0 == "two" ? "T" : nil) }
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      _ = window.run(for: 0.1)
      #expect(!crawl.isScrolling && crawl.count == 3 && crawl.text == "one\ntwo\nthree")
      crawl.replace(ids[0], with: "uno")
      #expect(crawl.text == "uno\ntwo\nthree")
      // They go on being known by their numbers.
      crawl.replace(ids[0], with: "un")
      crawl.replace(ids[2], with: "trois")
      #expect(ids.map { crawl.item($0)?.text } == ["un", "two", "trois"])
      let added = try #require(crawl.append("four"))
      crawl.replace(ids[0], with: "uno")
      crawl.remove(ids[2])
      #expect(crawl.item(added)?.text == "four" && crawl.item(ids[2]) == nil && crawl.text == "uno\ntwo\nfour")
      crawl.remove(added)
      #expect(crawl.append("three") != added)
      crawl.removeAll(about: "T")
      #expect(crawl.text == "uno\nthree")
      crawl.text = "all"
      #expect(crawl.text == "all" && crawl.count == 1)
      crawl.start()
      crawl.pause()
      #expect(!crawl.isScrolling)
      crawl.resume()
      #expect(crawl.isScrolling)
    }
  }

  @Test("A click on an item is reported instead of opening it, and an empty crawl shows its placeholder")
  func click() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let crawl = CrawlView()
    crawl.stop()
    crawl.placeholder = "Nothing yet"
    let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
    try window.rest(on: server)
    let hint = try server.screenshot().cropped(x: 0, y: 0, width: 300, height: 40)
    #expect(Set(hint.pixels).count > 5)
    crawl.append("Click me, and again", link: "https://example.org/never-opened")
    var clicked: [String] = []
    crawl.onItemClick = { clicked.append($0.text) }
    try window.rest(on: server)
    try await server.click(x: 20, y: 20)
    try window.run("the click") { !clicked.isEmpty }
    #expect(clicked == ["Click me, and again"])
  }

  @Test("A click on a link opens it in the browser, also a second time")
  func link() async throws {
    let opener = try await StandInOpener()
    try await opener.standIn {
      let server = try await XServer(width: 400, height: 200)
      defer { server.end() }
      setenv("DISPLAY", server.display, 1)
      let crawl = CrawlView()
      crawl.stop()
      crawl.append("A headline with a link", link: "https://example.org/opened")
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      for _ in 0..<2 {
        try window.rest(on: server)
        try await server.click(x: 20, y: 20)
        try window.run("the browser") { try opener.opened != nil }
        #expect(try opener.opened == "https://example.org/opened")
        try opener.forget()
      }
    }
  }

  @Test("An auto-scrolling text comes to its end in the time that it was given, holds, and goes on")
  func autoScroll() async throws {
    try await onServer { _ in
      let lyrics = AutoScrollView((1...100).map { "Line \($0)" }.joined(separator: "\n"))
      var finished = 0
      lyrics.onFinish = { finished += 1 }
      let window = try Window(lyrics, width: 200, height: 100, at: .inTopLeft)
      _ = window.run(for: 0.05)
      #expect(lyrics.offset == 0 && !lyrics.isScrolling)
      lyrics.start(speed: 400)
      try window.run("motion") { lyrics.offset > 0 }
      lyrics.stop()
      let offset = lyrics.offset
      _ = window.run(for: 0.1)
      #expect(lyrics.offset == offset && !lyrics.isScrolling)
      lyrics.start(duration: 0.2)
      try window.run("the end") { finished == 1 }
      lyrics.scroll(by: -100)
      _ = window.run(for: 0.1)
      #expect(finished == 1)
    }
  }

  @Test("A counter tells when it is at rest; without motion it is there at once") func counter() async throws {
    try await onServer { _ in
      let counter = CounterView()
      (counter.duration, counter.durationOffset) = (0.1, 0)
      var finished = 0
      counter.onFinish = { finished += 1 }
      counter.setNumber(1)
      let window = try Window(counter)
      _ = window.run(for: 0.05)
      #expect(!counter.isAnimating && counter.text == "1")
      counter.setNumber(999)
      try window.run("rest") { finished == 1 }
      // The window is not served until the motion is over.
      counter.setNumber(1000)
      usleep(200_000)
      try window.run("rest, late") { finished == 2 }
      counter.startAnimation()
      usleep(UInt32(counter.duration * 2e6))
      try window.run("the end of the spin, late") { finished == 3 }
      _ = window.run(for: 0.05)
      #expect(finished == 3)
      // Over before it is known that it rolls.
      (counter.duration, finished) = (1e-9, 0)
      counter.setNumber(7)
      try window.run("the end of what is over at once") { finished == 1 }
      counter.setNumber(5, animated: false)
      #expect(!counter.isAnimating && counter.number == DecimalNumber(5))
      // Longer than anything may hold up what asks.
      counter.duration = 600
      counter.startAnimation()
      #expect(counter.isAnimating)
      counter.stopAnimation()
      #expect(!counter.isAnimating)
      counter.setNumber(999)
      #expect(counter.isAnimating)
    }
  }

  @Test("A badge's label is typed in its place, and stays in the middle meanwhile") func badge() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let badge = BadgeView("Play")
    badge.isEditable = true
    var told: [String] = []
    badge.onBeginEditing = { told.append("began \($0)") }
    badge.onEdit = { told.append($0) }
    badge.onReturn = { told.append("returned \($0)") }
    badge.onEndEditing = { told.append("ended \($0)") }
    let window = try Window(badge, width: 300, height: 60, at: .inTopLeft)
    /// The ends of what is written.
    func ends() throws -> (left: Int, right: Int) {
      let picture = try server.screenshot()
      let ink = (0..<300).filter { x in (5..<55).contains { picture[x, $0] != 0x12161C } }
      return (ink.first ?? 0, ink.last ?? 0)
    }
    try window.run("the label") { try ends().left > 0 }
    let first = try ends()
    #expect(abs(first.left + first.right - 300) <= 4)
    try await server.click(x: 150, y: 30)
    try window.run("the caret, \(told)") { told == ["began Play"] }
    try await server.key("End")
    try await server.type(" it again")
    try window.run("the text") { told.last == "Play it again" }
    // The caret blinks meanwhile.
    try window.run("the text in the middle") {
      let typed = try ends()
      return abs(typed.left + typed.right - 300) <= 6 && typed.left < first.left - 20
    }
    try await server.key("Return")
    try window.run("the end") { told.suffix(2) == ["returned Play it again", "ended Play it again"] }
    #expect(badge.text == "Play it again")
    badge.fontSize = 20
    #expect(badge.text == "Play it again")
    badge.beginEditing()
    #expect(told.last == "began Play it again")
    try await server.type("x")
    try window.run("the text") { told.last == "x" }
    badge.endEditing(accepting: false)
    _ = window.run(for: 0.1)
    #expect(badge.text == "Play it again" && told.last == "ended Play it again")
  }

  @Test("Keys scroll a text by hand, and go to a field that asks for the keyboard, wherever it stands")
  func keys() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let lyrics = AutoScrollView((1...100).map { "Line \($0)" }.joined(separator: "\n"))
    var window = try Window(lyrics, width: 200, height: 100, at: .inTopLeft)
    try window.rest(on: server)
    try await server.move(toX: 100, y: 50)
    try await server.key("Page_Down")
    try window.run("a page") { lyrics.offset > 50 }
    try await server.key("Home")
    try window.run("the top") { lyrics.offset == 0 }
    window.close()
    let field = TokenFieldView()
    window = try Window(StackView(.vertical, [lyrics, field]), width: 200, height: 200, at: .inTopLeft)
    try await keyboard(of: window, on: server)
    try await server.type("a")
    try window.run("the text") { field.text == "a" }
    try await server.click(x: 100, y: 50)
    try await server.key("End")
    try window.run("the end") { lyrics.offset > 500 }
  }

  @Test("A text can be made editable while it is shown, also under a window manager") func editableLater() async throws
  {
    let server = try await XServer(width: 400, height: 200, manager: .openbox)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let crawl = CrawlView("Old text")
    crawl.stop()
    let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
    try window.rest(on: server)
    crawl.isEditable = true
    try await server.click(x: 30, y: 20)
    try await keyboard(of: window, on: server)
    try await server.key("ctrl+a")
    try await server.type("New")
    try await server.key("Return")
    try window.run("the new text, not \(crawl.text)") { crawl.text == "New" }
    // And by the program, with the pointer elsewhere.
    try await server.move(toX: 390, y: 190)
    var edited = ""
    crawl.onEdit = { edited = $0 }
    crawl.beginEditing()
    try await keyboard(of: window, on: server)
    try await server.type("er")
    try window.run("what is typed, not \(edited)") { edited.contains("er") }
    crawl.endEditing()
    #expect(crawl.text == "Newer")
    #expect(edited == crawl.text)
  }

  @Test("A click on a chip removes the headlines of its topic, and the number follows") func topics() async throws {
    let server = try await XServer(width: 800, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    // As in Examples/Topics.
    let (crawl, counter, chips) = (CrawlView(), CounterView(), TokenFieldView(["World", "Sport"]))
    (chips.clickRemoves, chips.firstResponderAtStart, chips.width, chips.height) = (true, false, 300, 30)
    crawl.append("The longest bridge is open", topic: "World")
    crawl.append("Two goals in the last minute", topic: "Sport")
    crawl.append("The glacier has lost a metre", topic: "World")
    counter.setNumber(crawl.count)
    chips.onRemove = { label, _ in
      crawl.removeAll(about: label)
      counter.setNumber(crawl.count)
    }
    let window = try Window(StackView(.horizontal, [crawl, counter, chips]), height: 40, at: .inBottom)
    try window.run("the chips") {
      Set(try server.screenshot().cropped(x: 505, y: 165, width: 50, height: 30).pixels).count > 5
    }
    try await server.click(x: 530, y: 180)
    try window.run("one headline, not \(crawl.text)") { crawl.text == "Two goals in the last minute" }
    #expect(chips.items == ["Sport"] && counter.text == "1" && crawl.count == 1)
  }

  @Test("A window tells where it is, and that it has been closed, once") func window() async throws {
    try await onServer { server in
      let window = try Window(View(), width: 100, height: 50, at: .inTopLeft, offset: Point(x: 7, y: 9))
      var endings: [WindowError?] = []
      window.onClose = { endings.append($0) }
      try window.run("its place") { window.frame == Rect(x: 7, y: 9, width: 100, height: 50) }
      #expect(window.id != 0 && window.isOpen)
      #expect(window.monitor?.description.isEmpty == false)
      // At once, there and back.
      try window.place(.inTopLeft, width: 60, height: 30, offset: .zero)
      #expect(window.frame == Rect(x: 0, y: 0, width: 60, height: 30))
      try window.place(.inTopLeft, width: 100, height: 50, offset: Point(x: 7, y: 9))
      #expect(window.frame == Rect(x: 7, y: 9, width: 100, height: 50))
      _ = window.run(for: 0.1)
      #expect(window.frame == Rect(x: 7, y: 9, width: 100, height: 50))
      let follower = try Window(View(), width: 30, height: 20, at: .onRight, of: window.id)
      try follower.run("its place") { follower.frame.minX == 107 }
      window.close()
      window.close()
      #expect(!window.isOpen && endings == [nil] && window.fileDescriptor == -1 && !window.serve())
      try follower.run("the follower's end") { !follower.isOpen }
    }
  }

  @Test("In a loop of the program's a change is due at once, and nothing is due at rest") func loop() async throws {
    try await onServer { server in
      let counter = CounterView()
      counter.setNumber(8)
      let window = try Window(counter, width: 100, height: 50, at: .inTopLeft)
      let end = monotonicNow() + patience / .seconds(1)
      while window.nextDeadline < .infinity, monotonicNow() < end {
        poll(nil, 0, 2)
        window.serve()
      }
      #expect(window.nextDeadline == .infinity)
      let before = try server.screenshot()
      counter.setNumber(7, animated: false)
      #expect(window.nextDeadline == 0)
      while try server.screenshot() == before, monotonicNow() < end {
        poll(nil, 0, 4)
        window.serve()
      }
      #expect(try server.screenshot() != before)
    }
  }

  // MARK: - Help

  /// Waits until keys go to it.
  private func keyboard(of window: Window, on server: XServer) async throws {
    let end = monotonicNow() + patience / .seconds(1)
    while try await !server.hasFocus("\(window.id)") {
      guard monotonicNow() < end else { throw HarnessError("the window does not get the keyboard") }
      _ = window.run(for: 0.02)
    }
  }

  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body(server)
  }
}
