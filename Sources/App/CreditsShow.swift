internal import Scene
internal import ScrollCore
internal import X11

/// `newsreel credits`: a text that scrolls upwards.
final class CreditsShow: Show {
  private let credits: CreditsView
  private var requests: [ShowRequest] = []

  init(_ invocation: Invocation) throws(ValueError) {
    var style = CreditsView.Style()
    try style.adopt(invocation.window)
    try style.assign(invocation.properties)
    var ids = ContentIDs()
    credits = CreditsView(style, ids: &ids)
    credits.spill = ShelfFile()
    credits.awaitsMore = invocation.readsInput || !invocation.files.isEmpty
  }

  var view: any View { credits }
  var background: Color { credits.style.background }
  var takesWholeLines: Bool { false }

  func naturalSize(in area: Rect, scale: Double, with typesetter: any Typesetter) -> Size {
    Size(width: min(area.width, (720 * scale).rounded()), height: min(area.height, (480 * scale).rounded()))
  }

  func snapSpeed(to step: Double) {
    var style = credits.style
    style.speed = max(1, (style.speed / step).rounded()) * step
    credits.apply(style, at: 0)
  }

  func begin(at t: Seconds) { credits.start(at: t) }

  func take(_ bytes: UnsafeRawBufferPointer, at t: Seconds) {
    credits.append(lines: bytes.bindMemory(to: UInt8.self).span, at: t)
  }

  func pause(at t: Seconds) { credits.finishLines(at: t) }

  func sourcesEnded(at t: Seconds) { credits.awaitsMore = false }

  func restart(at t: Seconds) { credits.replaceAll(with: "", at: t) }

  func handle(_ event: Event, at t: Seconds) -> Bool {
    switch event {
    case .keyPressed(_, "q", _): requests.append(.quit)
    case .pressed(_, 4, _): credits.scroll(by: -60, at: t)
    case .pressed(_, 5, _): credits.scroll(by: 60, at: t)
    default: return false
    }
    return true
  }

  func takeRequests() -> [ShowRequest] {
    defer { requests = [] }
    return requests
  }
}
