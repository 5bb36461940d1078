internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel crawl`: headlines, or any text, by themselves.
final class CrawlShow: Show {
  private let crawl: CrawlView
  private let replaces: Bool
  private var hand = CrawlHand()
  /// Where the text can be edited in place.
  private var editHand: CrawlEditHand?
  private var output: [String] = []
  private var values = CrawlValues()
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(PropertyError) {
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
    crawl.limits = invocation.readsInput || invocation.isLive ? .stream : .none
    crawl.append(contentsOf: invocation.texts.map { Headline($0) }, at: 0)
  }

  var view: any View { editHand?.view ?? crawl }
  var takesText: Bool { editHand != nil }
  var background: Color { crawl.style.background }
  var isDock: Bool { true }
  var takesWholeLines: Bool { replaces }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  func snapSpeed(to step: Double) { crawl.speedStep = step }

  func begin(at t: Seconds) { crawl.start(at: t) }

  func prepare(at t: Seconds) { hand.follow(crawl, in: crawl.bounds, at: t) }

  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if replaces {
      crawl.replaceAll(with: [Headline(String(decoding: bytes, as: UTF8.self))], at: t)
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

  func restart(at t: Seconds) { crawl.replaceAll(with: [], at: t) }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    if edit(event, at: t) { return true }
    if case .keyPressed(_, "q", _) = event { requests.append(.quit) }
    let link = hand.handle(event, crawl, in: crawl.bounds, at: t)
    // Where a click edits, it opens nothing.
    if let link, editHand == nil { requests.append(.open(link: link)) }
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
