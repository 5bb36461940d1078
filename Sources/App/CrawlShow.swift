internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel crawl`: headlines, or any text, by themselves.
final class CrawlShow: LiveShow {
  private let crawl: CrawlView
  private let replaces: Bool
  private var hand = CrawlHand()
  /// Where the text can be edited in place.
  private var editHand: CrawlEditHand?
  private var output: [String] = []
  private var values = CrawlValues()
  private var lines = CrawlLines()
  private(set) var desk: NewsDesk?
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(ValueError) {
    var style = CrawlView.Style()
    try style.adopt(invocation.window)
    try style.assign(invocation.properties)
    try style.crawl.validate()
    var ids = ContentIDs()
    crawl = CrawlView(style, ids: &ids)
    if invocation.isEditable { editHand = CrawlEditHand(EditableCrawlView(crawl, ids: &ids)) }
    if invocation.hasValues { crawl.enableValues(ids: &ids) }
    replaces = invocation.replaces
    // A stream is bounded; what was given as arguments or files is kept whole.
    crawl.limits = invocation.hasStream ? .stream : .none
    crawl.append(contentsOf: invocation.texts.map { Headline($0) }, at: 0)
    let (feeds, news) = (NewsDesk.feeds(invocation.news, orListAt: nil), invocation.news)
    if !feeds.isEmpty || news.takesJSONLines {
      let ground = style.background
      desk = NewsDesk(feeds: feeds, options: news, crawl: crawl) {
        StripTheme().topicColor($0).darkened(toContrast: 4.5, against: ground)
      }
    }
  }

  func change(_ own: [Assignment], _ window: [Assignment], at t: Seconds) throws(ValueError) {
    var style = crawl.style
    try style.adopt(window)
    try style.assign(own)
    try crawl.apply(style, at: t)
  }

  func text(of property: String) -> String? {
    CrawlView.Style.property(named: property)?.value(of: crawl.style).text
  }

  var view: any View { editHand?.view ?? crawl }
  var takesText: Bool { editHand != nil }
  var background: Color { crawl.style.background }
  var isDock: Bool { true }
  var takesWholeLines: Bool { replaces || desk?.takesJSONLines ?? false }
  var followsLines: Bool { !takesWholeLines }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  func snapSpeed(to step: Double) { crawl.speedStep = step }

  func begin(at t: Seconds) { crawl.start(at: t) }

  func prepare(at t: Seconds) {
    hand.follow(crawl, in: crawl.bounds, at: t)
    lines.settle(on: crawl, at: t)
  }

  func change(_ change: RetoldLines.Change, at t: Seconds) { lines.change(change, on: crawl, at: t) }

  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if replaces {
      crawl.replaceAll(with: [Headline(String(decoding: bytes, as: UTF8.self))], at: t)
    } else if let desk, desk.takesJSONLines {
      desk.take(line: bytes)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }

  /// Takes a placeholder's value for the next frame; false where the name or the number is none.
  func setValue(_ name: String, to text: String) -> Bool {
    guard TextPart.isName(name), DecimalNumber(text) != nil else { return false }
    crawl.setValue(name, to: Array(text.utf8).span)
    return true
  }

  func takeValue(_ bytes: UnsafeRawBufferPointer) { values.take(bytes, for: crawl) }

  func pause(at t: Seconds) { crawl.finishLines(at: t) }

  /// What comes next takes its place; until then it stays.
  func restart(at t: Seconds) { desk?.restart() }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    if edit(event, at: t) { return true }
    if case .keyPressed(_, "q", _) = event { requests.append(.quit) }
    let link = hand.handle(event, crawl, in: crawl.bounds, at: t)
    // Where a click edits, it opens nothing.
    if let link, editHand == nil {
      desk?.opened(link)
      requests.append(.open(link: link))
    }
    return true
  }

  /// Returns whether the event was about editing the text.
  private func edit(_ event: Event, at t: Seconds) -> Bool {
    guard let wasEditing = editHand?.view.isEditing, editHand?.handle(event, at: t) == true else { return false }
    requests += (editHand?.takeRequests() ?? []).map { .input($0) }
    for text in editHand?.takeEdited() ?? [] {
      output.append(JSON.object([("event", .string("edited")), ("text", .string(text))]).line)
    }
    if !wasEditing { letGo(at: t) }
    return true
  }

  /// The pointer has the crawl no longer, and pauses it no longer: editing does.
  private func letGo(at t: Seconds) {
    _ = hand.handle(.released(Point(x: -1, y: -1), button: 1, modifiers: []), crawl, in: crawl.bounds, at: t)
    _ = hand.handle(.pointerLeft, crawl, in: crawl.bounds, at: t)
    crawl.pause(at: t)
  }

  func takeOutput() -> [String] {
    defer { output = [] }
    return output
  }

  func takeRequests() -> [ShowRequest] {
    defer { requests = [] }
    return requests
  }
}
