import Newsreel
import TestKit

extension SeedRow {
  /// SideScrollTextField. A text of 500 px in a view of 300, where its places are asked for.
  static var sideScroll: [SeedRow] {
    [
      SeedRow("text") { desk in
        let crawl = CrawlView("one")
        crawl.text = "two"
        return try crawl.text == "two" && crawl.count == 1 && desk.inkHeight(of: resting(crawl)) > 5
      },
      SeedRow("fontSizeAsView") { desk in
        let crawl = resting(CrawlView("Hg"))
        crawl.fontSizeAsView = true
        return try desk.inkHeight(of: crawl, height: 80) > 40
      },
      SeedRow("fontSize") { desk in
        let crawl = resting(CrawlView("Hg"))
        let usual = try desk.inkHeight(of: crawl)
        crawl.fontSize = 40
        return try usual < 22 && desk.inkHeight(of: crawl) > 30
      },
      SeedRow("maxFontSize") { desk in
        let crawl = resting(CrawlView("Hg"))
        (crawl.minFontSize, crawl.maxFontSize) = (9, 50)
        return try desk.inkHeight(of: crawl, height: 80) > 35
      },
      SeedRow("minFontSize") { desk in
        let crawl = resting(CrawlView(String(repeating: "Hg ", count: 60)))
        (crawl.minFontSize, crawl.maxFontSize) = (9, 50)
        return try desk.inkHeight(of: crawl, height: 80) < 14
      },
      SeedRow("scrollLeft") { _ in
        let crawl = CrawlView()
        crawl.scrollLeft = false
        return x(crawl, at: 2) == -205 && x(crawl, at: 4.5) == 195
      },
      SeedRow("scrollOnlyWhenTooLong") { desk in
        let crawl = CrawlView("short")
        (crawl.scrollOnlyWhenTooLong, crawl.delayAtStart) = (true, 0)
        let first = try desk.picture(of: crawl)
        return try desk.picture(of: crawl) == first && crawl.style.crawl.position(of: 90, in: 100, at: 30) == 5
      },
      SeedRow("scrollRepeat") { desk in
        let crawl = quick(CrawlView("once"))
        crawl.scrollRepeat = 0
        var ends = 0
        crawl.onFinish = { ends += 1 }
        let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
        try window.run("the end") { ends == 1 }
        return !crawl.isScrolling
      },
      SeedRow("scrollTime") { _ in
        let crawl = CrawlView()
        crawl.scrollTime = 10
        return x(crawl, at: 3) == -75
      },
      SeedRow("scrollSpeed") { _ in
        let crawl = CrawlView()
        (crawl.scrollTime, crawl.scrollSpeed) = (0, 50)
        return x(crawl, at: 7) == -245
      },
      SeedRow("repeatWhenOutOfBounds") { _ in
        let crawl = CrawlView()
        let one = crawl.style.crawl.positions(of: 100, in: 300, at: 0).count
        crawl.repeatWhenOutOfBounds = false
        return one == 1 && crawl.style.crawl.positions(of: 100, in: 300, at: 0).count == 2
      },
      SeedRow("repeatSpacing") { _ in
        let crawl = CrawlView()
        (crawl.repeatWhenOutOfBounds, crawl.repeatSpacing) = (false, 70)
        return crawl.style.crawl.position(of: 500, copy: 1, in: 300, at: 2) == 575
      },
      SeedRow("delayAtStart") { _ in
        let crawl = CrawlView()
        crawl.delayAtStart = 1
        return x(crawl, at: 1) == 5 && x(crawl, at: 2) == -155
      },
      SeedRow("delayAtEnd") { _ in
        let crawl = CrawlView()
        crawl.delayAtEnd = 1
        return x(crawl, at: 5.5) == 300 && x(crawl, at: 7.15625) == 140
      },
      SeedRow("startOutOfBounds") { _ in
        let crawl = CrawlView()
        crawl.startOutOfBounds = true
        return x(crawl, at: 2) == 300 && x(crawl, at: 4.5) == -100
      },
      SeedRow("startScroll()") { desk in
        let crawl = quick(CrawlView("on the way"))
        crawl.stop()
        let window = try desk.show(crawl)
        let before = try desk.picture(of: window)
        crawl.start()
        try window.run("motion") { try desk.picture(of: window) != before }
        return crawl.isScrolling
      },
      SeedRow("stopScroll()") { desk in
        let crawl = quick(CrawlView("on the way"))
        let window = try Window(crawl, width: 300, height: 60, at: .inTopLeft)
        _ = window.run(for: 0.05)
        crawl.stop()
        try window.rest(on: desk.server)
        return !crawl.isScrolling
      },
      SeedRow("textField.font") { desk in
        let crawl = resting(CrawlView("Hg"))
        let usual = try desk.picture(of: crawl)
        crawl.font = Font("DejaVu Sans Mono", size: 24, weight: .bold)
        return try desk.picture(of: crawl) != usual
      },
      SeedRow("textField.textColor") { desk in
        let crawl = resting(CrawlView("■■■■"))
        crawl.textColor = .red
        return try desk.picture(of: crawl).count(of: 0xff0000) > 20
      },
      SeedRow("textField.backgroundColor") { desk in
        let crawl = resting(CrawlView("text"))
        crawl.background = .navy
        return try desk.picture(of: crawl).count(of: 0x000080) > 10_000
      },
      SeedRow("textField.placeholder") { desk in
        let crawl = resting(CrawlView())
        crawl.placeholder = "Enter Message..."
        return try desk.inkHeight(of: crawl) > 5
      },
      SeedRow("textField.isEnabled") { desk in try await typed("x", on: desk) { $0.text.contains("x") } },
      SeedRow("textFieldDidBeginEditing(_:)") { desk in
        var begun: String?
        return try await typed("", on: desk, { $0.onBeginEditing = { begun = $0 } }) { _ in begun == "Text" }
      },
      SeedRow("textFieldShouldReturn(_:)") { desk in
        var returned: String?
        return try await typed("y\n", on: desk, { $0.onReturn = { returned = $0 } }) { _ in
          returned?.contains("y") == true
        }
      },
      SeedRow("textFieldDidEndEditing(_:)") { desk in
        var ended: String?
        return try await typed("z\n", on: desk, { $0.onEndEditing = { ended = $0 } }) { ended == $0.text }
      },
    ]
  }

  /// Where the text is.
  private static func x(_ crawl: CrawlView, at t: Double) -> Double {
    crawl.style.crawl.position(of: 500, in: 300, at: t)
  }

  private static func resting(_ crawl: CrawlView) -> CrawlView {
    crawl.stop()
    return crawl
  }

  private static func quick(_ crawl: CrawlView) -> CrawlView {
    (crawl.scrollTime, crawl.scrollSpeed, crawl.delayAtStart) = (0, 1000, 0)
    return crawl
  }

  /// Types into a text field, and waits for what that does.
  private static func typed(
    _ text: String, on desk: SeedDesk, _ prepare: (CrawlView) -> Void = { _ in }, _ isDone: (CrawlView) -> Bool
  ) async throws -> Bool {
    let crawl = resting(CrawlView("Text"))
    crawl.isEditable = true
    prepare(crawl)
    let window = try desk.show(crawl, height: 30)
    try await desk.type(String(text.filter { $0 != "\n" }), into: window, at: 20)
    if text.contains("\n") { try await desk.server.key("Return") }
    try window.run("what was typed") { isDone(crawl) }
    return true
  }
}
