import Glibc
import NewsreelDispatch
import NewsreelSources
import TestKit
import TestTags
import Testing

/// The programs of the pages for readers of the originals, and of those on sources and layout: they are built here, line for
/// line (`SnippetTests`), and shown in windows.
@Suite("Tutorials", .serialized, .tags(.x11)) @MainActor struct TutorialTests {
  private func show(_ view: View) async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let window = try Window(view, width: 300, height: 100, at: .inTopLeft)
    try window.run("a picture") { try Set(server.screenshot().pixels).count > 5 }
  }

  @Test("You know SideScrollTextField") func sideScroll() async throws {
    let scroller = CrawlView("A headline that is too long for its view")
    scroller.scrollTime = 0
    scroller.scrollSpeed = 50
    scroller.repeatWhenOutOfBounds = false
    scroller.repeatSpacing = 30
    scroller.border = Border(width: 3, color: .green, radius: 15)
    scroller.font = Font("DejaVu Sans", size: 24, weight: .bold)
    scroller.placeholder = "Enter a message"
    scroller.isEditable = true
    scroller.onReturn = { text in print("now it says", text) }
    try await show(scroller)
  }

  @Test("You know a text view that scrolls by itself") func autoScroll() async throws {
    let lyrics = AutoScrollView((1...60).map { "Line \($0)" }.joined(separator: "\n"))
    lyrics.start(duration: 180)
    lyrics.onFinish = { print("the end") }
    try await show(lyrics)
    lyrics.offset = lyrics.contentSize.height / 2
    #expect(lyrics.offset > 100)
  }

  @Test("You know PlaceIn, PlaceOn, and borders of any view") func places() async throws {
    let (label, button) = (BadgeView("Name"), BadgeView("OK"))
    let group = View([label, button])
    label.place(.inLeft, dx: 10)
    label.place(.inMidY)
    button.place(.onRight, of: label, dx: 5)
    button.place(.inMidY, of: label)
    button.border = Border(color: .tomato, radius: 6)
    button.padding = 6
    button.background = "#232c37"
    button.onClick = { label.text = "Pressed" }
    try await show(group)
    #expect(button.frame.minX == label.frame.maxX + 5)
  }

  @Test("You know NumberScrollAnimatedView") func number() async throws {
    let counter = CounterView()
    counter.number = 1234
    counter.duration = 0.8
    counter.minLength = 6
    counter.number = "16.40"
    for (line, text) in [("2.50", "000,002.50"), ("12345", "012,345"), ("none", "—")] {
      counter.number = DecimalNumber(line)
      counter.grouping = .threes
      #expect(counter.text == text)
    }
    counter.number = 5
    counter.roll = .spin
    counter.startAnimation()
    counter.onFinish = { print("at rest:", counter.text) }
    try await show(counter)
  }

  @Test("You know BMTokenView") func tokens() async throws {
    let tags = TokenFieldView(["swift", "x11"])
    tags.margins = 8
    tags.tokenBackground = .darkSlateGray
    tags.append("linux")
    tags.delegate.shouldReturn = { field, text in text.count >= 3 }
    tags.delegate.shouldDelete = { field, index, label in label != "swift" && field.items.count > 1 }
    tags.delegate.didAdd = { field, index, label in print("added", label, "of", field.items.count) }
    tags.delegate.didChangeHeight = { field, height in print(height) }
    tags.delegate.willDraw = { field, index, look in
      var look = look
      if look.label == "swift" { look.background = "#e5484d" }
      return look
    }
    tags.delegate.draw = { field, index, label, canvas in
      guard label == "swift" else { return }
      canvas.fill(Rect(x: 6, y: canvas.size.height - 4, width: canvas.size.width - 12, height: 2), .white)
    }
    try await show(tags)
  }

  /// Keeps the tags of the next test.
  private final class TagLibrary: TokenFieldDataSource {
    var tags = ["swift"]
    func numberOfTokens(in field: TokenFieldView) -> Int { tags.count }
    func tokenField(_ field: TokenFieldView, tokenAt index: Int) -> String { tags[index] }
  }

  @Test("A data source owns the data") func owner() {
    let (tags, library) = (TokenFieldView(), TagLibrary())
    tags.dataSource = library
    tags.dataSourceOwnsItems = true
    tags.delegate.shouldReturn = { field, text in
      library.tags.append(text)
      return true
    }
    tags.delegate.willDelete = { field, index, label in library.tags.remove(at: index) }
    #expect(tags.items == ["swift"] && tags.delegate.shouldReturn?(tags, "x11") == true)
    tags.delegate.willDelete?(tags, 0, "swift")
    tags.reloadData()
    #expect(tags.items == ["x11"])
  }

  @Test("A token field asks somebody first") func askedFirst() {
    let tags = TokenFieldView(["swift", "x11"])
    var open: [(question: String, answer: () -> Void)] = []
    func ask(_ question: String, _ answer: @escaping () -> Void) { open.append((question, answer)) }
    tags.delegate.shouldDelete = { field, index, label in
      ask("Remove \(label)?") {
        if let index = field.items.firstIndex(of: label) { field.remove(at: index) }
      }
      return false
    }
    tags.delegate.shouldReturn = { field, text in
      ask("Add \(text)?") {
        field.append(text)
        field.text = ""
      }
      return false
    }
    tags.text = "linux"
    let answers = [tags.delegate.shouldDelete?(tags, 0, "swift"), tags.delegate.shouldReturn?(tags, tags.text)]
    #expect(answers == [false, false] && tags.items == ["swift", "x11"] && tags.text == "linux")
    tags.items = ["x11", "swift"]
    for (_, answer) in open { answer() }
    #expect(open.map(\.question) == ["Remove swift?", "Add linux?"])
    #expect(tags.items == ["x11", "linux"] && tags.text == "")
  }

  @Test("Where content comes from, and layout") func rows() async throws {
    let (mark, crawl, counter, strip) = (BadgeView("i"), CrawlView(), CounterView(), StripView())
    crawl.sources.append(.feed("https://example.org/feed.xml"))
    crawl.sources.append(.file("/var/log/news.txt"))
    crawl.sources.append(.command("uptime", every: 60))
    counter.sources = [.command("cat", "/proc/loadavg")]
    strip.feeds.append("https://example.org/feed.xml")
    crawl.onSourceEvent = { print($0.source, $0.event) }
    #expect(crawl.sources.count == 3 && strip.feeds.count == 1)
    // Not read here: they are outside.
    crawl.sources = [.command("uptime", every: 60)]
    let row = StackView(.horizontal, spacing: 8, alignment: .center, [mark, crawl, counter])
    counter.minWidth = 80
    crawl.shrinkPriority = 1
    mark.growPriority = 2
    try await show(row)
  }

  @Test("Keys of a window") func keys() async throws {
    let server = try await XServer(width: 400, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    var saved = 0
    func save() { saved += 1 }
    let form = StackView(.vertical, [Button("Save")])
    let window = try Window(form, kind: .normal, title: "Tags")
    window.onKey = { key, modifiers in
      switch (key, modifiers) {
      case (.character("s"), .control): save()
      case (.escape, []): window.close()
      default: break
      }
    }
    try window.rest(on: server)
    try await server.click(x: Int(window.frame.midX), y: Int(window.frame.midY))
    try await server.xdotool("key", "--delay", "1", "ctrl+s", "s", "Escape")
    try window.run("its end") { !window.isOpen }
    #expect(saved == 1)
  }

  @Test("Which view has the keyboard, and what stands where") func forms() async throws {
    let (name, tags) = (TextFieldView(placeholder: "Name"), TokenFieldView())
    name.beginEditing()
    name.onEndEditing = { text in print("the name is", text) }
    let form = StackView(.vertical, spacing: 4, [name, tags])
    try await show(form)
    let bar = StackView(.horizontal, [BadgeView("left"), View(), BadgeView("right")])
    let gap = View()
    gap.width = 24
    bar.addSubview(gap)
    try await show(bar)
    #expect(bar.subviews[0].frame.minX == 0 && bar.subviews[2].frame.maxX == 276 && gap.frame.width == 24)
    #expect(bar.subviews[1].frame.minX == bar.subviews[0].frame.maxX)
    #expect(bar.subviews[1].frame.maxX == bar.subviews[2].frame.minX)
  }

  @Test("A window at another one, and a view that is as high as its content") func attached() async throws {
    let server = try await XServer(width: 400, height: 300)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let window = try Window(Padded(), width: 200, at: .inTopLeft)
    let note = try Window(BadgeView("Saved"), at: .onBottomRight, of: window.id)
    #expect(note.frame.origin == Point(x: window.frame.maxX, y: window.frame.maxY))
    try note.place(.inTop, height: 24)
    #expect(note.frame.midX == window.frame.midX && note.frame.minY == window.frame.minY && note.frame.height == 24)
    try window.run("a picture") { try Set(server.screenshot().pixels).count > 5 }
  }

  @Test("An ordinary window, with what its frame has") func ordinary() async throws {
    let server = try await XServer(width: 600, height: 200)
    defer { server.end() }
    setenv("DISPLAY", server.display, 1)
    let (counter, isSaved) = (CounterView(), true)
    let board = try Window(counter, kind: .normal, width: 480, height: 120, title: "Stocks")
    board.minimumSize = Size(width: 200, height: 60)
    board.shouldClose = { isSaved }
    board.title = "Stocks, 3 open"
    #expect(board.title == "Stocks, 3 open" && board.minimumSize == Size(width: 200, height: 60) && board.isOpen)
  }

  /// The container of the page on layout.
  private final class Padded: View {
    private let content = TokenFieldView((1...5).map { "a longer label \($0)" })

    init() { super.init([content]) }

    override func sizeThatFits(_ room: Size) -> Size {
      Size(width: room.width, height: content.naturalSize(width: min(room.width, 4000) - 20).height + 20)
    }

    override func layout(in size: Size) {
      content.place(.inTop, dy: 10)
      content.width = size.width - 20
      content.height = content.naturalSize(width: size.width - 20).height
    }
  }

  /// The lines about streams and loops, which end with their windows.
  private func wait(for crawl: CrawlView, _ counter: CounterView, in window: Window) async {
    for await event in crawl.events { print(event.source, event.event) }
    await window.run()
    window.serveOnMainQueue()
  }

  /// The loop of the library.
  private func run(_ counter: CounterView, in window: Window) {
    Timer.every(1) { counter.number = Int.random(in: 0...999) }
    window.run()
  }
}
