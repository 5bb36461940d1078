import Base
import Dispatch
import Glibc
import Newsreel
import TestKit
import TestTags
import Testing

/// What windows do for the views in them: sizes, places, deadlines, threads.
@Suite("Windows of the library", .serialized, .tags(.x11)) struct LibraryStageTests {
  private func onServer(_ body: (XServer) throws -> Void) async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    try body(server)
  }

  @Test("A token field alone is as high as its chips are in its window, and the window follows") func tokens()
    async throws
  {
    try await onServer { server in
      let field = TokenFieldView((1...6).map { "a longer label \($0)" })
      var heights: [Double] = []
      field.canEdit = false
      field.delegate.didChangeHeight = { heights.append($1) }
      let window = try Window(field, width: 300, at: .inTopLeft)
      try window.rest(on: server)
      #expect(window.frame.width == 300 && field.contentHeight > 2 * field.tokenHeight)
      #expect(window.frame.height == field.contentHeight)
      let full = window.frame.height
      field.items = ["one"]
      try window.run("a lower window") { window.frame.height == field.tokenHeight }
      field.items = (1...6).map { "a longer label \($0)" }
      try window.run("a higher window") { window.frame.height == full }
      #expect(heights == [full, field.tokenHeight, full])
      try window.place(.inTopLeft, width: 300, height: 40)
      field.items = ["one"]
      try window.rest(on: server)
      #expect(window.frame.height == 40)
    }
  }

  @Test("So is one in a column, and what stands below it makes room") func column() async throws {
    try await onServer { server in
      let (field, badge) = (TokenFieldView((1...6).map { "a longer label \($0)" }), BadgeView("Below"))
      field.canEdit = false
      let window = try Window(StackView(.vertical, [field, badge]), width: 300, at: .inTopLeft)
      try window.rest(on: server)
      #expect(field.frame.height == field.contentHeight && badge.frame.minY == field.contentHeight)
      #expect(window.frame.height == badge.frame.maxY)
      let former = window.frame.height
      field.items = ["one"]
      try window.run("a lower window") { window.frame.height < former }
      try window.rest(on: server)
      #expect(badge.frame.minY == field.tokenHeight && window.frame.height == badge.frame.maxY)
    }
  }

  @Test("A counter beside others is as wide as its number, and follows it") func counter() async throws {
    try await onServer { server in
      let (crawl, counter) = (CrawlView("news"), CounterView())
      counter.setNumber(3)
      crawl.stop()
      let window = try Window(StackView(.horizontal, [crawl, counter]), width: 700, height: 40, at: .inTopLeft)
      try window.rest(on: server)
      let narrow = counter.frame.width
      #expect(narrow > 10 && narrow < 60 && crawl.frame.width == 700 - narrow)
      counter.setNumber(12_345, animated: false)
      try window.rest(on: server)
      #expect(counter.frame.width > 3 * narrow - 30 && counter.frame.maxX == 700)
    }
  }

  @Test("An earlier deadline is reported once, and never while the loop serves") func deadline() async throws {
    try await onServer { server in
      let counter = CounterView()
      counter.setNumber(8)
      let window = try Window(counter, at: .inTopLeft)
      var calls = 0
      window.onDeadlineChange = { calls += 1 }
      try window.rest(on: server)
      #expect(calls == 0 && window.nextDeadline == .infinity)
      counter.setNumber(500, animated: false)
      counter.setNumber(501, animated: false)
      #expect(calls == 1 && window.nextDeadline == 0)
      try window.rest(on: server)
      window.background = .black
      #expect(calls == 2)
      counter.onFinish = { counter.setNumber(9, animated: false) }
      (counter.duration, calls) = (0.001, 0)
      counter.setNumber(1)
      try window.run("the end") { counter.number == DecimalNumber(9) }
      #expect(calls <= 1)
      window.close()
      counter.setNumber(2)
      #expect(calls <= 1)
    }
  }

  @Test("A view fills one window at a time: it leaves the other, as it leaves a superview") func oneWindow()
    async throws
  {
    try await onServer { server in
      let badge = BadgeView("Mine")
      badge.background = .white
      let first = try Window(badge, width: 100, height: 50, at: .inTopLeft)
      try first.rest(on: server)
      #expect(try server.screenshot().cropped(x: 0, y: 0, width: 100, height: 50).count(of: 0xffffff) > 2000)
      #expect(throws: WindowError.self) { try Window(badge, of: 0x1234567) }
      try first.rest(on: server)
      #expect(try server.screenshot().cropped(x: 0, y: 0, width: 100, height: 50).count(of: 0xffffff) > 2000)
      let second = try Window(badge, width: 100, height: 50, at: .inTopRight)
      try first.rest(on: server)
      try second.rest(on: server)
      let empty = try server.screenshot()
      #expect(empty.cropped(x: 0, y: 0, width: 100, height: 50).count(of: 0x12161c) == 5000)
      #expect(empty.cropped(x: 700, y: 0, width: 100, height: 50).count(of: 0xffffff) > 2000)
      let group = View()
      group.addSubview(badge)
      try second.rest(on: server)
      #expect(try server.screenshot().cropped(x: 700, y: 0, width: 100, height: 50).count(of: 0x12161c) == 5000)
      badge.text = "Elsewhere"
      #expect(group.subviews.count == 1)
    }
  }

  @Test("A view that is larger than the X server has pixmaps shows what is in its window") func larger() async throws {
    try await onServer { server in
      let longest = 32_767.0
      for size in [Size(width: longest, height: 40), Size(width: 40, height: longest)] {
        let badge = BadgeView("Large")
        badge.background = .white
        (badge.width, badge.height) = (size.width, size.height)
        let window = try Window(View([badge]), width: 100, height: 50, at: .inTopLeft)
        try window.rest(on: server)
        #expect(badge.frame.size == size)
        let shown = Size(width: min(100, size.width), height: min(50, size.height))
        let white = try server.screenshot().cropped(x: 0, y: 0, width: 100, height: 50).count(of: 0xffffff)
        #expect(white == Int(shown.width * shown.height))
        window.close()
      }
    }
  }

  @Test("A size that is none is an error that says so", arguments: [Double.nan, .infinity, 1e9, 0, -5])
  func sizes(_ length: Double) async throws {
    try await onServer { _ in
      for (name, make) in [
        ("width", { try Window(View(), width: length, height: 10) }),
        ("height", { try Window(View(), width: 10, height: length) }),
        ("offset.x", { try Window(View(), width: 10, height: 10, offset: Point(x: length * 1e9, y: 0)) }),
      ] as [(String, () throws -> Window)] where name != "offset.x" || length != 0 {
        let error = #expect(throws: WindowError.self) { try make() }
        guard case .noPlace(let reason)? = error else {
          Issue.record("\(name) \(length): \(String(describing: error))")
          continue
        }
        #expect(reason.hasPrefix("\(name): ") && reason.contains("out of range"), "\(reason)")
      }
      let window = try Window(View(), width: 10, height: 10, title: String(repeating: "long ", count: 2000))
      window.border.width = -5
      var told: [String] = []
      window.onInvalidValue = { told.append($0.name) }
      #expect(window.border.width == 0 && told == ["title", "border.width"])
      #expect(throws: WindowError.self) { try window.place(.inTop, width: length) }
    }
  }

  @Test("A badge never begins left of its container, and an empty text is finished at once") func edges() async throws {
    try await onServer { server in
      let (badge, lyrics) = (BadgeView("A label that is much too long for its container"), AutoScrollView(""))
      badge.border.width = 1
      badge.place(.inCenter)
      var finished = 0
      lyrics.onFinish = { finished += 1 }
      lyrics.start(speed: 30)
      let window = try Window(View([lyrics, badge]), width: 101, height: 50, at: .inTopLeft)
      try window.run("the end") { finished == 1 }
      #expect(badge.frame.minX == 0 && badge.frame.width == 101)
      lyrics.start(duration: 3)
      try window.run("another end") { finished == 2 }
    }
  }

  @Test("A text that is empty, or becomes so, is finished once for each start", arguments: ["", "\n", " ", "a\nb"])
  func empty(_ text: String) async throws {
    try await onServer { server in
      let lyrics = AutoScrollView(text)
      var finished = 0
      lyrics.onFinish = { finished += 1 }
      // The pointer is over it.
      let window = try Window(lyrics, width: 200, height: 100)
      try window.rest(on: server)
      #expect(finished == 0)
      lyrics.start(speed: 30)
      try window.run("the end of '\(text)'") { finished == 1 }
      lyrics.start()
      try window.run("another end") { finished == 2 }
      lyrics.text = (1...100).map { "Line \($0)" }.joined(separator: "\n")
      lyrics.start(speed: 30)
      _ = window.run(for: 0.05)
      lyrics.text = ""
      try window.run("the end of what there was") { finished == 3 }
      try window.rest(on: server)
      #expect(finished == 3)
    }
  }

  @Test("Refused typing is reported as a refusal") func refused() async throws {
    let server = try await XServer(width: 800, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let field = TokenFieldView()
    var told: [String] = []
    field.delegate.shouldReturn = { $1.count > 2 }
    field.delegate.didRefuse = { told.append("\($1) \($2)") }
    field.firstResponderAtStart = false
    let window = try Window(field, width: 300, at: .inTopLeft)
    try window.rest(on: server)
    try await server.click(x: 100, y: 15)
    try await server.type("ab")
    try await server.key("Return")
    try window.run("the refusal") { !told.isEmpty }
    #expect(told == ["ab denied"] && field.text == "ab" && field.items.isEmpty)
    field.text = "abc"
    try await server.key("Return")
    try window.run("the chip, \(told)") { field.items == ["abc"] }
    #expect(told.count == 1 && field.text == "")
  }

  @Test("Contradictory sizes are reported once, when they are used") func combination() async throws {
    try await onServer { server in
      let crawl = CrawlView("news")
      var told: [ValueError] = []
      crawl.onInvalidValue = { told.append($0) }
      crawl.maxFontSize = 10
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      _ = window.run(for: 0.05)
      crawl.border.width = 2
      _ = window.run(for: 0.05)
      #expect(told.map(\.name) == ["maxFontSize"])
      #expect(told.first?.reason.contains("minFontSize") == true && told.first?.reason.contains("-") == false)
    }
  }

  @Test("Each thread has windows and pictures of its own") func threads() async throws {
    try await onServer { _ in
      let folder = Project.folder + "/Tests/RenderTests/Pictures"
      let pictures = ["square.jpg", "disc.png", "disc.gif", "disc.webp"].map { (name: String) -> String in
        "\(folder)/\(name)"
      }
      .filter { access($0, R_OK) == 0 }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for round in 0..<6 {
          let views = (0..<20).map { BadgeView("Picture \($0)", image: pictures[($0 + thread) % pictures.count]) }
          let row = StackView(.vertical, views + [TextFieldView("Text \(thread)"), CrawlView("Crawl \(round)")])
          let window = try? Window(row, width: 300, height: 250, at: thread % 2 == 0 ? .inTopLeft : .inTopRight)
          _ = window?.run(for: 0.1)
          if window?.isOpen != true { Issue.record("no window in thread \(thread)") }
        }
      }
    }
  }
}
