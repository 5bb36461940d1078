import Glibc
import Newsreel
import NewsreelSources
import TestKit
import TestTags
import Testing

/// What views show of their sources, and what they tell of them.
@Suite("Sources in Swift", .serialized, .tags(.x11)) struct LibrarySourceTests {
  private func onServer(_ body: (XServer, TemporaryFolder) async throws -> Void) async throws {
    let (server, folder) = (try await XServer(width: 400, height: 200), try TemporaryFolder())
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    setenv("XDG_CACHE_HOME", folder.path + "/cache", 1)
    defer { unsetenv("XDG_CACHE_HOME") }
    try await body(server, folder)
  }

  @Test("A crawl shows the lines of a file, follows them, and has them again with the source") func file() async throws
  {
    try await onServer { _, folder in
      try folder.write("one\ntwo\n", to: "news")
      let crawl = CrawlView()
      crawl.append("mine")
      var told: [SourceEvent] = []
      crawl.onSourceEvent = { told.append($0) }
      let source = Source.file(folder.path + "/news")
      crawl.sources.append(source)
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      try window.run("the lines, not \(crawl.text)") { crawl.text == "mine\none\ntwo" }
      try folder.write("two\nthree\n", to: "news")
      try window.run("the new lines, not \(crawl.text)") { crawl.text == "mine\ntwo\nthree" }
      #expect(told.contains { $0.source == source && $0.event == .updated(count: 2) })
      for _ in 0..<2 {
        crawl.sources = []
        #expect(crawl.text == "mine")
        crawl.sources = [source]
        try window.run("the lines again, not \(crawl.text)") { crawl.text == "mine\ntwo\nthree" }
      }
    }
  }

  @Test("A source's event tells how many lines its last reading had, of a file and of a command that repeats")
  func lineCounts() async throws {
    try await onServer { _, folder in
      try folder.write("one\ntwo\nthree\n", to: "news")
      let crawl = CrawlView()
      let sources = [
        Source.file(folder.path + "/news"), .command("cat", folder.path + "/news", every: 0.1),
      ]
      var told: [Source: [Int]] = [:]
      crawl.onSourceEvent = { event in
        if case .updated(let count) = event.event { told[event.source, default: []].append(count) }
      }
      crawl.sources = sources
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      func wait(for count: Int) throws {
        try window.run("\(count) lines, \(told)") { sources.allSatisfy { told[$0]?.last == count } }
      }
      try wait(for: 3)
      try folder.replace("news", with: "two\nfour\n")
      try wait(for: 2)
      try folder.replace("news", with: "")
      try wait(for: 0)
      #expect(Set(told.values.joined()) == [3, 2, 0])
    }
  }

  @Test("A source that is not there is reported, by closure and in a stream") func missing() async throws {
    try await onServer { _, folder in
      let (crawl, source) = (CrawlView(), Source.file(folder.path + "/none"))
      var told: [SourceEvent] = []
      crawl.onSourceEvent = { told.append($0) }
      let events = crawl.events
      crawl.sources = [source, source]
      let window = try Window(crawl, width: 300, height: 40, at: .inTopLeft)
      _ = window.run(for: 0.05)
      #expect(crawl.sources == [source] && told.count == 1)
      var iterator = events.makeAsyncIterator()
      let event = await iterator.next()
      #expect(event == told.first)
      guard case .failed(let reason)? = event?.event else {
        Issue.record("\(String(describing: event))")
        return
      }
      #expect(reason.contains("/none") && event?.source.description == folder.path + "/none")
    }
  }

  @Test("A text waits for a source that had ended and is added again, until it ends again") func again() async throws {
    try await onServer { _, folder in
      let source = Source.command("sh", "-c", "echo line; while [ -e \(folder.path)/gate ]; do sleep 0.02; done")
      let text = AutoScrollView()
      var (ends, finishes) = (0, 0)
      text.onSourceEvent = { if $0.event == .ended { ends += 1 } }
      text.onFinish = { finishes += 1 }
      text.sources = [source]
      let window = try Window(text, width: 300, height: 100, at: .inTopLeft)
      try window.run("its end") { ends == 1 }
      for round in 1...2 {
        text.sources = []
        try folder.write("", to: "gate")
        text.sources = [source]
        text.start(speed: 1000)
        try window.run("its line") { text.contentSize.height > 0 }
        _ = window.run(for: 0.05)
        #expect(text.isScrolling && finishes == round - 1 && ends == round)
        #expect(unlink(folder.path + "/gate") == 0)
        try window.run("its end") { ends == round + 1 && finishes == round }
        #expect(!text.isScrolling)
      }
    }
  }

  @Test("A counter rolls to the last number of its source, and says what is none") func counter() async throws {
    try await onServer { _, _ in
      let counter = CounterView()
      var told: [Source.Event] = []
      counter.onSourceEvent = { told.append($0.event) }
      counter.sources = [.command("printf", "7\\n16.40\\nmuch\\n")]
      let window = try Window(counter, at: .inTopLeft)
      try window.run("the end, \(told)") { told.contains(.ended) }
      #expect(counter.number?.description == "16.40" && told.first == .failed("'much' is not a number"))
      counter.sources.append(.command("echo", "17", every: 0.1))
      try window.run("another number") { counter.number == 17 }
      var descriptors: [Int32] = [0, 0]
      #expect(pipe(&descriptors) == 0)
      counter.sources = [.lines(of: descriptors[0])]
      #expect(write(descriptors[1], "18\n", 3) == 3)
      try window.run("the number of a descriptor") { counter.number == 18 }
      _ = descriptors.map { close($0) }
      #expect(Source.lines.description == "standard input")
    }
  }

  @Test("A text that scrolls takes lines in, and starts over when they are written again") func autoScroll()
    async throws
  {
    try await onServer { _, folder in
      try folder.write("one\ntwo\n", to: "song")
      let lyrics = AutoScrollView("Title")
      lyrics.sources = [.file(folder.path + "/song")]
      let window = try Window(lyrics, width: 200, height: 100, at: .inTopLeft)
      try window.run("the lines, not \(lyrics.text)") { lyrics.text == "Title\none\ntwo\n" }
      try folder.write("three\n", to: "song")
      try window.run("the new lines, not \(lyrics.text)") { lyrics.text.hasSuffix("three\n") }
      #expect(!lyrics.text.contains("one") && lyrics.text.hasPrefix("Title"))
      #expect(lyrics.events.makeAsyncIterator() as Any? != nil && lyrics.onSourceEvent == nil)
    }
  }

  @Test("Chips follow the lines of a file, and changes come as a stream") func tokens() async throws {
    try await onServer { _, folder in
      try folder.write("red\nblue\n", to: "tags")
      let tags = TokenFieldView(["mine"])
      let changes = tags.changes
      tags.sources = [.file(folder.path + "/tags")]
      let window = try Window(tags, width: 300, at: .inTopLeft)
      try window.run("the chips, not \(tags.items)") { tags.items == ["mine", "red", "blue"] }
      try folder.write("blue\ngreen\n", to: "tags")
      try window.run("the new chips, not \(tags.items)") { tags.items == ["mine", "blue", "green"] }
      var iterator = changes.makeAsyncIterator()
      var added: [String] = []
      while added.count < 3, let event = await iterator.next() {
        if case .added(_, let label) = event { added.append(label) }
      }
      #expect(added == ["red", "blue", "green"])
      #expect(tags.onSourceEvent == nil && tags.events.makeAsyncIterator() as Any? != nil)
    }
  }

  @Test("A strip shows feeds, each with a chip, and drops them") func feeds() async throws {
    try await onServer { _, folder in
      try folder.write(FeedHome.rss(["First", "Second one"], name: "Wire"), to: "a.xml")
      try folder.write(FeedHome.rss(["Third"], name: "Other"), to: "b.xml")
      let strip = StripView()
      var told: [SourceEvent] = []
      strip.crawl.onSourceEvent = { told.append($0) }
      strip.feeds = [folder.path + "/a.xml", folder.path + "/b.xml", folder.path + "/c.xml"]
      let window = try Window(strip, width: 400, height: 36, at: .inTopLeft)
      try window.run("the headlines, not \(strip.crawl.text)") { strip.crawl.count == 3 }
      try window.run("the failure, not \(told)") { told.contains { $0.source.description.hasSuffix("c.xml") } }
      let items = (0...9).compactMap(strip.crawl.item)
      #expect(Set(items.map(\.text)) == ["First", "Second one", "Third"])
      #expect(Set(items.compactMap(\.topic)) == ["Wire", "Other"])
      strip.feeds.removeFirst()
      #expect(strip.crawl.count == 1 && strip.feeds.count == 2)
      let crawl = CrawlView()
      crawl.sources.append(.feed(folder.path + "/a.xml", label: "Mine"))
      let other = try Window(crawl, width: 300, height: 40, at: .inBottomLeft)
      try other.run("the headlines of a crawl") { crawl.count == 2 }
      #expect(crawl.item(1)?.topic == "Mine" || crawl.item(0)?.topic == "Mine")
      other.close()
      #expect(crawl.count == 2)
    }
  }
}
