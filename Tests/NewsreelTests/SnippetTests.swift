import Dispatch
import Glibc
import Newsreel
import ScrollCore
import TestKit
import TestTags
import Testing

/// The programs in the pages of the documentation: they are built here, line for line.
@Suite("Snippets of the documentation") struct SnippetTests {
  @Test("What the pages show is built", arguments: ["Newsreel/Newsreel.docc", "ScrollCore/ScrollCore.docc"])
  func pages(_ catalog: String) throws {
    func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
    let sources = try ["SnippetTests", "TutorialTests", "OwnViewPageTests"].map {
      try Project.text(of: "Tests/NewsreelTests/\($0).swift")
    }
    let built = Set(sources.joined().split(separator: "\n").map(trimmed))
    var count = 0
    for page in try Project.files(below: "Sources/\(catalog)") {
      var isCode = false
      for line in try Project.text(of: page).split(separator: "\n").map(trimmed) {
        if line.hasPrefix("```") {
          isCode = line == "```swift"
        } else if isCode, !line.hasPrefix("import ") {
          count += 1
          #expect(built.contains(line), "\(page): \(line)")
        }
      }
    }
    #expect(count >= 9)
  }

  @Test("The page on X11 shows its example, whole") func x11() throws {
    let page = try Project.text(of: "doc/x11.md")
    #expect(page.contains("```swift\n" + (try Project.text(of: "Examples/Xlib/main.swift")) + "```\n"))
  }

  @Test("The page on extending shows what tests build and run, piece by piece") func extending() throws {
    let built = try ["AddedSourceTests", "AddedViewTests"].map { name in
      try Project.text(of: "Tests/NewsreelTests/\(name).swift")
    }
    var block: [Substring]?
    var count = 0
    for line in try Project.text(of: "doc/extending.md").split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        block = []
      } else if line == "```", let lines = block {
        let text = lines.joined(separator: "\n")
        #expect(built.contains { $0.contains("\n\(text)\n") }, "\(text)")
        (block, count) = (nil, count + 1)
      } else {
        block?.append(line)
      }
    }
    #expect(count == 6)
    // The lists in which the page puts them.
    func sources(_ path: String) throws -> String? {
      let list = try Project.text(of: path).split(separator: "static let standard: [any ContentSource.Type] = [").last
      return list?.split(separator: "]").first.map { String($0.filter { !$0.isWhitespace }) }
    }
    let list = try #require(try sources("Sources/App/sources/ContentSource.swift"))
    let shown = try sources("doc/extending.md")
    #expect(list.contains("FileLines.self,") && shown == list + "CountedLines.self,")
  }

  @Test("The page on views shows each of them, by the lines of its example") func views() throws {
    let page = try Project.text(of: "doc/views.md")
    let example = try Project.text(of: "Examples/Gallery/main.swift")
    var blocks = 0
    for part in page.split(separator: "```swift\n").dropFirst() {
      let code = part[..<(part.firstRange(of: "```")?.lowerBound ?? part.endIndex)]
      let lines = code.split(separator: "\n")
      #expect(
        example.contains(lines.map { "  " + $0 }.joined(separator: "\n")) && (3...6).contains(lines.count), "\(code)")
      blocks += 1
    }
    let views = try Project.files(below: "Sources/Newsreel").filter { $0.hasSuffix(".swift") }.flatMap { file in
      try Project.text(of: file).matches(
        of: /public (?:final )?class ([A-Za-z]+): (?:View|StyledView|EditableView|CrawlView)/
      )
      .map { String($0.1) }
    }.filter { $0 != "StyledView" && $0 != "EditableView" }
    #expect(views.count == blocks && views.allSatisfy { page.contains("## \($0)\n") }, "\(views)")
  }

  @Test("What CONTRIBUTING quotes is in the sources") func contributing() throws {
    let sources = try Project.files(below: "Sources").filter { $0.hasSuffix(".swift") }.map { try Project.text(of: $0) }
    var isCode = false
    var count = 0
    for line in try Project.text(of: "CONTRIBUTING.md").split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        count += 1
        #expect(sources.contains { $0.contains(line) }, "\(line)")
      }
    }
    #expect(count >= 2)
  }

  @Test("The core answers as its page says") func core() throws {
    let crawl = Crawl()  // 5 s to cross view and text, after 2 s
    let x = crawl.position(of: 500, in: 300, at: 3)  // -155
    #expect(x == -155)

    var lyrics = AutoScroll(contentHeight: 600, viewHeight: 200)
    try lyrics.start(.speed(10), at: 0)
    let offset = lyrics.offset(at: 2.5)  // 25
    #expect(offset == 25)

    var counter = Odometer()
    counter.show(DecimalNumber(9), at: 0)
    counter.show(DecimalNumber(10), at: 1)
    let ones = counter.columns[1].position(at: 2.5)  // 10: they have rolled on from 9
    #expect(ones == 10)
  }

  @Test("A window runs in the loop of the page about loops", .tags(.x11)) func loop() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let crawl = CrawlView("Good evening")
    var window: Window?
    crawl.onItemShown = { _ in window?.close() }
    window = try Window(crawl, height: 40, at: .inBottom)
    if let window { serve(window) }
    #expect(window?.isOpen == false)
  }

  /// The first program of the library's page.
  private func first() throws {
    let crawl = CrawlView("Good evening")
    crawl.scrollTime = 0
    crawl.scrollSpeed = 90
    crawl.border.width = 2
    try Window(crawl, height: 40, at: .inBottom).run()
  }

  /// The delegate of the library's page.
  private func refuse(_ tags: TokenFieldView) {
    tags.delegate.shouldDelete = { field, index, label in label != "swift" && field.items.count > 1 }
    tags.delegate.didAdd = { field, index, label in print("added", label, "of", field.items.count) }
  }

  /// The loop of the page about loops.
  private func serve(_ window: Window) {
    while window.isOpen {
      var descriptor = pollfd(fd: window.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, milliseconds(until: window.nextDeadline))
      window.serve()
    }
  }

  /// The line about Dispatch.
  private func wake(_ timer: any DispatchSourceTimer, for window: Window) {
    window.onDeadlineChange = { timer.schedule(deadline: .now()) }
  }

  private func milliseconds(until deadline: Double) -> Int32 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let rest = max(0, deadline - Double(now.tv_sec) - Double(now.tv_nsec) / 1e9)
    return rest > 1e6 ? -1 : Int32((rest * 1000).rounded(.up))
  }
}
