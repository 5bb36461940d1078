internal import Newswire
internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel crawl`: headlines, or any text, by themselves.
final class CrawlShow: Show {
  private let crawl: CrawlView
  private let replaces: Bool
  private var hand = CrawlHand()
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(PropertyError) {
    var style = CrawlView.Style()
    try style.adopt(invocation.window)
    try style.assign(invocation.properties)
    try style.crawl.validate()
    var ids = ContentIDs()
    crawl = CrawlView(style, ids: &ids)
    replaces = invocation.replaces
    // A stream is bounded; what was given as arguments or files is kept whole.
    crawl.limits = invocation.readsInput ? .stream : .none
    crawl.append(contentsOf: invocation.texts.map { Headline($0) }, at: 0)
  }

  var view: any View { crawl }
  var background: Color { crawl.style.background }
  var isDock: Bool { true }
  var takesWholeLines: Bool { replaces }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: area.width, height: (36 * scale).rounded())
  }

  func snapSpeed(to step: Double) { crawl.speedStep = step }

  func begin(at t: Seconds) { crawl.start(at: t) }

  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    if replaces {
      crawl.replaceAll(with: [Headline(String(decoding: bytes, as: UTF8.self))], at: t)
    } else {
      crawl.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
    }
  }

  func pause(at t: Seconds) { crawl.finishLines(at: t) }

  func restart(at t: Seconds) { crawl.replaceAll(with: [], at: t) }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    if case .keyPressed(_, "q", _) = event { requests.append(.quit) }
    if let link = hand.handle(event, crawl, in: crawl.bounds, at: t) { requests.append(.open(link: link)) }
    return true
  }

  func takeRequests() -> [ShowRequest] {
    defer { requests = [] }
    return requests
  }
}
